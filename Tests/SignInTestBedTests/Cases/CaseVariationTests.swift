import SignInTestBed
import Testing

/// Cases beside those that the client's own file holds: other flows, answers, states and forms.
@Suite struct CaseVariationTests {
  @Test(arguments: [
    ("\"error\": \"invalid_grant\", \"error_description\": \"Some error\"", "service"),
    ("\"error\": \"server_error\"", "service"),
    ("\"refresh_token\": \"r\", \"expires_in\": 10", "service"),
    ("\"error\": \"URLError\"", "network"),
  ])
  func `what the token endpoint refuses is service`(_ returns: String, told: String) throws {
    let report = try CaseSample.run(
      CaseSample.call(
        "signInWithWebUI", "",
        CaseSample.reply("HostedUI callback", "\"state\": \"<same>\", \"code\": \"c\"") + ","
          + CaseSample.reply("POST /oauth2/token", returns),
        CaseSample.error("service")))
    #expect(report.verdict == .agrees, "\(report.reasons)")
    #expect(report.steps.map(\.answer) == [told])
  }

  @Test(arguments: [
    ("\"state\": \"<different>\", \"code\": \"c\"", "service"),
    ("\"state\": \"<same>\"", "service"),
    ("\"error\": \"tokenURI\"", "configuration"),
    ("\"error\": \"proofCalculation\"", "invalidState"),
    ("\"error\": \"access_denied\"", "service"),
  ])
  func `a callback that cannot be trusted makes no request`(
    _ returns: String, kind: String
  ) throws {
    let report = try CaseSample.run(
      CaseSample.call(
        "signInWithWebUI", "", CaseSample.reply("HostedUI callback", returns),
        CaseSample.error(kind)))
    #expect(report.verdict == .agrees, "\(report.reasons)")
    #expect(report.steps.map(\.answer) == [kind] && report.steps[0].requests.isEmpty)
  }

  @Test(arguments: [
    ("NotAuthorizedException", CaseReport.Verdict.agrees),
    ("AWSCognitoIdentityProvider.NotAuthorizedException", .agrees),
    ("UserNotFoundException", .differs), ("LAError", .differs),
  ])
  func `what is underneath is the exception that was scripted`(
    _ underlying: String, verdict: CaseReport.Verdict
  ) throws {
    let refusal = "\"error\": {\"__type\": \"com.amazonaws#NotAuthorizedException\"}"
    let report = try CaseSample.run(
      CaseSample.signIn(
        "", CaseSample.initiate(refusal), CaseSample.error("notAuthorized", underlying)))
    #expect(report.verdict == verdict, "\(report.reasons)")
  }

  // MARK: Sign-in

  private static let choice = "\"authFlowType\": \"userAuth\""
  private static let smsMFA = "resolvingChallenge(waitingForAnswer(SMS_MFA, session \"s0\"))"

