import TransitionTables

/// Why an expression never holds: the smallest sets of its parts that never hold together.
package struct UnmetParts: Sendable {
  /// A conjunct of the expression, as an author would write it.
  package struct Part: Sendable {
    package var text: String
    /// The extent of the part by itself; nil where it was not counted.
    package var extent: Extent?
    /// The actual values of its variables and settings, one phrase each.
    package var instead: [String]
  }

  /// Minimal sets of parts that never hold together, all of the same size; at most three. Empty
  /// where none was searched for.
  package private(set) var never: [[Part]] = []
  /// The parts without which the others do hold, where these are two or more.
  package private(set) var without: [Part] = []

  /// The greatest number of parts that are analysed: all sets of up to three are tried.
  private static let most = 12
  private static let mostShown = 3
  /// The greatest number of values of a variable that are listed.
  private static let mostValues = 8

  init() {}

  /// Analyses an expression that never holds.
  ///
  /// - Parameters:
  ///   - expression: the expression.
  ///   - reached: the states in which it never holds.
  ///   - settings: the values of the settings that are not open.
  init(_ expression: Expression, in reached: some ReachedStates, settings: [Int: Int]) {
    var seen = Set<Expression>()
    let parts = expression.conjuncts().filter { seen.insert($0).inserted }
    guard parts.count <= Self.most, reached.model.observers(readBy: parts).isEmpty else { return }
    let cores = Self.cores(of: parts, in: reached)
    never = cores.prefix(Self.mostShown).map { core in
      core.map { position in
        let part = parts[position]
        return Part(
          text: reached.model.text(of: part),
          extent: core.count > 1 ? reached.extent(where: part) : nil,
          instead: core.count > 1 ? [] : Self.instead(part, in: reached, settings: settings))
      }
    }
    guard parts.count > 2 else { return }
    without = parts.indices.compactMap { left in
      let others = Expression.and(parts.indices.filter { $0 != left }.map { parts[$0] })
      guard reached.reaches(others) else { return nil }
      return Part(
        text: reached.model.text(of: parts[left]), extent: reached.extent(where: others),
        instead: [])
    }
  }

  /// The smallest sets of parts that never hold together: all sets of one, two or three parts, or
  /// one larger set from which no part can be left out.
  private static func cores(of parts: [Expression], in reached: some ReachedStates) -> [[Int]] {
    func isMet(_ some: [Int]) -> Bool { reached.reaches(.and(some.map { parts[$0] })) }
    var tuples: [[Int]] = [[]]
    for _ in 0..<min(3, parts.count) {
      tuples = tuples.flatMap { some in
        parts.indices.filter { $0 > some.last ?? -1 }.map { some + [$0] }
      }
      let unmet = tuples.filter { !isMet($0) }
      if !unmet.isEmpty { return unmet }
    }
    var core = Array(parts.indices)
    guard !isMet(core) else { return [] }
    for part in parts.indices {
      let fewer = core.filter { $0 != part }
      if !isMet(fewer) { core = fewer }
    }
    return [core]
  }

  /// The settings of a part, and the values that its variables can have.
  private static func instead(
    _ part: Expression, in reached: some ReachedStates, settings: [Int: Int]
  ) -> [String] {
    let model = reached.model
    return part.slots.compactMap { slot in
      let name = model.slots[slot].name
      if model.slots[slot].isParameter {
        return settings[slot].map { "\(name) is \(model.text(of: $0, in: slot)) here" }
      }
      let all = model.types.values(of: model.slots[slot].type)
      guard all.count <= 4 * mostValues else { return nil }
      let taken = all.filter { reached.reaches(.equal(.slot(slot), .constant($0))) }
      guard taken.count <= mostValues else { return nil }
      let words = taken.map { model.text(of: $0, in: slot) }
      let last = words.count > 1 ? " or \(words.last ?? "")" : words.last ?? ""
      return "\(name) is only ever \(words.dropLast().joined(separator: ", "))\(last)"
    }
  }
}

extension Expression {
  /// The conjuncts that must all hold for the expression to have the wanted value.
  fileprivate func conjuncts(wanted: Bool = true) -> [Expression] {
    switch self {
    case .not(let inner): inner.conjuncts(wanted: !wanted)
    case .and(let all) where wanted: all.flatMap { $0.conjuncts() }
    case .or(let all) where !wanted: all.flatMap { $0.conjuncts(wanted: false) }
    default: [wanted ? self : .not(self)]
    }
  }
}
