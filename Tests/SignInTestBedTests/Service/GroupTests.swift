import SignInCryptography
import Testing

@testable import SignInTestBed

/// Groups of users, and what tokens say of them.
@Suite struct GroupTests {
  /// Answers a request about a group of the pool.
  @discardableResult
  private func ask(
    _ bed: inout Bed, _ operation: String, _ fields: [String: any Sendable] = [:]
  ) throws -> JSON {
    try bed.call(operation, with: fields.merging(["UserPoolId": bed.poolID]) { $1 })
  }

  private func signIn(_ bed: inout Bed) throws -> JSON {
    let done = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH", "AuthParameters",
      ["USERNAME": "ada", "PASSWORD": Bed.password])
    return try #require(done["AuthenticationResult"])
  }

  private func claims(_ tokens: JSON, _ name: String) throws -> JSON {
    let parts = try #require(tokens[name]?.text).split(separator: ".")
    return try JSON(parsing: try Base64URL.decode(String(parts[1])))
  }

  private func names(_ list: JSON?) -> [String] {
    (list?.elements ?? []).compactMap { $0["GroupName"]?.text ?? $0["Username"]?.text }
  }

  @Test func `tokens name the groups of a user from the next ones on`() throws {
    var bed = try Bed()
    try bed.addUser()
    for (name, precedence) in [("staff", 5), ("editors", 1)] {
      try ask(
        &bed, "CreateGroup",
        ["GroupName": name, "Precedence": precedence, "RoleArn": "arn:aws:iam::1:role/\(name)"])
      try ask(&bed, "AdminAddUserToGroup", ["GroupName": name, "Username": "ada"])
    }
    var tokens = try signIn(&bed)
    for name in ["IdToken", "AccessToken"] {
      let groups = try claims(tokens, name)["cognito:groups"]?.elements ?? []
      #expect(groups.compactMap(\.text) == ["editors", "staff"], "\(name)")
    }
    let id = try claims(tokens, "IdToken")
    #expect(id["cognito:preferred_role"]?.text == "arn:aws:iam::1:role/editors")
    #expect(id["cognito:roles"]?.elements?.count == 2)
    #expect(try claims(tokens, "AccessToken")["cognito:roles"] == nil)
    try ask(&bed, "AdminRemoveUserFromGroup", ["GroupName": "editors", "Username": "ada"])
    try ask(&bed, "DeleteGroup", ["GroupName": "staff"])
    tokens = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "REFRESH_TOKEN_AUTH",
      "AuthParameters", ["REFRESH_TOKEN": try #require(tokens["RefreshToken"]?.text)])
    let renewed = try claims(try #require(tokens["AuthenticationResult"]), "IdToken")
    #expect(renewed["cognito:groups"] == nil)
    #expect(renewed["cognito:roles"] == nil)
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `groups of one precedence with several roles prefer none`() throws {
    func role(_ groups: [(precedence: Int?, role: String)]) throws -> String? {
      try groups.enumerated().map { position, group in
        let input = JSON.members([
          "Precedence": group.precedence.map { .integer(Int64($0)) },
          "RoleArn": .string(group.role),
        ])
        return try UserGroup(named: "\(position)", ServiceInput(input), at: 0)
      }.preferredRole
    }
    #expect(try role([(0, "a"), (1, "b")]) == "a")
    #expect(try role([(1, "a"), (1, "a"), (2, "b")]) == "a")
    #expect(try role([(1, "a"), (1, "b")]) == nil)
    #expect(try role([(nil, "a"), (1, "b")]) == "b")
    #expect(try role([(nil, "a")]) == nil)
    #expect(try role([(nil, "a"), (nil, "a")]) == nil)
    #expect(try role([]) == nil)
  }

  @Test func `groups and their users are listed a page at a time`() throws {
    var bed = try Bed()
    try bed.addUser()
    for name in ["b", "c", "a"] { try ask(&bed, "CreateGroup", ["GroupName": name]) }
    for name in ["c", "a"] {
      try ask(&bed, "AdminAddUserToGroup", ["GroupName": name, "Username": "ada"])
    }
    let first = try ask(&bed, "ListGroups", ["Limit": 2])
    #expect(names(first["Groups"]) == ["a", "b"])
    let token = try #require(first["NextToken"]?.text)
    let second = try ask(&bed, "ListGroups", ["Limit": 2, "NextToken": token])
    #expect(names(second["Groups"]) == ["c"])
    #expect(second["NextToken"] == nil)
    let own = try ask(&bed, "AdminListGroupsForUser", ["Username": "ada"])
    #expect(names(own["Groups"]) == ["a", "c"])
    #expect(names(try ask(&bed, "ListUsersInGroup", ["GroupName": "c"])["Users"]) == ["ada"])
    #expect(names(try ask(&bed, "ListUsersInGroup", ["GroupName": "b"])["Users"]) == [])
    _ = try ask(&bed, "AdminDeleteUser", ["Username": "ada"])
    #expect(names(try ask(&bed, "ListUsersInGroup", ["GroupName": "c"])["Users"]) == [])
    for input: [String: any Sendable] in [
      ["NextToken": "x"], ["NextToken": "Nw"], ["Limit": 61], ["Limit": 0],
    ] {
      let refused = #expect(throws: Bed.Refusal.self) { try ask(&bed, "ListGroups", input) }
      #expect(refused?.name == "InvalidParameterException")
    }
    let marker = #expect(throws: Bed.Refusal.self) {
      try ask(&bed, "ListUsersInGroup", ["GroupName": "c", "NextToken": "x"])
    }
    #expect(marker?.message == "Paging marker is invalid.")
  }

  @Test func `a group is changed where a field is given and shown as it is`() throws {
    var bed = try Bed()
    try ask(&bed, "CreateGroup", ["GroupName": "editors", "Description": "write", "Precedence": 3])
    let changed = try ask(&bed, "UpdateGroup", ["GroupName": "editors", "Precedence": 0])
    let shown = try ask(&bed, "GetGroup", ["GroupName": "editors"])
    #expect(shown == changed)
    #expect(shown["Group"]?["Description"]?.text == "write")
    #expect(shown["Group"]?["Precedence"]?.integer == 0)
    #expect(shown["Group"]?["UserPoolId"]?.text == bed.poolID)
    #expect(try ask(&bed, "UpdateGroup", ["GroupName": "editors", "Description": ""]) == shown)
    for (wrong, words): ([String: any Sendable], String) in [
      (["Precedence": -1], "1 validation error detected: Value '-1' at 'precedence' failed to"),
      (["RoleArn": ""], "2 validation errors detected: Value '' at 'roleArn' failed to satisfy"),
    ] {
      let refused = #expect(throws: Bed.Refusal.self) {
        try ask(&bed, "UpdateGroup", wrong.merging(["GroupName": "editors"]) { $1 })
      }
      #expect(refused?.name == "InvalidParameterException")
      #expect(refused?.message.hasPrefix(words) == true)
    }
    let last = try ask(&bed, "UpdateGroup", ["GroupName": "editors", "Precedence": 2_147_483_648])
    #expect(last["Group"]?["Precedence"]?.integer == 2_147_483_648)
  }

  @Test func `a name in other capitals is taken, and no other group is there by it`() throws {
    var bed = try Bed()
    try ask(&bed, "CreateGroup", ["GroupName": "editors"])
    let taken = #expect(throws: Bed.Refusal.self) {
      try ask(&bed, "CreateGroup", ["GroupName": "Editors"])
    }
    #expect(taken?.name == "GroupExistsException")
    #expect(taken?.message == "A group with the name already exists.")
    let missing = #expect(throws: Bed.Refusal.self) {
      try ask(&bed, "GetGroup", ["GroupName": "Editors"])
    }
    #expect(missing?.name == "ResourceNotFoundException")
    #expect(missing?.message == "Group not found.")
  }

  @Test func `a user who is made with groups is in them`() throws {
    var bed = try Bed()
    _ = try bed.call(
      "TestBedAddUser", "Username", "ada", "Password", Bed.password, "Groups", ["editors"],
      "Record", ["status": "confirmed", "password": "permanent", "enabled": "true"])
    let groups = try claims(try signIn(&bed), "IdToken")["cognito:groups"]?.elements ?? []
    #expect(groups.compactMap(\.text) == ["editors"])
    #expect(names(try ask(&bed, "ListGroups")["Groups"]) == ["editors"])
    let user = try bed.call("TestBedUsers", "Username", "ada")["Users"]?.elements?.first
    #expect(user?["Groups"]?.elements?.compactMap(\.text) == ["editors"])
  }
}
