import StateSpace

/// A configuration with some parameters open: a family of closed ones.
///
/// The legal members are counted and enumerated by decision diagrams, so that a thousand illegal
/// combinations cost nothing. Parameters that no row, rule or property reads make no difference and
/// stay at their default.
public struct ConfigurationFamily: Sendable {
  /// The most members that are enumerated.
  public static let mostMembers = 4096

  /// The table.
  public let model: Model
  /// The value of each closed parameter, by slot.
  public let closed: [Int: Int]
  /// The open parameters that make a difference, by slot, ascending.
  public let open: [Int]
  /// The number of legal members; a `Double` because it can be astronomical.
  public let legalCount: Double
  /// The closed parameters of each legal member, in the order of the values; empty above the limit.
  public let members: [[Int: Int]]
  /// The rules that every member breaks, that is, which the closed parameters alone decide.
  public let brokenRules: [LegalityRule]
  /// Rules that only warn and are broken by the closed parameters alone.
  public let warnings: [LegalityRule]

  /// Enumerates the legal members.
  ///
  /// - Parameters:
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
    // Bit patterns without a meaning are no members that could keep a rule.
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

  /// In which members something is so, as an irredundant sum of products over the open parameters
  /// with illegal members as don't-cares: “`mfa = required` and `recovery = email`”.
  ///
  /// - Returns: one conjunction of parts a line; empty where it is so in no member, one empty
  ///   conjunction where in all.
  public func condition(holdingIn chosen: [Int]) -> [[String]] {
    let space = SymbolicSpace(model: model, slots: open, fixed: closed)
    let diagrams = space.diagrams
    func diagram(of positions: [Int]) -> Diagram {
      diagrams.or(
        positions.map { position in
          diagrams.and(open.map { space.equality($0, members[position][$0] ?? 0) })
        })
    }
    let yes = diagram(of: chosen)
    let all = diagram(of: Array(members.indices))
    let cubes = diagrams.cubes(from: yes, within: diagrams.or(yes, diagrams.not(all)))
    return cubes.map { literals in describe(literals, in: space) }.sorted {
      $0.description < $1.description
    }
  }

  private func describe(_ literals: [Literal], in space: SymbolicSpace) -> [String] {
    open.compactMap { slot in
      let own = literals.filter { (space.bits[slot] ?? []).contains($0.variable) }
      guard !own.isEmpty else { return nil }
      let type = model.slots[slot].type
      let values = model.types.values(of: type).filter { value in
        let bits = model.types.encode(value, as: type)
        return own.allSatisfy { literal in
          let at = (space.bits[slot] ?? []).firstIndex(of: literal.variable) ?? 0
          return (bits >> UInt64(at) & 1 == 1) == literal.value
        }
      }
      let name = model.slots[slot].name
      if case .set(let id) = type {
        let parts = own.map { literal -> String in
          let at = (space.bits[slot] ?? []).firstIndex(of: literal.variable) ?? 0
          return (literal.value ? "" : "no ") + model.types.enums[id].members[at]
        }
        return "\(name) has \(parts.joined(separator: ", "))"
      }
      let texts = values.map { model.types.text(of: $0, as: type) }
      return texts.count == 1 ? "\(name) = \(texts[0])" : "\(name) is \(texts.list)"
    }
  }
}
