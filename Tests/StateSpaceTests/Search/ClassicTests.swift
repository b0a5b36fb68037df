import StateSpace
import Testing

@Suite("Known machines have their known state counts")
struct ClassicTests {
  @Test(
    "two-phase commit",
    arguments: [(3, 288, 1_145, 10), (5, 8_832, 58_145, 16), (7, 296_448, 2_744_705, 22)])
  func twoPhaseCommit(managers: Int, states: Int, transitions: Int, depth: Int) throws {
    let found = try TwoPhaseCommit(managers: managers).machine().explore()
    #expect(found.stateCount == states)
    #expect(found.transitionCount == transitions)
    #expect(found.depth == depth)
    #expect(found.exploredCount == states)
    #expect(found.completeness == .complete)
    #expect(found.deadEnds == [])
    #expect(found.faultCount == 0)
    #expect(found.statesByDepth.reduce(0, +) == states)
    #expect(found.violations[0] == nil)
  }

  @Test(
    "two-phase commit is the same in states of any width, with any selector",
    arguments: [1, 2, 3, 5, 8])
  func widths(words: Int) throws {
    for selectorBits in [0, 2, 4] {
      let model = TwoPhaseCommit(managers: 5, words: words)
      let found = try model.machine(selectorBits: selectorBits).explore(
        ExplorationOptions(keepEdges: true))
      #expect(found.stateCount == 8_832)
      #expect(found.transitionCount == 58_145)
      #expect(found.graph?.edgeCount == 58_145)
      #expect(found.violations[1] != nil)
    }
  }

  @Test("the first state in which all have committed is reached by the shortest path")
  func shortestViolation() throws {
    let system = TwoPhaseCommit(managers: 3).machine()
    let found = try system.explore()
    let violation = try #require(found.violations[1])
    #expect(violation.rules == [])
    // Each prepares, is heard and obeys, and the coordinator decides once.
    #expect(found.depth(of: violation.index) == 10)
    let replay = try #require(system.replay(to: violation.index, in: found))
    #expect(replay.count == 10)
    #expect(replay.last?.state == violation.state)
    #expect(replay.allSatisfy { $0.rules.count == 1 })
  }

  @Test("philosophers starve after each has taken one fork", arguments: [2, 3, 5])
  func deadlock(count: Int) throws {
    let found = try Philosophers(count: count).machine().explore()
    #expect(found.deadEnds.count == 1)
    let deadEnd = try #require(found.deadEnds.first)
    #expect(found.depth(of: deadEnd) == count)
    #expect(found.path(to: deadEnd).count == count + 1)
    #expect(found.stateCount == [2: 6, 3: 14, 5: 82][count])
  }

  @Test("the same machine gives the same exploration twice")
  func determinism() throws {
    let system = TwoPhaseCommit(managers: 4).machine()
    let options = ExplorationOptions(keepEdges: true)
    let (one, two) = (try system.explore(options), try system.explore(options))
    let indices = 0..<one.stateCount
    #expect(indices.map(one.state) == indices.map(two.state))
    #expect(indices.map(one.predecessor) == indices.map(two.predecessor))
    #expect(indices.map(one.firstRule) == indices.map(two.firstRule))
    #expect(one.violations == two.violations)
    let (first, second) = (try #require(one.graph), try #require(two.graph))
    #expect(indices.map(first.edges(from:)) == indices.map(second.edges(from:)))
  }

  @Test(
    "a state of one word takes at most 32 bytes with its parent, and at no moment twice that",
    arguments: [4, 5, 6, 7])
  func memory(managers: Int) throws {
    let found = try TwoPhaseCommit(managers: managers).machine().explore()
    #expect(found.bytesPerState > 14)
    #expect(found.bytesPerState <= 32)
    #expect(found.peakBytesPerState >= found.bytesPerState)
    #expect(found.peakBytesPerState <= 64)
  }
}
