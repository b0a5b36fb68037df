import StateSpace
import Testing

@Suite("Invariants, limits and malformed machines")
struct InvariantTests {
  private let place = Field(offset: 0, width: 3)

  /// 0 → 1 → (urgent 4) → 2 → 3.
  private func machine() -> TransitionSystem {
    var system = TransitionSystem(wordCount: 1)
    system.initialStates = [[0]]
    system.urgent = [cube([(place, 4)])]
    system.rules = [(0, 1), (1, 4), (4, 2), (2, 3)].map { from, to in
      rule(when: [(place, from)], set: [(place, to)])
    }
    return system
  }

  @Test("an invariant within steps sees urgent states, another does not")
  func withinSteps() throws {
    var system = machine()
    let bad = [cube([(place, 4)])]
    system.invariants = [
      StateInvariant(name: "at rest", badCubes: bad),
      StateInvariant(name: "within", badCubes: bad, within: true),
      StateInvariant(name: "never three", badCubes: [cube([(place, 3)])]),
    ]
    let found = try system.explore()
    #expect(
      found.violations == [
        nil, Violation(index: 1, rules: [1], state: [4]),
        Violation(index: 3, rules: [], state: [3]),
      ])
  }

  @Test("an initial state is judged by both kinds of invariant")
  func initialState() throws {
    var system = machine()
    system.invariants = [false, true].map {
      StateInvariant(name: "not zero", badCubes: [cube([(place, 0)])], within: $0)
    }
    let expected = Violation(index: 0, rules: [], state: [0])
    #expect(try system.explore().violations == [expected, expected])
  }

  @Test("an invariant within steps sees transient bits, which are gone at rest")
  func transientBits() throws {
    var system = machine()
    let flag = Field(offset: 5, width: 1)
    system.transient = flag.mask(1)
    system.rules[0] = rule(when: [(place, 0)], set: [(place, 1), (flag, 1)])
    system.invariants = [false, true].map {
      StateInvariant(name: "no flag", badCubes: [cube([(flag, 1)])], within: $0)
    }
    let found = try system.explore()
    #expect(found.violations == [nil, Violation(index: 0, rules: [0], state: [1 | 1 << 5])])
    #expect(found.state(1) == [1])
  }

  @Test("the state limit stops before one more state and says what was explored")
  func stateLimit() throws {
    let system = TwoPhaseCommit(managers: 5).machine()
    let all = try system.explore()
    let found = try system.explore(ExplorationOptions(maximumStates: 1_000, keepEdges: true))
    #expect(found.stateCount == 1_000)
    #expect(found.completeness == .stateLimit)
    #expect(found.exploredCount < 1_000)
    #expect((0..<1_000).map(found.state) == (0..<1_000).map(all.state))
    #expect((0..<1_000).map(found.depth(of:)) == (0..<1_000).map(all.depth(of:)))
    let graph = try #require(found.graph)
    #expect(graph.stateCount == 1_000)
    #expect(graph.edgeCount == found.transitionCount)
    let last = found.exploredCount - 1
    #expect(graph.edges(from: last).count == system.steps(from: found.state(last)).steps.count)
    #expect(graph.edges(from: 999) == [])
    let exact = try system.explore(ExplorationOptions(maximumStates: 8_832))
    #expect(exact.completeness == .complete)
  }

  @Test("the depth limit keeps the states at that depth and does not go on from them")
  func depthLimit() throws {
    let found = try machine().explore(ExplorationOptions(maximumDepth: 2))
    #expect(found.stateCount == 3)
    #expect(found.depth == 2)
    #expect(found.exploredCount == 2)
    #expect(found.deadEnds == [])
    #expect(found.completeness == .depthLimit)
    #expect(try machine().explore(ExplorationOptions(maximumDepth: 9)).completeness == .complete)
  }

  @Test("the caller hears of progress and may stop the search")
  func cancellation() throws {
    var heard: [ExplorationProgress] = []
    let found = try TwoPhaseCommit(managers: 6).machine().explore { progress in
      heard.append(progress)
      return heard.count < 2
    }
    #expect(heard.count == 2)
    #expect(found.completeness == .cancelled)
    // Asked by states and steps, so that a model whose states have many steps is stopped too.
    #expect(found.exploredCount < 16_384)
    #expect(found.stateCount >= heard[1].states)
  }

  @Test("a malformed machine is refused with the reason")
  func malformed() {
    func error(_ change: (inout TransitionSystem) -> Void) -> TransitionSystemError? {
      var system = machine()
      change(&system)
      do throws(TransitionSystemError) {
        _ = try system.explore()
        return nil
      } catch { return error }
    }
    #expect(error { _ in } == nil)
    #expect(error { $0.initialStates = [] } == .noInitialState)
    #expect(error { $0.initialStates = [[0], [4]] } == .urgentInitialState(1))
    #expect(error { $0.selectorBits = 21 } == .selectorBits(21))
    #expect(error { $0.observed = [] } == .rowLength("the observed row", words: 0))
    #expect(error { $0.rules[2].set = [1, 2] } == .rowLength("the set row of rule 2", words: 2))
    #expect(
      error {
        $0.transient = [1 << 5]
        $0.initialStates = [[1 << 5]]
      } == .initialStateNotAtRest(0))
    #expect(
      error { $0.wordCount = 9 } == .wordCounts(wordCount: 9, restingWordCount: 1))
    var wide = TransitionSystem(wordCount: 2, restingWordCount: 1)
    wide.initialStates = [[0]]
    wide.rules = [rule(when: [], set: [(Field(offset: 70, width: 1), 1)], words: 2)]
    #expect(throws: TransitionSystemError.lastingBitsBeyondRest(rule: 0)) { try wide.explore() }
    wide.transient = [0, .max]
    #expect(throws: Never.self) { try wide.explore() }
  }
}
