import SignInCryptography
import Testing

@testable import SignInTestBed

/// What a user holds several of, where the table follows one; and the challenge that asks for the
/// password.
@Suite struct HoldingsTests {
  private static let origin = "https://\(World.relyingPartyID)"

  private func signedIn(_ bed: inout Bed) throws -> String {
    try bed.addUser()
    let done = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH", "AuthParameters",
      ["USERNAME": "ada", "PASSWORD": Bed.password])
    return try #require(done["AuthenticationResult"]?["AccessToken"]?.text)
  }

  /// Registers a passkey of a new authenticator.
  private func register(_ bed: inout Bed, _ token: String) throws -> SoftwareAuthenticator {
    let started = try bed.call("StartWebAuthnRegistration", "AccessToken", token)
    let options = try WebAuthnCreationOptions(
      json: try #require(started["CredentialCreationOptions"]))
    var random = SeededRandomBytes(seed: UInt64(bed.count), purpose: "authenticator")
    var authenticator = SoftwareAuthenticator()
    let made = try authenticator.register(options, origin: Self.origin, randomness: &random)
    let response = try #require(made)
    _ = try bed.call(
      "CompleteWebAuthnRegistration", "AccessToken", token, "Credential", json: response.json)
    return authenticator
  }

  @Test func `the options of a passkey name the user`() throws {
    var bed = try Bed(["firstFactors": "password webAuthn"])
    let token = try signedIn(&bed)
    let started = try bed.call("StartWebAuthnRegistration", "AccessToken", token)
    #expect(started["CredentialCreationOptions"]?["user"]?["name"]?.text == "ada")
  }

  private func listed(_ bed: inout Bed, _ token: String) throws -> [String] {
    try bed.call("ListWebAuthnCredentials", "AccessToken", token)["Credentials"]?.elements?
      .compactMap { $0["CredentialId"]?.text } ?? []
  }

  @Test func `of several passkeys the one that is named is deleted, and the others sign in`() throws
  {
    var bed = try Bed([
      "firstFactors": "password webAuthn", "flows": "userPassword userAuth",
    ])
    let token = try signedIn(&bed)
    let first = try register(&bed, token)
    let second = try register(&bed, token)
    let names = try listed(&bed, token)
    #expect(Set(names).count == 2)
    let gone = Base64URL.encode(try #require(first.passkeys.first?.id))
    _ = try bed.call("DeleteWebAuthnCredential", "AccessToken", token, "CredentialId", gone)
    #expect(try listed(&bed, token) == names.filter { $0 != gone })
    let again = #expect(throws: Bed.Refusal.self) {
      try bed.call("DeleteWebAuthnCredential", "AccessToken", token, "CredentialId", gone)
    }
    #expect(again?.name == "ResourceNotFoundException")
    #expect(bed.service.rows.contains("pool.deletePasskey.unknown"))
    #expect(try signIn(&bed, by: second)["AuthenticationResult"] != nil)
    #expect(throws: Bed.Refusal.self) { try signIn(&bed, by: first) }
    #expect(bed.service.differences.isEmpty)
  }

  private func signIn(_ bed: inout Bed, by authenticator: SoftwareAuthenticator) throws -> JSON {
    let asked = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_AUTH", "AuthParameters",
      ["USERNAME": "ada", "PREFERRED_CHALLENGE": "WEB_AUTHN"])
    let text = try #require(asked["ChallengeParameters"]?["CREDENTIAL_REQUEST_OPTIONS"]?.text)
    var options = try WebAuthnRequestOptions(json: JSON(parsing: text))
    options.allowed = []
    var authenticator = authenticator
    let assertion = try #require(try authenticator.assert(options, origin: Self.origin))
    return try bed.respond(asked, ["CREDENTIAL": assertion.json.serialized])
  }

  /// The members that the API requires, whatever they are worth.
  @Test func `a passkey is listed with its date and the ways to its authenticator`() throws {
    var bed = try Bed([
      "firstFactors": "password webAuthn", "flows": "userPassword userAuth",
    ])
    let token = try signedIn(&bed)
    _ = try bed.call("TestBedClock", "By", 60)
    let id = try #require(try register(&bed, token).passkeys.first?.id)
    let listed = try bed.call("ListWebAuthnCredentials", "AccessToken", token)["Credentials"]
    #expect(
      listed
        == .array([
          .members([
            "CredentialId": .string(Base64URL.encode(id)),
            "FriendlyCredentialName": .string("Passkey"),
            "RelyingPartyId": .string(World.relyingPartyID),
            "AuthenticatorTransports": .array([.string("internal")]),
            "CreatedAt": .integer(1_767_225_661),
          ])
        ]))
  }

  @Test func `a user has twenty passkeys at most`() throws {
    var bed = try Bed([
      "firstFactors": "password webAuthn", "flows": "userPassword userAuth",
    ])
    let token = try signedIn(&bed)
    for _ in 0..<PoolService.mostPasskeys { _ = try register(&bed, token) }
    let error = #expect(throws: Bed.Refusal.self) { try register(&bed, token) }
    #expect(error?.name == "LimitExceededException")
    #expect(try listed(&bed, token).count == 20)
  }

  @Test func `the challenge PASSWORD is answered with the password, once`() throws {
    var bed = try Bed([
      "firstFactors": "password emailOTP", "flows": "userPassword userAuth",
    ])
    _ = try signedIn(&bed)
    func ask(_ bed: inout Bed) throws -> JSON {
      try bed.call(
        "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_AUTH", "AuthParameters",
        ["USERNAME": "ada", "PREFERRED_CHALLENGE": "PASSWORD"])
    }
    let asked = try ask(&bed)
    #expect(asked["ChallengeName"]?.text == "PASSWORD")
    let wrong = #expect(throws: Bed.Refusal.self) {
      try bed.respond(asked, ["PASSWORD": "Wr0ng-Passw0rd"])
    }
    #expect(wrong?.message == "Incorrect username or password.")
    let late = #expect(throws: Bed.Refusal.self) {
      try bed.respond(asked, ["PASSWORD": Bed.password])
    }
    #expect(late?.message == "Invalid session for the user, session can only be used once.")
    let done = try bed.respond(try ask(&bed), ["PASSWORD": Bed.password])
    #expect(done["AuthenticationResult"] != nil)
    let missing = #expect(throws: Bed.Refusal.self) { try bed.respond(try ask(&bed), [:]) }
    #expect(missing?.message == "Missing required parameter PASSWORD")
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `a factor is chosen and proved in one answer`() throws {
    var bed = try Bed([
      "firstFactors": "password emailOTP", "flows": "userPassword userAuth",
    ])
    _ = try signedIn(&bed)
    let offered = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_AUTH", "AuthParameters",
      ["USERNAME": "ada"])
    #expect(offered["ChallengeName"]?.text == "SELECT_CHALLENGE")
    let done = try bed.respond(offered, ["ANSWER": "PASSWORD", "PASSWORD": Bed.password])
    #expect(done["AuthenticationResult"] != nil)
    #expect(bed.service.rows.contains("pool.firstFactor.password"))
    #expect(bed.service.differences.isEmpty)
  }
}
