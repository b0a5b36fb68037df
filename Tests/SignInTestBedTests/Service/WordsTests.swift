import SignInCryptography
import Testing

@testable import SignInTestBed

/// The words of exceptions, whose brackets a request fills.
@Suite struct WordsTests {
  private func refusal(
    _ bed: inout Bed, _ operation: String, _ name: String, _ fields: [String: any Sendable] = [:]
  ) throws -> String? {
    let ids: [String: any Sendable] = [
      "UserPoolId": bed.poolID, "ClientId": bed.clientID, "Username": name,
    ]
    do {
      _ = try bed.call(operation, with: fields.merging(ids) { $1 })
      return nil
    } catch let refusal as Bed.Refusal {
      return refusal.message
    }
  }

  @Test func `words name the status, the user and the attribute`() throws {
    var bed = try Bed(["requiredAttributes": "email"])
    try bed.addUser()
    _ = try refusal(&bed, "AdminCreateUser", "eve")
    #expect(
      try refusal(&bed, "AdminConfirmSignUp", "eve")
        == "User cannot be confirmed. Current status is FORCE_CHANGE_PASSWORD")
    #expect(
      try refusal(&bed, "AdminCreateUser", "ada", ["MessageAction": "RESEND"])
        == "Resend not possible. ada status is not FORCE_CHANGE_PASSWORD")
    #expect(
      try refusal(&bed, "SignUp", "bob", ["Password": Bed.password])
        == "Attributes did not conform to the schema: email: The attribute is required")
  }

  @Test func `words name the client`() throws {
    var bed = try Bed(["clientSecret": "true"])
    try bed.addUser()
    let signIn: [String: any Sendable] = [
      "AuthFlow": "USER_PASSWORD_AUTH",
      "AuthParameters": ["USERNAME": "ada", "PASSWORD": Bed.password],
    ]
    #expect(
      try refusal(&bed, "InitiateAuth", "ada", signIn)
        == "Client \(bed.clientID) is configured with secret but SECRET_HASH was not received")
    #expect(
      try refusal(&bed, "ForgotPassword", "ada")
        == "Client \(bed.clientID) is configured for secret but secret was not received")
  }

  /// N691: the form is judged before anybody looks the client up.
  @Test(arguments: [
    (
      "bad client id!",
      "1 validation error detected: Value 'bad client id!' at 'clientId' failed to satisfy "
        + "constraint: Member must satisfy regular expression pattern: [\\w+]+"
    ),
    ("nobodysclient", "User pool client nobodysclient does not exist."),
  ])
  func `an id of no client's form is refused as such, another as one of no client`(
    id: String, words: String
  ) throws {
    var bed = try Bed()
    let error = #expect(throws: Bed.Refusal.self) {
      try bed.call(
        "InitiateAuth", "ClientId", id, "AuthFlow", "USER_PASSWORD_AUTH", "AuthParameters",
        ["USERNAME": "ada", "PASSWORD": Bed.password])
    }
    #expect(error?.message == words)
  }

  @Test func `a code with a space is refused before anybody looks the user up`() throws {
    var bed = try Bed()
    #expect(
      try refusal(&bed, "ConfirmSignUp", "nobody", ["ConfirmationCode": "1 2"])
        == "1 validation error detected: Value '1 2' at 'confirmationCode' failed to satisfy "
        + "constraint: Member must satisfy regular expression pattern: [\\S]+")
  }

  @Test(arguments: [
    ("email", "an email"), ("phone", "a phone number"),
    ("email phone", "either an email or a phone number"),
  ])
  func `words name what a user name is`(kinds: String, words: String) throws {
    var bed = try Bed(["usernameAttributes": kinds])
    #expect(
      try refusal(&bed, "SignUp", "bob", ["Password": Bed.password])
        == "Username should be \(words).")
  }

  @Test(arguments: [
    ("email", "eve@example.com", "email"), ("phone", "+4915112345678", "phone_number"),
    ("email phone", "+4915112345678", "phone_number"), ("email phone", "eve@example.com", "email"),
  ])
  func `words name the address that is there`(kinds: String, name: String, address: String) throws {
    var bed = try Bed(["usernameAttributes": kinds])
    #expect(try refusal(&bed, "SignUp", name, ["Password": Bed.password]) == nil)
    #expect(
      try refusal(&bed, "SignUp", name, ["Password": Bed.password])
        == "An account with the given \(address) already exists.")
  }

  @Test func `a word that a member does not have is refused`() throws {
    var bed = try Bed(["devices": "onPrompt"])
    let status = { (word: String) -> [String: any Sendable] in
      ["AccessToken": "none", "DeviceKey": "none", "DeviceRememberedStatus": word]
    }
    #expect(
      try refusal(&bed, "UpdateDeviceStatus", "ada", status("maybe"))
        == "1 validation error detected: Value 'maybe' at 'deviceRememberedStatus' failed to "
        + "satisfy constraint: Member must satisfy enum value set: [not_remembered, remembered]")
    #expect(
      try refusal(&bed, "UpdateDeviceStatus", "ada", status("remembered")) == "Invalid Access Token"
    )
  }

  @Test func `words fit a template with anything in the place of its brackets`() {
    let template = "Schema: [the attribute]: The [first] attribute is required"
    #expect("Schema: email: The one attribute is required".fits(template))
    #expect(!"Schema: email: The one attribute is there".fits(template))
    #expect(!"schema: email: The one attribute is required".fits(template))
    #expect("User is disabled.".fits("User is disabled."))
    #expect(!"User is disabled.".fits("[E: the words are not known]"))
  }
}
