import SignInCryptography
import Testing

@testable import SignInTestBed

/// What is shown of accounts: their attributes and dates, and lists of them.
@Suite struct ListUsersTests {
  private static let start: Int64 = 1_767_225_601

  private func makeUsers(_ bed: inout Bed, _ names: String...) throws {
    for name in names {
      _ = try bed.call(
        "AdminCreateUser", "UserPoolId", bed.poolID, "Username", name, "UserAttributes",
        [
          ["Name": "email", "Value": "\(name)@example.com"],
          ["Name": "given_name", "Value": "\"\(name)\" Smith"],
        ])
    }
  }

  private func list(
    _ bed: inout Bed, _ fields: [String: any Sendable] = [:]
  ) throws -> (names: [String], token: String?) {
    let answer = try bed.call("ListUsers", with: fields.merging(["UserPoolId": bed.poolID]) { $1 })
    let users = try #require(answer["Users"]?.elements)
    return (users.compactMap { $0["Username"]?.text }, answer["PaginationToken"]?.text)
  }

  private func refusal(_ bed: inout Bed, _ fields: [String: any Sendable]) throws -> String? {
    do {
      _ = try list(&bed, fields)
      return nil
    } catch let refusal as Bed.Refusal {
      return "\(refusal.name): \(refusal.message)"
    }
  }

