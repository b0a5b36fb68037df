/// The rules of a machine, indexed so that the rules that a state matches are found without trying
/// each.
///
/// For each value of the selector bits there is a row of cubes, in the order of the rules, with
/// ``GuardTables`` that test the whole row at once. Equal rows are kept once. A row is built when
/// the first state with its selector occurs: of half a million selectors, a machine with many
/// locations and messages uses a few hundred. If threads share an index, all rows are built before.
///
/// The index never changes once all rows are built. Therefore it is `Sendable` although its buffers
/// are plain memory.
struct RuleIndex<State: PackedState>: ~Copyable, @unchecked Sendable {
  /// The effect of the rule of a cube.
  struct Action: BitwiseCopyable {
    var keep: State
    var set: State
    var rule: Int32
    /// The position in the row of the next rule's first cube.
    var next: Int32
  }

  struct Row: BitwiseCopyable {
    var guards: GuardTables<State>.List
    var firstAction: Int
  }

  private enum Urgency: UInt8 {
    case unknown, never, always, depends
  }

  /// The maximum number of selector bits used for machines without urgent states, for which all
  /// rows may be built.
  private static var mostPlainSelectorBits: Int { 12 }

  private var guards = GuardTables<State>()
  private(set) var actions = PlainBuffer<Action>()
  private let selectorMask: UInt64
  /// The rows; row 0 is a placeholder.
  private var rows = PlainBuffer<Row>()
  /// The row of each selector, 0 for selectors not met yet; most of the table is never touched.
  private var rowOfSelector: PlainBuffer<Int32>
  private let system: TransitionSystem
  private let cubes: [(rule: Int, cube: PackedCube)]
  /// The condition of each cube on the selector bits.
  private let selectors: [(mask: UInt64, value: UInt64)]
  private var known: [[Int32]: Int32] = [:]
  private var largestRow = 1
  private var hasAllRows = false
  /// The urgency of each selector, determined when the first state with it is tested.
  private let urgency: PlainBuffer<UInt8>
  private var urgentCubes = PlainBuffer<(mask: State, value: State)>()

  init(_ system: TransitionSystem) {
    let bits =
      system.urgent.isEmpty
      ? min(system.selectorBits, Self.mostPlainSelectorBits) : system.selectorBits
    let selectorMask = (1 << UInt64(bits)) - 1 as UInt64
    self.selectorMask = selectorMask
    self.system = system
    cubes = system.rules.indices.flatMap { rule in
      system.rules[rule].cubes.filter(\.canMatch).map { (rule: rule, cube: $0) }
    }
    selectors = cubes.map {
      (mask: $0.cube.mask[0] & selectorMask, value: $0.cube.value[0] & selectorMask)
    }
    rowOfSelector = PlainBuffer<Int32>(spreadZeros: Int(selectorMask) + 1)
    urgency = PlainBuffer<UInt8>(spreadZeros: Int(selectorMask) + 1)
    for cube in system.urgent where cube.canMatch {
      urgentCubes.append((State(cube.mask), State(cube.value)))
    }
    rows.append(Row(guards: guards.add([]), firstAction: 0))
  }

  /// An upper bound of the number of cubes of a row; exact once all rows are built.
  var mostCubes: Int { hasAllRows ? largestRow : max(cubes.count, 1) }

  /// The maximum number of words in the set of a row's matching cubes.
  var mostSetWords: Int { (mostCubes + 63) / 64 }

  @inline(__always)
  func row(_ number: Int32) -> Row { rows.base[Int(number)] }

  /// Writes the set of the row's cubes that match to `result`, which has ``mostSetWords`` words.
  @inline(__always)
  func match(_ state: State, _ row: Row, into result: UnsafeMutablePointer<UInt64>) {
    guards.lookup.match(state, row.guards, into: result)
  }

  /// A view of the index; all its rows must be built.
  ///
  /// - Parameter rest: the mask of the bits that a state at rest keeps.
  func lookup(rest: State) -> RuleLookup<State> {
    RuleLookup(
      rest: rest, actions: actions.base, guards: guards.lookup, selectorMask: selectorMask,
      rowOfSelector: rowOfSelector.base, rows: rows.base)
  }

