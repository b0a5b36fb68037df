/// Checks the invariants that still hold, and records the first violation of each.
struct InvariantWatch<State: PackedState>: ~Copyable {
  /// The bad cubes of the invariants that are checked in states at rest.
  private struct Group: ~Copyable {
    private var cubes: [(invariant: Int, mask: State, value: State)] = []
    private var tables = GuardTables<State>()
    private var list: GuardTables<State>.List
    private var matching: PlainBuffer<UInt64>

    init(_ cubes: [(invariant: Int, mask: State, value: State)]) {
      self.cubes = cubes
      list = tables.add(cubes.map { ($0.mask, $0.value) })
      matching = PlainBuffer(repeating: 0, count: list.setWords)
    }

    var isEmpty: Bool { cubes.isEmpty }

    @inline(__always)
    func isBroken(by state: State) -> Bool {
      tables.lookup.match(state, list, into: matching.base)
      var any: UInt64 = 0
      for word in 0..<list.setWords { any |= matching.base[word] }
      return any != 0
    }

    /// The invariants that `state` breaks, in ascending order.
    func broken(by state: State) -> [Int] {
      var found: [Int] = []
      for cube in cubes where state.matches(cube.mask, cube.value) {
        if found.last != cube.invariant { found.append(cube.invariant) }
      }
      return found
    }

    /// The group without the given invariants.
    func without(_ broken: [Int]) -> Group {
      Group(cubes.filter { !broken.contains($0.invariant) })
    }
  }

  private(set) var violations: [Violation?]
  private var atRest: Group
  private var within: StepWatch<State>
  private let wordCount: Int

  /// - Parameters:
  ///   - system: the machine, with its invariants.
  ///   - rest: the mask of the bits that a state at rest keeps.
  init(_ system: TransitionSystem, rest: State) {
    wordCount = system.wordCount
    violations = [Violation?](repeating: nil, count: system.invariants.count)
    func cubes(within: Bool) -> [(invariant: Int, mask: State, value: State)] {
      system.invariants.enumerated().filter { $1.within == within }.flatMap { number, invariant in
        invariant.badCubes.filter(\.canMatch).map { (number, State($0.mask), State($0.value)) }
      }
    }
    atRest = Group(cubes(within: false))
    within = StepWatch(cubes(within: true), rules: system.rules, rest: rest)
  }

  /// Whether any invariant is checked within steps.
  var watchesSteps: Bool { !within.isEmpty }

  /// Checks a new state at rest, and records the invariants that no earlier state has broken.
  @inline(__always)
  mutating func judge(_ state: State, at index: Int) {
    if !atRest.isEmpty && atRest.isBroken(by: state) { record(state, at: index) }
  }

  @inline(never)
  private mutating func record(_ state: State, at index: Int) {
    let broken = atRest.broken(by: state)
    for invariant in broken {
      violations[invariant] = Violation(index: index, rules: [], state: state.words(wordCount))
    }
    atRest = atRest.without(broken)
  }

  /// Whether the state that `rule` has just produced breaks an invariant that still held.
  @inline(__always)
  mutating func breaksWithin(_ state: State, after rule: Int32) -> Bool {
    within.isBroken(by: state, after: rule)
  }

  /// Whether a state that has just come to rest breaks a within-step invariant that still held.
  @inline(__always)
  func breaksWithin(atRest state: State) -> Bool { within.isBroken(atRest: state) }

  /// Records the invariants that a state breaks within a step from the state at rest `source`,
  /// after `rules` have fired.
  mutating func judge(_ state: State, from source: Int, after rules: [Int]) {
    let broken = within.broken(by: state)
    guard !broken.isEmpty else { return }
    for invariant in broken {
      violations[invariant] = Violation(
        index: source, rules: rules, state: state.words(wordCount))
    }
    within = within.without(broken)
  }
}
