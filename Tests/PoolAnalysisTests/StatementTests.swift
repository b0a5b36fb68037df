import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// Every statement of the source documents is shown by what it is bound to: a scenario passes,
/// fires the row that is named, and does not pass without it.
@Suite struct StatementTests {
  private static let model = Result { try BundledTable.signIn() }

  /// Every tenth pair; `waymark statements --prove` is run over all by `.ci/nightly`.
  private static let pairs: [StatementProof.Pair] =
    ((try? model.get()).map(StatementProof.pairs) ?? []).enumerated().filter {
      $0.offset.isMultiple(of: 10)
    }.map(\.element)

  @Test(arguments: pairs)
  func `a scenario shows its statement by a row that it cannot do without`(
    pair: StatementProof.Pair
  ) throws {
    let proof = StatementProof(model: try Self.model.get(), environment: ToolEnvironment())
    #expect(proof.complaint(about: pair) == nil)
  }

  @Test func `both sides of a condition are shown under configurations of that side`() throws {
    let proof = StatementProof(model: try Self.model.get(), environment: ToolEnvironment())
    let conditional = proof.model.statements.filter { $0.binding.word == "holds only if" }
    #expect(conditional.count >= 10)
    #expect(conditional.compactMap(proof.complaint(aboutConditionOf:)) == [])
    // The canary: the sides of one of them exchanged.
    var turned = try #require(conditional.first { $0.id == "sign-in.fallback-to-totp" })
    guard case .holdsOnlyIf(let condition, let text, let evidence, let otherwise) = turned.binding
    else { return }
    turned.binding = .holdsOnlyIf(
      condition: condition, text: text, otherwise, otherwise: evidence)
    #expect(
      proof.complaint(aboutConditionOf: turned)
        == "sign-in.fallback-to-totp: in scenario `no-phone` `totp in mfaMethods` is not fulfilled")
  }

  @Test func `a rule that a statement names refuses its malformed pool, and not the neighbour`()
    throws
  {
    let proof = StatementProof(model: try Self.model.get(), environment: ToolEnvironment())
    let named = Set(
      proof.model.statements.flatMap(\.binding.evidence).compactMap(\.rule))
    #expect(named.count >= 10)
    #expect(named.sorted().compactMap(proof.complaint(aboutRule:)) == [])
    // The canaries: a rule that nobody checks, one that refuses the neighbour too, and no such rule.
    var without = proof.model
    without.legality.removeAll { $0.id == "L7" }
    #expect(
      StatementProof(model: without, environment: ToolEnvironment()).complaint(aboutRule: "L7")
        == "the malformed pool of `pools/malformed/L7` keeps rule L7")
    var wide = proof.model
    let index = try #require(wide.legality.firstIndex { $0.id == "L7" })
    wide.legality[index].forbid = .constant(1)
    #expect(
      StatementProof(model: wide, environment: ToolEnvironment()).complaint(aboutRule: "L7")
        == "the neighbour in `pools/malformed/L7` breaks L7")
    #expect(
      proof.complaint(aboutRule: "L0") == "there are no pools `pools/malformed/L0` to judge")
  }

  @Test func `a change that a statement names is refused by its rule and by nothing else`() throws {
    let proof = StatementProof(model: try Self.model.get(), environment: ToolEnvironment())
    var named = 0
    for statement in proof.model.statements {
      for case .change(let id) in statement.binding.evidence {
        named += 1
        #expect(proof.complaint(aboutChange: id) == nil, "\(statement.id)")
      }
    }
    #expect(named >= 1)
    var without = proof.model
    without.changes.removeAll { $0.id == "L2" }
    let blind = StatementProof(model: without, environment: ToolEnvironment())
    #expect(blind.complaint(aboutChange: "L2") == "the pools `pools/changes/L2` keep rule L2")
    #expect(
      proof.complaint(aboutChange: "L0")
        == "there are no pools `pools/changes/L0` to compare")
  }

  @Test func `most statements are shown, a quarter at most is only informative`() throws {
    let statements = try Self.model.get().statements
    let informative = statements.count { $0.binding.word == "informative" }
    #expect(statements.count >= 150)
    #expect(informative * 4 <= statements.count)
    #expect(Set(statements.map(\.document)).count == 7)
    #expect(statements.contains { $0.binding.word == "contradicted" })
    #expect(statements.contains { $0.binding.word == "holds only if" })
  }

  @Test func `every measured fact is bound once, and one in ten at most is not modelled`() throws {
    let facts = try Self.model.get().statements.filter { $0.document == "measured-facts" }
    #expect(facts.map(\.id) == (1...261).map { "K\($0)" })
    #expect(facts.count { $0.binding.word == "informative" } <= 25)
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
