import StateSpace

/// A configuration with some parameters open: a family of closed ones.
///
/// The legal members are counted and enumerated by decision diagrams, so illegal combinations cost
/// nothing. Parameters that no row, rule or property reads have no influence and keep their
/// default.
public struct ConfigurationFamily: Sendable {
  /// The largest number of members that are enumerated.
  public static let mostMembers = 4096

  /// The model whose parameters are open or closed.
  public let model: Model
  /// The value of each closed parameter, by slot.
  public let closed: [Int: Int]
  /// The open parameters that have an influence, by slot, ascending.
  public let open: [Int]
  /// The number of legal members; a `Double` because it can be astronomical.
  public let legalCount: Double
  /// The parameters of each legal member, in the order of the values; empty above the limit.
  public let members: [[Int: Int]]
  /// The error rules that every member breaks, so that the closed parameters alone decide them.
  public let brokenRules: [LegalityRule]
  /// The warning rules that the closed parameters alone break.
  public let warnings: [LegalityRule]

  /// Enumerates the legal members.
  ///
  /// - Parameters:
  ///   - model: the model that declares the parameters.
  ///   - closed: the value of each closed parameter, by slot; parameters that are neither closed
  ///     nor open have their default.
  ///   - requested: the open parameters; those that nothing reads are closed at their default.
  public init(model: Model, closed: [Int: Int], open requested: [Int]) {
    self.model = model
    var closed = closed
    let relevant = model.slotsRead
    for slot in requested where !relevant.contains(slot) {
      closed[slot] = model.slots[slot].initial
    }
    let open = requested.filter(relevant.contains).sorted()
    for slot in model.parameters where closed[slot] == nil && !open.contains(slot) {
      closed[slot] = model.slots[slot].initial
    }
    self.closed = closed
    self.open = open
    let space = SymbolicSpace(model: model, slots: open, fixed: closed)
    let diagrams = space.diagrams
    let breaks = model.legality.map { space.condition($0.forbid) }
    let validity = diagrams.and(open.map(space.validity))
    // Meaningless bit patterns are excluded: they are not members that could fulfil a rule.
    let broken = zip(model.legality, breaks).filter { diagrams.implies(validity, $0.1) == .yes }
    brokenRules = broken.map(\.0).filter(\.isError)
    warnings = broken.map(\.0).filter { !$0.isError }
    let errors = zip(model.legality, breaks).filter { $0.0.isError }.map(\.1)
    let legal = diagrams.and(validity, diagrams.not(diagrams.or(errors)))
    let variables = open.flatMap { space.bits[$0] ?? [] }
    legalCount =
      variables.isEmpty ? (legal == .yes ? 1 : 0) : diagrams.count(legal, among: variables)
    members =
      legalCount <= Double(Self.mostMembers)
      ? Self.enumerate(open[...], closed: closed, within: legal, in: space) : []
  }

  private static func enumerate(
    _ open: ArraySlice<Int>, closed: [Int: Int], within legal: Diagram, in space: SymbolicSpace
  ) -> [[Int: Int]] {
    guard legal != .no else { return [] }
    guard let slot = open.first else { return [closed] }
    return space.model.types.values(of: space.model.slots[slot].type).flatMap { value in
      var next = closed
      next[slot] = value
      return enumerate(
        open.dropFirst(), closed: next,
        within: space.diagrams.and(legal, space.equality(slot, value)), in: space)
    }
  }

  /// Returns the condition of some members, as an irredundant sum of prime implicants over the open
  /// parameters with illegal members as don't-cares: “`mfa = required` and `recovery = email`”.
  ///
  /// - Returns: one conjunction of parts for each term; no term for no member, one empty
  ///   conjunction for all members.
  public func condition(holdingIn chosen: [Int]) -> [[String]] {
    let found = cover(holdingIn: chosen)
    return found.terms.map { found.cover.words(of: $0, among: found.legal) }
  }

  /// Returns the same condition as literals: the admitted values of slots, and of members of sets.
  public func terms(holdingIn chosen: [Int]) -> [[ConditionCover.Literal]] {
    cover(holdingIn: chosen).terms
  }

  private func cover(
    holdingIn chosen: [Int]
  ) -> (cover: ConditionCover, terms: [[ConditionCover.Literal]], legal: Diagram) {
    let space = SymbolicSpace(model: model, slots: open, fixed: closed)
    let cover = ConditionCover(space: space, slots: open)
    let isChosen = Set(chosen)
    let others = members.indices.filter { !isChosen.contains($0) }
    let on = space.diagram(of: chosen.map { members[$0] }, over: open)
    let off = space.diagram(of: others.map { members[$0] }, over: open)
    return (cover, cover.terms(true: on, false: off), space.diagrams.or(on, off))
  }
}

extension SymbolicSpace {
  /// Returns the condition that the slots have the values of one of some valuations.
  ///
  /// Valuations are grouped by one slot after the other, so that the cost is about the number of
  /// distinct prefixes.
  public func diagram(of valuations: [[Int: Int]], over slots: [Int]) -> Diagram {
    diagram(ofRows: valuations.map { valuation in slots.map { valuation[$0] ?? 0 } }, over: slots)
  }

  /// Returns the same condition for valuations that list the values of the slots in order.
  public func diagram(ofRows rows: [[Int]], over slots: [Int]) -> Diagram {
    let sorted = rows.sorted { $0.lexicographicallyPrecedes($1) }
    return diagram(of: sorted[...], over: slots, from: 0)
  }

  private func diagram(of rows: ArraySlice<[Int]>, over slots: [Int], from column: Int) -> Diagram {
    guard !rows.isEmpty else { return .no }
    guard column < slots.count else { return .yes }
    var result = Diagram.no
    var start = rows.startIndex
    while start < rows.endIndex {
      let value = rows[start][column]
      let end = rows[start...].firstIndex { $0[column] != value } ?? rows.endIndex
      let rest = diagram(of: rows[start..<end], over: slots, from: column + 1)
      result = diagrams.or(result, diagrams.and(equality(slots[column], value), rest))
      start = end
    }
    return result
  }
}
