import Foundation
import Testing

@testable import StateSpace

@Suite struct FullDiagramTests {
  /// Whether two halves of the variables agree: a function that has twice the nodes with each pair.
  private func halvesAgree(_ pairs: Int, _ diagrams: DecisionDiagrams) -> Diagram {
    (0..<pairs).reduce(.yes) { all, pair in
      let differ = diagrams.xor(diagrams.variable(pair), diagrams.variable(pairs + pair))
      return diagrams.and(all, diagrams.not(differ))
    }
  }

  @Test func `diagrams that are full end the work as a limit of memory does`() {
    let diagrams = DecisionDiagrams(variableCount: 44, room: 1 << 18)
    let limit = WorkLimit()
    diagrams.limit = limit
    _ = halvesAgree(10, diagrams)
    #expect(limit.stop == nil)
    _ = halvesAgree(22, diagrams)
    #expect(limit.stop == .memoryLimit)
    #expect(diagrams.nodeCount < 1 << 18)
  }

  @Test func `diagrams that are full and have no limit end the process in the program's words`()
    async
  {
    let result = await #expect(
      processExitsWith: .exitCode(152), observing: [\.standardErrorContent]
    ) {
      Exhaustion.setEnding { what in
        FileHandle.standardError.write(Data(what.utf8))
        exit(152)
      }
      let diagrams = DecisionDiagrams(variableCount: 44, room: 1 << 14)
      _ = FullDiagramTests().halvesAgree(22, diagrams)
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("a condition takes more than 16384 nodes"))
  }
}
