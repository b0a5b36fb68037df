import Foundation
import SignInCryptography
import Testing

@testable import Endpoint
@testable import SignInTestBed

/// The owner's Lambda functions: what they are asked, and what the pool makes of their answers.
@Suite struct TriggerTests {
  /// The event with another response.
  private func returning(_ response: String) throws -> TriggerAnswer.Outcome {
    .returned(.members(["response": try JSON(parsing: response)]))
  }

  private func signUp(_ desk: inout Desk) throws -> String {
    #"{"ClientId":"\#(try desk.clientID())","Username":"eve","Password":"\#(Desk.password)","#
      + #""UserAttributes":[{"Name":"email","Value":"eve@example.com"}],"#
      + #""ValidationData":[{"Name":"invitation","Value":"42"}]}"#
  }

  private func signIn(
    _ desk: inout Desk, _ name: String = "ada", _ password: String = Desk.password
  ) throws -> String {
    #"{"ClientId":"\#(try desk.clientID())","AuthFlow":"USER_PASSWORD_AUTH","#
      + #""ClientMetadata":{"screen":"tv"},"#
      + #""AuthParameters":{"USERNAME":"\#(name)","PASSWORD":"\#(password)"}}"#
  }

  @Test func `PreSignUp sees what was sent and confirms the user`() throws {
    var desk = try Desk(asking: "preSignUp")
    let (response, calls) = try desk.post("SignUp", try signUp(&desk)) { _ in
      try returning(#"{"autoConfirmUser":true}"#)
    }
    #expect(response.json["UserConfirmed"] == .bool(true))
    let call = try #require(calls.first)
    #expect(calls.count == 1)
    #expect(call.name == "preSignUp")
    #expect(call.event["triggerSource"]?.text == "PreSignUp_SignUp")
    #expect(call.event["userName"]?.text == "eve")
    #expect(call.event["request"]?["userAttributes"]?["email"]?.text == "eve@example.com")
    #expect(call.event["request"]?["validationData"]?["invitation"]?.text == "42")
    #expect(call.event["response"]?["autoConfirmUser"] == .bool(false))
    #expect(desk.endpoint.differences.isEmpty)
    // What it has answered counted for that request alone.
    let (second, _) = try desk.post(
      "SignUp", try signUp(&desk).replacing("eve", with: "bob")
    ) { _ in try returning("{}") }
    #expect(second.json["UserConfirmed"] != .bool(true))
  }

  @Test(
    arguments: [
      (
        .refused("Not invited"), "UserLambdaValidationException",
        "PreSignUp failed with error Not invited."
      ),
      (
        .refused("User could not be created."), "UserLambdaValidationException",
        "PreSignUp failed with error User could not be created.."
      ),
      (.returned(.null), "InvalidLambdaResponseException", "Unrecognizable lambda output"),
      (.returned(.members(["response": .null])), "InvalidLambdaResponseException", nil),
      (
        .returned(.members(["response": .members(["autoConfirmUser": .string("yes")])])),
        "InvalidLambdaResponseException", "Unrecognizable lambda output"
      ),
      (
        .failed("late"), "UnexpectedLambdaException",
        "[UnexpectedLambdaException: the words are not known; PreSignUp: late]"
      ),
    ] as [(TriggerAnswer.Outcome, String, String?)])
  func `a function that goes wrong is the service's exception`(
    outcome: TriggerAnswer.Outcome, exception: String, words: String?
  ) throws {
    var desk = try Desk(asking: "preSignUp")
    let (response, _) = try desk.post("SignUp", try signUp(&desk)) { _ in outcome }
    #expect(response.json["__type"]?.text == exception)
    if let words { #expect(response.json["message"]?.text == words) }
    #expect(try desk.usernames() == [])
  }

  @Test func `what the table says of an answer's types is read, and null is of each`() throws {
    let table = try TriggerTable.bundled()
    let verify = table.functions.first { $0.name == "verifyAuthChallengeResponse" }
    #expect(verify?.types == ["answerCorrect": .boolean])
    for function in table.functions {
      #expect(function.types.keys.sorted() == function.response.entries.map(\.name).sorted())
    }
    // What is handed over may come back.
    #expect(table.functions.allSatisfy { $0.recognizes($0.response) })
  }

  @Test func `a sign-in asks before the password and before the tokens`() throws {
    var desk = try Desk(
      users: [Desk.ada], asking: "preAuthentication postAuthentication preTokenGeneration")
    let (response, calls) = try desk.post("InitiateAuth", try signIn(&desk)) { call in
      try returning(
        call.name == "preTokenGeneration"
          ? #"{"claimsOverrideDetails":{"claimsToAddOrOverride":{"tier":"gold","sub":"eve"},"#
            + #""claimsToSuppress":["event_id","cognito:username"]}}"# : "{}")
    }
    #expect(calls.map(\.name) == ["preAuthentication", "postAuthentication", "preTokenGeneration"])
    #expect(calls[0].event["request"]?["validationData"]?["screen"]?.text == "tv")
    #expect(
      calls[1].event["request"]?["userAttributes"]?["cognito:user_status"]?.text == "CONFIRMED")
    #expect(calls[2].event["triggerSource"]?.text == "TokenGeneration_Authentication")
    let result = try #require(response.json["AuthenticationResult"])
    let claims = try JSONWebToken(try #require(result["IdToken"]?.text)).claims
    #expect(claims["tier"]?.text == "gold")
    #expect(claims["sub"]?.text != "eve")
    #expect(claims["cognito:username"]?.text == "ada")
    let access = try JSONWebToken(try #require(result["AccessToken"]?.text)).claims
    #expect(access["tier"] == nil)
    #expect(desk.endpoint.differences.isEmpty)
  }

  @Test func `PreAuthentication refuses before the password counts`() throws {
    var desk = try Desk(users: [Desk.ada], asking: "preAuthentication")
    let body = try signIn(&desk, "ada", "wrong")
    let (response, _) = try desk.post("InitiateAuth", body) { _ in .refused("Closed.") }
    #expect(
      response.json["message"]?.text == "PreAuthentication failed with error Closed..")
    #expect(try desk.failures() == nil)
  }

  @Test func `PostConfirmation refuses, and the user is confirmed all the same`() throws {
    var desk = try Desk(["autoVerified": "email"], asking: "postConfirmation")
    _ = try desk.post("SignUp", try signUp(&desk)) { _ in .failed("not asked") }
    let mail = try desk.control("mailbox").json["Messages"]?.elements
    let code = try #require(mail?.last?["Code"]?.text)
    let body =
      #"{"ClientId":"\#(try desk.clientID())","Username":"eve","ConfirmationCode":"\#(code)"}"#
    let (response, calls) = try desk.post("ConfirmSignUp", body) { _ in .refused("no mail") }
    #expect(calls.map { $0.event["triggerSource"]?.text } == ["PostConfirmation_ConfirmSignUp"])
    let shown = calls.first?.event["request"]?["userAttributes"]
    #expect(shown?["cognito:user_status"]?.text == "CONFIRMED")
    #expect(shown?["email_verified"]?.text == "true")
    #expect(response.json["message"]?.text == "PostConfirmation failed with error no mail.")
    let users = try desk.control("users").json["Users"]?.elements
    #expect(users?.first?["Record"]?["status"]?.text == "confirmed")
  }

  @Test func `PostConfirmation follows on a sign-up that PreSignUp confirms`() throws {
    var desk = try Desk(asking: "preSignUp postConfirmation")
    let (response, calls) = try desk.post("SignUp", try signUp(&desk)) { call in
      try call.name == "preSignUp"
        ? returning(#"{"autoConfirmUser":true,"autoVerifyEmail":true}"#) : .refused("no mail")
    }
    #expect(calls.map(\.name) == ["preSignUp", "postConfirmation"])
    let shown = calls.last?.event["request"]?["userAttributes"]
    #expect(shown?["email"]?.text == "eve@example.com")
    #expect(shown?["email_verified"]?.text == "true")
    #expect(response.json["message"]?.text == "PostConfirmation failed with error no mail.")
    #expect(try desk.usernames() == ["eve"])
  }

  @Test func `UserMigration brings a user in once, with the password that was sent`() throws {
    var desk = try Desk(asking: "userMigration")
    let body = try signIn(&desk, "eve")
    let (none, _) = try desk.post("InitiateAuth", body) { _ in .refused("Bad password") }
    #expect(none.json["__type"]?.text == "UserNotFoundException")
    let (response, calls) = try desk.post("InitiateAuth", body) { _ in
      try returning(
        #"{"userAttributes":{"email":"eve@example.com","email_verified":"true"},"#
          + #""finalUserStatus":"CONFIRMED"}"#)
    }
    #expect(calls.first?.event["request"]?["password"]?.text == Desk.password)
    #expect(response.json["AuthenticationResult"] != nil)
    let (again, further) = try desk.post("InitiateAuth", body) { _ in .refused("asked again") }
    #expect(again.json["AuthenticationResult"] != nil)
    #expect(further.isEmpty)
    #expect(try desk.usernames() == ["eve"])
    #expect(desk.endpoint.differences.isEmpty)
  }

  @Test(arguments: [("", false), (#","phone_number":"+15551234567""#, true)])
  func `who shall be asked for codes by SMS is brought in with a number alone`(
    number: String, isBroughtIn: Bool
  ) throws {
    var desk = try Desk(asking: "userMigration")
    let (response, _) = try desk.post("InitiateAuth", try signIn(&desk, "eve")) { _ in
      try returning(
        #"{"userAttributes":{"email":"eve@example.com"\#(number)},"enableSMSMFA":true,"#
          + #""finalUserStatus":"CONFIRMED"}"#)
    }
    #expect((response.json["AuthenticationResult"] != nil) == isBroughtIn)
    #expect(try desk.usernames() == (isBroughtIn ? ["eve"] : []))
    #expect(desk.endpoint.differences.isEmpty)
  }

  @Test(arguments: [("", "eve"), ("email", "eve@example.com")])
  func `who is brought in has a sub, which is the name where addresses are names`(
    kind: String, name: String
  ) throws {
    let names = kind.isEmpty ? [:] : ["usernameAttributes": kind]
    var desk = try Desk(names, asking: "userMigration")
    let (response, _) = try desk.post("InitiateAuth", try signIn(&desk, name)) { _ in
      try returning(
        #"{"userAttributes":{"email":"eve@example.com"},"finalUserStatus":"CONFIRMED"}"#)
    }
    let token = try #require(response.json["AuthenticationResult"]?["IdToken"]?.text)
    let claims = try JSONWebToken(token).claims
    let sub = try #require(claims["sub"]?.text)
    #expect(UUID(uuidString: sub) != nil)
    #expect(claims["cognito:username"]?.text == (kind.isEmpty ? "eve" : sub))
    #expect(try desk.usernames() == [kind.isEmpty ? "eve" : sub])
    #expect(desk.endpoint.differences.isEmpty)
  }

  @Test func `UserMigration takes the alias of another where it says so alone`() throws {
    var desk = try Desk(["aliasAttributes": "email"], asking: "preSignUp userMigration")
    let marks = #"{"autoConfirmUser":true,"autoVerifyEmail":true}"#
    _ = try desk.post("SignUp", try signUp(&desk)) { _ in try returning(marks) }
    let body = try signIn(&desk, "eva")
    let found =
      #""userAttributes":{"email":"eve@example.com","email_verified":"true"},"#
      + #""finalUserStatus":"CONFIRMED""#
    let (refused, _) = try desk.post("InitiateAuth", body) { _ in try returning("{\(found)}") }
    #expect(refused.json["__type"]?.text == "UserNotFoundException")
    #expect(try desk.usernames() == ["eve"])
    let (taken, _) = try desk.post("InitiateAuth", body) { _ in
      try returning(#"{\#(found),"forceAliasCreation":true}"#)
    }
    #expect(taken.json["AuthenticationResult"] != nil)
    #expect(try desk.usernames().sorted() == ["eva", "eve"])
    #expect(desk.endpoint.differences.isEmpty)
  }

  @Test func `functions and tokens of the sign-in that migrates see what was found`() throws {
    var desk = try Desk(asking: "userMigration postAuthentication preTokenGeneration")
    let (response, calls) = try desk.post("InitiateAuth", try signIn(&desk, "eve")) { call in
      guard call.name == "userMigration" else { return try returning("{}") }
      return try returning(
        #"{"userAttributes":{"email":"eve@example.com","email_verified":"true"},"#
          + #""finalUserStatus":"CONFIRMED"}"#)
    }
    let shown = calls.filter { $0.name != "userMigration" }.map { call in
      let attributes = call.event["request"]?["userAttributes"]
      return ["email", "email_verified"].map { attributes?[$0]?.text }
    }
    #expect(shown == [["eve@example.com", "true"], ["eve@example.com", "true"]])
    let token = try #require(response.json["AuthenticationResult"]?["IdToken"]?.text)
    let claims = try JSONWebToken(token).claims
    #expect(claims["email"]?.text == "eve@example.com")
    #expect(claims["email_verified"]?.bool == true)
  }

  @Test func `what was answered is in the file, and nobody is asked again`() throws {
    let path = NSTemporaryDirectory() + "waymark-state-\(UUID().uuidString)"
    defer { unlink(path) }
    var desk = try Desk(state: path, asking: "preSignUp")
    _ = try desk.post("SignUp", try signUp(&desk)) { _ in
      try returning(#"{"autoConfirmUser":true}"#)
    }
    desk.endpoint.closeState()
    var again = try Desk(state: path, asking: "preSignUp")
    #expect(try again.usernames() == ["eve"])
    again.endpoint.closeState()
  }
}
