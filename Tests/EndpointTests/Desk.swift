import Foundation
import SignIn
import SignInCryptography
import SignInTestBed
import Testing
import TransitionTables

@testable import Endpoint

/// An endpoint without a socket, with what tests send to it.
struct Desk {
  static let model = Result { try BundledTable.signIn() }
  static let password = "Str0ng-Passw0rd"

  var endpoint: Endpoint
  /// This machine's time.
  var time: Int64 = 1_800_000_000

  init(
    _ configuration: [String: String] = [:], seed: UInt64 = 1, users: [JSON] = [],
    state: String? = nil, asking functions: String = "", clockStep: Int64 = 0
  ) throws {
    let model = try Self.model.get()
    var settings = ["flows": "userSRP userPassword refresh", "existenceErrors": "legacy"]
    settings.merge(configuration) { $1 }
    if !functions.isEmpty { settings["triggers"] = functions }
    var conventions = TestBedConventions.cognito
    conventions.pool.clockStep = clockStep
    var service = try PoolService(
      model: model, parameters: try Self.parameters(settings, of: model), seed: seed,
      conventions: conventions)
    service.connect(
      Set(functions.split(separator: " ").map(String.init)), by: try TriggerTable.bundled())
    endpoint = try Endpoint(service, model: model, users: users, time: time, state: state)
  }

  /// A configuration in words, by slot.
  private static func parameters(
    _ settings: [String: String], of model: Model
  ) throws -> [Int: Int] {
    var values: [Int: Int] = [:]
    for (name, text) in settings {
      let slot = try #require(model.parameter(named: name))
      let node = LocatedNode(.scalar(text, quoted: false), at: SourceLocation(file: "test"))
      values[slot] = try model.value(node, for: slot)
    }
    return values
  }

  /// A confirmed user as a file of users makes one.
  static let ada = JSON.members([
    "Username": .string("ada"), "Password": .string(password), "UserAttributes": .array([]),
    "Record": .members([
      "status": .string("confirmed"), "password": .string("permanent"),
      "enabled": .string("true"),
    ]),
  ])

  mutating func post(
    _ operation: String, _ body: String, headers: [(String, String)] = []
  ) throws -> EndpointResponse {
    let target = ("X-Amz-Target", "AWSCognitoIdentityProviderService.\(operation)")
    let response = endpoint.respond(
      to: EndpointRequest("POST", "/", headers: [target] + headers, body: Array(body.utf8)),
      at: time)
    try endpoint.commit()
    return response
  }

  mutating func signIn(_ password: String = Desk.password) throws -> EndpointResponse {
    try post(
      "InitiateAuth",
      #"{"ClientId":"\#(try clientID())","AuthFlow":"USER_PASSWORD_AUTH","AuthParameters":"#
        + #"{"USERNAME":"ada","PASSWORD":"\#(password)"}}"#)
  }

  /// Posts an operation, and answers the questions to the owner's functions.
  mutating func post(
    _ operation: String, _ body: String,
    asking answer: (TriggerCall) throws -> TriggerAnswer.Outcome
  ) throws -> (response: EndpointResponse, calls: [TriggerCall]) {
    let target = ("X-Amz-Target", "AWSCognitoIdentityProviderService.\(operation)")
    let request = EndpointRequest("POST", "/", headers: [target], body: Array(body.utf8))
    var (answers, calls) = ([TriggerAnswer](), [TriggerCall]())
    while calls.count < 20 {
      switch endpoint.respond(to: request, at: time, by: answers) {
      case .response(let response):
        try endpoint.commit()
        return (response, calls)
      case .question(let call):
        calls.append(call)
        answers.append(TriggerAnswer(call.name, try answer(call)))
      }
    }
    throw EndpointFailure(place: operation, reason: "it asks without an end")
  }

  mutating func clientID() throws -> String {
    try #require(endpoint.describe()["ClientId"]?.text)
  }

  /// A request to `/_waymark/`, with a body to change something.
  mutating func control(_ name: String, _ body: String? = nil) throws -> EndpointResponse {
    let request = EndpointRequest(
      body == nil ? "GET" : "POST", "/_waymark/\(name)", body: Array((body ?? "").utf8))
    let response = endpoint.respond(to: request, at: time)
    try endpoint.commit()
    return response
  }

  mutating func usernames() throws -> [String] {
    let users = try control("users").json["Users"]?.elements ?? []
    return users.compactMap { $0["Username"]?.text }
  }

  mutating func failures() throws -> String? {
    try control("users").json["Users"]?.elements?.first?["Record"]?["failures"]?.text
  }
}

extension EndpointResponse {
  /// The body as JSON; null where it is none.
  var json: JSON { (try? JSON(parsing: String(decoding: body, as: UTF8.self))) ?? .null }
}
