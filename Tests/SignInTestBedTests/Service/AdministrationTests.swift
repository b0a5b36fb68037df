import Foundation
import SignInCryptography
import Testing

@testable import SignInTestBed

/// An administrator's requests over the pipe: what they are answered with is a row.
@Suite struct AdministrationTests {
  private func refusal(
    _ bed: inout Bed, _ operation: String, _ name: String, _ fields: [String: any Sendable] = [:]
  ) throws -> Bed.Refusal? {
    var line: [String: any Sendable] = ["UserPoolId": bed.poolID, "Username": name]
    line.merge(fields) { $1 }
    do {
      _ = try bed.call(operation, with: line)
      return nil
    } catch let refusal as Bed.Refusal {
      return refusal
    }
  }

  @Test func `a name that is taken is refused, and the account stays as it is`() throws {
    var bed = try Bed()
    try bed.addUser()
    let before = try bed.call("AdminGetUser", "UserPoolId", bed.poolID, "Username", "ada")
    let refused = try refusal(&bed, "AdminCreateUser", "ada")
    #expect(refused?.name == "UsernameExistsException")
    #expect(refused?.message == "User account already exists")
    #expect(bed.service.rows.contains("pool.adminCreateUser.exists"))
    let after = try bed.call("AdminGetUser", "UserPoolId", bed.poolID, "Username", "ada")
    #expect(after == before)
    #expect(bed.service.differences.isEmpty)
  }

  @Test(arguments: [
    "AdminSetUserPassword", "AdminConfirmSignUp", "AdminResetUserPassword", "AdminDisableUser",
    "AdminEnableUser", "AdminDeleteUser", "AdminUserGlobalSignOut", "AdminGetUser",
    "AdminSetUserMFAPreference", "AdminUpdateUserAttributes", "AdminLinkProviderForUser",
    "AdminDeleteUserAttributes", "AdminAddUserToGroup", "AdminRemoveUserFromGroup",
    "AdminListGroupsForUser", "AdminDeleteSoftwareToken", "AdminGetUserAuthFactors",
  ])
  func `a name that nobody has is refused by a row`(operation: String) throws {
    var bed = try Bed(["mfa": "optional", "mfaMethods": "sms", "smsConfigured": "true"])
    let refused = try refusal(
      &bed, operation, "nobody",
      [
        "Password": Bed.password, "SMSMfaSettings": ["Enabled": true],
        "UserAttributes": [["Name": "email", "Value": "a@example.com"]],
        "UserAttributeNames": ["email"], "GroupName": "editors",
        "DestinationUser": ["ProviderName": "Cognito", "ProviderAttributeValue": "nobody"],
        "SourceUser": ["ProviderName": "Google", "ProviderAttributeValue": "1050"],
      ])
    #expect(refused?.name == "UserNotFoundException")
    #expect(bed.service.rows.contains { $0.hasSuffix(".unknown") })
  }

