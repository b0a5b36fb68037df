import StateSpace

/// Checks properties over all legal configurations of a family at once.
///
/// In explicit explorations, properties that read the same observers share one, and explorations
/// run concurrently; a single symbolic search serves all properties. Each verdict is a condition
/// over the open parameters. There are no traces: a verdict names a configuration with the shortest
/// counterexample, which a separate exploration finds.
///
/// Two engines give the same verdicts. `FamilySearch` stores every state once, labelled with the
/// configurations that reach it, and is good where the states are few. ``SymbolicFamily`` treats
/// the open parameters as bits of the state and works on sets.
public struct FamilyChecker: Sendable {
  /// The reasons why a family cannot be checked as a whole.
  public enum Failure: Error, Sendable {
    /// A state needs more words than the explicit search of a family supports.
    case tooWide
    /// The table has a fault in this configuration; a separate exploration shows it.
    case fault([Int: Int])
  }

  public let model: Model
  /// The value of each closed parameter, by slot.
  public private(set) var closed: [Int: Int]
  /// The open parameters, ascending.
  public private(set) var open: [Int]
  /// The engine that explores.
  public var backend = Backend.auto
  /// With ``Backend/auto``, the most states that are listed; beyond that the symbolic engine takes
  /// over.
  public var explicitStates = 4_000
  /// The most states of one explicit exploration.
  public var maximumStates = 1 << 26
  /// The memory in bytes for all symbolic explorations that run at the same time.
  public var maximumBytes = 1_500_000_000
  /// The largest number of concurrent explorations; no result depends on it.
  public var threads = Int.max
  /// If set, only configurations that differ from these values in at most ``mostChanges`` of the
  /// named parameters are explored. Open parameters that it does not name are free.
  public var base: [Int: Int]?
  /// The largest number of differences from ``base``.
  public var mostChanges = 0
  /// If set, only these configurations are explored.
  public var members: [[Int: Int]]?
  /// Whether each verdict of the symbolic engine names a configuration with a shortest
  /// counterexample.
  public var wantsExamples = true
  /// Called from time to time, from any thread, with states and level; returning false stops.
  public var progress: @Sendable (Int, Int) -> Bool = { _, _ in true }
  /// Called from time to time by a symbolic exploration, from any thread; returning false stops.
  public var symbolicProgress: @Sendable (SymbolicProgress) -> Bool = { _ in true }
  /// Called often during symbolic work; true stops it, and verdicts are undetermined.
  public var shouldStop: @Sendable () -> Bool = { false }

  public init(model: Model, closed: [Int: Int], open: [Int]) {
    self.model = model
    self.closed = closed
    self.open = open.sorted()
  }

  /// Returns the verdicts in the order of the properties, and the statistics of the explorations.
  public func check(
    _ properties: [Property]
  ) throws(Failure) -> (verdicts: [FamilyVerdict], statistics: FamilyStatistics) {
    var groups: [Set<Int>] = []
    for property in properties {
      let observers = observers(of: property)
      if !groups.contains(observers) { groups.append(observers) }
    }
    if groups.isEmpty { groups = [[]] }
    var statistics = FamilyStatistics()
    var verdicts: [Int: FamilyVerdict] = [:]
    for (isPool, result) in results(of: properties, groups) {
      let part = try result.get()
      for (position, verdict) in part.verdicts { verdicts[position] = verdict }
      // The states without observers are those of the pool; observers only split them.
      if isPool { statistics = part.statistics }
    }
    return (properties.indices.compactMap { verdicts[$0] }, statistics)
  }

  /// Runs the explorations that the properties need; `isPool` marks one whose states are the
  /// pool's.
  private func results(
    of properties: [Property], _ groups: [Set<Int>]
  ) -> [(isPool: Bool, Result<Part, Failure>)] {
    var choice = EngineChoice(
      backend: backend, explicitStates: explicitStates, maximumStates: maximumStates,
      isLarge: openBits > Self.mostBitsListed && explicitStates < maximumStates)
    return choice.explored { most in
      if most == maximumStates { return (listed(properties, groups), true) }
      return begun(properties, groups, most: most).map { ($0, true) } ?? ([], false)
    } sets: {
      // One search has the observers of all properties: they split its sets and add no steps.
      let found = sets(
        Array(properties.enumerated()).map { ($0.offset, $0.element) },
        observers: groups.reduce([]) { $0.union($1) })
      if case .success(let part) = found, !part.statistics.isJudged, !shouldStop() {
        return ([(true, found)], false)
      }
      return ([(true, found)], true)
    }
  }

  /// Lists states for all groups if the first exploration has few; nil where it has too many. The
  /// others have at least as many, so the first decides for all.
  private func begun(
    _ properties: [Property], _ groups: [Set<Int>], most: Int
  ) -> [(isPool: Bool, Result<Part, Failure>)]? {
    let first = groups.contains([]) ? [] : groups[0]
    let begun = listed(own(properties, first), observers: first, most: most)
    if case .failure(.fault) = begun { return [(true, begun)] }
    guard case .success(let part) = begun, part.statistics.isComplete else { return nil }
    let others = groups.filter { $0 != first }
    return [(true, begun)]
      + (jointly(properties, others, nextTo: part.statistics.states) ?? listed(properties, others))
  }

