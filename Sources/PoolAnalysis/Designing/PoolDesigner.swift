import Findings
import SignIn
import StateSpace
import TransitionTables

/// Finds pools that fulfil wishes.
///
/// The settings of the wishes narrow the family of legal configurations. The remaining family is
/// explored at once, which gives the condition of each property over all its members. Of the
/// members with the wished properties, the cheapest are explored by themselves: there the
/// properties must hold again, and losses and thefts are tried. Where no member remains, the family
/// without the wishes shows which of them conflict.
package struct PoolDesigner {
  package let model: Model
  package let request: ExplorationRequest
  package let environment: ToolEnvironment
  /// The greatest number of pools that are proposed, and of those that are tried for it.
  static let (mostChoices, mostTried) = (3, 24)

  package init(model: Model, request: ExplorationRequest, environment: ToolEnvironment) {
    (self.model, self.request, self.environment) = (model, request, environment)
  }

  /// The path of the bundled base, which is used where none is given.
  package static var bundledPath: String {
    BundledTable.directory.appending(path: "pools/large/design.yaml").path
  }

  /// - Parameters:
  ///   - wishes: the wishes to fulfil.
  ///   - base: the pool with the fixed settings; its open settings are chosen.
  /// - Throws: the failure that makes an exploration impossible.
  package func design(
    _ wishes: [Wish], from base: LoadedPool
  ) throws(CommandFailure) -> PoolDesign {
    let pool = opened(base, for: wishes)
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    try LegalityGate(model: model, pool: pool, family: family).pass(mostMembers: .max)
    var design = PoolDesign(model: model, wishes: wishes, open: pool.open)
    var parts = DesignSpace(model: model, wishes: wishes, open: pool.open, closed: pool.closed)
    guard parts.fulfilling(parts.settings) != .no else {
      let conflict = DesignConflict(model: model, wishes: wishes, pool: pool)
      var found = conflict.ofSettings
      if !found.settings.isEmpty { found.tried = try trial(of: base, conflict, claimed: []) }
      design.conflict = found
      return design
    }
    for isNarrow in [true, false] {
      let narrowed = isNarrow ? model.requiring(wishes) : model
      guard let verdicts = try verdicts(narrowed, pool, for: wishes) else {
        design.isUndecided = true
        return design
      }
      // Diagrams cannot be shared between families.
      parts = DesignSpace(model: model, wishes: wishes, open: pool.open, closed: pool.closed)
      var rejected = Diagram.no
      for severities in [["error", "warning"], ["error"]] {
        let demands = parts.claims(verdicts, severities: severities) + parts.settings
        let all = parts.fulfilling(demands)
        guard all != .no else {
          if !isNarrow, severities.count == 1 {
            design.conflict = try conflict(demands, parts, base, pool)
          }
          continue
        }
        design.severities = severities
        let variables = parts.open.flatMap { parts.space.bits[$0] ?? [] }
        design.count = parts.diagrams.count(all, among: variables)
        design.terms = parts.words(of: all)
        let found = parts.diagrams.minus(all, rejected)
        guard try choose(from: found, parts, verdicts, pool, &design) else { return design }
        rejected = all
      }
      if rejected != .no {
        design.isExhausted = true
        return design
      }
    }
    return design
  }

  /// The conflict of demands that include properties, with the changes to a base that resolve it.
  private func conflict(
    _ demands: [DesignSpace.Demand], _ parts: DesignSpace, _ base: LoadedPool, _ pool: LoadedPool
  ) throws(CommandFailure) -> PoolDesign.Conflict {
    let conflict = DesignConflict(model: model, wishes: parts.wishes, pool: pool)
    let origins = parts.conflict(among: demands).map(\.origin)
    var found = conflict.conflict(of: origins, [], among: demands, in: parts)
    found.tried = try trial(of: base, conflict, claimed: Set(origins.compactMap(\.property)))
    return found
  }

  /// Tries changes to a base; nil for the bundled base.
  private func trial(
    of base: LoadedPool, _ conflict: DesignConflict, claimed: Set<String>
  ) throws(CommandFailure) -> PoolDesign.Trial? {
    guard base.files != [Self.bundledPath] else { return nil }
    let bundled = PoolRequest(paths: [Self.bundledPath])
    let chosen = try PoolLoader(model: model, request: bundled).load().first?.open ?? []
    return try BaseChanges(
      designer: self, conflict: conflict, chosen: chosen,
      properties: properties(for: conflict.wishes), claimed: claimed
    ).report()
  }

  /// The pool with those settings open that the wishes mention and that neither a document nor an
  /// option has decided.
  private func opened(_ base: LoadedPool, for wishes: [Wish]) -> LoadedPool {
    var pool = base
    for slot in wishes.flatMap(\.followed) { pool.closed[slot] = 1 }
    for (slot, value) in wishes.flatMap(\.choices) { pool.closed[slot] = value }
    let read = wishes.flatMap(\.condition.slots).filter { slot in
      guard model.slots[slot].kind == .parameter, model.slots[slot].isSetting else { return false }
      if case .document? = base.origins[slot] { return false }
      return base.origins[slot] != .commandLine
    }
    return pool.opening(read)
  }

  /// The properties to judge for pools with some wishes.
  private func properties(for wishes: [Wish]) -> [Property] {
    let named = Set(wishes.flatMap { $0.properties + $0.happening })
    // Properties about everything that administrators do cannot be judged where their acts are
    // narrowed.
    let narrowing = Set(model.counterexampleScopes.flatMap(\.values.keys))
    return model.properties.filter {
      ($0.severity != "note" || named.contains($0.id))
        && ($0.isAboutConfigurations || $0.isKept(whenNarrowingBy: narrowing, in: model))
    }
  }

  /// The verdicts over a family; nil where a limit ended the exploration.
  private func verdicts(
    _ model: Model, _ pool: LoadedPool, for wishes: [Wish]
  ) throws(CommandFailure) -> [FamilyVerdict]? {
    let properties = properties(for: wishes)
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    let explorer = FamilyExplorer(
      model: model, request: request, environment: environment, pool: pool)
    let count = LegalityGate.approximate(family.legalCount)
    environment.progress("\(pool.name): exploring \(count) legal pools at once")
    var found = try explorer.checked(family, properties: properties, wantsExamples: false)
    if found == nil {
      // A single configuration is not a family; it is judged among all legal ones.
      let whole = ConfigurationFamily(model: self.model, closed: pool.closed, open: pool.open)
      guard whole.legalCount > 1 else {
        throw .usage(
          "usage.nothing-open", "the documents leave one legal pool: nothing is left to choose",
          remedy: "ask `waymark check` what holds of it, or leave settings open in them")
      }
      found = try FamilyExplorer(
        model: self.model, request: request, environment: environment, pool: pool
      ).checked(whole, properties: properties, wantsExamples: false)
    }
    guard let found, !found.verdicts.contains(where: \.isUndetermined) else { return nil }
    return found.verdicts
  }

  // MARK: Choices

  /// Tries pools with losses and thefts, the cheapest first; returns whether all were rejected.
  private func choose(
    from found: Diagram, _ parts: DesignSpace, _ verdicts: [FamilyVerdict], _ pool: LoadedPool,
    _ design: inout PoolDesign
  ) throws(CommandFailure) -> Bool {
    var (rest, later) = (found, Diagram.no)
    for _ in 0..<Self.mostTried where design.choices.count < Self.mostChoices {
      guard !environment.limits.shouldStop else { break }
      // Pools that resemble a rejected one are tried last.
      if rest == .no { (rest, later) = (later, .no) }
      guard let member = parts.cheapest(in: rest) else { return design.choices.isEmpty }
      environment.progress(
        "\(pool.name): pool \(design.choices.count + design.rejections.count + 1) of at most "
          + "\(Self.mostTried), \(design.choices.count) found")
      let others = parts.without(member, in: rest)
      let rejection = try rejection(of: member, for: design.wishes, pool)
      // A trial that was stopped has not covered all losses and thefts.
      guard !environment.limits.shouldStop else { break }
      if let rejection {
        design.rejections.append(
          PoolDesign.Rejection(
            settings: settings(of: member, design), wish: rejection.wish.id,
            means: rejection.means.map { model.means[$0].title }.joined(separator: " and ")))
        let alike = parts.diagrams.minus(rest, others)
        later = parts.diagrams.or(later, parts.diagrams.minus(alike, parts.only(member)))
      } else {
        design.choices.append(try choice(member, parts, verdicts, design))
      }
      rest = others
    }
    design.isUndecided = design.choices.isEmpty
    return false
  }

  /// The choice for a configuration, explored by itself as a check.
  private func choice(
    _ member: [Int: Int], _ parts: DesignSpace, _ verdicts: [FamilyVerdict], _ design: PoolDesign
  ) throws(CommandFailure) -> PoolDesign.Choice {
    let failing = verdicts.filter { $0.fails.holds(in: member) }.map(\.property.fullID)
    var checker = request.propertyChecker(model, stopping: environment.limits)
    let found: [PropertyVerdict]
    do throws(PropertyChecker.Failure) {
      found = try checker.check(verdicts.map(\.property), parameters: member)
    } catch {
      throw disagreement("\(error)")
    }
    let alone = found.filter { $0.status == .fails }.map(\.property.fullID)
    let isCutOff = found.contains { $0.status == .undetermined }
    guard isCutOff || Set(alone) == Set(failing) else {
      throw disagreement("explored by itself a pool fails \(alone.joined(separator: ", "))")
    }
    let prices = model.prices.filter { holds($0.condition, in: member) }.map(\.documentation)
    return PoolDesign.Choice(
      parameters: member, cost: parts.cost(of: member), settings: settings(of: member, design),
      prices: prices, findings: failing, stepwise: model.stepwise(member))
  }

  private func settings(of member: [Int: Int], _ design: PoolDesign) -> [String] {
    design.open.filter { member[$0] != model.slots[$0].initial }.map { slot in
      let value = model.text(of: member[slot] ?? 0, in: slot)
      return Assignment(name: model.slots[slot].name, value: value).text
    }
  }

  func holds(_ condition: Expression, in member: [Int: Int]) -> Bool {
    ConcreteEvaluator(model.slots.indices.map { member[$0] ?? model.slots[$0].initial })
      .holds(condition)
  }

  /// The first wish that a pool does not fulfil after a loss or a theft, with the means; nil if
  /// there is none.
  func rejection(
    of member: [Int: Int], for wishes: [Wish], _ base: LoadedPool
  ) throws(CommandFailure) -> (wish: Wish, means: [Int])? {
    guard wishes.contains(where: { !$0.survived.isEmpty || !$0.resisted.isEmpty }) else {
      return nil
    }
    var pool = base
    pool.closed = member.filter { model.slots[$0.key].isSetting }
    // Slots that are tracked only for properties would here cause losses of their own.
    let followed = Set(wishes.flatMap(\.followed))
    for slot in model.parameters where pool.closed[slot] == nil {
      let chosen = followed.contains(slot) ? nil : base.closed[slot]
      pool.closed[slot] = chosen ?? model.slots[slot].initial
    }
    pool.open = []
    let analysis = try MeansAnalysis(
      pool, model: model, request: request, environment: environment)
    // Thousands of wishes may name the same means.
    var lost: [Expression: [[Int]: Bool]] = [:]
    var entered: [[Int]: Bool] = [:]
    for wish in wishes where !environment.limits.shouldStop {
      let failed =
        wish.survived.first { means in
          let isLost =
            lost[wish.users]?[means] ?? analysis.isLost(without: means, to: wish.users)
          lost[wish.users, default: [:]][means] = isLost
          return isLost
        }
        ?? wish.resisted.first { means in
          let isEntered = entered[means] ?? analysis.isEntered(with: means)
          entered[means] = isEntered
          return isEntered
        }
      if let failed { return (wish, failed) }
    }
    return nil
  }

  func disagreement(_ what: String) -> CommandFailure {
    CommandFailure(
      [
        Diagnostic(
          "system.witness", at: SourceLocation(file: "design"),
          "a design explored by itself does not show what all pools do together: \(what)",
          remedy: "this is an error of waymark, not of the pool; please report it")
      ], status: .systemFailure)
  }
}

extension MeansAnalysis {
  /// The means as a bit set, without those that no step uses.
  private func bits(_ means: [Int]) -> UInt32 {
    means.reduce(0) { $0 | (graph.bit(of: $1) ?? 0) }
  }

  /// Whether some of these users who can sign in no longer can after losing the means.
  func isLost(without means: [Int], to users: Expression) -> Bool {
    let lost = bits(means)
    return starts.contains { start in
      ConcreteEvaluator(valuation(of: start)).holds(users)
        && reaches(start, holding: graph.own) && !reaches(start, holding: graph.own & ~lost)
    }
  }

  /// The valuation of a user's record, with a fresh app.
  private func valuation(of start: Start) -> [Int] {
    var valuation = model.slots.indices.map { pool.closed[$0] ?? model.slots[$0].initial }
    for (slot, value) in zip(slots, start.record) { valuation[slot] = value }
    return valuation
  }

  /// Whether an outsider with the means can sign in as some user.
  func isEntered(with means: [Int]) -> Bool {
    let held = bits(means)
    return starts.contains { reaches($0, holding: held) }
  }
}
