import SignInTestBed
import Testing

/// Cases of a real service, for which a pool and a record are sought.
@Suite struct LiveCaseTests {
  private static func live(
    _ name: String, _ input: String, _ expectation: String
  ) -> String {
    """
    {"client_call": "\(name)", "input": {\(input)}, "server": "live", \(expectation)}
    """
  }

  private static func live(_ name: String, _ expectation: String) -> String {
    live(name, "", expectation)
  }

  private static func signIn(_ expectation: String) -> String { signIn("", expectation) }

  private static func signIn(_ options: String, _ expectation: String) -> String {
    live(
      "signIn", "\"username\": \"u\", \"password\": \"pw\", \"options\": {\(options)}",
      expectation)
  }

  private static func confirm(_ answer: String, _ expectation: String) -> String {
    live("confirmSignIn", "\"challengeResponse\": \"\(answer)\"", expectation)
  }

  private static let custom = "\"authFlowType\": \"customWithoutSRP\""
  private static let passkey =
    "\"authFlowType\": \"userAuth\", \"preferredFirstFactor\": \"webAuthn\""
  private static let done = CaseSample.isDone
  private static let isOK = CaseSample.result("\"ok\"")
  private static let signOut = live("signOut", CaseSample.result("\"complete\""))

  /// The state, the steps, and what the note must say of the set-up.
  @Test(arguments: [
    (
      "signedOut",
      [
        signIn(custom, CaseSample.step("confirmSignInWithCustomChallenge")),
        confirm("wrong-answer", CaseSample.step("confirmSignInWithCustomChallenge")),
        confirm("<answer>", done),
      ], "customPattern challengeOnly"
    ),
    (
      "signedOut",
      [
        signIn(
          "\"authFlowType\": \"customWithSRP\"",
          CaseSample.step("confirmSignInWithCustomChallenge")), confirm("123", done),
      ], "customPattern srpThenChallenge"
    ),
    ("signedOut", [signIn(passkey, done)], "passkey registered"),
    (
      "signedOut",
      [signIn(done), live("associateWebAuthnCredential", isOK), signOut, signIn(passkey, done)],
      "webAuthn"
    ),
    (
      "signedOut",
      [
        signIn(CaseSample.step("confirmSignInWithTOTPCode")), confirm("<totp>", done),
        live("rememberDevice", isOK), signOut, signIn(done),
      ], "challengeOnNewDevice true"
    ),
    ("signedOut", [live("forgetDevice", isOK), live("fetchDevices", isOK)], "deviceKey kept"),
    (
      "signedOut",
      [
        live(
          "signUp", "\"username\": \"u\", \"password\": \"pw\"", CaseSample.step("confirmUser")),
        live(
          "confirmSignUp", "\"username\": \"u\", \"code\": \"<code>\"",
          CaseSample.step("done")), signIn(done),
      ], "flows {userSRP, userPassword, custom, refresh}"
    ),
    (
      "signedIn; tokens expired",
      [live("fetchAuthSession", CaseSample.result("{\"tokens\": \"<tokens>\"}"))], "status"
    ),
    (
      "signedIn; refresh token expired",
      [live("fetchAuthSession", CaseSample.error("sessionExpired"))], "status"
    ),
  ])
  func `a set-up is found`(_ state: String, steps: [String], note: String) throws {
    let report = try CaseSample.run(steps.joined(separator: ","), from: state)
    #expect(report.verdict == .agrees, "\(report.reasons)")
    #expect(report.reasons.contains { $0.contains(note) }, "\(report.reasons)")
  }

  @Test func `what no set-up does differs`() throws {
    let report = try CaseSample.run(Self.signIn(Self.custom, CaseSample.error("configuration")))
    #expect(report.verdict == .differs)
  }
}
