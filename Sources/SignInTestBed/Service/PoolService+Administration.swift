import SignInCryptography

/// Operations of an administrator.
///
/// The table answers each request first (administrator-answers.yaml): it is refused, or it is so
/// already, or the administrator's action follows and makes the change.
extension PoolService {
  /// The actions that follow on accepted requests which carry nothing but a name.
  private static let actions = [
    "AdminConfirmSignUp": "confirmUser", "AdminResetUserPassword": "resetUserPassword",
    "AdminDisableUser": "disableUser", "AdminEnableUser": "enableUser",
    "AdminDeleteUser": "removeUser", "AdminUserGlobalSignOut": "signOutUser",
  ]

  mutating func administer(
    _ operation: String, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    guard model.message(named: operation) != nil else { throw .unknownOperation(operation) }
    try checkPool(input)
    let name = try input.required("Username", limit: 128)
    if operation == "AdminCreateUser" { return try createUser(named: name, input) }
    let key = try resolve(name).key
    switch operation {
    case "AdminGetUser": return describe(try admit(operation, [:], key))
    case "AdminSetUserPassword": try setPassword(of: key, input)
    case "AdminSetUserMFAPreference": try setPreference(of: key, input)
    case "AdminUpdateUserAttributes":
      try updateAttributes(of: key, try input.attributes("UserAttributes"))
    default:
      // One user's tokens are all revoked; the table follows one sign-in, here one that counts.
      let grants = accounts[key]?.grants ?? []
      let grant = grants.lastIndex { $0.counts(at: now) } ?? grants.indices.last
      var turn = try admit(operation, [:], key, grant: grant)
      _ = try run(action: Self.actions[operation] ?? "", [:], &turn)
    }
    return .object([])
  }

  /// The turn of a request that the table does not refuse.
  private mutating func admit(
    _ operation: String, _ fields: [String: String], _ key: String, grant: Int? = nil
  ) throws(ServiceException) -> ServiceTurn {
    var turn = try turn(for: key, grant: grant)
    try refuse(try run(operation, fields, &turn), operation)
    return try self.turn(for: key, grant: grant)
  }

  private mutating func setPassword(
    of key: String, _ input: ServiceInput
  ) throws(ServiceException) {
    let password = try input.required("Password", limit: 256)
    let isPermanent = try input.bool("Permanent") ?? false
    let fields = ["newPassword": password.policyClass]
    var turn = try admit("AdminSetUserPassword", fields, key)
    turn.newPassword = Secret(password)
    let action = isPermanent ? "setPermanentPassword" : "setTemporaryPassword"
    _ = try run(action: action, [:], &turn)
  }

  private mutating func createUser(
    named name: String, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    let attributes = try input.attributes("UserAttributes")
    let password = try input.text("TemporaryPassword", limit: 256)
    let action = try input.text("MessageAction", limit: 32)
    guard action == nil || action == "RESEND" || action == "SUPPRESS" else {
      throw .invalidParameter("Value at 'messageAction' failed to satisfy constraint.")
    }
    var given = attributes.filter { !$0.key.hasSuffix("_verified") }
    given.merge(self.attributes(ofName: name)) { $1 }
    let verified = attributes["email_verified"] ?? attributes["phone_number_verified"]
    let flags = [
      "givesEmail": given["email"] == nil ? "false" : "true",
      "givesPhone": given["phone_number"] == nil ? "false" : "true",
      "marksVerified": verified?.lowercased() == "true" ? "true" : "false",
    ]
    let found = try resolve(name)
    let isNew = found.identifier == "nobody" && action != "RESEND"
    let fresh = try account(named: name)
    let key = isNew ? fresh.sub : found.key
    if isNew { accounts[key] = fresh }
    var asked = flags
    asked["temporaryPassword"] = password.map(\.policyClass) ?? "empty"
    asked["resends"] = action == "RESEND" ? "true" : "false"
    do throws(ServiceException) {
      var turn = try admit("AdminCreateUser", asked, key)
      turn.newPassword = password.map { Secret($0) }
      turn.attributes = isNew ? given : [:]
      try make(flags, &turn, isNew: isNew, hasPassword: password != nil)
      return .members(["User": describe(turn)])
    } catch {
      if isNew { accounts[key] = nil }
      throw error
    }
  }

  /// The change of an accepted AdminCreateUser: the action that the table takes of those that fit.
  private mutating func make(
    _ flags: [String: String], _ turn: inout ServiceTurn, isNew: Bool, hasPassword: Bool
  ) throws(ServiceException) {
    guard isNew else {
      _ = try run(action: "setTemporaryPassword", [:], &turn)
      return
    }
    // Without a password where the pool can do without one; otherwise one is made up.
    for withoutPassword in hasPassword ? ["false"] : ["true", "false"] {
      var inputs = flags
      inputs["withoutPassword"] = withoutPassword
      if try run(action: "createUser", inputs, &turn) != nil { return }
    }
    throw .internalError("the table accepts AdminCreateUser and makes no account")
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
  ) throws(ServiceException) {
    let asked = try Self.preferences(input).filter { $0.value != "absent" }
    // Without any block nothing is asked of the user but to be there.
    guard !asked.isEmpty else {
      _ = try admit("AdminGetUser", [:], key)
      return
    }
    for (factor, value) in asked.sorted(by: { $0.key < $1.key }) {
      let inputs = ["factor": factor, "value": value]
      var turn = try admit("AdminSetUserMFAPreference", inputs, key)
      _ = try run(action: "setUserMFAPreference", inputs, &turn)
    }
  }

  private mutating func updateAttributes(
    of key: String, _ attributes: [String: String]
  ) throws(ServiceException) {
    guard !attributes.isEmpty else { throw .missing("UserAttributes") }
    _ = try admit("AdminGetUser", [:], key)
    for (member, attribute) in Self.contacts {
      guard let value = attributes[attribute] else { continue }
      let isVerified = attributes["\(attribute)_verified"]?.lowercased() == "true"
      let inputs = ["attribute": member, "marksVerified": isVerified ? "true" : "false"]
      var turn = try admit("AdminUpdateUserAttributes", inputs, key)
      turn.attributes = [attribute: value]
      _ = try run(action: "setUserAttribute", inputs, &turn)
    }
    // Attributes that decide nothing are stored as they are.
    for (name, value) in attributes.sorted(by: { $0.key < $1.key })
    where !Self.contacts.contains(where: { name.hasPrefix($0.attribute) }) {
      accounts[key]?.attributes[name] = value
    }
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
}
