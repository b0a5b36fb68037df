import Foundation
import SignIn
import SignInTestBed
import TestSupport
import Testing
import TransitionTables

@Suite(.long)
struct ReplayTests {
  @Test func `every path and side step is replayed and agrees`() throws {
    let pool = try SmallPool.sms.get()
    let replay = try CatalogueReplay.run(pool.catalogue, pool.explored, seed: 1)
    #expect(replay.paths == pool.catalogue.paths.count)
    #expect(replay.sideSteps == pool.catalogue.sideSteps.count)
    #expect(replay.agreed.values.allSatisfy { $0 })
    #expect(replay.counts.srp > replay.paths / 2)
    #expect(replay.counts.codes > 0)
  }

  @Test func `a passkey prompt that was made up for nobody is completed with another's passkey`()
    throws
  {
    let pool = try SmallPool.passkeys.get()
    let wire = try WireCatalogue.run(pool.catalogue, pool.explored, seed: 1)
    #expect(wire.differences == [])
    let ids = pool.catalogue.paths.map(\.id)
    #expect(ids.contains("webAuthn.completed.notAuthorized.incorrectUsernameOrPassword"))
  }

  @Test func `threat protection finds the sign-ins of a new user risky over the wire as well`()
    throws
  {
    let pool = try SmallPool.adaptive.get()
    let wire = try WireCatalogue.run(pool.catalogue, pool.explored, seed: 1)
    #expect(wire.differences == [])
    #expect(wire.ways.count == pool.catalogue.paths.count + pool.catalogue.sideSteps.count)
  }

  @Test func `an account that a stranger made is found over the wire by its address`() throws {
    let pool = try SmallPool([
      "usernameAttributes": "email", "requiredAttributes": "email", "autoVerified": "email",
      "recovery": "email", "triggers": "preSignUp", "preSignUpTrigger": "confirmsAndVerifies",
      "strangerFirst": "true", "administratorActs": "{}", "environmentActs": "{}",
      "flows": "userSRP",
    ])
    let wire = try WireCatalogue.run(pool.catalogue, pool.explored, seed: 1)
    #expect(wire.differences == [])
    let texts = wire.transcripts.map { $0.text(revealsSecrets: false) }
    #expect(texts.contains { $0.contains("comeFirst()") && $0.contains("→ InitiateAuth") })
  }

  @Test func `what is stopped replays, surveys and sends nothing more`() throws {
    let pool = try SmallPool.sms.get()
    let replay = try CatalogueReplay.run(
      pool.catalogue, pool.explored, seed: 1, shouldStop: { true })
    #expect((replay.paths, replay.sideSteps) == (0, 0))
    let survey = try JudgementSurvey.run(
      Explored.explicit(pool.explored), seed: 1, shouldStop: { true })
    #expect(survey.judgements == 0)
    let wire = try WireCatalogue.run(
      pool.catalogue, pool.explored, seed: 1, shouldStop: { true })
    #expect(wire.requests == 0)
  }

  @Test func `the survey meets every live row that judges, but for those it names`() throws {
    let pool = try SmallPool.sms.get()
    let survey = try JudgementSurvey.run(pool.explored, seed: 1)
    #expect(survey.differences == [])
    #expect(survey.judgements == 91)
    #expect(!survey.unexercisedRows.contains("pool.smsCode.right"))
    #expect(!survey.unexercisedRows.contains("pool.session.replayed"))
  }

  @Test func `the same seed gives the same counts and another one the same verdicts`() throws {
    let pool = try SmallPool.sms.get()
    let first = try JudgementSurvey.run(pool.explored, seed: 3)
    let second = try JudgementSurvey.run(pool.explored, seed: 3)
    let other = try JudgementSurvey.run(pool.explored, seed: 4)
    #expect(first.counts == second.counts)
    #expect(other.differences == [])
  }

  @Test func `a lying row differs from the cryptography`() throws {
    let pool = try SmallPool.sms.get()
    var model = pool.model
    let row = try #require(model.rows.firstIndex { $0.id == "pool.smsCode.wrong" })
    // The row now claims that a wrong code is right; nothing else changes.
    model.rows[row].judgements = [Judgement(evidence: "smsCode", isAccepted: true, reason: "")]
    var checker = PropertyChecker(model: model)
    let explored = try checker.explore(parameters: pool.explored.compiled.parameters)
    let survey = try JudgementSurvey.run(explored, seed: 1)
    #expect(Set(survey.differences.map(\.row)) == ["pool.smsCode.wrong"])
    #expect(survey.differences.first?.expected == "accepted")
    #expect(survey.differences.first?.actual == "refused (mismatch)")
  }
}
