/// The rules of a machine, laid out so that a state finds those that match it without trying them.
///
/// For each value of the selector bits there is a row of cubes, in the order of the rules, with
/// ``GuardTables`` that judge the whole row at once. Equal rows are kept once.
///
/// It never changes once it is made, which is why it may call itself `Sendable` although its
/// buffers are plain memory.
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
    case never, always, depends
  }

  private var guards = GuardTables<State>()
  private(set) var actions = PlainBuffer<Action>()
  private let selectorMask: UInt64
  private var rows = PlainBuffer<Row>()
  private var rowOfSelector = PlainBuffer<Int32>()
  private var urgency = PlainBuffer<UInt8>()
  private var urgentCubes = PlainBuffer<(mask: State, value: State)>()

  init(_ system: TransitionSystem) {
    selectorMask = (1 << UInt64(system.selectorBits)) - 1
    layOutRules(of: system)
    layOutUrgency(of: system)
  }

  /// The largest number of words that the set of a row's matching cubes takes.
  var mostSetWords: Int { guards.mostSetWords }

  /// The most cubes that a row has.
  private(set) var mostCubes = 0

  /// The number of the row of `state`.
  @inline(__always)
  func row(of state: State) -> Int32 {
    rowOfSelector.base[Int(truncatingIfNeeded: state.first & selectorMask)]
  }

  @inline(__always)
  func row(_ number: Int32) -> Row { rows.base[Int(number)] }

  /// The set of the row's cubes that match, where it is a single word.
  @inline(__always)
  func match(_ state: State, _ row: Row) -> UInt64 { guards.match(state, row.guards) }

  /// Writes the set of the row's cubes that match to `result`, of ``mostSetWords`` words.
  @inline(__always)
  func match(_ state: State, _ row: Row, into result: UnsafeMutablePointer<UInt64>) {
    guards.match(state, row.guards, into: result)
  }

  @inline(__always)
  func isUrgent(_ state: State) -> Bool {
    let known = urgency.base[Int(truncatingIfNeeded: state.first & selectorMask)]
    if known != Urgency.depends.rawValue { return known == Urgency.always.rawValue }
    for index in 0..<urgentCubes.count {
      let cube = urgentCubes.base[index]
      if state.matches(cube.mask, cube.value) { return true }
    }
    return false
  }

  private mutating func layOutRules(of system: TransitionSystem) {
    let cubes = system.rules.indices.flatMap { rule in
      system.rules[rule].cubes.filter(\.canMatch).map { (rule: rule, cube: $0) }
    }
    var bySelector = [[Int32]](repeating: [], count: Int(selectorMask) + 1)
    for (number, entry) in cubes.enumerated() {
      forEachSelector(of: entry.cube) { bySelector[$0].append(Int32(number)) }
    }
    var known: [[Int32]: Int32] = [:]
    for numbers in bySelector {
      if known[numbers] == nil {
        known[numbers] = Int32(rows.count)
        addRow(numbers.map { cubes[Int($0)] }, of: system)
      }
      rowOfSelector.append(known[numbers] ?? 0)
    }
  }

  private mutating func addRow(
    _ cubes: [(rule: Int, cube: PackedCube)], of system: TransitionSystem
  ) {
    mostCubes = max(mostCubes, cubes.count)
    let packed = cubes.map { (mask: State($0.cube.mask), value: State($0.cube.value)) }
    rows.append(Row(guards: guards.add(packed), firstAction: actions.count))
    for (position, entry) in cubes.enumerated() {
      let following = cubes[position...].firstIndex { $0.rule != entry.rule }
      let rule = system.rules[entry.rule]
      actions.append(
        Action(
          keep: State(rule.clear.map { ~$0 }), set: State(rule.set), rule: Int32(entry.rule),
          next: Int32(following ?? cubes.count)))
    }
  }

  private mutating func layOutUrgency(of system: TransitionSystem) {
    var bySelector = [Urgency](repeating: .never, count: Int(selectorMask) + 1)
    for cube in system.urgent where cube.canMatch {
      let decided =
        cube.mask[0] & ~selectorMask == 0 && cube.mask.dropFirst().allSatisfy { $0 == 0 }
      forEachSelector(of: cube) { selector in
        bySelector[selector] =
          decided || bySelector[selector] == .always ? .always : .depends
      }
      if !decided { urgentCubes.append((State(cube.mask), State(cube.value))) }
    }
    for known in bySelector { urgency.append(known.rawValue) }
  }

  /// Calls `body` with every value of the selector bits that `cube` allows, in ascending order.
  private func forEachSelector(of cube: PackedCube, _ body: (Int) -> Void) {
    let fixed = cube.value[0] & selectorMask
    let open = ~cube.mask[0] & selectorMask
    var choice: UInt64 = 0
    repeat {
      body(Int(fixed | choice))
      choice = (choice &- open) & open
    } while choice != 0
  }
}

extension PackedCube {
  /// Whether any state matches at all.
  var canMatch: Bool { zip(mask, value).allSatisfy { $1 & ~$0 == 0 } }
}
