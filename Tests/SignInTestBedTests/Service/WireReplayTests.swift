import SignIn
import SignInCryptography
import SignInTestBed
import Testing
import TransitionTables

@Suite struct WireReplayTests {
  /// A scenario that shows most kinds of secrets.
  private static let scenario = """
    configuration:
      { mfa: optional, mfaMethods: [sms, totp], smsConfigured: true, flows: [userSRP, refresh] }
    record:
      status: confirmed
      password: permanent
      email: verified
      phone: verified
      totp: verified
      preference: { sms: enabled, totp: enabled }
    steps:
      - call: 'signIn(userSRP, password: wrong)'
        expect: { error: notAuthorized }
      - call: 'signIn(userSRP, password: right)'
        expect: { nextStep: continueSignInWithMFASelection }
      - call: 'selectMFA(sms)'
        expect: { nextStep: confirmSignInWithSMSMFACode }
      - call: 'confirmSignIn(wrong)'
        expect: { error: codeMismatch }
      - call: 'confirmSignIn(right)'
        expect: { nextStep: done }
    """

  /// An account that has one of the two attributes that stand for a name.
  private static let byPhone = """
    configuration:
      usernameAttributes: [email, phone]
      autoVerified: [email, phone]
      smsConfigured: true
      flows: [userSRP, refresh]
    steps:
      - call: 'createUser(givesEmail: false, givesPhone: true, withoutPassword: false)'
      - call: setPermanentPassword
      - call: 'signIn(userSRP, password: right)'
        expect: { nextStep: done }
    """

  private func replay(_ seed: UInt64 = 1, of scenario: String = scenario) throws -> WireReplay {
    let model = try Bed.model.get()
    let document = try LocatedDocument(parsing: scenario, file: "wire.yaml")
    let report = try ScenarioRunner(model: model, seed: seed).run(try Scenario(reading: document))
    #expect(report.isAsExpected, "\(report.problems.map(\.message))")
    return try WireReplay.run(report.trace, of: model, seed: seed, title: "wire")
  }

  @Test func `a trace over the wire is answered as the table says`() throws {
    let replay = try replay()
    #expect(replay.differences == [])
    #expect(replay.setAside == "")
    #expect(replay.requests == 7)
    let text = replay.transcript.text(revealsSecrets: false)
    #expect(text.contains("→ InitiateAuth {\"AuthFlow\":\"USER_SRP_AUTH\""))
    #expect(text.contains("← 400 {\"__type\":\"CodeMismatchException\""))
    #expect(text.contains("= the app receives done"))
  }

  @Test func `an account without an e-mail address is asked for by its phone number`() throws {
    let replay = try replay(of: Self.byPhone)
    #expect(replay.differences == [])
    let text = replay.transcript.text(revealsSecrets: true)
    #expect(text.contains("\"USERNAME\":\"+15551234567\""))
    #expect(!text.contains("ada@example.com"))
  }

  @Test func `the same seed gives the same bytes, another seed others`() throws {
    let first = try replay().transcript.text(revealsSecrets: true)
    #expect(try replay().transcript.text(revealsSecrets: true) == first)
    #expect(try replay(2).transcript.text(revealsSecrets: true) != first)
  }

  @Test func `no secret of a run is in its log, its description or a dump of it`() throws {
    let replay = try replay()
    let shown = replay.transcript.text(revealsSecrets: true)
    let reported = replay.transcript.text(revealsSecrets: false)
    var secrets: Set<String> = []
    for line in shown.split(separator: "\n") {
      guard let start = line.firstIndex(of: "{"),
        let json = try? JSON(parsing: String(line[start...]))
      else { continue }
      collect(json, into: &secrets)
    }
    #expect(secrets.count >= 10)
    var dumped = "\(replay) \(String(reflecting: replay))"
    dump(replay, to: &dumped)
    for secret in secrets.sorted() {
      #expect(shown.contains(secret))
      #expect(!reported.contains(secret), "a secret of \(secret.utf8.count) bytes is in the log")
      #expect(!dumped.contains(secret))
    }
  }

  private func collect(_ json: JSON, into secrets: inout Set<String>) {
    let names: Set<String> = [
      "Session", "AccessToken", "IdToken", "RefreshToken", "SMS_MFA_CODE",
      "PASSWORD_CLAIM_SIGNATURE", "PASSWORD_CLAIM_SECRET_BLOCK", "SECRET_BLOCK",
    ]
    guard case .object(let members) = json else { return }
    for member in members {
      if names.contains(member.name), let text = member.value.text { secrets.insert(text) }
      collect(member.value, into: &secrets)
    }
  }
}

