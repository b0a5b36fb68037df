import SignIn
import SignInCryptography
import Testing
import TransitionTables

@testable import SignInTestBed

/// The wire as the bundled model describes it.
@Suite struct WireCodecTests {
  private let model: Model
  private let codec: WireCodec

  init() throws {
    model = try BundledTable.signIn()
    codec = WireCodec(model)
  }

  @Test func `a maker that nobody has is refused with its place`() throws {
    var model = model
    let reply = try #require(model.message(named: "SMS_MFA"))
    let member = try #require(
      model.messages[reply].wire.members.firstIndex { $0.maker == "maskedAddress" })
    model.messages[reply].wire.members[member].maker = "maskedAdress"
    let error = #expect(throws: DiagnosticList.self) {
      _ = try PoolService(model: model, parameters: [:])
    }
    let found = try #require(error?.diagnostics.first)
    #expect(found.code == "binding.unknown-maker")
    #expect(found.location.file == "Models/cognito/wire.yaml")
    #expect(found.remedy == "did you mean `maskedAddress`?")
  }

  @Test func `an answer is a secret where the challenge says so`() throws {
    func redacted(_ challenge: String) -> JSON {
      codec.redacted(
        .members([
          "ChallengeName": .string(challenge),
          "ChallengeResponses": .members(["ANSWER": .string("SMS_MFA")]),
        ]), of: "RespondToAuthChallenge")
    }
    #expect(redacted("SELECT_MFA_TYPE")["ChallengeResponses"]?["ANSWER"]?.text == "SMS_MFA")
    #expect(redacted("CUSTOM_CHALLENGE")["ChallengeResponses"]?["ANSWER"]?.text == "‹redacted›")
    #expect(redacted("none of these")["ChallengeResponses"]?["ANSWER"]?.text == "‹redacted›")
  }

  @Test func `a secret under a name in small letters is a secret`() {
    let input = JSON.members(["AuthParameters": .members(["password": .string("Mistyped-1")])])
    let parameters = codec.redacted(input, of: "InitiateAuth")["AuthParameters"]
    #expect(parameters?["password"]?.text == "‹redacted›")
  }

  @Test func `what no message has is a secret, for its name may be mistyped`() {
    let input = JSON.members([
      "Pasword": .string("Mistyped-1"), "ClientId": .string("c1"),
      "AuthParameters": .members(["PASWORD": .string("Mistyped-1"), "USERNAME": .string("ada")]),
    ])
    let shown = codec.redacted(input, of: "InitiateAuth")
    #expect(shown["Pasword"]?.text == "‹redacted›")
    #expect(shown["ClientId"]?.text == "c1")
    #expect(shown["AuthParameters"]?["PASWORD"]?.text == "‹redacted›")
    #expect(shown["AuthParameters"]?["USERNAME"]?.text == "ada")
    let list = JSON.members(["AuthParameters": .array([.string("Mistyped-1")])])
    let listed = codec.redacted(list, of: "InitiateAuth")["AuthParameters"]
    #expect(listed == .array([.string("‹redacted›")]))
    let given = JSON.members([
      "ChallengeName": .string("NEW_PASSWORD_REQUIRED"),
      "ChallengeResponses": .members(["userAttributes.email": .string("ada@example.com")]),
    ])
    let answer = codec.redacted(given, of: "RespondToAuthChallenge")["ChallengeResponses"]
    #expect(answer?["userAttributes.email"]?.text == "ada@example.com")
  }

  @Test(arguments: [
    ("customWithSRP", "CUSTOM_AUTH, USERNAME, SRP_A, CHALLENGE_NAME SRP_A"),
    ("customWithoutSRP", "CUSTOM_AUTH, USERNAME"),
    ("userPassword", "USER_PASSWORD_AUTH, USERNAME, PASSWORD ‹redacted›"),
  ])
  func `a flow says which members its request has`(flow: String, summary: String) {
    #expect(codec.summary(of: "InitiateAuth", ["flow": flow]) == summary)
  }

  @Test func `a value that a field does not have is not taken for its first one`() {
    #expect(codec.summary(of: "InitiateAuth", ["flow": "userSPR"]) == nil)
    #expect(codec.summary(of: "CodeMismatchException", [:]) == nil)
    #expect(codec.summary(of: "InitiateAuth", [:]) != nil)
  }

  @Test(arguments: [
    ("InitiateAuth", "REFRESH_TOKEN_AUTH", "GetTokensFromRefreshToken.byFlow"),
    ("InitiateAuth", "REFRESH_TOKEN", "GetTokensFromRefreshToken.byFlow"),
    ("AdminInitiateAuth", "REFRESH_TOKEN_AUTH", "GetTokensFromRefreshToken.byFlow"),
    ("AdminInitiateAuth", "USER_SRP_AUTH", "InitiateAuth.administrator"),
    ("InitiateAuth", "USER_SRP_AUTH", "InitiateAuth"),
  ])
  func `texts distinguish the messages of one operation`(
    operation: String, flow: String, expected: String
  ) throws {
    let found = try #require(
      codec.request(named: operation, .members(["AuthFlow": .string(flow)])))
    #expect(
      found.field.map { model.slots[$0].name } ?? model.messages[found.message].name == expected)
  }

  @Test func `a refresh token is a secret whichever operation carries it`() throws {
    let input = JSON.members([
      "AuthFlow": .string("REFRESH_TOKEN_AUTH"),
      "AuthParameters": .members(["REFRESH_TOKEN": .string("r1"), "DEVICE_KEY": .string("d1")]),
    ])
    let parameters = codec.redacted(input, of: "InitiateAuth")["AuthParameters"]
    #expect(parameters?["REFRESH_TOKEN"]?.text == "‹redacted›")
    #expect(parameters?["DEVICE_KEY"]?.text == "d1")
    #expect(
      codec.summary(of: "GetTokensFromRefreshToken", ["byFlow": "true", "secret": "true"])
        == "REFRESH_TOKEN_AUTH, REFRESH_TOKEN ‹redacted›, SECRET_HASH ‹redacted›")
  }

  @Test func `every challenge that can be answered is a message or a password`() {
    let missing = codec.words(of: "Challenge").filter { codec.challenge(named: $0.wire) == nil }
    #expect(missing.map(\.member) == ["passwordSRP"])
  }
}
