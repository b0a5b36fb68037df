/// The invariants that still hold, and where the others first failed.
struct InvariantWatch<State: PackedState>: ~Copyable {
  private struct Watched {
    var invariant: Int
    var cubes: [(mask: State, value: State)]

    func breaks(_ state: State) -> Bool {
      cubes.contains { state.matches($0.mask, $0.value) }
    }
  }

  private(set) var violations: [Violation?]
  private var atRest: [Watched] = []
  private var within: [Watched] = []

  private let wordCount: Int

  init(_ system: TransitionSystem) {
    let invariants = system.invariants
    wordCount = system.wordCount
    violations = [Violation?](repeating: nil, count: invariants.count)
    for (number, invariant) in invariants.enumerated() {
      let watched = Watched(
        invariant: number,
        cubes: invariant.badCubes.map { (State($0.mask), State($0.value)) })
      if invariant.within { within.append(watched) } else { atRest.append(watched) }
    }
  }

  /// Whether anything inside a step has to be judged.
  var watchesSteps: Bool { !within.isEmpty }

  var watchesRest: Bool { !atRest.isEmpty }

  /// Judges a new state at rest.
  mutating func judge(_ state: State, at index: Int) {
    for watched in atRest where watched.breaks(state) {
      violations[watched.invariant] = Violation(
        index: index, rules: [], state: state.words(wordCount))
    }
    atRest.removeAll { violations[$0.invariant] != nil }
  }

  /// Whether a state inside a step breaks an invariant that still held.
  func breaksWithin(_ state: State) -> Bool { within.contains { $0.breaks(state) } }

  /// Judges a state on the way from the state at rest `source`, after `rules` have fired.
  mutating func judge(_ state: State, from source: Int, after rules: [Int]) {
    for watched in within where watched.breaks(state) {
      violations[watched.invariant] = Violation(
        index: source, rules: rules, state: state.words(wordCount))
    }
    within.removeAll { violations[$0.invariant] != nil }
  }
}
