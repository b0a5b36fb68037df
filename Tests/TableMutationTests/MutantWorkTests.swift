import SignIn
import Testing
import TransitionTables

@testable import TableMutation

/// How much work the inspection of one mutant may be.
@Suite struct MutantWorkTests {
  @Test func `a mutant stays open until the work that its inspection takes is allowed`() throws {
    let model = try BundledTable.signIn(keepsMutants: true)
    let mutant = try #require(
      model.mutants().first { $0.row == "pool.gates.G15" && $0.operation == .comparisonFlipped })
    let allowed = [0, 1, 4, 16, 64, 256, MutationRun.mostQuestions]
    let found = allowed.map { Inspector(model).judge(mutant, most: $0) }
    let enough = try #require(found.firstIndex { $0 != .open })
    // Some work is needed, what is allowed in earnest suffices, and more changes nothing.
    #expect(enough > 0)
    #expect(found[enough...].allSatisfy { $0 == found[enough] })
  }
}
