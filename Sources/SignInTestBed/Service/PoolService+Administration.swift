import SignInCryptography

/// Operations of an administrator, and those of the test bed itself.
extension PoolService {
  mutating func administer(
    _ operation: String, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    let known = [
      "AdminCreateUser", "AdminSetUserPassword", "AdminConfirmSignUp", "AdminResetUserPassword",
      "AdminDisableUser", "AdminEnableUser", "AdminDeleteUser", "AdminUserGlobalSignOut",
      "AdminGetUser", "AdminSetUserMFAPreference", "AdminUpdateUserAttributes",
    ]
    guard known.contains(operation) else {
      throw .unknownOperation(operation)
    }
    try checkPool(input)
    let name = try input.required("Username", limit: 128)
    if operation == "AdminCreateUser" { return try createUser(named: name, input) }
    let (key, identifier) = try resolve(name)
    guard identifier != "nobody" else {
      throw ServiceException(name: "UserNotFoundException", message: "User does not exist.")
    }
    var turn = try turn(for: key)
    var action = ""
    switch operation {
    case "AdminGetUser": return describe(turn)
    case "AdminSetUserPassword":
      let password = try input.required("Password", limit: 256)
      guard password.policyClass == "valid" else {
        throw ServiceException(
          name: "InvalidPasswordException", message: "Password did not conform with policy")
      }
      turn.newPassword = Secret(password)
      let isPermanent = try input.bool("Permanent") ?? false
      action = isPermanent ? "setPermanentPassword" : "setTemporaryPassword"
    case "AdminSetUserMFAPreference":
      return try setPreference(of: key, input)
    case "AdminUpdateUserAttributes":
      return try updateAttributes(of: key, try input.attributes("UserAttributes"))
    case "AdminConfirmSignUp": action = "confirmUser"
    case "AdminResetUserPassword": action = "resetUserPassword"
    case "AdminDisableUser": action = "disableUser"
    case "AdminEnableUser": action = "enableUser"
    case "AdminDeleteUser": action = "removeUser"
    default:
      action = "signOutUser"
      // One user's tokens are all revoked; the table follows one sign-in.
      if let last = turn.account.grants.indices.last {
        turn = try self.turn(for: key, grant: last)
      }
    }
    guard try run(action: action, [:], &turn) != nil else {
      if ["AdminDisableUser", "AdminEnableUser", "AdminUserGlobalSignOut"].contains(operation) {
        return .object([])  // It is so already.
      }
      throw .notAuthorized("User cannot be changed in the current state.")
    }
    return .object([])
  }

  private mutating func createUser(
    named name: String, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    let attributes = try input.attributes("UserAttributes")
    guard try resolve(name).identifier == "nobody" else {
      throw ServiceException(
        name: "UsernameExistsException", message: "User account already exists")
    }
    let fresh = try account(named: name)
    accounts[fresh.sub] = fresh
    var turn = try turn(for: fresh.sub)
    turn.attributes = attributes.filter { !$0.key.hasSuffix("_verified") }
    if name.isAddress, fresh.username == fresh.sub { turn.attributes["email"] = name }
    let password = try input.text("TemporaryPassword", limit: 256)
    turn.newPassword = password.map { Secret($0) }
    let verified = attributes["email_verified"] ?? attributes["phone_number_verified"]
    let answer = try run(
      action: "createUser",
      [
        "givesEmail": turn.attributes["email"] == nil ? "false" : "true",
        "givesPhone": turn.attributes["phone_number"] == nil ? "false" : "true",
        "marksVerified": verified?.lowercased() == "true" ? "true" : "false",
        "withoutPassword": "false",
      ], &turn)
    guard answer != nil else {
      accounts[fresh.sub] = nil
      throw .invalidParameter("The user cannot be created with these attributes.")
    }
    return .members(["User": describe(turn)])
  }

