import SignInCryptography

/// Operations that carry an access token.
extension PoolService {
  mutating func performWithToken(
    _ operation: String, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    switch operation {
    case "GetUser": return try getUser(input)
    case "SetUserMFAPreference": return try setPreference(input)
    case "SetUserSettings":
      guard let options = input.json["MFAOptions"]?.elements else {
        throw .serialization("MFAOptions can not be converted to a List")
      }
      return try simple(operation, ["sms": options.isEmpty ? "false" : "true"], input)
    case "ChangePassword": return try changePassword(input)
    case "UpdateUserAttributes": return try updateAttributes(input)
    case "DeleteUserAttributes": return try deleteAttributes(input)
    case "GetUserAttributeVerificationCode": return try sendAttributeCode(input)
    case "VerifyUserAttribute": return try verifyAttribute(input)
    case "ConfirmDevice": return try confirmDevice(input)
    case "UpdateDeviceStatus":
      let status = try input.text("DeviceRememberedStatus", limit: 32) ?? "not_remembered"
      return try simple(
        operation, ["remembered": status == "remembered" ? "true" : "false"], input,
        device: try input.required("DeviceKey", limit: 55))
    case "ForgetDevice":
      return try simple(
        operation, [:], input, device: try input.required("DeviceKey", limit: 55))
    case "ListDevices": return try listDevices(input)
    case "StartWebAuthnRegistration": return try startRegistration(input)
    case "CompleteWebAuthnRegistration": return try completeRegistration(input)
    case "ListWebAuthnCredentials": return try listPasskeys(input)
    case "DeleteWebAuthnCredential": return try deletePasskey(input)
    case "GlobalSignOut", "DeleteUser": return try simple(operation, [:], input)
    default:
      throw .unknownOperation(operation)
    }
  }

  /// An operation whose answer has no members.
  private mutating func simple(
    _ operation: String, _ fields: [String: String], _ input: ServiceInput, device: String? = nil
  ) throws(ServiceException) -> JSON {
    var turn = try turn(withToken: input, deviceKey: device)
    let answer = try run(operation, fields, &turn)
    try refuse(answer, operation)
    return .object([])
  }

  // MARK: Preferences and password

  private mutating func getUser(_ input: ServiceInput) throws(ServiceException) -> JSON {
    var turn = try turn(withToken: input)
    let answer = try run("GetUser", [:], &turn)
    try refuse(answer, "GetUser")
    let attributes = publicAttributes(of: turn.account, turn.valuation).map {
      JSON.members(["Name": .string($0.name), "Value": .string($0.value)])
    }
    let names = Self.choices.sorted { $0.key < $1.key }
    let enabled = names.filter { answer.list("enabled").contains($0.value) }.map(\.key)
    let preferred = names.first { $0.value == answer.fields["preferred"] }?.key
    return .members([
      "Username": .string(turn.account.username), "UserAttributes": .array(attributes),
      "PreferredMfaSetting": preferred.map { .string($0) },
      "UserMFASettingList": enabled.isEmpty ? nil : .array(enabled.map { .string($0) }),
    ])
  }

  private mutating func setPreference(_ input: ServiceInput) throws(ServiceException) -> JSON {
    try simple("SetUserMFAPreference", try Self.preferences(input), input)
  }

  /// The three blocks in the table's words.
  static func preferences(_ input: ServiceInput) throws(ServiceException) -> [String: String] {
    var fields: [String: String] = [:]
    let blocks = [
      ("sms", "SMSMfaSettings"), ("totp", "SoftwareTokenMfaSettings"),
      ("email", "EmailMfaSettings"),
    ]
    for (name, block) in blocks {
      guard let settings = try input.object(block) else {
        fields[name] = "absent"
        continue
      }
      let isEnabled = try settings.bool("Enabled") ?? false
      let isPreferred = try settings.bool("PreferredMfa") ?? false
      let off = isPreferred ? "preferredWhileOff" : "off"
      fields[name] = isEnabled ? (isPreferred ? "preferred" : "enabled") : off
    }
    return fields
  }

  private mutating func changePassword(_ input: ServiceInput) throws(ServiceException) -> JSON {
    let proposed = try input.required("ProposedPassword", limit: 256)
    let previous = try input.text("PreviousPassword", limit: 256)
    var turn = try turn(withToken: input)
    let sent = try judge(password: previous, isDue: false, &turn)
    turn.newPassword = Secret(proposed)
    let answer = try run(
      "ChangePassword", ["password": sent, "newPassword": proposed.policyClass], &turn)
    try refuse(answer, "ChangePassword")
    return .object([])
  }

  // MARK: Attributes

  private static let aliases = [
    "email": "email", "phone_number": "phone", "preferred_username": "preferredUsername",
  ]

