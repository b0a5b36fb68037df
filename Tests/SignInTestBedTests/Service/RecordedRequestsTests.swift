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
}
