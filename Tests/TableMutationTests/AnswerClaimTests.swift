import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import TableMutation

/// The claims about what the service answers, which only mutants break.
@Suite struct AnswerClaimTests {
  private static let model = Result { try BundledTable.signIn(keepsMutants: true) }

  @Test func `reports about pools do not list them`() throws {
    let listed = Set(try BundledTable.signIn().properties.map(\.id))
    let own = Set(try Self.model.get().properties.map(\.id)).subtracting(listed)
    #expect(
      own.sorted() == [
        "answers.gates-hold", "answers.only-right-ones-count", "answers.refusal-is-true",
        "answers.replaced-ones-are-refused-as-such", "answers.success-is-true",
        "app.asks-for-what-the-pool-awaits", "mfa.asks-for-the-preferred",
      ])
  }

  @Test(.long) func `they hold in pools of every kind`() throws {
    let model = try Self.model.get()
    let oracle = PropertyOracle(model: model)
    #expect(oracle.pools.count == 31)
    #expect(oracle.failing() == [:])
  }

  @Test func `a wrong row breaks one of them`() throws {
    let model = try Self.model.get()
    let mutant = try #require(
      model.mutants().first { $0.row == "pool.gates.G15" && $0.operation == .comparisonFlipped })
    let findings = PropertyOracle(model: model).findings(
      on: [(0, mutant)], threads: 1, progress: { _ in })
    #expect(findings.kills[0]?.oracle == "property")
  }
}
