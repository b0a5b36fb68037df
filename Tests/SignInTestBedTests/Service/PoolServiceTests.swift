import Foundation
import SignIn
import SignInCryptography
import TestSupport
import Testing
import TransitionTables

@testable import SignInTestBed

@Suite struct PoolServiceTests {
  private func signIn(_ bed: inout Bed, _ name: String, _ password: String) throws -> JSON {
    var random = SeededRandomBytes(seed: 5, purpose: "app \(bed.count)")
    let client = try SRPClient(poolID: bed.poolID, randomness: &random)
    return try answer(
      &bed, name, publicKey: client.publicKey,
      proof: { try client.proof(for: $0, password: Secret(password), timestamp: $1) })
  }

  /// Both requests of a sign-in by SRP.
  private func answer(
    _ bed: inout Bed, _ name: String, publicKey: String,
    proof: (SRPClient.Challenge, String) throws -> String
  ) throws -> JSON {
    let first = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_SRP_AUTH", "AuthParameters",
      ["USERNAME": name, "SRP_A": publicKey])
    let parameters = try #require(first["ChallengeParameters"])
    let challenge = SRPClient.Challenge(
      salt: try #require(parameters["SALT"]?.text),
      publicKey: try #require(parameters["SRP_B"]?.text),
      secretBlock: try #require(parameters["SECRET_BLOCK"]?.text),
      userID: try #require(parameters["USER_ID_FOR_SRP"]?.text))
    let timestamp = try TimestampFormatter.format(bed.service.now)
    return try bed.call(
      "RespondToAuthChallenge", "ClientId", bed.clientID, "ChallengeName", "PASSWORD_VERIFIER",
      "ChallengeResponses",
      [
        "USERNAME": challenge.userID, "TIMESTAMP": timestamp,
        "PASSWORD_CLAIM_SECRET_BLOCK": challenge.secretBlock,
        "PASSWORD_CLAIM_SIGNATURE": try proof(challenge, timestamp),
      ])
  }

  @Test func `the right password brings tokens, a wrong one the service's exception`() throws {
    var bed = try Bed()
    try bed.addUser()
    let done = try signIn(&bed, "ada", Bed.password)
    #expect(done["AuthenticationResult"]?["TokenType"]?.text == "Bearer")
    #expect(bed.service.rows.contains("pool.password.right"))
    let error = #expect(throws: Bed.Refusal.self) { try signIn(&bed, "ada", "Wr0ng-Passw0rd") }
    #expect(error?.name == "NotAuthorizedException")
    #expect(error?.message == "Incorrect username or password.")
    #expect(bed.service.differences.isEmpty)
  }

  /// K36: that InitiateAuth takes it was measured; that a proof of it lets nobody in is ours.
  @Test(arguments: [0, 2])
  func `a multiple of N is taken for SRP_A, and no proof of it is right`(multiple: Int) throws {
    var bed = try Bed()
    try bed.addUser()
    let realm = try #require(bed.poolID.split(separator: "_").last)
    let forgery = try SRPForgery(realm: String(realm), multiple: multiple)
    let error = #expect(throws: Bed.Refusal.self) {
      try answer(
        &bed, "ada", publicKey: forgery.publicKey,
        proof: { try forgery.proof(for: $0, timestamp: $1) })
    }
    #expect(error?.name == "NotAuthorizedException")
    #expect(error?.message == "Incorrect username or password.")
    #expect(bed.service.rows.contains("pool.password.wrong"))
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `names in other capitals are the same only where the pool says so`() throws {
    for ignoresCase in [false, true] {
      var bed = try Bed()
      bed.service.ignoresCase = ignoresCase
      try bed.addUser()
      let make = { (bed: inout Bed) in
        try bed.call("AdminCreateUser", "UserPoolId", bed.poolID, "Username", "Ada")
      }
      guard ignoresCase else {
        #expect(try make(&bed)["User"]?["Username"]?.text == "Ada")
        continue
      }
      let error = #expect(throws: Bed.Refusal.self) { try make(&bed) }
      #expect(error?.name == "UsernameExistsException")
      let done = try signIn(&bed, "ADA", Bed.password)
      #expect(done["AuthenticationResult"]?["TokenType"]?.text == "Bearer")
      let found = try bed.call("AdminGetUser", "UserPoolId", bed.poolID, "Username", "aDA")
      #expect(found["Username"]?.text == "ada")
      #expect(bed.service.differences.isEmpty)
    }
  }

