import Findings
import Foundation
import SignIn
import StateSpace
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis

/// The conditions over every legal pool, compared with pools explored one by one.
@Suite struct EveryPoolTests {
  private static let model = Result { try BundledTable.signIn() }

  private static let fourSettings = """
    pool: four
    doc: Four settings are open.
    configuration: { administratorActs: [], flows: [userSRP, refresh], existenceErrors: prevent }
    open: [mfa, mfaMethods, autoVerified, smsConfigured]
    """

  private func everyPool(_ text: String, only ids: [String]? = nil) throws -> EveryPool {
    let model = try Self.model.get()
    let pool = try PoolLoader(model: model, request: PoolRequest(paths: []))
      .load(.init(name: "four.yaml", bytes: Array(text.utf8)))
    var request = ExplorationRequest()
    request.properties = ids
    return try EveryPool(
      pool, properties: try request.properties(of: model), model: model, request: request,
      environment: ToolEnvironment())
  }

  @Test func `a condition names the settings that suffice, each with the closest pool`() throws {
    let found = try everyPool(Self.fourSettings, only: ["mfa.phone-required"])
    let answer = try #require(found.answers.first)
    #expect(found.family.legalCount == 26)
    #expect(
      answer.cases.map(\.words) == [["mfa = required", "mfaMethods has no totp"]])
    let witness = try #require(answer.cases.first).witness
    #expect(
      found.model.options(from: found.family.closed, to: witness)
        == ["--set mfa=required", "--set 'mfaMethods={sms}'", "--set smsConfigured=true"])
  }

  @Test(.optimised) func `every member of a small family is as its condition says`() throws {
    let found = try everyPool(Self.fourSettings)
    #expect(found.answers.count(where: { !$0.cases.isEmpty }) > 5)
    try compare(found, found.family.members)
  }

  @Test(.long) func `three thousand pools explored one by one are as the conditions say`() throws {
    let text = try String(contentsOfFile: EveryPool.bundledPath, encoding: .utf8)
    let found = try everyPool(text)
    var random = SplitMix64(seed: 21)
    var members: [[Int: Int]] = []
    while members.count < 3_000 {
      var member = found.family.closed
      for slot in found.family.open {
        let values = found.model.types.values(of: found.model.slots[slot].type)
        member[slot] = values[Int(random.next() % UInt64(values.count))]
      }
      if isLegal(member, found.model), !members.contains(member) { members.append(member) }
    }
    try compare(found, members)
  }

  @Test func `a pool without an open setting is refused`() throws {
    let text = "pool: closed\nconfiguration: { mfa: off }\n"
    let failure = try #require(throws: CommandFailure.self) { try everyPool(text) }
    #expect(failure.status == .usage)
    #expect(failure.diagnostics.map(\.code) == ["usage.one-pool"])
  }

  @Test func `a witness that a limit cuts off refutes nothing`() throws {
    let model = try Self.model.get()
    let pool = try PoolLoader(model: model, request: PoolRequest(paths: []))
      .load(.init(name: "four.yaml", bytes: Array(Self.fourSettings.utf8)))
    let property = try #require(model.properties.first { $0.fullID == "sign-in.no-dead-end" })
    var request = ExplorationRequest()
    (request.maximumStates, request.backend) = (2, .explicit)
    let traces = try WitnessSearch(
      model: model, pool: pool, request: request, environment: ToolEnvironment()
    ).traces(of: [pool.closed: [property]])
    #expect(traces == [pool.closed: [:]])
  }

  private func compare(_ found: EveryPool, _ members: [[Int: Int]]) throws {
    let claims = found.answers.map(\.property)
    var compiler = TableCompiler(model: found.model)
    for (number, member) in members.enumerated() {
      // A compiler keeps what it has compiled for each pool.
      if number.isMultiple(of: 64) { compiler = TableCompiler(model: found.model) }
      var checker = PropertyChecker(model: found.model, compiler: compiler)
      let verdicts = try checker.check(claims, parameters: member)
      for (answer, verdict) in zip(found.answers, verdicts) {
        #expect(
          answer.fails.holds(in: member) == (verdict.status == .fails),
          "\(answer.property.fullID) of \(found.model.options(from: [:], to: member))")
      }
    }
  }

  private func isLegal(_ member: [Int: Int], _ model: Model) -> Bool {
    let evaluator = ConcreteEvaluator(
      model.slots.indices.map { member[$0] ?? model.slots[$0].initial })
    return !model.legality.contains { $0.isError && evaluator.holds($0.forbid) }
  }
}
