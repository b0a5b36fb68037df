import SignInCryptography
import SignInTestBed
import Testing

@testable import Endpoint

/// What is noted of sign-ins for coverage.
@Suite struct SignInLogTests {
  @Test func `a sign-in is noted without its name and password`() throws {
    var desk = try Desk(users: [Desk.ada])
    _ = try desk.signIn("wrong")
    _ = try desk.signIn()
    let text = try desk.control("coverage").json.serialized
    #expect(
      text == #"{"waymarkCoverage":[["InitiateAuth USER_PASSWORD_AUTH→NotAuthorizedException: "#
        + #"Incorrect username or password.","InitiateAuth USER_PASSWORD_AUTH→tokens"]]}"#)
  }

  /// A text of the request is in the service's answer, and is none of the table's words.
  @Test func `of an exception that no row sends no words are noted`() throws {
    var desk = try Desk(users: [Desk.ada])
    let client = try desk.clientID()
    let signIn = #""AuthFlow":"USER_PASSWORD_AUTH","AuthParameters":{"USERNAME":"ada"}"#
    let refused = try desk.post("InitiateAuth", #"{"ClientId":"\#(client)",\#(signIn)}"#)
    #expect(refused.json["message"]?.text == "Missing required parameter PASSWORD")
    let input = try JSON(parsing: "{\(signIn)}")
    func noted(_ body: JSON) -> String? {
      let reply = ServiceReply(body: body, exception: "InvalidParameterException")
      return desk.endpoint.moment.service.exchange("InitiateAuth", input, reply)?.text
    }
    let request = "InitiateAuth USER_PASSWORD_AUTH→InvalidParameterException: "
    #expect(noted(refused.json) == request + "[no row]")
    let known = "Auth flow not enabled for this client"
    #expect(noted(.members(["message": .string(known)])) == request + known)
    let words = "A: b"
    #expect(WireExchange("X→E: \(words)")?.words == words)
    #expect(WireExchange("X→E: \(words)")?.text == "X→E: \(words)")
    #expect(WireExchange("X→: ")?.answer == "")
  }

  @Test func `a file is read again and added to`() throws {
    let first = try #require(WireExchange("InitiateAuth USER_SRP_AUTH→PASSWORD_VERIFIER"))
    var log = SignInLog()
    log.note(first, of: "ada")
    var read = try #require(SignInLog(try JSON(parsing: log.json.serialized)))
    #expect(read.ways == [[first]])
    var other = SignInLog()
    other.note(WireExchange(request: "InitiateAuth USER_SRP_AUTH", answer: "tokens"), of: "eve")
    read.add(other)
    #expect(read.ways.count == 2)
    #expect(SignInLog(.object([])) == nil)
  }

  @Test func `an unknown path is not driven`() throws {
    var desk = try Desk()
    #expect(
      try desk.control("drive", #"{"path":"nowhere"}"#).json["message"]?.text
        == "there are no paths: start `serve` with `--drive`")
  }
}

extension SignInLogTests {
  @Test func `what the table does to a user by itself is asked for by name`() throws {
    var desk = try Desk(users: [Desk.ada])
    let reply = desk.endpoint.perform(
      "TestBedAct",
      .members(["Username": .string("ada"), "Action": .string("disableUser")]), at: desk.time)
    #expect(reply.exception == nil)
    #expect(try desk.signIn().json["__type"]?.text == "NotAuthorizedException")
    let unknown = desk.endpoint.perform(
      "TestBedAct", .members(["Username": .string("ada"), "Action": .string("nothing")]),
      at: desk.time)
    #expect(unknown.exception == "InvalidParameterException")
  }

  @Test(arguments: [
    ("attributes", "email", "The action setUserAttribute has no input attributes."),
    ("attribute", "mail", "The input attribute of setUserAttribute cannot be mail."),
  ])
  func `an input that the table's action has not is refused, and not taken for another`(
    _ input: String, _ value: String, _ words: String
  ) throws {
    var desk = try Desk(users: [Desk.ada])
    let reply = desk.endpoint.perform(
      "TestBedAct",
      .members([
        "Username": .string("ada"), "Action": .string("setUserAttribute"),
        "Inputs": .members([input: .string(value)]),
      ]), at: desk.time)
    #expect(reply.exception == "InvalidParameterException")
    #expect(reply.body["message"]?.text == words)
  }
}
