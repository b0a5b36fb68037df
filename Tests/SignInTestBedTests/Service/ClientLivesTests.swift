import SignIn
import SignInCryptography
import Testing
import TransitionTables

@testable import SignInTestBed

/// How long the sessions and tokens of an app client live.
@Suite struct ClientLivesTests {
  private static func stated(_ settings: [String: String]) -> ClientLives {
    ClientLives(
      stated: settings.map { name, value in
        FixedFact(.setting(name), value: value, location: SourceLocation(file: "pool.yaml"))
      })
  }

  @Test func `documents state lives or leave the service's defaults`() {
    let plain = Self.stated(["PasswordPolicy.MinimumLength": "12"])
    #expect(plain == ClientLives())
    #expect(plain.tokens == TokenIssuer.Lifetimes(access: 3_600, id: 3_600, refresh: 2_592_000))
    #expect(plain.session == 180)
    let own = Self.stated([
      "AccessTokenValidity": "5", "TokenValidityUnits.AccessToken": "minutes",
      "IdTokenValidity": "12", "RefreshTokenValidity": "90", "AuthSessionValidity": "15",
    ])
    #expect(own.tokens == TokenIssuer.Lifetimes(access: 300, id: 43_200, refresh: 7_776_000))
    #expect(own.session == 900)
    // Five hours are no five minutes: without its unit the number is taken as it counts then.
    #expect(Self.stated(["AccessTokenValidity": "5"]).tokens.access == 18_000)
  }

  @Test(arguments: [
    ["AccessTokenValidity": "0"], ["AccessTokenValidity": "25"], ["IdTokenValidity": "-1"],
    ["RefreshTokenValidity": "3651"], ["RefreshTokenValidity": "9223372036854775807"],
    ["AuthSessionValidity": "16"], ["AuthSessionValidity": "soon"],
  ])
  func `what the service would not take counts as left out`(settings: [String: String]) {
    #expect(Self.stated(settings) == ClientLives())
  }

  /// A service with a user whom a password signs in, after a change of its client.
  private static func bed(_ lives: [String: Any]) throws -> Bed {
    var bed = try Bed()
    try bed.addUser()
    var input: [String: Any] = [
      "UserPoolId": bed.poolID, "ClientId": bed.clientID,
      "ExplicitAuthFlows": ["ALLOW_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
    ]
    input.merge(lives) { $1 }
    _ = try bed.call("UpdateUserPoolClient", with: input)
    return bed
  }

  private static func tokens(of bed: inout Bed) throws -> JSON {
    let answer = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH",
      "AuthParameters", ["USERNAME": "ada", "PASSWORD": Bed.password])
    return try #require(answer["AuthenticationResult"])
  }

