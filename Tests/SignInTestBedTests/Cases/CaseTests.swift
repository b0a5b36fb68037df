import Foundation
import SignIn
import SignInTestBed
import Testing
import TransitionTables

/// What a case is compared with, and what it is not.
@Suite struct CaseTests {
  private static let respond = "RespondToAuthChallenge"

  /// The text of a file of the repository.
  private static func file(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func `the bundled cases agree, each in the way that it says`() throws {
    let text = try Self.file("Models/cases/amplify.json")
    let runner = CaseRunner(model: try CaseSample.model.get())
    let reports = try CaseSample.read(text).map(runner.run)
    for report in reports where report.id != "identity-pool" {
      #expect(report.verdict == .agrees, "\(report.id): \(report.reasons)")
    }
    #expect(reports.count == 78)
    #expect(reports.last?.verdict == .notApplicable)
    #expect(reports.last?.reasons == ["an identity pool is no part of the model"])
  }

  @Test func `the example of the type's own documentation agrees`() throws {
    let lines = try Self.file("Sources/SignInTestBed/Cases/ClientCase.swift").split(separator: "\n")
    let from = try #require(lines.firstIndex { $0 == "/// ```json" })
    let example = lines[(from + 1)...].prefix { $0 != "/// ```" }.map { $0.dropFirst(4) }
    let one = try #require(try CaseSample.read(example.joined(separator: "\n")).first)
    let report = CaseRunner(model: try CaseSample.model.get()).run(one)
    #expect(report.verdict == .agrees, "\(report.reasons)")
  }

  /// The step of a user who waits for a code by SMS, and the reasons to differ.
  @Test(arguments: [
    (
      confirm(tokens, "\"Session\": \"other\"", done),
      ["RespondToAuthChallenge.Session is s; expected other"]
    ),
    (
      confirm(tokens, "\"DEVICE_KEY\": \"key\"", done),
      ["RespondToAuthChallenge has no DEVICE_KEY; expected key"]
    ),
    (
      confirm(tokens, "\"SMS_MFA_CODE\": null", done),
      ["RespondToAuthChallenge has SMS_MFA_CODE, which must be absent"]
    ),
    (
      confirm(tokens, "\"ClientMetadata\": {\"k\": \"v\"}", done),
      ["RespondToAuthChallenge has no ClientMetadata.k; expected v"]
    ),
    (
      confirm(tokens, "", "\"nextStep\": \"resetPassword\""),
      ["nextStep is done here, not resetPassword; the answer was done"]
    ),
    (
      confirm(tokens, "", "\"nothing\": true"),
      ["nothing is false here, not true; the answer was done"]
    ),
    (confirm(tokens, "", "\"error\": {}"), ["the app receives done; expected an error"]),
    (
      confirm(mismatch, "", CaseSample.error("notAuthorized")),
      ["the error is service with codeMismatch; expected notAuthorized"]
    ),
    (
      confirm(mismatch, "", CaseSample.error("service", "codeExpired")),
      ["under the error is codeMismatch; expected codeExpired"]
    ),
    (
      confirm(refused, "", CaseSample.error("notAuthorized", "UserNotFoundException")),
      ["under the error is NotAuthorizedException; expected UserNotFoundException"]
    ),
    (
      confirm(mismatch, "", "\"error\": [{\"kind\": \"unknown\"}, {\"underlying\": \"lambda\"}]"),
      [
        "the error is service with codeMismatch; expected unknown; or "
          + "under the error is codeMismatch; expected lambda"
      ]
    ),
    (
      confirm(email, "", "\"nextStep\": \"confirmSignInWithOTP\", \"medium\": \"sms\""),
      ["medium is email here, not sms; the answer was confirmSignInWithOTP(medium: email)"]
    ),
    (
      confirm(
        email, "", "\"nextStep\": \"confirmSignInWithOTP\"",
        "\"receives\": {\"destination\": \"a@b.d\"}"),
      ["the app receives destination a@b.c; expected a@b.d"]
    ),
    (
      confirm(
        email, "", "\"nextStep\": \"confirmSignInWithOTP\"",
        "\"receives\": {\"additionalInfo\": {}}"),
      [
        "additionalInfo is {CODE_DELIVERY_DELIVERY_MEDIUM: EMAIL, "
          + "CODE_DELIVERY_DESTINATION: a@b.c}"
      ]
    ),
    (
      confirm(mismatch, "", CaseSample.error("service"), "\"keeps\": {\"session\": \"t\"}"),
      ["the client keeps session s; expected t"]
    ),
    (
      confirm(tokens, "", done, "\"leaves\": {}"),
      [
        "client.at becomes signedIn here, which was waitingSMS and is not in `leaves`; "
          + "the step leaves { client.at: signedIn }"
      ]
    ),
    (
      confirm(
        mismatch, "", CaseSample.error("service"), "\"leaves\": {\"client.at\": \"failed\"}"),
      ["client.at stays waitingSMS here; the step leaves {}"]
    ),
  ])
  func `what differs is reported`(_ step: String, reasons: [String]) throws {
    let report = try CaseSample.run(step, with: CaseSample.waitingSMS)
    #expect(report.verdict == .differs)
    #expect(report.reasons == reasons)
  }

  private static let done = CaseSample.done
  private static let tokens = CaseSample.tokens
  private static let mismatch = "\"__type\": \"CodeMismatchException\""
  private static let refused = "\"__type\": \"NotAuthorizedException\""
  private static let email = """
    "ChallengeName": "EMAIL_OTP", "ChallengeParameters": \
    {"CODE_DELIVERY_DELIVERY_MEDIUM": "EMAIL", "CODE_DELIVERY_DESTINATION": "a@b.c"}
    """

  private static func confirm(
    _ returns: String, _ expects: String, _ expect: String, _ more: String = ""
  ) -> String {
    CaseSample.confirm([CaseSample.reply(respond, returns, expects)], expect, more)
  }

  @Test func `a request that the script does not await differs, and one that never comes`() throws {
    let early = try CaseSample.run(CaseSample.signIn([], CaseSample.error("invalidState")))
    #expect(
      early.reasons.first == "the client sends InitiateAuth, where the script awaits no request")
    let replies = [
      CaseSample.reply(Self.respond, Self.mismatch), CaseSample.reply("RevokeToken", ""),
    ]
    let late = try CaseSample.run(
      CaseSample.confirm(replies, CaseSample.error("service", "codeMismatch")),
      with: CaseSample.waitingSMS)
    #expect(late.reasons == ["the script awaits RevokeToken, which the client does not send"])
  }

