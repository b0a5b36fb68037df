/// The rules of a machine, laid out so that a state finds those that match it without trying them.
///
/// For each value of the selector bits there is a row of cubes, in the order of the rules, with
/// ``GuardTables`` that judge the whole row at once. Equal rows are kept once. A row is laid out
/// when the first state with its selector is met: of half a million values a machine of many
/// locations and messages meets a few hundred. Threads that share an index have all rows laid out
/// before.
///
/// It never changes once all rows are laid out, which is why it may call itself `Sendable` although
/// its buffers are plain memory.
struct RuleIndex<State: PackedState>: ~Copyable, @unchecked Sendable {
  /// What a cube's rule does.
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

  /// The most selector bits of a machine without urgent states, all of whose rows may be laid out.
  private static var mostPlainSelectorBits: Int { 12 }

  private var guards = GuardTables<State>()
  private(set) var actions = PlainBuffer<Action>()
  private let selectorMask: UInt64
  /// The first stands for nothing.
  private var rows = PlainBuffer<Row>()
  /// 0 for selectors that no state was met with; most of the table is never touched.
  private var rowOfSelector: PlainBuffer<Int32>
  private let system: TransitionSystem
  private let cubes: [(rule: Int, cube: PackedCube)]
  /// What each cube asks of the selector bits.
  private let selectors: [(mask: UInt64, value: UInt64)]
  private var known: [[Int32]: Int32] = [:]
  private var largestRow = 1
  private var hasAllRows = false
  /// By selector, noted when the first state with it is judged.
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

  /// No row has more cubes; exact once all rows are laid out.
  var mostCubes: Int { hasAllRows ? largestRow : max(cubes.count, 1) }

  /// The set of a row's matching cubes takes no more words.
  var mostSetWords: Int { (mostCubes + 63) / 64 }

  @inline(__always)
  func row(_ number: Int32) -> Row { rows.base[Int(number)] }

  /// Writes the set of the row's cubes that match to `result`, of ``mostSetWords`` words.
  @inline(__always)
  func match(_ state: State, _ row: Row, into result: UnsafeMutablePointer<UInt64>) {
    guards.lookup.match(state, row.guards, into: result)
  }

  /// The index once all its rows are laid out.
  ///
  /// - Parameter rest: the bits that a state at rest keeps.
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

  /// The number of the row of `state`, laid out now if it was not met before.
  @inline(__always)
  mutating func row(meeting state: State) -> Int32 {
    let selector = Int(truncatingIfNeeded: state.first & selectorMask)
    let number = rowOfSelector.base[selector]
    return number > 0 ? number : layOut(UInt64(selector))
  }

  /// Lays out every row, as ``lookup(rest:)`` asks.
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
    // Every cube of a row is as its selectors ask.
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

  /// Notes whether states with these selector bits are urgent.
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

/// A look at a ``RuleIndex`` whose rows are all laid out, from any thread.
struct RuleLookup<State: PackedState> {
  /// The bits that a state at rest keeps.
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
  /// Whether any state matches at all.
  var canMatch: Bool { zip(mask, value).allSatisfy { $1 & ~$0 == 0 } }
}