  /// The most bits of open parameters with which states are listed at all. With more, each state
  /// would be labelled with many sets of configurations.
  private static let mostBitsListed = 16

  private var openBits: Int {
    open.reduce(0) { $0 + model.types.width(of: model.slots[$1].type) }
  }

  /// Lists states once with the observers of all groups; nil where that takes far more states than
  /// one exploration for each group.
  private func jointly(
    _ properties: [Property], _ groups: [Set<Int>], nextTo states: Int
  ) -> [(isPool: Bool, Result<Part, Failure>)]? {
    let all = groups.reduce(into: Set<Int>()) { $0.formUnion($1) }
    // A step that changes only observers would hide a dead end, so groups without observers are
    // excluded.
    guard groups.count > 1, !groups.contains([]) else { return nil }
    let own = properties.indices.filter { groups.contains(observers(of: properties[$0])) }
      .map { (position: $0, property: properties[$0]) }
    let most = min(groups.count * (states + 100), maximumStates - 1)
    let found = listed(own, observers: all, most: most)
    // The obstacle may not occur with fewer observers.
    guard case .success(let part) = found, part.statistics.isComplete else { return nil }
    return [(false, found)]
  }

  /// Lists states for each choice of observers, concurrently.
  private func listed(
    _ properties: [Property], _ groups: [Set<Int>]
  ) -> [(isPool: Bool, Result<Part, Failure>)] {
    SideBySide.run(groups.count, threads: threads) { job in
      let result = listed(
        own(properties, groups[job]), observers: groups[job], most: maximumStates)
      return (job == 0 || groups[job].isEmpty, result)
    }
  }

  /// The properties that read exactly these observers, with their positions.
  private func own(
    _ properties: [Property], _ observers: Set<Int>
  ) -> [(position: Int, property: Property)] {
    properties.indices.filter { self.observers(of: properties[$0]) == observers }
      .map { ($0, properties[$0]) }
  }

  private struct Part: Sendable {
    var verdicts: [(Int, FamilyVerdict)] = []
    var statistics = FamilyStatistics()
  }

  func observers(of property: Property) -> Set<Int> {
    model.observers(readBy: property.expressions)
  }

  /// Checks properties symbolically, over pairs of a configuration and a state.
  private func sets(
    _ properties: [(position: Int, property: Property)], observers: Set<Int>
  ) -> Result<Part, Failure> {
    let family = SymbolicFamily(
      model: model, closed: closed, open: open, observers: observers, bytes: maximumBytes,
      among: asked, shouldStop: shouldStop, progress: symbolicProgress)
    let faulty = family.faulty
    if faulty != .no, family.completeness == .complete {
      return .failure(.fault(member(of: faulty, family.space)))
    }
    let cover = ConditionCover(space: family.space, slots: open)
    func condition(_ set: Diagram) -> FamilyVerdict.Condition {
      Self.condition(set, of: family.explored, family.space, cover)
    }
    var part = Part()
    part.statistics.include(family)
    for (position, property) in properties {
      var verdict = FamilyVerdict.undetermined(property)
      if case .configuration(let predicate) = property.claim {
        verdict = configurationVerdict(property, predicate)
      } else if family.completeness == .complete, model.isDecidedInFamilies(property) {
        let found = family.judge(property) { wantsExamples ? $0 : .no }
        verdict = FamilyVerdict(
          property: property, fails: condition(found.fails),
          isVacuous: condition(found.vacuous), isUndetermined: false,
          example: found.soonest == .no ? nil : member(of: found.soonest, family.space))
        if let example = verdict.example {
          verdict.exampleStates = family.stateCount(in: example).map(Int.init(clamping:)) ?? .max
          verdict.failingStates = family.failingStates(of: found, in: example)
        }
        // A result that a limit has cut off has no meaning.
        if family.completeness != .complete { verdict = .undetermined(property) }
      }
      part.verdicts.append((position, verdict))
    }
    // A limit may be reached during the check.
    part.statistics.isJudged = family.completeness == .complete
    return .success(part)
  }

  /// Checks a claim about the configuration alone, which needs no states and meets no limit.
  private func configurationVerdict(
    _ property: Property, _ predicate: Expression
  ) -> FamilyVerdict {
    let space = SymbolicSpace(model: model, slots: open, fixed: closed)
    let (diagrams, cover) = (space.diagrams, ConditionCover(space: space, slots: open))
    let explored = diagrams.and(space.legal(open), asked(space))
    let fails = diagrams.minus(explored, space.condition(predicate))
    let met = property.premise.map(space.condition) ?? .yes
    let vacuous = diagrams.minus(explored, diagrams.or(met, fails))
    return FamilyVerdict(
      property: property, fails: Self.condition(fails, of: explored, space, cover),
      isVacuous: Self.condition(vacuous, of: explored, space, cover), isUndetermined: false,
      example: fails == .no ? nil : member(of: fails, space))
  }