  @Test func `a sign-up keeps all attributes that it gives`() throws {
    var bed = try Bed()
    let given = [
      ["Name": "email", "Value": "bob@example.com"], ["Name": "given_name", "Value": "Bob"],
      ["Name": "custom:team", "Value": "blue"],
    ]
    _ = try bed.call(
      "SignUp", "ClientId", bed.clientID, "Username", "bob", "Password", Bed.password,
      "UserAttributes", given)
    let user = try bed.call("AdminGetUser", "UserPoolId", bed.poolID, "Username", "bob")
    let shown = try #require(user["UserAttributes"]?.elements)
    #expect(
      shown.compactMap { $0["Name"]?.text } == [
        "sub", "custom:team", "email", "email_verified", "given_name",
      ])
    #expect(shown.last?["Value"]?.text == "Bob")
    let refusal = #expect(throws: Bed.Refusal.self) {
      try bed.call(
        "SignUp", "ClientId", bed.clientID, "Username", "eve", "Password", Bed.password,
        "UserAttributes", [["Name": "team", "Value": "blue"]])
    }
    #expect(
      refusal?.message
        == "Attributes did not conform to the schema: team: Attribute does not exist in the "
        + "schema.\n")
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `an account has the date when it was made, and of its last change`() throws {
    var bed = try Bed()
    try bed.addUser()
    func dates() throws -> [Int64?] {
      let user = try bed.call("AdminGetUser", "UserPoolId", bed.poolID, "Username", "ada")
      return [user["UserCreateDate"]?.integer, user["UserLastModifiedDate"]?.integer]
    }
    #expect(try dates() == [Self.start, Self.start])
    _ = try bed.call("TestBedClock", "By", 60)
    _ = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH", "AuthParameters",
      ["USERNAME": "ada", "PASSWORD": Bed.password])
    #expect(try dates() == [Self.start, Self.start])
    _ = try bed.call(
      "AdminUpdateUserAttributes", "UserPoolId", bed.poolID, "Username", "ada", "UserAttributes",
      [["Name": "given_name", "Value": "Ada"]])
    #expect(try dates() == [Self.start, Self.start + 60])
    _ = try bed.call("TestBedClock", "By", 60)
    _ = try bed.call("AdminDisableUser", "UserPoolId", bed.poolID, "Username", "ada")
    #expect(try dates() == [Self.start, Self.start + 120])
    let listed = try bed.call("ListUsers", "UserPoolId", bed.poolID)["Users"]?.elements?.first
    #expect(listed?["UserCreateDate"]?.integer == Self.start)
    #expect(listed?["UserLastModifiedDate"]?.integer == Self.start + 120)
  }

  @Test func `users are listed a page at a time`() throws {
    var bed = try Bed()
    try makeUsers(&bed, "eve", "ada", "bob")
    let first = try list(&bed, ["Limit": 2])
    #expect(first.names == ["ada", "bob"])
    let token = try #require(first.token)
    let second = try list(&bed, ["Limit": 2, "PaginationToken": token])
    #expect(second.names == ["eve"])
    #expect(second.token == nil)
    #expect(try list(&bed, ["Limit": 3]).token == nil)
    #expect(
      try refusal(&bed, ["Limit": 61])
        == "InvalidParameterException: 1 validation error detected: Value '61' at 'limit' failed "
        + "to satisfy constraint: Member must have value less than or equal to 60")
  }

  @Test func `a filter leaves the users that have an attribute`() throws {
    var bed = try Bed()
    try makeUsers(&bed, "ada", "adam", "bob")
    _ = try bed.call("AdminDisableUser", "UserPoolId", bed.poolID, "Username", "bob")
    _ = try bed.call(
      "AdminSetUserPassword",
      with: [
        "UserPoolId": bed.poolID, "Username": "adam", "Password": Bed.password, "Permanent": true,
      ])
    for (filter, names) in [
      (#"email = "ada@example.com""#, ["ada"]), (#"username^="ada""#, ["ada", "adam"]),
      (#"given_name = "\"bob\" Smith""#, ["bob"]), (#"status = "Disabled""#, ["bob"]),
      (#"cognito:user_status = "CONFIRMED""#, ["adam"]),
      (#"cognito:user_status = "confirmed""#, ["adam"]), (#"family_name = "x""#, []),
      (
        "",
        [
          "ada", "adam", "bob",
        ]
      ),
    ] {
      #expect(try list(&bed, ["Filter": filter]).names == names, "\(filter)")
    }
    #expect(
      try refusal(&bed, ["Filter": "email"])
        == "InvalidParameterException: Error while parsing filter.")
    #expect(
      try refusal(&bed, ["Filter": #"custom:team = "blue""#])
        == "InvalidParameterException: Invalid search attribute: custom:team")
  }

  @Test func `of the users the attributes are shown that are asked for`() throws {
    var bed = try Bed()
    try makeUsers(&bed, "ada")
    let answer = try bed.call(
      "ListUsers",
      with: [
        "UserPoolId": bed.poolID, "AttributesToGet": ["email"],
      ])
    let attributes = answer["Users"]?.elements?.first?["Attributes"]?.elements
    #expect(attributes?.map { $0["Name"]?.text } == ["email"])
    #expect(attributes?.map { $0["Value"]?.text } == ["ada@example.com"])
    #expect(
      try refusal(&bed, ["AttributesToGet": ["email", "family_name"]])
        == "InvalidParameterException: One or more requested attributes do not exist.")
  }

  @Test func `what has no form or is not in the schema is refused of a user who is there`() throws {
    var bed = try Bed()
    try makeUsers(&bed, "ada")
    func refusal(_ name: String, _ value: String) throws -> String? {
      let refused = #expect(throws: Bed.Refusal.self) {
        try bed.call(
          "AdminUpdateUserAttributes", "UserPoolId", bed.poolID, "Username", "ada",
          "UserAttributes", [["Name": name, "Value": value]])
      }
      return refused?.message
    }
    #expect(try refusal("phone_number", "555") == "Invalid phone number format.")
    #expect(try refusal("email", "ada") == "Invalid email address format.")
    #expect(
      try refusal("birthdate", "10 December")
        == "user.birthdate: String must be no longer than 10 characters\n")
    #expect(
      try refusal("team", "blue") == "user.team: Attribute does not exist in the schema.\n")
    #expect(
      try refusal("sub", "1") == "Cannot modify the non-mutable attribute sub")
    let made = #expect(throws: Bed.Refusal.self) {
      try bed.call(
        "AdminCreateUser", "UserPoolId", bed.poolID, "Username", "eve", "UserAttributes",
        [["Name": "phone_number", "Value": "555"]])
    }
    #expect(made?.message == "Invalid phone number format.")
  }
}
