import Testing

@testable import StateSpace

@Suite struct WorkLimitTests {
  /// Says stop once it was asked so often.
  private final class Patience {
    var left: Int
    init(_ count: Int) { left = count }
    func isOver() -> Bool {
      left -= 1
      return left < 0
    }
  }

  /// A whole search under a limit that says stop after so many questions.
  private func searched(
    _ system: TransitionSystem, stoppingAfter count: Int
  ) -> (completeness: Completeness, states: UInt128?) {
    let patience = Patience(count)
    let limits = WholeSteps.Limits(work: WorkLimit { patience.isOver() })
    let (machine, steps) = system.symbolic(fields: [], limits: limits) { $0 }
    let search = SymbolicSearch(machine, steps, reorderingFrom: 100)
    search.run()
    return (search.completeness, search.stateCount)
  }

  @Test func `a search that a limit ends is never called complete`() throws {
    let system = TwoPhaseCommit(managers: 5).machine()
    let all = UInt128(try system.explore().stateCount)
    var (stopped, finished) = (0, 0)
    for count in 0..<4_000 {
      let found = searched(system, stoppingAfter: count)
      if found.completeness == .complete {
        #expect(found.states == all)
        finished += 1
      } else {
        #expect(found.completeness == .cancelled)
        stopped += 1
      }
    }
    #expect(stopped > 5)
    #expect(finished > 5)
  }

  @Test func `memory that is used up ends operations, and the limit says so`() {
    let diagrams = DecisionDiagrams(variableCount: 40)
    let limit = WorkLimit(bytes: 200_000)
    diagrams.limit = limit
    // Pairs of variables that stand far apart take exponentially many nodes.
    let pairs = (0..<20).map { diagrams.iff(diagrams.variable($0), diagrams.variable($0 + 20)) }
    _ = diagrams.and(pairs)
    #expect(limit.stop == .memoryLimit)
    #expect(diagrams.bytes < 400_000)
  }

  @Test func `a limit that is not reached changes nothing`() {
    let diagrams = DecisionDiagrams(variableCount: 20)
    let limit = WorkLimit(bytes: 1 << 30)
    diagrams.limit = limit
    let pairs = (0..<10).map { diagrams.iff(diagrams.variable($0), diagrams.variable($0 + 10)) }
    #expect(diagrams.exactCount(diagrams.and(pairs), among: Array(0..<20)) == 1024)
    #expect(limit.stop == nil)
  }
}