  @Test func `a member that is not there is named as the service names it`() throws {
    var bed = try Bed()
    let error = #expect(throws: Bed.Refusal.self) {
      try bed.call("AdminGetUser", "UserPoolId", bed.poolID)
    }
    #expect(
      error?.message == "1 validation error detected: Value null at 'username' failed to satisfy "
        + "constraint: Member must not be null")
  }

  @Test func `a refresh token that rotates is taken once, and not by the flow`() throws {
    var bed = try Bed(["flows": "{userSRP}", "tokenRotation": "true"])
    try bed.addUser()
    let first = try #require(try signIn(&bed, "ada", Bed.password)["AuthenticationResult"])
    let token = try #require(first["RefreshToken"]?.text)
    let flow = #expect(throws: Bed.Refusal.self) {
      try bed.call(
        "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "REFRESH_TOKEN_AUTH",
        "AuthParameters", ["REFRESH_TOKEN": token])
    }
    #expect(flow?.name == "UnsupportedOperationException")
    #expect(flow?.message == "This API does not support refresh token rotation")
    let second = try bed.call(
      "GetTokensFromRefreshToken", "ClientId", bed.clientID, "RefreshToken", token)
    let next = try #require(second["AuthenticationResult"]?["RefreshToken"]?.text)
    #expect(next != token)
    let reuse = #expect(throws: Bed.Refusal.self) {
      try bed.call("GetTokensFromRefreshToken", "ClientId", bed.clientID, "RefreshToken", token)
    }
    #expect(reuse?.name == "RefreshTokenReuseException")
    #expect(reuse?.message == "Refresh token reuse detected")
    let third = try bed.call(
      "GetTokensFromRefreshToken", "ClientId", bed.clientID, "RefreshToken", next)
    let last = try #require(third["AuthenticationResult"])
    #expect(last["AccessToken"] != nil)
    // Whoever revokes one that was replaced revokes what came of it.
    _ = try bed.call("RevokeToken", "ClientId", bed.clientID, "Token", next)
    let revoked = #expect(throws: Bed.Refusal.self) {
      try bed.call("GetUser", "AccessToken", try #require(last["AccessToken"]?.text))
    }
    #expect(revoked?.message == "Access Token has been revoked")
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `an answer that leaves its session out is refused, with a device key too`() throws {
    var bed = try Bed(["flows": "{userPassword}"])
    _ = try bed.call(
      "AdminCreateUser", "UserPoolId", bed.poolID, "Username", "ada", "TemporaryPassword",
      Bed.password)
    let challenge = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH",
      "AuthParameters", ["USERNAME": "ada", "PASSWORD": Bed.password, "DEVICE_KEY": "k"])
    #expect(challenge["ChallengeName"]?.text == "NEW_PASSWORD_REQUIRED")
    let error = #expect(throws: Bed.Refusal.self) {
      try bed.call(
        "RespondToAuthChallenge", "ClientId", bed.clientID, "ChallengeName",
        "NEW_PASSWORD_REQUIRED", "ChallengeResponses",
        ["USERNAME": "ada", "NEW_PASSWORD": "N3w-Passw0rd", "DEVICE_KEY": "k"])
    }
    #expect(error?.message == "Missing required parameter Session")
  }

  @Test func `of two time steps each code counts once, in either order`() throws {
    for order in [[1, 0], [0, 1]] {
      var bed = try Bed(["mfa": "optional", "mfaMethods": "totp", "flows": "{userPassword}"])
      try bed.addUser()
      let tokens = try #require(
        try bed.signInByPassword()["AuthenticationResult"]?["AccessToken"]?.text)
      let associated = try bed.call("AssociateSoftwareToken", "AccessToken", tokens)
      let secret = try #require(associated["SecretCode"]?.text)
      let codes = try TimeBasedCode(secret: Secret(bytes: Base32.decode(secret)))
      _ = try bed.call(
        "VerifySoftwareToken", "AccessToken", tokens, "UserCode", codes.code(at: bed.service.now))
      _ = try bed.call(
        "SetUserMFAPreference", "AccessToken", tokens, "SoftwareTokenMfaSettings",
        ["Enabled": true, "PreferredMfa": true])
      _ = try bed.call("TestBedClock", "By", 120)
      for step in order {
        let challenge = try bed.signInByPassword()
        let code = try codes.code(at: bed.service.now + Int64(30 * step))
        let done = try bed.respond(challenge, ["SOFTWARE_TOKEN_MFA_CODE": code])
        #expect(done["AuthenticationResult"] != nil, "\(order)")
        let again = try bed.signInByPassword()
        let used = #expect(throws: Bed.Refusal.self) {
          try bed.respond(again, ["SOFTWARE_TOKEN_MFA_CODE": code])
        }
        #expect(used?.name == "ExpiredCodeException")
        // The session ends with it.
        let ended = #expect(throws: Bed.Refusal.self) {
          try bed.respond(again, ["SOFTWARE_TOKEN_MFA_CODE": "000000"])
        }
        #expect(ended?.name == "NotAuthorizedException")
      }
      #expect(bed.service.differences.isEmpty)
    }
  }

  /// N684, N729.
  @Test(arguments: [nil, "MyAuthenticatorApp"])
  func `a challenge names the authenticator where it was given a name`(name: String?) throws {
    var bed = try Bed(["mfa": "optional", "mfaMethods": "totp", "flows": "{userPassword}"])
    try bed.addUser()
    let token = try #require(
      try bed.signInByPassword()["AuthenticationResult"]?["AccessToken"]?.text)
    let secret = try bed.call("AssociateSoftwareToken", "AccessToken", token)["SecretCode"]?.text
    let codes = try TimeBasedCode(
      secret: Secret(bytes: Base32.decode(try #require(secret))))
    let code = try codes.code(at: bed.service.now)
    if let name {
      _ = try bed.call(
        "VerifySoftwareToken", "AccessToken", token, "UserCode", code, "FriendlyDeviceName", name)
    } else {
      _ = try bed.call("VerifySoftwareToken", "AccessToken", token, "UserCode", code)
    }
    _ = try bed.call(
      "SetUserMFAPreference", "AccessToken", token, "SoftwareTokenMfaSettings",
      ["Enabled": true, "PreferredMfa": true])
    let challenge = try bed.signInByPassword()
    #expect(challenge["ChallengeName"]?.text == "SOFTWARE_TOKEN_MFA")
    let named = name == nil ? [] : ["FRIENDLY_DEVICE_NAME"]
    #expect(challenge["ChallengeParameters"]?.entries.map(\.name) == named + ["USER_ID_FOR_SRP"])
    #expect(challenge["ChallengeParameters"]?["FRIENDLY_DEVICE_NAME"]?.text == name)
  }

  @Test func `a user who is put in place with a secret has used the codes of the record`() throws {
    let secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    for (used, isRefused) in [("{current}", true), ("{}", false)] {
      var bed = try Bed(["mfa": "optional", "mfaMethods": "totp", "flows": "{userPassword}"])
      _ = try bed.call(
        "TestBedAddUser", "Username", "ada", "Password", Bed.password, "TotpSecret", secret,
        "Record",
        [
          "status": "confirmed", "password": "permanent", "totp": "verified",
          "preference[totp]": "preferred", "usedCodes": used,
        ])
      let challenge = try bed.call(
        "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH",
        "AuthParameters", ["USERNAME": "ada", "PASSWORD": Bed.password])
      let code = try TimeBasedCode(secret: Secret(bytes: Base32.decode(secret)))
        .code(at: bed.service.now)
      do {
        let done = try bed.respond(challenge, ["SOFTWARE_TOKEN_MFA_CODE": code])
        #expect(!isRefused && done["AuthenticationResult"] != nil)
      } catch let refusal as Bed.Refusal {
        #expect(isRefused && refusal.name == "ExpiredCodeException")
      }
      #expect(bed.service.differences.isEmpty)
    }
  }

  @Test func `two sign-ins of one user do not disturb each other`() throws {
    var bed = try Bed(["mfa": "optional", "mfaMethods": "sms", "smsConfigured": "true"])
    try bed.addUser()
    _ = try bed.call(
      "AdminSetUserMFAPreference", "UserPoolId", bed.poolID, "Username", "ada", "SMSMfaSettings",
      ["Enabled": true, "PreferredMfa": true])
    let first = try signIn(&bed, "ada", Bed.password)
    let firstCode = try bed.lastCode()
    let second = try signIn(&bed, "ada", Bed.password)
    let secondCode = try bed.lastCode()
    #expect(first["Session"] != second["Session"])
    for (challenge, code) in [(first, firstCode), (second, secondCode)] {
      let done = try bed.respond(challenge, ["SMS_MFA_CODE": code])
      #expect(done["AuthenticationResult"]?["IdToken"] != nil)
    }
    let error = #expect(throws: Bed.Refusal.self) {
      try bed.respond(first, ["SMS_MFA_CODE": firstCode])
    }
    #expect(error?.message == "Invalid session for the user, session can only be used once.")
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `a session answered under another challenge's name is refused and ends`() throws {
    var bed = try Bed(["mfa": "optional", "mfaMethods": "sms", "smsConfigured": "true"])
    try bed.addUser()
    _ = try bed.call(
      "AdminSetUserMFAPreference", "UserPoolId", bed.poolID, "Username", "ada", "SMSMfaSettings",
      ["Enabled": true, "PreferredMfa": true])
    let challenge = try signIn(&bed, "ada", Bed.password)
    let code = try bed.lastCode()
    let session = try #require(challenge["Session"]?.text)
    let misnamed = #expect(throws: Bed.Refusal.self) {
      try bed.call(
        "RespondToAuthChallenge", "ClientId", bed.clientID, "ChallengeName", "EMAIL_OTP", "Session",
        session, "ChallengeResponses", ["USERNAME": "ada", "EMAIL_OTP_CODE": code])
    }
    #expect(misnamed?.name == "NotAuthorizedException")
    #expect(misnamed?.message == "Invalid session for the user.")
    let late = #expect(throws: Bed.Refusal.self) {
      try bed.respond(challenge, ["SMS_MFA_CODE": code])
    }
    #expect(late?.message == "Invalid session for the user, session can only be used once.")
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `the same seed and requests give the same bytes, another seed others`() throws {
    func transcript(_ seed: UInt64) throws -> [String] {
      var bed = try Bed(seed: seed)
      try bed.addUser()
      _ = try signIn(&bed, "ada", Bed.password)
      return bed.answers
    }
    #expect(try transcript(1) == transcript(1))
    #expect(try transcript(1) != transcript(2))
  }

  /// K64.
  @Test func `a code by e-mail has eight digits as a first factor`() throws {
    var bed = try Bed(["flows": "userAuth refresh", "firstFactors": "password emailOTP"])
    try bed.addUser()
    let asked = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_AUTH", "AuthParameters",
      ["USERNAME": "ada", "PREFERRED_CHALLENGE": "EMAIL_OTP"])
    let mail = try bed.call("TestBedMailbox", "Username", "ada")["Messages"]?.elements
    let code = try #require(mail?.last?["Code"]?.text)
    #expect(code.count == 8)
    let done = try bed.respond(asked, ["EMAIL_OTP_CODE": code])
    #expect(done["AuthenticationResult"] != nil)
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `a session expires by the clock`() throws {
    var bed = try Bed(["mfa": "optional", "mfaMethods": "sms", "smsConfigured": "true"])
    try bed.addUser()
    _ = try bed.call(
      "AdminSetUserMFAPreference", "UserPoolId", bed.poolID, "Username", "ada", "SMSMfaSettings",
      ["Enabled": true, "PreferredMfa": true])
    let asked = try signIn(&bed, "ada", Bed.password)
    let code = try bed.lastCode()
    _ = try bed.call("TestBedClock", "By", 180)
    let error = #expect(throws: Bed.Refusal.self) { try bed.respond(asked, ["SMS_MFA_CODE": code]) }
    #expect(error?.message == "Invalid session for the user, session is expired.")
  }

  @Test(arguments: [
    ("InitiateAuth", "SRP_A", "xyz"), ("InitiateAuth", "SRP_A", ""),
  ])
  func `an SRP_A that is no public key is refused by name`(
    operation: String, key: String, value: String
  ) throws {
    var bed = try Bed()
    try bed.addUser()
    let error = #expect(throws: Bed.Refusal.self) {
      try bed.call(
        operation, "ClientId", bed.clientID, "AuthFlow", "USER_SRP_AUTH", "AuthParameters",
        ["USERNAME": "ada", key: value])
    }
    #expect(error?.name == "InvalidParameterException")
  }

  @Test(arguments: [
    ("{", "SerializationException"), ("[]", "SerializationException"),
    (#"{"operation":1}"#, "SerializationException"),
    (#"{"operation":"Nope"}"#, "UnknownOperationException"),
    (#"{"operation":"TestBedNope"}"#, "UnknownOperationException"),
    (#"{"operation":"SignUp","input":{"ClientId":{}}}"#, "SerializationException"),
    (#"{"operation":"SignUp","input":{}}"#, "InvalidParameterException"),
    (
      #"{"operation":"TestBedClock","input":{"By":9223372036854775807}}"#,
      "InvalidParameterException"
    ),
  ])
  func `what cannot be read is answered by the service's own exception`(
    line: String, name: String
  ) throws {
    var bed = try Bed()
    let answer = try JSON(parsing: bed.service.answer(Array(line.utf8)))
    #expect(answer["error"]?["__type"]?.text == name)
  }

  @Test func `mutated requests meet an answer, never an internal error`() throws {
    let isLong = Effort.isLong
    var bed = try Bed()
    try bed.addUser()
    _ = try signIn(&bed, "ada", Bed.password)
    var random = SeededRandomBytes(seed: 11, purpose: "mutations")
    let seeds = (bed.lines + Self.sentences(bed)).map { Array($0.utf8) }
    for _ in 0..<(isLong ? 100_000 : 300) {
      var line = seeds[Int(try random.number(below: UInt64(seeds.count)))]
      for _ in 0...(try random.number(below: 3)) {
        let position = Int(try random.number(below: UInt64(line.count)))
        switch try random.number(below: 3) {
        case 0: line[position] = UInt8(try random.number(below: 256))
        case 1: line.remove(at: position)
        default: line.insert(line[Int(try random.number(below: UInt64(line.count)))], at: position)
        }
      }
      let answer = try JSON(parsing: bed.service.answer(line))
      #expect(answer["output"] != nil || answer["error"] != nil)
      #expect(answer["error"]?["__type"]?.text != "InternalErrorException")
    }
    #expect(bed.service.differences.isEmpty)
  }
}

extension PoolServiceTests {
  /// A sound request of each other operation, with a token or a session where one goes.
  static func sentences(_ bed: Bed) -> [String] {
    let last = bed.answers.last.flatMap { try? JSON(parsing: $0) }
    let token =
      last?["output"]?["AuthenticationResult"]?["AccessToken"]?.text ?? "none"
    let client = #""ClientId":"\#(bed.clientID)","Username":"ada""#
    let access = #""AccessToken":"\#(token)""#
    let operations: [(String, String)] = [
      ("SignUp", client + #","Password":"Str0ng-Passw0rd","UserAttributes":[{"Name":"email"}]"#),
      ("ConfirmSignUp", client + #","ConfirmationCode":"123456""#),
      ("ResendConfirmationCode", client), ("ForgotPassword", client),
      ("ConfirmForgotPassword", client + #","ConfirmationCode":"123456","Password":"Aa1!aaaa""#),
      ("GetUser", access), ("ListDevices", access), ("ListWebAuthnCredentials", access),
      ("ConfirmDevice", access + #","DeviceKey":"k","DeviceSecretVerifierConfig":{"Salt":"AA=="}"#),
      ("AssociateSoftwareToken", access),
      ("VerifySoftwareToken", access + #","UserCode":"123456""#),
      ("StartWebAuthnRegistration", access),
      ("CompleteWebAuthnRegistration", access + #","Credential":{"id":"AA","rawId":"AA"}"#),
      ("DeleteWebAuthnCredential", access + #","CredentialId":"AA""#),
      ("SetUserMFAPreference", access + #","SMSMfaSettings":{"Enabled":true}"#),
      ("UpdateUserAttributes", access + #","UserAttributes":[{"Name":"email","Value":"a@b.c"}]"#),
      ("GetTokensFromRefreshToken", client + #","RefreshToken":"x""#),
      ("RevokeToken", client + #","Token":"x""#),
      ("AdminResetUserPassword", #""UserPoolId":"\#(bed.poolID)","Username":"ada""#),
      ("TestBedMailbox", #""Username":"ada""#), ("TestBedClock", #""By":1"#),
    ]
    return operations.map { #"{"operation":"\#($0.0)","input":{\#($0.1)}}"# }
  }
}
