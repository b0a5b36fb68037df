/// The bad cubes that are checked in every state within steps.
///
/// The state before a rule fires was checked too, so the state after it can be bad only by a cube
/// that tests a bit which the rule changes. Each rule has a list of the cubes that it can make
/// true, built when it first fires; most lists are empty.
struct StepWatch<State: PackedState>: ~Copyable {
  typealias Cube = (invariant: Int, mask: State, value: State)

  private let cubes: [Cube]
  private let rules: [TransitionRule]
  private let rest: State
  private var tables = GuardTables<State>()
  private var lists = PlainBuffer<GuardTables<State>.List>()
  /// For each rule: 0 if its list is not built yet, 1 if the list is empty, otherwise the list's
  /// number plus 2.
  private let listOfRule: PlainBuffer<Int32>
  private var listOfCubes: [[Int32]: Int32] = [[]: 1]
  /// The list of the cubes that coming to rest can make true.
  private var listAtRest: Int32 = 1
  private let matching: PlainBuffer<UInt64>

  /// - Parameters:
  ///   - cubes: the bad cubes, in the order of the invariants.
  ///   - rules: the rules of the machine.
  ///   - rest: the mask of the bits that a state at rest keeps.
  init(_ cubes: [Cube], rules: [TransitionRule], rest: State) {
    self.cubes = cubes
    self.rules = rules
    self.rest = rest
    listOfRule = PlainBuffer(repeating: 0, count: rules.count)
    matching = PlainBuffer(repeating: 0, count: max((cubes.count + 63) / 64, 1))
    let forgotten = Self.complement(of: rest)
    listAtRest = list(of: { _ in true }, changing: forgotten, to: .zero)
  }

  var isEmpty: Bool { cubes.isEmpty }

  /// Whether the state that a rule has just produced is bad.
  @inline(__always)
  mutating func isBroken(by state: State, after rule: Int32) -> Bool {
    var list = listOfRule.base[Int(rule)]
    if list == 0 { list = layOut(rule) }
    return list > 1 && matches(state, list)
  }

  /// Whether a state that has just come to rest is bad.
  @inline(__always)
  func isBroken(atRest state: State) -> Bool { listAtRest > 1 && matches(state, listAtRest) }

  /// The invariants that `state` breaks, in ascending order; tests all cubes.
  func broken(by state: State) -> [Int] {
    var found: [Int] = []
    for cube in cubes where state.matches(cube.mask, cube.value) {
      if found.last != cube.invariant { found.append(cube.invariant) }
    }
    return found
  }

  /// The watch without the given invariants.
  func without(_ broken: [Int]) -> StepWatch {
    StepWatch(cubes.filter { !broken.contains($0.invariant) }, rules: rules, rest: rest)
  }

  @inline(__always)
  private func matches(_ state: State, _ number: Int32) -> Bool {
    let list = lists.base[Int(number) - 2]
    tables.lookup.match(state, list, into: matching.base)
    var any: UInt64 = 0
    for word in 0..<list.setWords { any |= matching.base[word] }
    return any != 0
  }

  @inline(never)
  private mutating func layOut(_ number: Int32) -> Int32 {
    let rule = rules[Int(number)]
    let changed = State(rule.clear) | State(rule.set)
    let kept = Self.complement(of: changed)
    let guards = rule.cubes.map { (mask: State($0.mask) & kept, value: State($0.value)) }
    let list = list(
      of: { cube in
        guards.contains { (($0.value ^ cube.value) & $0.mask & cube.mask).isZero }
      }, changing: changed, to: State(rule.set))
    listOfRule.base[Int(number)] = list
    return list
  }

  /// The number of the list of the cubes that a change can make true: those that test a changed bit
  /// and require the new value of each.
  private mutating func list(
    of isPossible: (Cube) -> Bool, changing changed: State, to value: State
  ) -> Int32 {
    let numbers = cubes.indices.filter { number in
      let cube = cubes[number]
      let asked = cube.mask & changed
      return !asked.isZero && ((cube.value ^ value) & asked).isZero && isPossible(cube)
    }.map(Int32.init)
    if let known = listOfCubes[numbers] { return known }
    let list = Int32(lists.count + 2)
    lists.append(tables.add(numbers.map { (cubes[Int($0)].mask, cubes[Int($0)].value) }))
    listOfCubes[numbers] = list
    return list
  }

  private static func complement(of state: State) -> State {
    state ^ State([UInt64](repeating: .max, count: State.wordCount))
  }
}
