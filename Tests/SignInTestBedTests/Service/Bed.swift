import Foundation
import SignIn
import SignInCryptography
import TestSupport
import Testing
import TransitionTables

@testable import SignInTestBed

/// A pool service with what tests say to it.
struct Bed {
  static let password = "Str0ng-Passw0rd"
  static let model = Result { try BundledTable.signIn() }

  /// An exception of the service.
  struct Refusal: Error, Equatable {
    var name: String
    var message: String
  }

  var service: PoolService
  var lines: [String] = []
  var answers: [String] = []
  var count: Int { lines.count }
  let poolID = World.poolID
  let clientID = World.clientID

  init(_ configuration: [String: String] = [:], seed: UInt64 = 1) throws {
    let model = try Self.model.get()
    var settings = ["flows": "userSRP userPassword refresh", "autoVerified": "email"]
    settings.merge(configuration) { $1 }
    service = try PoolService(
      model: model, parameters: try model.parameters(from: settings), seed: seed)
  }

  /// A confirmed user `ada` with an address and a telephone.
  mutating func addUser() throws {
    let attributes: [[String: String]] = [
      ["Name": "email", "Value": "ada@example.com"], ["Name": "email_verified", "Value": "true"],
      ["Name": "phone_number", "Value": "+15551234567"],
    ]
    _ = try call(
      "AdminCreateUser", "UserPoolId", poolID, "Username", "ada", "UserAttributes", attributes)
    _ = try call(
      "AdminSetUserPassword", "UserPoolId", poolID, "Username", "ada", "Password", Self.password,
      "Permanent", true)
  }

  /// What InitiateAuth answers to her password.
  mutating func signInByPassword() throws -> JSON {
    try call(
      "InitiateAuth", "ClientId", clientID, "AuthFlow", "USER_PASSWORD_AUTH", "AuthParameters",
      ["USERNAME": "ada", "PASSWORD": Self.password])
  }

  mutating func respond(_ challenge: JSON, _ responses: [String: String]) throws -> JSON {
    let name = try #require(challenge["ChallengeName"]?.text)
    return try call(
      "RespondToAuthChallenge", "ClientId", clientID, "ChallengeName", name, "Session",
      try #require(challenge["Session"]?.text), "ChallengeResponses",
      responses.merging(["USERNAME": "ada"]) { $1 })
  }

  mutating func lastCode() throws -> String {
    let mail = try call("TestBedMailbox", "Username", "ada")["Messages"]?.elements
    return try #require(mail?.last { $0["Purpose"]?.text == "smsMFA" }?["Code"]?.text)
  }

  /// Calls an operation with names and values in turn.
  mutating func call(_ operation: String, _ fields: Any...) throws -> JSON {
    var input: [String: Any] = [:]
    for position in stride(from: 0, to: fields.count, by: 2) {
      input[try #require(fields[position] as? String)] = fields[position + 1]
    }
    return try call(operation, with: input)
  }

  /// Calls an operation whose last field is JSON already.
  mutating func call(
    _ operation: String, _ name: String, _ value: String, _ last: String, json: JSON
  ) throws -> JSON {
    let bytes = Array(json.serialized.utf8)
    let object = try JSONSerialization.jsonObject(with: Data(bytes))
    return try call(operation, with: [name: value, last: object])
  }

  mutating func call(_ operation: String, with input: [String: Any]) throws -> JSON {
    let data = try JSONSerialization.data(
      withJSONObject: ["operation": operation, "input": input], options: [.sortedKeys])
    lines.append(String(decoding: data, as: UTF8.self))
    answers.append(service.answer(Array(data)))
    let answer = try JSON(parsing: try #require(answers.last))
    if let output = answer["output"] { return output }
    throw Refusal(
      name: answer["error"]?["__type"]?.text ?? "",
      message: answer["error"]?["message"]?.text ?? "")
  }
}
