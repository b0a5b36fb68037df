import Foundation
import SignInCryptography
import Testing

@testable import SignInTestBed

/// What another client sent to another server, sent to the test bed's service.
@Suite struct RecordedRequestsTests {
  @Test func `each recorded request of an app is read by name and fields`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try Data(
      contentsOf: tests.appending(
        path: "SignInCryptographyTests/Vectors/cognito-wire-srp-totp.json"))
    // The user's code is another server's, so that the user stays unconfirmed: only a client that
    // prevents existence errors then lets SRP begin.
    var bed = try Bed([
      "mfa": "required", "mfaMethods": "totp", "flows": "userSRP refresh",
      "existenceErrors": "prevent",
    ])
    var reported: [String] = []
    for exchange in try #require(try JSON(parsing: Array(data)).elements) {
      let operation = try #require(exchange["op"]?.text)
      // Pools and clients are made before the service is there.
      guard !operation.contains("UserPool") else { continue }
      var body = try #require(exchange["request"]?["body"])
      if case .object(let members) = body {
        body = .object(
          members.map {
            $0.name == "ClientId" ? JSON.Member("ClientId", .string(bed.clientID)) : $0
          })
      }
      let line = JSON.members(["operation": .string(operation), "input": body]).serialized
      let answer = try JSON(parsing: bed.service.answer(Array(line.utf8)))
      reported.append("\(operation): \(answer["error"]?["__type"]?.text ?? "answered")")
    }
    // Sessions, codes and tokens are another server's, and right for nobody here. Its SECRET_BLOCK
    // is a UUID and no base64, which is named.
    #expect(
      reported == [
        "SignUp: answered", "InitiateAuth: answered", "ConfirmSignUp: CodeMismatchException",
        "InitiateAuth: answered", "RespondToAuthChallenge: InvalidParameterException",
        "AssociateSoftwareToken: NotAuthorizedException",
        "VerifySoftwareToken: NotAuthorizedException",
        "VerifySoftwareToken: NotAuthorizedException",
        "RespondToAuthChallenge: NotAuthorizedException",
        "SetUserMFAPreference: NotAuthorizedException", "GetUser: NotAuthorizedException",
        "InitiateAuth: answered", "RespondToAuthChallenge: InvalidParameterException",
        "RespondToAuthChallenge: NotAuthorizedException",
        "RespondToAuthChallenge: NotAuthorizedException", "InitiateAuth: NotAuthorizedException",
      ])
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `an administrator's preferred user name is refused as recorded`() throws {
    var bed = try Bed([
      "aliasAttributes": "email preferredUsername", "autoVerified": "email", "recovery": "email",
    ])
    let names = ["alice", "bob"]
    for name in names {
      _ = try bed.call(
        "AdminCreateUser", "UserPoolId", bed.poolID, "Username", name, "MessageAction", "SUPPRESS")
    }
    func refusal(_ value: String) -> Bed.Refusal? {
      #expect(throws: Bed.Refusal.self) {
        try bed.call(
          "AdminUpdateUserAttributes", "UserPoolId", bed.poolID, "Username", "bob",
          "UserAttributes", [["Name": "preferred_username", "Value": value]])
      }
    }
    let address = refusal("shared@example.com")
    #expect(address?.name == "InvalidParameterException")
    #expect(
      address?.message
        == "Username cannot be of email format, since user pool is configured for email alias.")
    let another = refusal("alice")
    #expect(another?.name == "AliasExistsException")
    #expect(another?.message == "User account already exists for the alias.")
    let bob = try bed.call("AdminGetUser", "UserPoolId", bed.poolID, "Username", "bob")
    #expect(bob["UserAttributes"]?.elements?.count == 1)
    _ = try bed.call(
      "AdminUpdateUserAttributes", "UserPoolId", bed.poolID, "Username", "bob", "UserAttributes",
      [["Name": "preferred_username", "Value": "bobby"]])
    let found = try bed.call("AdminGetUser", "UserPoolId", bed.poolID, "Username", "bobby")
    #expect(found["Username"]?.text == "bob")
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `the Lite plan is refused as recorded while refresh tokens rotate`() throws {
    var bed = try Bed(["tokenRotation": "true", "flows": "userSRP", "tier": "essentials"])
    let refused = #expect(throws: Bed.Refusal.self) {
      try bed.call("UpdateUserPool", "UserPoolId", bed.poolID, "UserPoolTier", "LITE")
    }
    let words =
      "The following features need to be disabled for the LITE pricing tier configured: "
      + "Refresh Token Rotation"
    #expect(refused == Bed.Refusal(name: "TierChangeNotAllowedException", message: words))
    _ = try bed.call("DeleteUserPool", "UserPoolId", bed.poolID)
    _ = try bed.call("CreateUserPool", "PoolName", "plain", "UserPoolTier", "LITE")
    let unavailable = #expect(throws: Bed.Refusal.self) {
      try bed.call(
        "CreateUserPoolClient", "UserPoolId", bed.poolID, "ClientName", "rotating",
        "ExplicitAuthFlows", ["ALLOW_USER_SRP_AUTH"], "RefreshTokenRotation",
        ["Feature": "ENABLED"])
    }
    #expect(unavailable == Bed.Refusal(name: "FeatureUnavailableInTierException", message: words))
  }
}
