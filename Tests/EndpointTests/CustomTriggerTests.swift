import SignInCryptography
import SignInTestBed
import Testing

@testable import Endpoint

/// A custom sign-in whose three functions are the owner's own.
@Suite struct CustomTriggerTests {
  private static let functions =
    "defineAuthChallenge createAuthChallenge verifyAuthChallengeResponse"

  /// A captcha: asked until it is right, at most eight times.
  private static func captcha(_ call: TriggerCall) throws -> TriggerAnswer.Outcome {
    let request = call.event["request"]
    let session = request?["session"]?.elements ?? []
    let text: String
    switch call.name {
    case "defineAuthChallenge":
      if session.last?["challengeResult"] == .bool(true) {
        text = #"{"issueTokens":true,"failAuthentication":false}"#
      } else if session.count < 8 {
        text = #"{"challengeName":"CUSTOM_CHALLENGE","issueTokens":false}"#
      } else {
        text = #"{"issueTokens":false,"failAuthentication":true}"#
      }
    case "createAuthChallenge":
      text =
        #"{"publicChallengeParameters":{"question":"2+2"},"#
        + #""privateChallengeParameters":{"answer":"4"},"challengeMetadata":"SUM"}"#
    default:
      let isRight = request?["challengeAnswer"] == request?["privateChallengeParameters"]?["answer"]
      text = #"{"answerCorrect":\#(isRight)}"#
    }
    return .returned(.members(["response": try JSON(parsing: text)]))
  }

  private func begin(_ desk: inout Desk) throws -> EndpointResponse {
    let (response, calls) = try desk.post(
      "InitiateAuth",
      #"{"ClientId":"\#(try desk.clientID())","AuthFlow":"CUSTOM_AUTH","#
        + #""AuthParameters":{"USERNAME":"ada"}}"#, asking: Self.captcha)
    #expect(calls.map(\.name) == ["defineAuthChallenge", "createAuthChallenge"])
    #expect(calls[0].event["request"]?["session"] == .array([]))
    return response
  }

  private func answer(
    _ answer: String, to asked: EndpointResponse, _ desk: inout Desk
  ) throws -> (response: EndpointResponse, calls: [TriggerCall]) {
    let session = try #require(asked.json["Session"]?.text)
    return try desk.post(
      "RespondToAuthChallenge",
      #"{"ClientId":"\#(try desk.clientID())","ChallengeName":"CUSTOM_CHALLENGE","#
        + #""Session":"\#(session)","ChallengeResponses":{"USERNAME":"ada","#
        + #""ANSWER":"\#(answer)"}}"#, asking: Self.captcha)
  }

  @Test func `the functions make the challenge, judge the answer and end the rounds`() throws {
    var desk = try Desk(["flows": "custom"], users: [Desk.ada], asking: Self.functions)
    var asked = try begin(&desk)
    let shown = asked.json["ChallengeParameters"]
    #expect(shown == .members(["USERNAME": .string("ada"), "question": .string("2+2")]))
    // More rounds than any exploration has.
    for round in 1...6 {
      let (response, calls) = try answer("5", to: asked, &desk)
      #expect(
        calls.map(\.name) == [
          "verifyAuthChallengeResponse", "defineAuthChallenge", "createAuthChallenge",
        ])
      let session = calls[1].event["request"]?["session"]?.elements
      #expect(session?.count == round)
      #expect(
        session?.last
          == .members([
            "challengeName": .string("CUSTOM_CHALLENGE"), "challengeResult": .bool(false),
            "challengeMetadata": .string("SUM"),
          ]))
      asked = response
    }
    let (response, calls) = try answer("4", to: asked, &desk)
    #expect(calls.map(\.name) == ["verifyAuthChallengeResponse", "defineAuthChallenge"])
    #expect(response.json["AuthenticationResult"] != nil)
    #expect(desk.endpoint.differences.isEmpty)
  }

  @Test func `the function that gives up ends the sign-in`() throws {
    var desk = try Desk(["flows": "custom"], users: [Desk.ada], asking: Self.functions)
    var asked = try begin(&desk)
    for _ in 1...7 { asked = try answer("5", to: asked, &desk).response }
    let (last, _) = try answer("5", to: asked, &desk)
    #expect(last.json["__type"]?.text == "NotAuthorizedException")
    #expect(last.json["message"]?.text == "Incorrect username or password.")
  }

  @Test func `a challenge that cannot be made is the service's exception`() throws {
    var desk = try Desk(["flows": "custom"], users: [Desk.ada], asking: Self.functions)
    let (response, _) = try desk.post(
      "InitiateAuth",
      #"{"ClientId":"\#(try desk.clientID())","AuthFlow":"CUSTOM_AUTH","#
        + #""AuthParameters":{"USERNAME":"ada"}}"#
    ) { call in
      try call.name == "createAuthChallenge" ? .refused("no SMS left") : Self.captcha(call)
    }
    #expect(response.json["__type"]?.text == "UserLambdaValidationException")
    #expect(
      response.json["message"]?.text == "CreateAuthChallenge failed with error no SMS left.")
  }
}