  /// The state, the steps, and what the app must be told in turn.
  @Test(arguments: [
    // §2.1: whatever an SRP flow is answered first is taken for the material of the proof.
    (
      "signedOut",
      [
        CaseSample.signIn("", CaseSample.initiate(CaseSample.tokens), CaseSample.error("service"))
      ], ["service"]
    ),
    // §5.2: returned as a step, but thrown in the choice-based flow.
    (
      "signedOut",
      [
        CaseSample.signIn(
          "\"authFlowType\": \".customWithoutSRP\"",
          CaseSample.initiate("\"error\": \"PasswordResetRequiredException\""),
          CaseSample.step("resetPassword")),
        CaseSample.signIn(
          choice, CaseSample.initiate("\"error\": \"PasswordResetRequiredException\""),
          CaseSample.error("service", "passwordResetRequired")),
      ], ["resetPassword", "passwordResetRequired"]
    ),
    // §1.3: the first factor inside the flow's brackets; §1.4: unknown factors are dropped.
    (
      "signedOut",
      [
        CaseSample.signIn(
          "\"authFlowType\": \"userAuth(preferredFirstFactor: .smsOTP)\"",
          CaseSample.initiate(
            "\"challenge\": \"SELECT_CHALLENGE\", \"availableChallenges\": "
              + "[\"EMAIL_OTP\", \"email_otp\", \"FOO\"]",
            expects: "\"PREFERRED_CHALLENGE\": \"SMS_OTP\", \"PASSWORD\": null"),
          CaseSample.step(
            "continueSignInWithFirstFactorSelection", "\"available\": [\"emailOTP\"]")),
        CaseSample.confirm("email_otp", "", CaseSample.error("validation")),
      ], ["continueSignInWithFirstFactorSelection", "validation"]
    ),
    // §2.2: the selection of a factor to set up makes no request and can be answered again.
    (
      "resolvingChallenge(waitingForAnswer(MFA_SETUP, [totp, email], session \"s\"))",
      [
        CaseSample.confirm("SMS_MFA", "", CaseSample.error("unknown")),
        CaseSample.confirm("EMAIL", "", CaseSample.error("validation")),
        CaseSample.confirm("EMAIL_OTP", "", CaseSample.step("continueSignInWithEmailMFASetup")),
        CaseSample.confirm(
          "a@b.c",
          CaseSample.respond(
            "\"challenge\": \"EMAIL_OTP\", "
              + "\"params\": {\"CODE_DELIVERY_DELIVERY_MEDIUM\": \"EMAIL\"}",
            expects: "\"ChallengeName\": \"MFA_SETUP\", \"EMAIL\": \"a@b.c\", \"Session\": \"s\""),
          CaseSample.step("confirmSignInWithOTP", "\"delivery\": \"email(nil)\"")),
      ], ["unknown", "validation", "continueSignInWithEmailMFASetup", "confirmSignInWithOTP"]
    ),
    // §5.2: challenge and session are kept after an error; a name in the state is the one sent.
    (
      "resolvingChallenge(.waitingForAnswer(.smsMfa, session \"s0\", username \"grace\"))",
      [
        CaseSample.confirm(
          "1", CaseSample.respond("\"error\": \"ExpiredCodeException\""),
          CaseSample.error("service", "codeExpired")),
        CaseSample.confirm(
          "2",
          CaseSample.respond(
            CaseSample.tokens, expects: "\"Session\": \"s0\", \"USERNAME\": \"grace\""),
          CaseSample.isDone),
      ], ["codeExpired", "done"]
    ),
    // §3.5: no sign-out while a challenge is pending; a new sign-in cancels it.
    (
      smsMFA,
      [
        CaseSample.call("signOut", "", "", CaseSample.result("{\"failed\": \"invalidState\"}")),
        CaseSample.signIn(
          "",
          CaseSample.initiate(CaseSample.goodVerifier) + ","
            + CaseSample.respond(CaseSample.tokens), CaseSample.isDone),
      ], ["invalidState", "done"]
    ),
    // §3.3.7: the status of VerifySoftwareToken is not read in a sign-in.
    (
      "resolvingTOTPSetup(waitingForAnswer(secret \"x\", session \"s\", username \"u\"))",
      [
        CaseSample.confirm(
          "1",
          CaseSample.reply("VerifySoftwareToken", "\"session\": \"v\", \"status\": \"ERROR\"") + ","
            + CaseSample.respond(
              "\"challenge\": \"SMS_MFA\"", expects: "\"Session\": \"v\", \"USERNAME\": \"u\""),
          CaseSample.step("confirmSignInWithSMSMFACode"))
      ], ["confirmSignInWithSMSMFACode"]
    ),
    // §3.3.7: without a secret there is nothing to answer; the call never returns.
    (
      "resolvingChallenge(waitingForAnswer(MFA_SETUP, [totp, email]))",
      [
        CaseSample.confirm(
          "SOFTWARE_TOKEN_MFA",
          CaseSample.reply("AssociateSoftwareToken", "\"error\": \"ForbiddenException\""),
          CaseSample.error("service")),
        CaseSample.confirm("1", "", CaseSample.result("\"does not return\"")),
      ], ["service", nil]
    ),
  ])
  func `sign-in in other ways`(_ state: String, steps: [String], told: [String?]) throws {
    let report = try CaseSample.run(steps.joined(separator: ","), from: state)
    #expect(report.verdict == .agrees, "\(report.reasons)")
    #expect(report.steps.map(\.answer) == told)
  }
}