/// What goes wrong between an app and the service: no session may be usable twice.
@Suite struct FaultyChannelTests {
  private func asked() throws -> (bed: Bed, challenge: JSON, code: String) {
    var bed = try Bed([
      "mfa": "optional", "mfaMethods": "sms", "smsConfigured": "true",
      "flows": "userSRP userPassword refresh",
    ])
    try bed.addUser()
    _ = try bed.call(
      "AdminSetUserMFAPreference", "UserPoolId", bed.poolID, "Username", "ada", "SMSMfaSettings",
      ["Enabled": true, "PreferredMfa": true])
    let challenge = try signIn(&bed)
    return (bed, challenge, try bed.lastCode())
  }

  private func signIn(_ bed: inout Bed) throws -> JSON {
    try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH", "AuthParameters",
      ["USERNAME": "ada", "PASSWORD": Bed.password])
  }

  @Test func `a request that was lost is answered when it comes again`() throws {
    var (bed, challenge, code) = try asked()
    // The lost request never came to the service, so there is nothing to do but to send it again.
    #expect(try bed.respond(challenge, ["SMS_MFA_CODE": code])["AuthenticationResult"] != nil)
  }

  @Test func `a request whose answer was lost, or that comes twice, is refused the second time`()
    throws
  {
    var (bed, challenge, code) = try asked()
    _ = try bed.respond(challenge, ["SMS_MFA_CODE": code])
    let error = #expect(throws: Bed.Refusal.self) {
      try bed.respond(challenge, ["SMS_MFA_CODE": code])
    }
    #expect(error?.message == "Invalid session for the user, session can only be used once.")
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `an answer that comes late finds its session expired`() throws {
    var (bed, challenge, code) = try asked()
    _ = try bed.call("TestBedClock", "By", 179)
    #expect(try bed.respond(challenge, ["SMS_MFA_CODE": code])["AuthenticationResult"] != nil)
    let second = try signIn(&bed)
    let next = try bed.lastCode()
    _ = try bed.call("TestBedClock", "By", 180)
    let error = #expect(throws: Bed.Refusal.self) {
      try bed.respond(second, ["SMS_MFA_CODE": next])
    }
    #expect(error?.message == "Invalid session for the user, session is expired.")
  }

  @Test(arguments: [false, true])
  func `a sign-in under way ends with its account, whoever has the name then`(
    isTakenAnew: Bool
  ) throws {
    var (bed, challenge, code) = try asked()
    _ = try bed.call("AdminDeleteUser", "UserPoolId", bed.poolID, "Username", "ada")
    if isTakenAnew { try bed.addUser() }
    let error = #expect(throws: Bed.Refusal.self) {
      try bed.respond(challenge, ["SMS_MFA_CODE": code])
    }
    #expect(error?.name == "NotAuthorizedException")
    #expect(error?.message == "Invalid session for the user.")
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `a code of one instance is worth nothing in the session of another`() throws {
    var (bed, first, code) = try asked()
    let second = try signIn(&bed)
    #expect(try bed.lastCode() != code)
    let error = #expect(throws: Bed.Refusal.self) {
      try bed.respond(second, ["SMS_MFA_CODE": code])
    }
    #expect(error?.name == "CodeMismatchException")
    #expect(try bed.respond(first, ["SMS_MFA_CODE": code])["AuthenticationResult"] != nil)
    #expect(bed.service.differences.isEmpty)
  }

  @Test(arguments: [-3_600, -301, -300, 0, 300, 301, 3_600])
  func `a client whose clock is more than five minutes off proves nothing`(
    skew: Int64
  ) throws {
    var bed = try Bed()
    try bed.addUser()
    var random = SeededRandomBytes(seed: 9, purpose: "skew")
    let client = try SRPClient(poolID: bed.poolID, randomness: &random)
    let first = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_SRP_AUTH", "AuthParameters",
      ["USERNAME": "ada", "SRP_A": client.publicKey])
    let parameters = try #require(first["ChallengeParameters"])
    let challenge = SRPClient.Challenge(
      salt: try #require(parameters["SALT"]?.text),
      publicKey: try #require(parameters["SRP_B"]?.text),
      secretBlock: try #require(parameters["SECRET_BLOCK"]?.text),
      userID: try #require(parameters["USER_ID_FOR_SRP"]?.text))
    let clock = try #require(try bed.call("TestBedClock")["Clock"]?.integer)
    let timestamp = try TimestampFormatter.format(clock + skew)
    let signature = try client.proof(
      for: challenge, password: Secret(Bed.password), timestamp: timestamp)
    let responses = [
      "USERNAME": "ada", "TIMESTAMP": timestamp, "PASSWORD_CLAIM_SIGNATURE": signature,
      "PASSWORD_CLAIM_SECRET_BLOCK": challenge.secretBlock,
    ]
    let answer = Result {
      try bed.call(
        "RespondToAuthChallenge", "ClientId", bed.clientID, "ChallengeName", "PASSWORD_VERIFIER",
        "ChallengeResponses", responses)
    }
    if abs(skew) <= 300 {
      #expect(try answer.get()["AuthenticationResult"] != nil)
    } else {
      #expect(throws: Bed.Refusal.self) { try answer.get() }
    }
  }
}