  @inline(__always)
  func isUrgent(_ state: State) -> Bool {
    let selector = state.first & selectorMask
    var known = urgency.base[Int(truncatingIfNeeded: selector)]
    if known == Urgency.unknown.rawValue { known = judgeUrgency(selector) }
    if known != Urgency.depends.rawValue { return known == Urgency.always.rawValue }
    for index in 0..<urgentCubes.count {
      let cube = urgentCubes.base[index]
      if state.matches(cube.mask, cube.value) { return true }
    }
    return false
  }

  /// The number of the row of `state`, which is built now if it does not exist yet.
  @inline(__always)
  mutating func row(meeting state: State) -> Int32 {
    let selector = Int(truncatingIfNeeded: state.first & selectorMask)
    let number = rowOfSelector.base[selector]
    return number > 0 ? number : layOut(UInt64(selector))
  }

  /// Builds every row, as ``lookup(rest:)`` requires.
  mutating func layOutAllRows() {
    for selector in 0...selectorMask where rowOfSelector.base[Int(selector)] == 0 {
      _ = layOut(selector)
    }
    hasAllRows = true
  }

  private mutating func layOut(_ selector: UInt64) -> Int32 {
    var numbers: [Int32] = []
    for (number, asked) in selectors.enumerated() where (selector ^ asked.value) & asked.mask == 0 {
      numbers.append(Int32(number))
    }
    let known = self.known[numbers]
    let row = known ?? Int32(rows.count)
    if known == nil {
      self.known[numbers] = row
      addRow(numbers.map { cubes[Int($0)] })
    }
    rowOfSelector.base[Int(selector)] = row
    return row
  }

  private mutating func addRow(_ cubes: [(rule: Int, cube: PackedCube)]) {
    largestRow = max(largestRow, cubes.count)
    let packed = cubes.map { (mask: State($0.cube.mask), value: State($0.cube.value)) }
    // The selector bits meet the condition of every cube of the row.
    var decided = State.zero
    decided[word: 0] = selectorMask
    rows.append(Row(guards: guards.add(packed, decided: decided), firstAction: actions.count))
    for (position, entry) in cubes.enumerated() {
      let following = cubes[position...].firstIndex { $0.rule != entry.rule }
      let rule = system.rules[entry.rule]
      actions.append(
        Action(
          keep: State(rule.clear.map { ~$0 }), set: State(rule.set), rule: Int32(entry.rule),
          next: Int32(following ?? cubes.count)))
    }
  }

  /// Determines and records whether states with these selector bits are urgent.
  @inline(never)
  private func judgeUrgency(_ selector: UInt64) -> UInt8 {
    var found = Urgency.never
    for index in 0..<urgentCubes.count where found != .always {
      let (mask, value) = urgentCubes.base[index]
      if (selector ^ value.first) & mask.first & selectorMask != 0 { continue }
      var rest = mask
      rest[word: 0] &= ~selectorMask
      found = rest.isZero ? .always : .depends
    }
    urgency.base[Int(truncatingIfNeeded: selector)] = found.rawValue
    return found.rawValue
  }
}

/// A view, usable from any thread, of a ``RuleIndex`` whose rows are all built.
struct RuleLookup<State: PackedState> {
  /// The mask of the bits that a state at rest keeps.
  let rest: State
  let actions: UnsafeMutablePointer<RuleIndex<State>.Action>
  let guards: GuardLookup<State>
  fileprivate let selectorMask: UInt64
  fileprivate let rowOfSelector: UnsafeMutablePointer<Int32>
  fileprivate let rows: UnsafeMutablePointer<RuleIndex<State>.Row>

  @inline(__always)
  func row(of state: State) -> RuleIndex<State>.Row {
    rows[Int(rowOfSelector[Int(truncatingIfNeeded: state.first & selectorMask)])]
  }
}

extension PackedCube {
  /// Whether any state matches the cube.
  var canMatch: Bool { zip(mask, value).allSatisfy { $1 & ~$0 == 0 } }
}
