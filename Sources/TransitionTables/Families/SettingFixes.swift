import StateSpace

/// The smallest changes of a configuration that make properties hold.
///
/// Configurations that differ in one parameter are explored first, some parameters at a time, then
/// those that differ in two, and so on, until some fulfil every property. What a property claims of
/// the configuration alone is asked first, and leaves few parameters to explore where it fails.
public struct SettingFixes: Sendable {
  /// One way: the slots that change, with their new values, in the order of declaration.
  public struct Fix: Sendable, Hashable {
    public var changes: [Change]
  }

  /// A parameter with its new value.
  public struct Change: Sendable, Hashable {
    public var slot: Int
    public var value: Int
  }

  /// Fewest changes first, then those that change least of a set, then in the order of declaration.
  public internal(set) var fixes: [Fix] = []
  /// Up to how many changes were tried, and judged.
  public internal(set) var triedChanges = 0
  /// Whether a limit kept the next number of changes from being judged.
  public internal(set) var isCutShort = false

  /// Tries changes of a configuration.
  ///
  /// - Parameters:
  ///   - checker: the family of all configurations that may be tried, with the limits of a search.
  ///   - base: the configuration as it is.
  ///   - properties: those that shall hold.
  ///   - mostChanges: how many parameters may change at most.
  public init(
    _ checker: FamilyChecker, base: [Int: Int], properties: [Property], mostChanges: Int
  ) throws(FamilyChecker.Failure) {
    for count in stride(from: 1, through: mostChanges, by: 1) {
      let slots = Self.worthChanging(checker, base: base, properties, count: count)
      // Pairs and triples of many parameters are too many for one family.
      let families = count == 1 ? Self.parts(of: slots) : slots.isEmpty ? [] : [slots]
      if count > 1, slots.count > Self.mostTogether {
        isCutShort = true
        return
      }
      var found: [Fix] = []
      for family in families {
        let near = checker.changing(family, of: base, most: count)
        let verdicts = try near.check(properties).verdicts
        guard !verdicts.contains(where: \.isUndetermined) else {
          isCutShort = true
          return
        }
        found += Self.fixes(
          among: near, failing: verdicts.map(\.fails.terms), base: base, count: count)
      }
      triedChanges = count
      fixes = Self.leanest(found, base: base, in: checker.model)
      if !fixes.isEmpty { return }
    }
  }

  /// The most parameters of which several are changed at once, and the most that are open together
  /// where a single one is changed.
  private static let (mostTogether, fewTogether) = (10, 6)

  private static func parts(of slots: [Int]) -> [[Int]] {
    stride(from: 0, to: slots.count, by: fewTogether).map {
      Array(slots[$0..<min($0 + fewTogether, slots.count)])
    }
  }

  /// The parameters that change in some legal configuration with so many changes in which what
  /// properties claim of the configuration alone holds.
  private static func worthChanging(
    _ checker: FamilyChecker, base: [Int: Int], _ properties: [Property], count: Int
  ) -> [Int] {
    let model = checker.model
    let space = SymbolicSpace(model: model, slots: checker.open, fixed: checker.closed)
    let diagrams = space.diagrams
    let claims = properties.compactMap { property -> Diagram? in
      guard case .configuration(let predicate) = property.claim else { return nil }
      return space.condition(predicate)
    }
    let near = checker.changing(checker.open, of: base, most: count).near(space)
    let good = diagrams.and([near, space.legal(checker.open)] + claims)
    return checker.open.filter { slot in
      let same = space.equality(slot, base[slot] ?? model.slots[slot].initial)
      return diagrams.minus(good, same) != .no
    }
  }

  /// The configurations with exactly so many changes in which nothing fails.
  private static func fixes(
    among checker: FamilyChecker, failing: [[[ConditionCover.Literal]]], base: [Int: Int],
    count: Int
  ) -> [Fix] {
    let model = checker.model
    let space = SymbolicSpace(model: model, slots: checker.open, fixed: checker.closed)
    let cover = ConditionCover(space: space, slots: checker.open)
    let diagrams = space.diagrams
    let bad = diagrams.or(failing.map { cover.diagram(of: $0) })
    let good = diagrams.minus(space.legal(checker.open), bad)
    var found: [Fix] = []
    for slots in choices(of: count, from: checker.open[...]) {
      var rest = good
      for slot in checker.open where !slots.contains(slot) {
        rest = diagrams.and(rest, space.equality(slot, base[slot] ?? model.slots[slot].initial))
      }
      found += values(of: slots[...], within: rest, base: base, in: space).map(Fix.init)
    }
    return found
  }

  private static func choices(of count: Int, from slots: ArraySlice<Int>) -> [[Int]] {
    guard count > 0 else { return [[]] }
    guard let first = slots.first else { return [] }
    return choices(of: count - 1, from: slots.dropFirst()).map { [first] + $0 }
      + choices(of: count, from: slots.dropFirst())
  }

  private static func values(
    of slots: ArraySlice<Int>, within diagram: Diagram, base: [Int: Int], in space: SymbolicSpace
  ) -> [[Change]] {
    guard diagram != .no else { return [] }
    guard let slot = slots.first else { return [[]] }
    let old = base[slot] ?? space.model.slots[slot].initial
    return space.model.types.values(of: space.model.slots[slot].type).flatMap { value in
      value == old
        ? []
        : values(
          of: slots.dropFirst(),
          within: space.diagrams.and(diagram, space.equality(slot, value)), base: base, in: space
        ).map { [Change(slot: slot, value: value)] + $0 }
    }
  }

  /// Without those that add to a set, or take from it, more than another fix of the same parameters
  /// does; in order.
  private static func leanest(_ fixes: [Fix], base: [Int: Int], in model: Model) -> [Fix] {
    func moves(_ fix: Fix) -> [Int] {
      fix.changes.map { change in
        guard case .set = model.slots[change.slot].type else { return change.value << 32 | 1 }
        return change.value ^ (base[change.slot] ?? model.slots[change.slot].initial)
      }
    }
    func weight(_ fix: Fix) -> Int {
      zip(fix.changes, moves(fix)).reduce(0) { sum, pair in
        guard case .set = model.slots[pair.0.slot].type else { return sum + 1 }
        return sum + pair.1.nonzeroBitCount
      }
    }
    func isLarger(_ fix: Fix, than other: Fix) -> Bool {
      guard fix != other, fix.changes.map(\.slot) == other.changes.map(\.slot) else { return false }
      return zip(zip(fix.changes, moves(fix)), moves(other)).allSatisfy { pair, least in
        guard case .set = model.slots[pair.0.slot].type else { return pair.1 == least }
        // To take another member away is another proposal, not more of the same.
        let old = base[pair.0.slot] ?? model.slots[pair.0.slot].initial
        let isSame = pair.1 & old == least & old || (pair.1 | least) & ~old == 0
        return isSame && pair.1 & least == least
      }
    }
    let lean = fixes.filter { fix in !fixes.contains { isLarger(fix, than: $0) } }
    return lean.enumerated().sorted { a, b in
      (weight(a.element), a.offset) < (weight(b.element), b.offset)
    }.map(\.element)
  }
}
