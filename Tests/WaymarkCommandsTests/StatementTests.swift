import Foundation
import SignIn
import Testing
import TransitionTables

@testable import WaymarkCommands

/// Every statement of the source documents is shown by what it is bound to: a scenario passes,
/// fires the row that is named, and does not pass without it.
@Suite struct StatementTests {
  private static let model = Result { try BundledTable.signIn() }

  private static let pairs: [StatementProof.Pair] =
    (try? model.get()).map(StatementProof.pairs) ?? []

  @Test(arguments: pairs)
  func `a scenario shows its statement by a row that it cannot do without`(
    pair: StatementProof.Pair
  ) throws {
    let proof = StatementProof(model: try Self.model.get(), environment: ToolEnvironment())
    #expect(proof.complaint(about: pair) == nil)
  }

  @Test func `most statements are shown, a quarter at most is only informative`() throws {
    let statements = try Self.model.get().statements
    let informative = statements.count { $0.binding.word == "informative" }
    #expect(statements.count >= 150)
    #expect(informative * 4 <= statements.count)
    #expect(Set(statements.map(\.document)).count == 5)
    #expect(statements.contains { $0.binding.word == "contradicted" })
    #expect(statements.contains { $0.binding.word == "holds only if" })
  }

  @Test func `a check that a statement names is a diagnostic with a page`() throws {
    for statement in try Self.model.get().statements {
      for case .check(let code) in statement.binding.evidence {
        #expect(Explanations.pages.contains { $0.code == code }, "\(statement.id): \(code)")
      }
    }
  }

  @Test func `a scenario that would pass without the row is found out`() throws {
    // The canaries: a row that is not what the scenario turns on, and one without effect on it.
    let proof = StatementProof(model: try Self.model.get(), environment: ToolEnvironment())
    #expect(
      proof.complaint(about: StatementProof.Pair(scenario: "mfa-off", row: "pool.mfa.M5"))
        == "`pool.mfa.M5` does not fire in scenario `mfa-off`")
    #expect(
      proof.complaint(about: StatementProof.Pair(scenario: "none", row: "pool.mfa.M5"))
        == "there is no scenario `none` that can be run")
    let model = proof.model.removing(row: "pool.mfa.M5")
    #expect(proof.outcome(of: "mfa-off", by: model)?.isMet == true)
  }
}