  private func describe(_ turn: ServiceTurn) -> JSON {
    let statuses = [
      "unconfirmed": "UNCONFIRMED", "confirmed": "CONFIRMED",
      "forceChangePassword": "FORCE_CHANGE_PASSWORD", "resetRequired": "RESET_REQUIRED",
      "externalProvider": "EXTERNAL_PROVIDER",
    ]
    let attributes = publicAttributes(of: turn.account, turn.valuation).map {
      JSON.members(["Name": .string($0.name), "Value": .string($0.value)])
    }
    return .members([
      "Username": .string(turn.account.username), "UserAttributes": .array(attributes),
      "Enabled": .bool(text("enabled", in: turn.valuation) == "true"),
      "UserStatus": .string(statuses[text("status", in: turn.valuation)] ?? "UNKNOWN"),
    ])
  }

  private mutating func setPreference(
    of key: String, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    let asked = try Self.preferences(input)
    for (factor, value) in asked.sorted(by: { $0.key < $1.key }) where value != "absent" {
      var turn = try turn(for: key)
      let inputs = ["factor": factor, "value": value]
      guard try run(action: "setUserMFAPreference", inputs, &turn) != nil else {
        throw .invalidParameter("The user cannot use this factor.")
      }
    }
    return .object([])
  }

  private mutating func updateAttributes(
    of key: String, _ attributes: [String: String]
  ) throws(ServiceException) -> JSON {
    for (member, attribute) in Self.contacts {
      guard let value = attributes[attribute] else { continue }
      var turn = try turn(for: key)
      turn.attributes = [attribute: value]
      let inputs = [
        "attribute": member, "marksVerified": attributes["\(attribute)_verified"] ?? "false",
      ]
      guard try run(action: "setUserAttribute", inputs, &turn) != nil else {
        throw .invalidParameter("The attribute cannot be changed in the current state.")
      }
    }
    return .object([])
  }

  mutating func revokeToken(_ input: ServiceInput) throws(ServiceException) -> JSON {
    try checkClient(input)
    let token = try input.required("Token")
    for (key, account) in accounts.sorted(by: { $0.key < $1.key }) {
      let grant = account.grants.firstIndex { $0.grant?.matches(refreshToken: token) == true }
      guard let grant else { continue }
      var turn = try turn(for: key, grant: grant)
      turn.revokesOneGrant = true
      try refuse(try run("RevokeToken", [:], &turn), "RevokeToken")
    }
    return .object([])  // Of a token that nobody has the service tells nothing.
  }

  // MARK: The test bed's own

  mutating func control(
    _ operation: String, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    switch operation {
    case "TestBedDescribe":
      return .members([
        "UserPoolId": .string(World.poolID), "ClientId": .string(World.clientID),
        "ClientSecret": clientSecret.map { .string($0.revealedText()) },
        "RelyingPartyId": .string(World.relyingPartyID), "Clock": .integer(now),
      ])
    case "TestBedKeys":
      return try guarded { () throws(CryptographyError) in
        try World.tokenKeys().publicKeys().json
      }
    case "TestBedClock":
      let to = try input.integer("To") ?? now
      let by = try input.integer("By") ?? 0
      // A clock of a service never goes back, and stays where times can be written.
      let (sum, overflows) = max(now, to).addingReportingOverflow(max(0, by))
      guard !overflows, sum < 253_402_300_799 else {
        throw .invalidParameter("The clock ends with the year 9999.")
      }
      now = sum
      return .members(["Clock": .integer(now)])
    case "TestBedMailbox":
      let (key, _) = try resolve(try input.required("Username", limit: 128))
      let inbox = accounts[key]?.world.user.inbox ?? [:]
      return .members(
        [
          "Messages": .array(
            inbox.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap { purpose, codes in
              codes.map {
                .members(["Purpose": .string(purpose.rawValue), "Code": .string($0)])
              }
            })
        ])
    case "TestBedDifferences":
      return .members([
        "Differences": .array(
          differences.map {
            .string("\($0.row): \($0.evidence) is \($0.actual), not \($0.expected)")
          })
      ])
    default:
      throw .unknownOperation(operation)
    }
  }
}