  @Test func `a call that the table does not allow is not run`() throws {
    let report = try CaseSample.run(
      CaseSample.step(
        "signOutGlobally", [CaseSample.reply("GlobalSignOut", "")],
        "\"result\": \"signedOutComplete\""))
    #expect(report.verdict == .notApplicable && report.steps.isEmpty)
    #expect(report.refusedCall == "signOutGlobally")
    #expect(
      report.reasons == [
        "the table does not allow `signOutGlobally` here, where the client is at signedOut"
      ])
  }

  @Test func `texts of errors are counted, for the table knows none`() throws {
    let error = """
      "error": {"kind": "service", "message": "m", "recoverySuggestion": "r"}
      """
    let report = try CaseSample.run(
      Self.confirm(Self.mismatch, "", error), with: CaseSample.waitingSMS)
    #expect(report.verdict == .agrees && report.textsNotCompared == 2)
  }

  @Test func `of what is left open every legal set-up is run and counted`() throws {
    let open = """
      "live": true, "configuration": {"flows": ["userSRP", "refresh"], "smsConfigured": true},
      "among": {"configuration": {"mfa": ["off", "optional"], "mfaMethods": [[], ["sms"]]},
       "record": {"contact": [{"phone": "verified"}, {"phone": "absent"}],
        "preference": [{}, {"sms": "enabled"}]}},
      """
    let step = """
      {"call": "signIn(flow: userSRP, password: current)",
       "expect": {"nextStep": "confirmSignInWithSMSMFACode"}}
      """
    let report = try CaseSample.run(step, with: open)
    #expect(report.verdict == .agrees, "\(report.reasons)")
    // MFA is off without methods, or optional with one; of the four users with it one has a phone
    // and the preference.
    let setUps = try #require(report.setUps)
    #expect(setUps.agree == 1 && setUps.differ == 7 && setUps.illegal == 8)
    let never = try CaseSample.run(step.replacing("SMSMFACode", with: "TOTPCode"), with: open)
    #expect(never.verdict == .differs && never.setUps?.agree == 0)
  }
}