  @Test func `tokens live as long as a call says, and a later call resets what it leaves out`()
    throws
  {
    var bed = try Self.bed([
      "AccessTokenValidity": 5, "IdTokenValidity": 10, "RefreshTokenValidity": 1,
      "TokenValidityUnits": ["AccessToken": "minutes", "IdToken": "minutes"],
    ])
    let tokens = try Self.tokens(of: &bed)
    #expect(tokens["ExpiresIn"]?.integer == 300)
    let access = try #require(tokens["AccessToken"]?.text)
    func reads(after seconds: Int) -> Bool {
      var bed = bed
      _ = try? bed.call("TestBedClock", "By", seconds)
      return (try? bed.call("GetUser", "AccessToken", access)) != nil
    }
    #expect(reads(after: 299))
    #expect(!reads(after: 300))
    func refreshes(after seconds: Int) -> Bool {
      var bed = bed
      _ = try? bed.call("TestBedClock", "By", seconds)
      let answer = try? bed.call(
        "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "REFRESH_TOKEN_AUTH",
        "AuthParameters", ["REFRESH_TOKEN": tokens["RefreshToken"]?.text ?? ""])
      return answer?["AuthenticationResult"]?["ExpiresIn"]?.integer == 300
    }
    #expect(refreshes(after: 86_399))
    #expect(!refreshes(after: 86_400))
    _ = try bed.call(
      "UpdateUserPoolClient", "UserPoolId", bed.poolID, "ClientId", bed.clientID,
      "ExplicitAuthFlows", ["ALLOW_USER_PASSWORD_AUTH"])
    #expect(try Self.tokens(of: &bed)["ExpiresIn"]?.integer == 3_600)
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `a description shows what was given, and the defaults that the service shows`() throws
  {
    let members = [
      "RefreshTokenValidity", "AccessTokenValidity", "IdTokenValidity", "TokenValidityUnits",
      "AuthSessionValidity",
    ]
    func shown(_ lives: [String: Any]) throws -> [String?] {
      var bed = try Self.bed(lives)
      let client = try bed.call(
        "DescribeUserPoolClient", "UserPoolId", bed.poolID, "ClientId", bed.clientID)
      return members.map { client["UserPoolClient"]?[$0]?.serialized }
    }
    #expect(try shown([:]) == ["30", nil, nil, nil, "3"])
    let units = ["RefreshToken": "hours", "AccessToken": "seconds"]
    #expect(
      try shown([
        "RefreshTokenValidity": 2, "AccessTokenValidity": 600, "TokenValidityUnits": units,
        "AuthSessionValidity": 15,
      ]) == [
        "2", "600", nil, #"{"AccessToken":"seconds","RefreshToken":"hours"}"#, "15",
      ])
  }

  @Test(
    arguments: [
      (["AccessTokenValidity": 25], "Invalid range for token validity."),
      (["RefreshTokenValidity": 3_651], "Invalid range for token validity."),
      (["IdTokenValidity": -1], "Invalid range for token validity."),
      (
        ["AuthSessionValidity": 2],
        "[AuthSessionValidity is not 3 to 15: the words are not known]"
      ),
    ] as [([String: Int], String)])
  func `lives outside their ranges are refused, and nothing changes`(
    lives: [String: Int], words: String
  ) throws {
    var bed = try Self.bed(["AccessTokenValidity": 2])
    let refusal = #expect(throws: Bed.Refusal.self) {
      var input: [String: Any] = ["UserPoolId": bed.poolID, "ClientId": bed.clientID]
      input.merge(lives) { $1 }
      _ = try bed.call("UpdateUserPoolClient", with: input)
    }
    #expect(refusal?.name == "InvalidParameterException")
    #expect(refusal?.message == words)
    #expect(try Self.tokens(of: &bed)["ExpiresIn"]?.integer == 7_200)
  }

  @Test func `a session is answered for as long as the client says`() throws {
    func answered(after seconds: Int, _ lives: [String: Any]) throws -> String {
      var bed = try Self.bed(lives)
      _ = try bed.call(
        "AdminSetUserPassword", "UserPoolId", bed.poolID, "Username", "ada", "Password",
        Bed.password, "Permanent", false)
      let challenge = try bed.call(
        "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH",
        "AuthParameters", ["USERNAME": "ada", "PASSWORD": Bed.password])
      _ = try bed.call("TestBedClock", "By", seconds)
      do {
        let answer = try bed.call(
          "RespondToAuthChallenge", "ClientId", bed.clientID, "ChallengeName",
          "NEW_PASSWORD_REQUIRED", "Session", challenge["Session"]?.text ?? "",
          "ChallengeResponses", ["USERNAME": "ada", "NEW_PASSWORD": "An0ther-Passw0rd"])
        return answer["AuthenticationResult"] == nil ? "challenge" : "tokens"
      } catch let refusal as Bed.Refusal {
        return refusal.name
      }
    }
    #expect(try answered(after: 181, [:]) == "NotAuthorizedException")
    #expect(try answered(after: 181, ["AuthSessionValidity": 5]) == "tokens")
    #expect(try answered(after: 301, ["AuthSessionValidity": 5]) == "NotAuthorizedException")
  }
}