  private static func condition(
    _ set: Diagram, of explored: Diagram, _ space: SymbolicSpace, _ cover: ConditionCover
  ) -> FamilyVerdict.Condition {
    let rest = space.diagrams.minus(explored, set)
    let terms = cover.terms(true: set, false: rest)
    return FamilyVerdict.Condition(
      terms: terms, words: terms.map { cover.words(of: $0, among: explored) })
  }

  /// Checks properties by listing states, each with the configurations that reach it.
  private func listed(
    _ properties: [(position: Int, property: Property)], observers: Set<Int>, most: Int
  ) -> Result<Part, Failure> {
    let limit = WorkLimit(shouldStop: shouldStop)
    guard
      let machine = FamilyMachine(
        model: model, closed: closed, open: open, observers: observers, limit: limit)
    else { return .failure(.tooWide) }
    let cover = ConditionCover(space: machine.space, slots: open)
    let explored = machine.diagrams.and(machine.legal, asked(machine.space))
    var search = FamilySearch(machine, maximumStates: most)
    for (position, property) in properties {
      // Claims about urgent states are watched during the search.
      guard case .alwaysWithin(let expression) = property.claim else { continue }
      search.watch(position, for: .not(expression), premise: property.premise)
    }
    search.run(for: explored, progress: progress)
    if let fault = search.faults.first, limit.stop == nil {
      return .failure(.fault(member(of: fault.configurations, machine.space)))
    }
    var part = Part()
    part.statistics.include(search)
    if limit.stop != nil { (part.statistics.isComplete, part.statistics.isJudged) = (false, false) }
    // Nothing is checked on an incomplete listing that the symbolic engine will replace.
    guard search.isComplete || most == maximumStates else { return .success(part) }
    let judge = FamilyJudge(search, explored: explored)
    for (position, property) in properties {
      var verdict = FamilyVerdict.undetermined(property)
      if case .configuration(let predicate) = property.claim {
        verdict = configurationVerdict(property, predicate)
      } else if search.isComplete, limit.stop == nil, model.isDecidedInFamilies(property) {
        let found = judge.judge(property, at: position)
        verdict = FamilyVerdict(
          property: property,
          fails: Self.condition(found.fails, of: explored, machine.space, cover),
          isVacuous: Self.condition(found.vacuous, of: explored, machine.space, cover),
          isUndetermined: false,
          example: found.soonest == .no ? nil : member(of: found.soonest, machine.space))
        if limit.stop != nil { verdict = .undetermined(property) }
      }
      part.verdicts.append((position, verdict))
    }
    part.statistics.isJudged = part.statistics.isJudged && limit.stop == nil
    return .success(part)
  }

  /// Returns the most ordinary member of a set of configurations, closed parameters included. Each
  /// open parameter has the table's default where the set permits it, else the least value.
  func member(of set: Diagram, _ space: SymbolicSpace) -> [Int: Int] {
    var member = closed
    var rest = set
    for slot in open {
      let values = model.types.values(of: model.slots[slot].type)
      for value in [model.slots[slot].initial] + values {
        let chosen = space.diagrams.and(rest, space.equality(slot, value))
        guard chosen != .no else { continue }
        (rest, member[slot]) = (chosen, value)
        break
      }
    }
    return member
  }

  /// The requested configurations, legal or not: those close enough to the base and among the
  /// members.
  private func asked(_ space: SymbolicSpace) -> Diagram {
    let diagrams = space.diagrams
    guard let members else { return near(space) }
    let each = members.map { member in
      diagrams.and(open.compactMap { slot in member[slot].map { space.equality(slot, $0) } })
    }
    return diagrams.and(near(space), diagrams.or(each))
  }

  private func near(_ space: SymbolicSpace) -> Diagram {
    guard let base else { return .yes }
    let diagrams = space.diagrams
    // The configurations by the number of parameters that differ so far.
    var counts = [Diagram](repeating: .no, count: mostChanges + 1)
    counts[0] = .yes
    for slot in open {
      guard let value = base[slot] else { continue }
      let same = space.equality(slot, value)
      for changes in counts.indices.reversed() {
        let fewer = changes == 0 ? Diagram.no : counts[changes - 1]
        counts[changes] = diagrams.or(
          diagrams.and(counts[changes], same), diagrams.and(fewer, diagrams.not(same)))
      }
    }
    return diagrams.or(counts)
  }
}

extension Model {
  /// Whether a family can show in which configurations a property holds. It cannot for a claim
  /// about runs that reads observers or names steps by more than their action.
  public func isDecidedInFamilies(_ property: Property) -> Bool {
    guard case .temporal(let claim) = property.claim else { return true }
    return isToldByActions(claim) && observers(readBy: property.expressions).isEmpty
  }
}
