/// The invariants that still hold, and where the others first failed.
struct InvariantWatch<State: PackedState>: ~Copyable {
  /// The bad cubes of the invariants that are judged at one kind of state.
  private struct Group: ~Copyable {
    private var cubes: [(invariant: Int, mask: State, value: State)] = []
    private var tables = GuardTables<State>()
    private var list: GuardTables<State>.List
    private var matching: PlainBuffer<UInt64>
    /// The bits that most cubes ask for, and for each of their values whether any cube allows it:
    /// 0 not yet known, 1 no, 2 yes.
    private let selectorMask: UInt64
    private let relevance: PlainBuffer<UInt8>

    init(_ cubes: [(invariant: Int, mask: State, value: State)], selectorMask: UInt64) {
      self.cubes = cubes
      self.selectorMask = selectorMask
      relevance = PlainBuffer(spreadZeros: Int(selectorMask) + 1)
      list = tables.add(cubes.map { ($0.mask, $0.value) })
      matching = PlainBuffer(repeating: 0, count: list.setWords)
    }

    var isEmpty: Bool { cubes.isEmpty }

    @inline(__always)
    func isBroken(by state: State) -> Bool {
      if selectorMask != 0 {
        let selector = state.first & selectorMask
        var known = relevance.base[Int(truncatingIfNeeded: selector)]
        if known == 0 { known = judgeRelevance(of: selector) }
        if known == 1 { return false }
      }
      tables.lookup.match(state, list, into: matching.base)
      var any: UInt64 = 0
      for word in 0..<list.setWords { any |= matching.base[word] }
      return any != 0
    }

    @inline(never)
    private func judgeRelevance(of selector: UInt64) -> UInt8 {
      let isAllowed = cubes.contains {
        ($0.value.first ^ selector) & $0.mask.first & selectorMask == 0
      }
      relevance.base[Int(truncatingIfNeeded: selector)] = isAllowed ? 2 : 1
      return isAllowed ? 2 : 1
    }

    /// The invariants that `state` breaks, ascending.
    func broken(by state: State) -> [Int] {
      var found: [Int] = []
      for cube in cubes where state.matches(cube.mask, cube.value) {
        if found.last != cube.invariant { found.append(cube.invariant) }
      }
      return found
    }

    /// The group without the given invariants.
    func without(_ broken: [Int]) -> Group {
      Group(cubes.filter { !broken.contains($0.invariant) }, selectorMask: selectorMask)
    }
  }

  private(set) var violations: [Violation?]
  private var atRest: Group
  private var within: Group
  private let wordCount: Int

  init(_ system: TransitionSystem) {
    wordCount = system.wordCount
    violations = [Violation?](repeating: nil, count: system.invariants.count)
    func cubes(within: Bool) -> [(invariant: Int, mask: State, value: State)] {
      system.invariants.enumerated().filter { $1.within == within }.flatMap { number, invariant in
        invariant.badCubes.filter(\.canMatch).map { (number, State($0.mask), State($0.value)) }
      }
    }
    // A plain machine judges each state once, by few cubes.
    let selectorMask =
      system.urgent.isEmpty ? 0 : (1 << UInt64(system.selectorBits)) - 1 as UInt64
    atRest = Group(cubes(within: false), selectorMask: selectorMask)
    within = Group(cubes(within: true), selectorMask: selectorMask)
  }

  /// Whether anything inside a step has to be judged.
  var watchesSteps: Bool { !within.isEmpty }

  /// Judges a new state at rest.
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

  /// Whether a state inside a step breaks an invariant that still held.
  @inline(__always)
  func breaksWithin(_ state: State) -> Bool { within.isBroken(by: state) }

  /// Judges a state on the way from the state at rest `source`, after `rules` have fired.
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
