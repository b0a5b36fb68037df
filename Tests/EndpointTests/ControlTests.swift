import SignInCryptography
import Testing

@testable import Endpoint

@Suite struct ControlTests {
  @Test func `a throttled request is not performed and a doubled one counts twice`() throws {
    var desk = try Desk(users: [Desk.ada])
    _ = try desk.control("faults", #"{"fault":"throttle","operation":"InitiateAuth"}"#)
    #expect(try desk.signIn("wrong").json["__type"]?.text == "TooManyRequestsException")
    #expect(try desk.failures() == nil)
    _ = try desk.control("faults", #"{"fault":"double"}"#)
    #expect(try desk.signIn("wrong").json["__type"]?.text == "NotAuthorizedException")
    #expect(try desk.failures() == "2")
    _ = try desk.control("faults", #"{"fault":"lose","operation":"GetUser"}"#)
    #expect(try !desk.signIn("wrong").isLost)
    #expect(try desk.post("GetUser", "{}").isLost)
    #expect(try desk.control("faults").json == .array([]))
  }

  @Test(arguments: [
    #"{"fault":"burn"}"#, "{}", #"{"fault":"lose","count":0}"#, "[]", "{",
    #"{"fault":"lose","count":"2"}"#, #"{"fault":"lose","operation":5}"#,
    #"{"fault":"lose","operation":"InitiateAut"}"#,
  ])
  func `a fault that is none is refused`(body: String) throws {
    var desk = try Desk()
    #expect(try desk.control("faults", body).status == 400)
  }

  @Test func `the clock is this machine's and only goes forward`() throws {
    var desk = try Desk()
    #expect(try desk.control("clock").json["clock"]?.integer == desk.time)
    #expect(
      try desk.control("clock", #"{"advance":60}"#).json["clock"]?.integer == desk.time + 60)
    #expect(try desk.control("clock", #"{"advance":-1}"#).status == 400)
    desk.time += 5
    #expect(try desk.control("clock").json["clock"]?.integer == desk.time + 60)
  }

  /// The fifth failure may come at the end of a second: when the next one begins, none has passed.
  @Test(arguments: [
    (0, 1, "tokens"), (1, 1, "Password attempts exceeded"), (1, 2, "tokens"),
  ])
  func `a lock of a second lasts one, by a clock that moves in whole seconds`(
    clockStep: Int64, passed: Int64, answer: String
  ) throws {
    var desk = try Desk(users: [Desk.ada], clockStep: clockStep)
    for _ in 1...5 { _ = try desk.signIn("wrong") }
    desk.time += passed
    let reply = try desk.signIn().json
    let isIn = reply["AuthenticationResult"]?["AccessToken"] != nil
    #expect((isIn ? "tokens" : reply["message"]?.text) == answer)
  }

  @Test func `a snapshot is gone back to and reset goes back to the start`() throws {
    var desk = try Desk(users: [Desk.ada])
    let eve = #"{"Username":"eve","Record":{"status":"confirmed","password":"permanent"}}"#
    #expect(try desk.control("snapshot", "{}").status == 200)
    #expect(try desk.control("users", eve).status == 200)
    #expect(try desk.usernames().count == 2)
    #expect(try desk.control("restore", "{}").status == 200)
    #expect(try desk.usernames() == ["ada"])
    #expect(try desk.control("users", eve).status == 200)
    #expect(try desk.control("reset", "{}").status == 200)
    #expect(try desk.usernames() == ["ada"])
    #expect(try desk.control("restore", #"{"name":"none"}"#).status == 400)
  }

  @Test func `mail says where it went where people are known by an id`() throws {
    var desk = try Desk(["usernameAttributes": "email", "autoVerified": "email"])
    _ = try desk.post(
      "SignUp",
      #"{"ClientId":"\#(try desk.clientID())","Username":"eve@example.com","#
        + #""Password":"\#(Desk.password)"}"#)
    let mail = try desk.control("mailbox").json["Messages"]?.elements?.first
    #expect(mail?["To"]?.text == "eve@example.com")
    #expect(mail?["Username"]?.text != "eve@example.com")
  }

  @Test(arguments: [
    (#"{"mfaa":"off"}"#, "There is no parameter mfaa, did you mean mfa?"),
    (#"{"mfa":"never"}"#, "mfa cannot be never; it is off now."),
  ])
  func `a setting that is none is named`(body: String, said: String) throws {
    var desk = try Desk()
    #expect(try desk.control("settings", body).json["message"]?.text == said)
  }

  @Test(arguments: [
    #"{"Username":"ada","Record":{"status":"confirmed","password":"permanent"}}"#,
    #"{"Username":"eve","Record":{"status":"asleep"}}"#, #"{"Username":"eve"}{}"#,
    #"{"Username":"eve","Password":"x","Record":{"status":"unconfirmed"}}"#,
    #"{"Username":"eve","Record":{"status":"confirmed","contact[email]":"verified"}}"#,
    #"{"Username":"eve adams","Record":{"status":"confirmed","password":"permanent"}}"#,
  ])
  func `a user who cannot be is refused`(body: String) throws {
    var desk = try Desk(users: [Desk.ada])
    #expect(try desk.control("users", body).status == 400)
    #expect(try desk.usernames() == ["ada"])
  }

  @Test(arguments: [
    (
      #"{"Name":"emial","Value":"eve@example.com"}"#,
      "Attributes did not conform to the schema: emial: Attribute does not exist in the schema.\n"
    ),
    (#"{"Name":"phone_number","Value":"555"}"#, "Invalid phone number format."),
    (
      #"{"Name":"email_verified","Value":"true"}"#,
      "email_verified is made up, or the record says it: leave it out."
    ),
  ])
  func `a user has attributes that the service would take`(
    attribute: String, said: String
  ) throws {
    var desk = try Desk()
    let body =
      #"{"Username":"eve","UserAttributes":[\#(attribute)],"#
      + #""Record":{"status":"confirmed","password":"permanent"}}"#
    #expect(try desk.control("users", body).json["message"]?.text == said)
    #expect(try desk.usernames() == [])
  }

  @Test func `an authenticator's secret is Base32`() throws {
    var desk = try Desk(["mfa": "optional", "mfaMethods": "{totp}"])
    let body =
      #"{"Username":"eve","TotpSecret":"not one!","#
      + #""Record":{"status":"confirmed","password":"permanent","totp":"verified"}}"#
    let said = try desk.control("users", body).json["message"]?.text
    #expect(said == "TotpSecret is no Base32: A to Z and 2 to 7.")
  }

  @Test(
    arguments: [
      ([:], "ada"), (["usernameAttributes": "email"], "ada@example.com"),
    ] as [([String: String], String)])
  func `the greeting names users as they sign in`(
    configuration: [String: String], name: String
  ) throws {
    let ada = try JSON(
      parsing: #"{"Username":"\#(name)","#
        + #""UserAttributes":[{"Name":"email","Value":"ada@example.com"}],"#
        + #""Record":{"status":"confirmed","password":"permanent","contact[email]":"verified"}}"#)
    var desk = try Desk(configuration, users: [ada])
    #expect(desk.endpoint.greeting(at: "http://x").hasSuffix(" users \(name)"))
  }

  @Test(arguments: [
    ("email", "ada@example.com", "email", "bob@example.com"),
    ("phone", "+15551234567", "phone_number", "+15557654321"),
  ])
  func `a user whose name is an address has no other one`(
    kind: String, name: String, attribute: String, other: String
  ) throws {
    var desk = try Desk(["usernameAttributes": kind])
    let user = { (value: String) in
      #"{"Username":"\#(name)","UserAttributes":[{"Name":"\#(attribute)","Value":"\#(value)"}],"#
        + #""Record":{"status":"confirmed","password":"permanent","contact[\#(kind)]":"verified"}}"#
    }
    let refused = try desk.control("users", user(other))
    #expect(refused.status == 400)
    #expect(
      refused.json["message"]?.text
        == "The username \(name) is the \(attribute) here, and \(other) is another: leave it out.")
    #expect(try desk.control("users", user(name)).status == 200)
    let nameless = try desk.control("users", #"{"Username":"ada"}"#)
    #expect(
      nameless.json["message"]?.text == "A username is an address here, \(kind): ada is none.")
  }

  @Test func `a user who is put in place locked stays so for fifteen minutes`() throws {
    var desk = try Desk()
    let ada =
      #"{"Username":"ada","Password":"\#(Desk.password)","#
      + #""Record":{"status":"confirmed","password":"permanent","failures":"5","locked":"true"}}"#
    #expect(try desk.control("users", ada).status == 200)
    desk.time += 899
    #expect(try desk.signIn().json["message"]?.text == "Password attempts exceeded")
    desk.time += 1
    #expect(try desk.signIn().status == 200)
  }

  @Test func `a setting is changed where the service would allow it`() throws {
    var desk = try Desk(users: [Desk.ada])
    _ = try desk.control("settings", #"{"flows":"{userSRP, refresh}"}"#)
    #expect(try desk.signIn().json["__type"]?.text == "InvalidParameterException")
    _ = try desk.control("settings", #"{"flows":"{userPassword, refresh}"}"#)
    #expect(try desk.signIn().status == 200)
    #expect(try desk.control("settings").json["flows"]?.text == "{userPassword, refresh}")
    for refused in [
      #"{"mfa":"perhaps"}"#, #"{"nothing":"true"}"#, #"{"mfa":1}"#,
      #"{"mfa":"required","mfaMethods":"{sms}","smsConfigured":"false"}"#,
      #"{"usernameAttributes":"{email}"}"#,
    ] {
      #expect(try desk.control("settings", refused).status == 400)
    }
    #expect(try desk.control("settings").json["mfa"]?.text == "off")
  }

  @Test func `the log names rows with their sources and hides secrets`() throws {
    var desk = try Desk(users: [Desk.ada])
    let tokens = try desk.signIn().json["AuthenticationResult"]
    let entry = try #require(desk.control("log").json.elements?.last)
    #expect(entry["operation"]?.text == "InitiateAuth")
    #expect(entry["user"]?.text == "ada")
    let rows = try #require(entry["rows"]?.elements)
    #expect(!rows.isEmpty && rows.allSatisfy { $0["source"]?.text?.isEmpty == false })
    let text = entry.serialized
    #expect(text.contains("USERNAME"))
    for secret in [Desk.password, try #require(tokens?["AccessToken"]?.text)] {
      #expect(!text.contains(secret))
    }
  }

  @Test func `the log keeps the last requests alone`() throws {
    var desk = try Desk()
    for _ in 0..<(2 * WireLog.limit + 5) { _ = try desk.post("NoSuchThing", "{}") }
    let entries = try #require(desk.control("log").json.elements)
    #expect(entries.count == WireLog.limit)
    #expect(entries.last?["number"]?.integer == Int64(2 * WireLog.limit + 5))
  }
}
