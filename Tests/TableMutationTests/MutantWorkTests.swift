import SignIn
import Testing
import TransitionTables

@testable import TableMutation

/// How much work the inspection of one mutant may be.
@Suite struct MutantWorkTests {
  @Test func `a mutant whose inspection takes too much work stays open`() throws {
    let model = try BundledTable.signIn(keepsMutants: true)
    let mutant = try #require(
      model.mutants().first { $0.row == "pool.gates.G15" && $0.operation == .comparisonFlipped })
    #expect(Inspector(model).judge(mutant, most: 0) == .open)
  }
}