  @Test func `an administrator deletes all attributes of a request or none`() throws {
    var bed = try Bed(["requiredAttributes": "email"])
    try bed.addUser()
    func attributes() throws -> [String] {
      let user = try bed.call("AdminGetUser", "UserPoolId", bed.poolID, "Username", "ada")
      return (user["UserAttributes"]?.elements ?? []).compactMap { $0["Name"]?.text }
    }
    _ = try bed.call(
      "AdminUpdateUserAttributes", "UserPoolId", bed.poolID, "Username", "ada", "UserAttributes",
      [["Name": "custom:team", "Value": "blue"]])
    let all = ["sub", "custom:team", "email", "email_verified", "phone_number"]
    #expect(try attributes() == all, "the mark that was left out is not shown (N674)")
    let refused = try refusal(
      &bed, "AdminDeleteUserAttributes", "ada", ["UserAttributeNames": ["phone_number", "email"]])
    #expect(refused?.name == "InvalidParameterException")
    #expect(try attributes() == all, "the mark that was left out is not shown (N674)")
    #expect(
      try refusal(
        &bed, "AdminDeleteUserAttributes", "ada@example.com",
        ["UserAttributeNames": ["phone_number", "custom:team"]])?.name == "UserNotFoundException")
    #expect(
      try refusal(
        &bed, "AdminDeleteUserAttributes", "ada",
        ["UserAttributeNames": ["phone_number", "custom:team"]]) == nil)
    #expect(try attributes() == ["sub", "email", "email_verified"])
    #expect(
      try refusal(&bed, "AdminDeleteUserAttributes", "ada", ["UserAttributeNames": ["sub"]])?
        .message == "Cannot modify the non-mutable attribute sub")
    let marked = try refusal(
      &bed, "AdminDeleteUserAttributes", "ada", ["UserAttributeNames": ["email_verified"]])
    #expect(marked?.message == "Cannot modify the non-mutable attribute email_verified")
    #expect(bed.service.rows.contains("pool.adminDeleteUserAttributes.mark"))
    #expect(bed.service.rows.contains("pool.adminDeleteUserAttributes.kept"))
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `a password against the policy is refused, and the old one counts`() throws {
    var bed = try Bed()
    try bed.addUser()
    let weak = try refusal(
      &bed, "AdminSetUserPassword", "ada", ["Password": "short", "Permanent": true])
    #expect(weak?.name == "InvalidPasswordException")
    #expect(bed.service.rows.contains("pool.adminSetUserPassword.policy"))
    let temporary = try refusal(&bed, "AdminCreateUser", "bob", ["TemporaryPassword": "short"])
    #expect(temporary?.name == "InvalidPasswordException")
    #expect(try refusal(&bed, "AdminGetUser", "bob")?.name == "UserNotFoundException")
    let done = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH", "AuthParameters",
      ["USERNAME": "ada", "PASSWORD": Bed.password])
    #expect(done["AuthenticationResult"] != nil)
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `what is so already is no error and changes nothing`() throws {
    var bed = try Bed()
    try bed.addUser()
    for operation in [
      "AdminEnableUser", "AdminUserGlobalSignOut", "AdminDisableUser", "AdminDisableUser",
      "AdminEnableUser",
    ] {
      #expect(try refusal(&bed, operation, "ada") == nil, "\(operation)")
    }
    for row in ["adminEnableUser", "adminUserGlobalSignOut", "adminDisableUser"] {
      #expect(bed.service.rows.contains("pool.\(row).already"))
    }
    #expect(
      try refusal(&bed, "AdminConfirmSignUp", "ada")?.message
        == "User cannot be confirmed. Current status is CONFIRMED")
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `all sign-ins of a user end, one that was revoked before among them`() throws {
    var bed = try Bed(["tokenRevocation": "true"])
    try bed.addUser()
    var tokens: [String] = []
    for _ in 0..<2 {
      let done = try bed.call(
        "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH",
        "AuthParameters", ["USERNAME": "ada", "PASSWORD": Bed.password])
      tokens.append(try #require(done["AuthenticationResult"]?["RefreshToken"]?.text))
    }
    _ = try bed.call("RevokeToken", "ClientId", bed.clientID, "Token", tokens[1])
    #expect(try refusal(&bed, "AdminUserGlobalSignOut", "ada") == nil)
    for token in tokens {
      let error = #expect(throws: Bed.Refusal.self) {
        try bed.call("GetTokensFromRefreshToken", "ClientId", bed.clientID, "RefreshToken", token)
      }
      #expect(error?.message == "Refresh Token has been revoked")
    }
  }

  @Test func `a new temporary password is sent to who still has one, and to nobody else`() throws {
    var bed = try Bed()
    try bed.addUser()
    let resend: [String: any Sendable] = ["MessageAction": "RESEND"]
    #expect(
      try refusal(&bed, "AdminCreateUser", "ada", resend)?.name == "UnsupportedUserStateException")
    #expect(try refusal(&bed, "AdminCreateUser", "bob", resend)?.name == "UserNotFoundException")
    #expect(try refusal(&bed, "AdminCreateUser", "bob") == nil)
    #expect(try refusal(&bed, "AdminCreateUser", "bob", resend) == nil)
    #expect(
      try refusal(&bed, "AdminCreateUser", "bob", ["MessageAction": "SHOUT"])
        == Bed.Refusal(
          name: "InvalidParameterException",
          message: "1 validation error detected: Value 'SHOUT' at 'messageAction' failed to "
            + "satisfy constraint: Member must satisfy enum value set: [RESEND, SUPPRESS]"))
    #expect(bed.service.differences.isEmpty)
  }

  @Test(arguments: [("", 1), ("SUPPRESS", 0)])
  func `a temporary password that an administrator chose is sent unless it is suppressed`(
    action: String, count: Int
  ) throws {
    var bed = try Bed()
    var fields: [String: any Sendable] = ["TemporaryPassword": Bed.password]
    if !action.isEmpty { fields["MessageAction"] = action }
    #expect(try refusal(&bed, "AdminCreateUser", "bob", fields) == nil)
    let mail = try bed.call("TestBedMailbox", "Username", "bob")["Messages"]?.elements ?? []
    #expect(mail.compactMap { $0["Code"]?.text } == Array(repeating: Bed.password, count: count))
    // A password that is set is not sent.
    let set: [String: any Sendable] = ["Password": "An0ther-Passw0rd"]
    #expect(try refusal(&bed, "AdminSetUserPassword", "bob", set) == nil)
    let later = try bed.call("TestBedMailbox", "Username", "bob")["Messages"]?.elements
    #expect(later?.count == count)
    #expect(bed.service.differences.isEmpty)
  }

  @Test func `preferred and not enabled is refused, for a user as for an administrator`() throws {
    var bed = try Bed(["mfa": "optional", "mfaMethods": "sms", "smsConfigured": "true"])
    try bed.addUser()
    let block: [String: any Sendable] = [
      "SMSMfaSettings": ["Enabled": false, "PreferredMfa": true]
    ]
    #expect(
      try refusal(&bed, "AdminSetUserMFAPreference", "ada", block)?.name
        == "InvalidParameterException")
    #expect(bed.service.rows.contains("pool.adminSetUserMFAPreference.O7"))
    let done = try bed.call(
      "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH", "AuthParameters",
      ["USERNAME": "ada", "PASSWORD": Bed.password])
    let token = try #require(done["AuthenticationResult"]?["AccessToken"]?.text)
    let own = #expect(throws: Bed.Refusal.self) {
      try bed.call(
        "SetUserMFAPreference", "AccessToken", token, "SMSMfaSettings",
        ["Enabled": false, "PreferredMfa": true])
    }
    #expect(own?.name == "InvalidParameterException")
    #expect(bed.service.rows.contains("pool.preference.O7"))
  }

  @Test func `of an update that is refused no attribute is changed`() throws {
    var bed = try Bed(["immutableAttributes": "phone"])
    try bed.addUser()
    let changes = [
      ["Name": "email", "Value": "new@example.com"], ["Name": "nickname", "Value": "a"],
    ]
    for refused in [
      ["Name": "phone_number", "Value": "+15550000001"], ["Name": "sub", "Value": "a"],
    ] {
      #expect(throws: Bed.Refusal.self) {
        try bed.call(
          "AdminUpdateUserAttributes", "UserPoolId", bed.poolID, "Username", "ada",
          "UserAttributes", changes + [refused])
      }
      let user = try bed.call("AdminGetUser", "UserPoolId", bed.poolID, "Username", "ada")
      let text = user.serialized
      #expect(text.contains("ada@example.com") && !text.contains("nickname"))
    }
  }

  @Test func `the sub is a name for administrators, and none to sign in with`() throws {
    var bed = try Bed(["existenceErrors": "legacy"])
    try bed.addUser()
    let user = try bed.call("AdminGetUser", "UserPoolId", bed.poolID, "Username", "ada")
    let sub = try #require(user["UserAttributes"]?.elements?.first?["Value"]?.text)
    #expect(try refusal(&bed, "AdminGetUser", sub) == nil)
    let refused = #expect(throws: Bed.Refusal.self) {
      try bed.call(
        "InitiateAuth", "ClientId", bed.clientID, "AuthFlow", "USER_PASSWORD_AUTH",
        "AuthParameters", ["USERNAME": sub, "PASSWORD": Bed.password])
    }
    #expect(refused?.name == "UserNotFoundException")
    #expect(bed.service.differences.isEmpty)
  }
}
