/// The rules of a machine, laid out so that a state looks only at guards that may match it.
///
/// For each value of the selector bits there is a row of guards, in the order of the rules, that
/// ends with a guard that always matches and belongs to no rule. Equal rows are kept once.
struct RuleIndex<State: PackedState>: ~Copyable {
  struct Guard: BitwiseCopyable {
    var mask: State
    var value: State
  }

  struct Action: BitwiseCopyable {
    var keep: State
    var set: State
    /// The rule, or -1 at the end of a row.
    var rule: Int32
    /// The first guard of the next rule in the row.
    var next: Int32
  }

  private enum Urgency: UInt8 {
    case never, always, depends
  }

  /// All rows of guards; `actions` lies beside it.
  private(set) var guards = PlainBuffer<Guard>()
  private(set) var actions = PlainBuffer<Action>()
  private let selectorMask: UInt64
  private var rows = PlainBuffer<Int32>()
  private var urgency = PlainBuffer<UInt8>()
  private var urgentCubes = PlainBuffer<Guard>()

  init(_ system: TransitionSystem) {
    selectorMask = (1 << UInt64(system.selectorBits)) - 1
    layOutRules(of: system)
    layOutUrgency(of: system)
  }

  /// Where the row of `state` starts.
  @inline(__always)
  func row(of state: State) -> Int {
    Int(rows.base[Int(truncatingIfNeeded: state.first & selectorMask)])
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
    let shapes = system.rules.map { rule in
      (keep: State(rule.clear.map { ~$0 }), set: State(rule.set))
    }
    var known: [[Int32]: Int32] = [:]
    for numbers in bySelector {
      if let row = known[numbers] {
        rows.append(row)
        continue
      }
      known[numbers] = Int32(guards.count)
      rows.append(Int32(guards.count))
      for (position, number) in numbers.enumerated() {
        let (rule, cube) = cubes[Int(number)]
        let following = numbers[position...].firstIndex { cubes[Int($0)].rule != rule }
        let next = guards.count + (following ?? numbers.count) - position
        guards.append(Guard(mask: State(cube.mask), value: State(cube.value)))
        actions.append(
          Action(
            keep: shapes[rule].keep, set: shapes[rule].set, rule: Int32(rule), next: Int32(next)))
      }
      guards.append(Guard(mask: .zero, value: .zero))
      actions.append(Action(keep: .zero, set: .zero, rule: -1, next: 0))
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
      if !decided {
        urgentCubes.append(Guard(mask: State(cube.mask), value: State(cube.value)))
      }
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
