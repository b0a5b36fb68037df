import SignIn
import SignInTestBed
import Testing
import TransitionTables

@Suite struct CaseTests {
  private func run(_ steps: String, from state: String = "signedOut") throws -> CaseReport {
    let text = """
      [{"id": "own", "flow": "", "initial_state": "\(state)", "steps": [\(steps)]}]
      """
    let document = try LocatedDocument(parsing: text, file: "cases.json")
    let one = try #require(try ClientCase.read(document).first)
    return CaseRunner(model: try BundledTable.signIn()).run(one)
  }

  private let signIn = """
    "client_call": "signIn", "input": {"username": "ada", "password": "pw"}
    """

  @Test func `SRP with an authenticator: two requests, then the next step`() throws {
    let report = try run(
      """
      {\(signIn), "server": [
        {"op": "InitiateAuth", "expects": {"AuthFlow": "USER_SRP_AUTH", "USERNAME": "ada"},
         "returns": {"challenge": "PASSWORD_VERIFIER", "params": "<made>"}},
        {"op": "RespondToAuthChallenge", "expects": {"ChallengeName": "PASSWORD_VERIFIER"},
         "returns": {"challenge": "SOFTWARE_TOKEN_MFA", "session": "s1"}}],
       "expect_next_step": {"name": "confirmSignInWithTOTPCode"}},
      {"client_call": "confirmSignIn", "input": {"challengeResponse": "123456"}, "server": [
        {"op": "RespondToAuthChallenge",
         "expects": {"SOFTWARE_TOKEN_MFA_CODE": "123456", "Session": "s1"},
         "returns": {"tokens": true}}],
       "expect_next_step": {"name": "done", "isSignedIn": true}}
      """)
    #expect(report.verdict == .agrees, "\(report.reasons)")
    #expect(
      report.steps.flatMap(\.requests).map(\.operation)
        == ["InitiateAuth", "RespondToAuthChallenge", "RespondToAuthChallenge"])
  }

  @Test func `a wrong field of a request differs`() throws {
    let report = try run(
      """
      {\(signIn), "server": [{"op": "InitiateAuth", "expects": {"USERNAME": "grace"},
        "returns": {"error": "UserNotFoundException"}}],
       "expect_error": {"kind": "service", "underlying": "userNotFound"}}
      """)
    #expect(report.verdict == .differs)
    #expect(report.reasons == ["InitiateAuth.USERNAME is ada; expected grace"])
  }

  @Test func `another error than the expected one differs`() throws {
    let report = try run(
      """
      {\(signIn), "server": [{"op": "InitiateAuth",
        "returns": {"error": "NotAuthorizedException"}}],
       "expect_error": {"kind": "service", "underlying": "userNotFound"}}
      """)
    #expect(
      report.reasons == [
        "the error is notAuthorized; expected service",
        "under the error is nothing; expected userNotFound",
      ])
  }

  @Test func `a request that the script does not await differs, and one that never comes`() throws {
    let early = try run(
      """
      {\(signIn), "server": [], "expect_error": {"kind": "invalidState"}}
      """)
    #expect(
      early.reasons.contains {
        $0 == "the client sends InitiateAuth, where the script awaits no request"
      })
    let late = try run(
      """
      {"client_call": "signOut", "input": {}, "server": [
        {"op": "RevokeToken", "returns": {}}, {"op": "GlobalSignOut", "returns": {}}],
       "expect_result": "complete"}
      """, from: "signedIn")
    #expect(late.reasons == ["the script awaits GlobalSignOut, which the client does not send"])
  }

  @Test(arguments: [
    ("{\"tokens\": {\"accessToken\": \"a\", \"idToken\": \"i\"}}", "service"),
    ("{\"challenge\": \"ADMIN_NO_SRP_AUTH\"}", "unknown"), ("{}", "service"),
    ("{\"challenge\": \"MFA_SETUP\", \"params\": {\"MFAS_CAN_SETUP\": \"[]\"}}", "service"),
    ("{\"error\": \"NoSuchException\"}", "unknown"),
  ])
  func `answers that no pool gives`(_ answer: String, kind: String) throws {
    let report = try run(
      """
      {"client_call": "confirmSignIn", "input": {"challengeResponse": "1"}, "server": [
        {"op": "RespondToAuthChallenge", "returns": \(answer)}],
       "expect_error": {"kind": "\(kind)"}, "expect_state": "resolvingChallenge(SMS_MFA)"}
      """, from: "resolvingChallenge(waitingForAnswer(SMS_MFA))")
    #expect(report.verdict == .agrees, "\(report.reasons)")
  }

  @Test func `a forgotten device is answered again without its key`() throws {
    let report = try run(
      """
      {"client_call": "confirmSignIn", "input": {"challengeResponse": "1"}, "server": [
        {"op": "RespondToAuthChallenge", "expects": {"DEVICE_KEY": "<key>", "SMS_MFA_CODE": "1"},
         "returns": {"error": "ResourceNotFoundException"}},
        {"op": "RespondToAuthChallenge", "expects": {"DEVICE_KEY": null, "SMS_MFA_CODE": "1"},
         "returns": {"tokens": true}}],
       "expect_next_step": "done"}
      """, from: "resolvingChallenge(waitingForAnswer(SMS_MFA))")
    #expect(report.verdict == .agrees, "\(report.reasons)")
  }

  @Test func `the password as first factor is asked for without a request`() throws {
    let report = try run(
      """
      {"client_call": "confirmSignIn", "input": {"challengeResponse": "PASSWORD"}, "server": [],
       "expect_next_step": {"name": "confirmSignInWithPassword"}},
      {"client_call": "confirmSignIn", "input": {"challengeResponse": "pw"}, "server": [
        {"op": "RespondToAuthChallenge", "expects":
          {"ChallengeName": "SELECT_CHALLENGE", "ANSWER": "PASSWORD", "PASSWORD": "pw"},
         "returns": {"error": "NotAuthorizedException"}}],
       "expect_error": {"kind": "notAuthorized"}},
      {"client_call": "confirmSignIn", "input": {"challengeResponse": "pw"}, "server": [],
       "expect_error": {"kind": "invalidState"}}
      """, from: "resolvingChallenge(waitingForAnswer(SELECT_CHALLENGE))")
    #expect(report.verdict == .agrees, "\(report.reasons)")
  }

  @Test func `below the level of calls nothing is judged`() throws {
    let report = try run(
      """
      {"client_call": "action:VerifyPasswordSRP", "input": {}, "server": [],
       "expect_event": "SignIn.finalizeSignIn"}
      """)
    #expect(report.verdict == .notApplicable)
  }

  @Test func `a real service's answers are sought among the table's pools`() throws {
    let agrees = try run(
      """
      {\(signIn), "server": "live", "expect_next_step": {"name": "continueSignInWithTOTPSetup"}},
      {"client_call": "confirmSignIn", "input": {"challengeResponse": "<totp>"}, "server": "live",
       "expect_next_step": {"name": "done"}}
      """)
    #expect(agrees.verdict == .agrees, "\(agrees.reasons)")
  }

  @Test func `a file of another shape is refused with every place`() throws {
    let text = """
      [{"id": "a", "steps": [{"client_call": "signIn", "server": 7, "expect_error": {}}]},
       {"id": "b", "stepz": []}]
      """
    let document = try LocatedDocument(parsing: text, file: "cases.json")
    let error = #expect(throws: DiagnosticList.self) { try ClientCase.read(document) }
    #expect(
      error?.diagnostics.map { "\($0.location.line) \($0.code)" } == [
        "1 cases.shape", "2 cases.shape", "2 cases.shape",
      ])
  }
}