  private mutating func updateAttributes(_ input: ServiceInput) throws(ServiceException) -> JSON {
    let attributes = try input.attributes("UserAttributes")
    guard !attributes.isEmpty else { throw .missing("UserAttributes") }
    var deliveries: [JSON] = []
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      var turn = try turn(withToken: input)
      guard let alias = Self.aliases[name] else {
        guard text("grant", in: turn.valuation) == "valid" else { return try getUser(input) }
        // Attributes that decide nothing are stored as they are.
        accounts[turn.key]?.attributes[name] = value
        continue
      }
      turn.attributes = [name: value]
      let answer = try run("UpdateUserAttributes", ["attribute": alias], &turn)
      try refuse(answer, "UpdateUserAttributes")
      if let details = details(answer, turn) { deliveries.append(details) }
    }
    return .members(["CodeDeliveryDetailsList": .array(deliveries)])
  }

  private mutating func deleteAttributes(_ input: ServiceInput) throws(ServiceException) -> JSON {
    for name in try input.texts("UserAttributeNames") {
      var turn = try turn(withToken: input)
      guard let alias = Self.aliases[name] else {
        accounts[turn.key]?.attributes[name] = nil
        continue
      }
      turn.attributes = [name: ""]
      let answer = try run("DeleteUserAttributes", ["attribute": alias], &turn)
      try refuse(answer, "DeleteUserAttributes")
    }
    return .object([])
  }

  private func contact(_ input: ServiceInput) throws(ServiceException) -> (String, String) {
    let name = try input.required("AttributeName", limit: 32)
    guard let found = Self.contacts.first(where: { $0.attribute == name }) else {
      throw .invalidParameter("Invalid attribute \(name)")
    }
    return (found.member, found.attribute)
  }

  private mutating func sendAttributeCode(_ input: ServiceInput) throws(ServiceException) -> JSON {
    let (member, name) = try contact(input)
    var turn = try turn(withToken: input)
    turn.attributes = [name: ""]
    let answer = try run("GetUserAttributeVerificationCode", ["attribute": member], &turn)
    try refuse(answer, "GetUserAttributeVerificationCode")
    return .members(["CodeDeliveryDetails": details(answer, turn)])
  }

  private mutating func verifyAttribute(_ input: ServiceInput) throws(ServiceException) -> JSON {
    let (member, _) = try contact(input)
    let code = try input.required("Code", limit: 2_048)
    var turn = try turn(withToken: input)
    let isRight = turn.account.attributeCodes[member]?.judge(code) == .matches
    turn.judged["attributeCode"] = isRight
    if isRight { turn.account.attributeCodes[member] = nil }
    let answer = try run(
      "VerifyUserAttribute",
      ["attribute": member, "code": isRight ? "current" : "neverIssued"], &turn)
    try refuse(answer, "VerifyUserAttribute")
    return .object([])
  }

  // MARK: Devices

  private mutating func confirmDevice(_ input: ServiceInput) throws(ServiceException) -> JSON {
    let key = try input.required("DeviceKey", limit: 55)
    guard let settings = try input.object("DeviceSecretVerifierConfig") else {
      throw .missing("DeviceSecretVerifierConfig")
    }
    let verifier = try settings.required("PasswordVerifier")
    let salt = try settings.required("Salt")
    var turn = try turn(withToken: input, deviceKey: key)
    guard let device = turn.account.world.pool.device else {
      throw .notFound("Device does not exist.")
    }
    turn.deviceVerifier = try guarded { () throws(CryptographyError) in
      try SRPServer(realm: device.groupKey, conventions: conventions.pool.srp)
        .acceptVerifier(deviceKey: key, passwordVerifier: verifier, salt: salt)
    }
    let answer = try run("ConfirmDevice", [:], &turn)
    try refuse(answer, "ConfirmDevice")
    let isRemembered = turn.account.world.pool.device?.isRemembered ?? false
    return .members(["UserConfirmationNecessary": .bool(!isRemembered)])
  }

  private mutating func listDevices(_ input: ServiceInput) throws(ServiceException) -> JSON {
    var turn = try turn(withToken: input)
    let answer = try run("ListDevices", [:], &turn)
    try refuse(answer, "ListDevices")
    let confirmed = turn.account.devices.values.filter { $0.verifier != nil }
    return .members([
      "Devices": .array(
        confirmed.sorted { $0.key < $1.key }.map { device in
          let status = device.isRemembered ? "remembered" : "not_remembered"
          return .members([
            "DeviceKey": .string(device.key),
            "DeviceAttributes": .array([
              .members(["Name": .string("device_status"), "Value": .string(status)])
            ]),
          ])
        })
    ])
  }
}
