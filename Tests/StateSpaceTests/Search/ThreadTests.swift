import StateSpace
import Testing

@Suite("No result depends on the number of threads")
struct ThreadTests {
  private let system = TwoPhaseCommit(managers: 6).machine()

  private func options(_ threads: Int, states: Int = 4_294_967_294) -> ExplorationOptions {
    ExplorationOptions(maximumStates: states, threads: threads)
  }

  @Test("states, parents, rules and violations are those of one thread", arguments: [2, 3, 5])
  func same(threads: Int) throws {
    let (one, many) = (try system.explore(options(1)), try system.explore(options(threads)))
    let indices = 0..<one.stateCount
    #expect(one.stateCount == 50_816)
    #expect(many.stateCount == one.stateCount)
    #expect(many.transitionCount == one.transitionCount)
    #expect(many.statesByDepth == one.statesByDepth)
    #expect(indices.allSatisfy { one.word(0, of: $0) == many.word(0, of: $0) })
    #expect(indices.allSatisfy { one.predecessor($0) == many.predecessor($0) })
    #expect(indices.allSatisfy { one.firstRule($0) == many.firstRule($0) })
    #expect(many.violations == one.violations)
    #expect(many.deadEnds == one.deadEnds)
    #expect(many.completeness == .complete)
  }

  @Test("wide states too")
  func wide() throws {
    let system = TwoPhaseCommit(managers: 6, words: 3).machine()
    let (one, two) = (try system.explore(options(1)), try system.explore(options(2)))
    #expect(two.stateCount == 50_816)
    #expect((0..<50_816).allSatisfy { one.state($0) == two.state($0) })
    #expect((0..<50_816).allSatisfy { one.predecessor($0) == two.predecessor($0) })
  }

  @Test("a limit ends a search at the same step", arguments: [20_000, 33_333, 50_815])
  func limits(states: Int) throws {
    let one = try system.explore(options(1, states: states))
    let two = try system.explore(options(2, states: states))
    #expect(one.completeness == .stateLimit)
    #expect(two.completeness == .stateLimit)
    #expect(two.stateCount == states)
    #expect(two.exploredCount == one.exploredCount)
    #expect(two.transitionCount == one.transitionCount)
    let bytes = ExplorationOptions(maximumBytes: 700_000, threads: 2)
    let alone = ExplorationOptions(maximumBytes: 700_000)
    #expect(try system.explore(bytes).stateCount == system.explore(alone).stateCount)
    #expect(try system.explore(bytes).completeness == .memoryLimit)
  }
}
