import SignIn
import SignInCryptography

/// What an administrator reads: accounts, devices and the settings, as the API writes them.
extension PoolService {
  /// All accounts, by name.
  var users: JSON {
    let all = accounts.all.map(\.value).filter { text("status", in: $0.valuation) != "none" }
    return .array(all.sorted { $0.username < $1.username }.map { describe($0, $0.valuation) })
  }

  /// One account (`UserType`).
  func describe(_ account: ServiceAccount, _ valuation: [Int]) -> JSON {
    .members([
      "Username": .string(account.username), "Attributes": attributeList(of: account, valuation),
      "Enabled": .bool(text("enabled", in: valuation) == "true"),
      "UserStatus": .string(status(in: valuation)),
    ])
  }

  func attributeList(of account: ServiceAccount, _ valuation: [Int]) -> JSON {
    .array(
      publicAttributes(of: account, valuation).map {
        .members(["Name": .string($0.name), "Value": .string($0.value)])
      })
  }

  func status(in valuation: [Int]) -> String {
    slot("status").flatMap { codec.wireName(of: valuation[$0], in: $0) } ?? "UNKNOWN"
  }

  static func describe(_ device: KnownDevice) -> JSON {
    let status = device.isRemembered ? "remembered" : "not_remembered"
    return .members([
      "DeviceKey": .string(device.key),
      "DeviceAttributes": .array([
        .members(["Name": .string("device_status"), "Value": .string(status)])
      ]),
    ])
  }

  // MARK: Settings

  /// The settings of the pool (`UserPoolType`), as far as the table has them. Which methods of MFA
  /// are on is no part of it at the service either.
  var poolSettings: JSON {
    let isClosed = setting("selfSignUp") == "false"
    return Self.object([
      ("Id", .string(World.poolID)), ("Name", .string("waymark")),
      ("MfaConfiguration", name("mfa", WireNames.mfa)),
      ("UserPoolTier", name("tier", WireNames.tier)),
      ("UsernameAttributes", names("usernameAttributes", WireNames.contactAttributes)),
      ("AliasAttributes", names("aliasAttributes", WireNames.aliasAttributes)),
      ("AutoVerifiedAttributes", names("autoVerified", WireNames.contactAttributes)),
      ("AccountRecoverySetting", recovery),
      ("AdminCreateUserConfig", .members(["AllowAdminCreateUserOnly": .bool(isClosed)])),
      ("Policies", signInPolicy), ("SchemaAttributes", schema),
      ("UserAttributeUpdateSettings", updateSettings), ("DeviceConfiguration", devices),
    ])
  }

  private var signInPolicy: JSON? {
    names("firstFactors", WireNames.firstFactors).map { factors in
      .members(["SignInPolicy": .members(["AllowedFirstAuthFactors": factors])])
    }
  }

  /// The attributes that are required.
  private var schema: JSON? {
    let required = members(of: "requiredAttributes", WireNames.contactAttributes).map { name in
      JSON.members(["Name": .string(name), "Required": .bool(true), "Mutable": .bool(true)])
    }
    return required.isEmpty ? nil : .array(required)
  }

  private var updateSettings: JSON? {
    names("verifyBeforeUpdate", WireNames.contactAttributes).map { verified in
      .members(["AttributesRequireVerificationBeforeUpdate": verified])
    }
  }

  /// The settings of the app client (`UserPoolClientType`), as far as the table has them.
  var clientSettings: JSON {
    let isRotated = setting("tokenRotation") == "true"
    return Self.object([
      ("UserPoolId", .string(World.poolID)), ("ClientId", .string(World.clientID)),
      ("ClientName", .string("waymark")),
      ("ClientSecret", clientSecret.map { .string($0.revealedText()) }),
      ("ExplicitAuthFlows", names("flows", WireNames.flows)),
      ("PreventUserExistenceErrors", name("existenceErrors", WireNames.existenceErrors)),
      ("EnableTokenRevocation", .bool(setting("tokenRevocation") == "true")),
      ("RefreshTokenRotation", isRotated ? .members(["Feature": .string("ENABLED")]) : nil),
    ])
  }

  private var recovery: JSON? {
    let members: [String] =
      switch setting("recovery") {
      case "legacy": []
      case "emailThenPhone", "shownEmailThenPhone": ["email", "phone"]
      case "phoneThenEmail": ["phone", "email"]
      case let single: [single]
      }
    let names = members.compactMap { WireNames.recovery.wire(of: $0) }
    guard !names.isEmpty else { return nil }
    let mechanisms = names.enumerated().map { position, name in
      JSON.members(["Priority": .integer(Int64(position + 1)), "Name": .string(name)])
    }
    return .members(["RecoveryMechanisms": .array(mechanisms)])
  }

  private var devices: JSON? {
    let devices = setting("devices")
    guard devices != "off" else { return nil }
    return .members([
      "ChallengeRequiredOnNewDevice": .bool(setting("challengeOnNewDevice") == "true"),
      "DeviceOnlyRememberedOnUserPrompt": .bool(devices == "onPrompt"),
    ])
  }

  private func setting(_ name: String) -> String { text(name, in: initial) }

  private func name(_ parameter: String, _ names: WireNames) -> JSON? {
    names.wire(of: setting(parameter)).map { .string($0) }
  }

  private func names(_ parameter: String, _ names: WireNames) -> JSON? {
    let list = members(of: parameter, names)
    return list.isEmpty ? nil : .array(list.map { .string($0) })
  }

  /// The wire names of a set's members.
  private func members(of parameter: String, _ names: WireNames) -> [String] {
    setting(parameter).split { "{}, ".contains($0) }.compactMap { names.wire(of: String($0)) }
  }

  private static func object(_ members: [(String, JSON?)]) -> JSON {
    .object(members.compactMap { name, value in value.map { JSON.Member(name, $0) } })
  }
}
