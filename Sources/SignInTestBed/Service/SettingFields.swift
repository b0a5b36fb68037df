import SignIn
package import SignInCryptography

/// Settings as the API writes them, made from the parameters of the table: for descriptions of a
/// pool and for calls that change one.
package struct SettingFields {
  /// The text of a parameter, such as `{sms, totp}`.
  private let setting: (String) -> String

  package init(_ setting: @escaping (String) -> String) { self.setting = setting }

  /// A field by its name in the API; nil where it is empty, or where no parameter says what is in
  /// it, such as the ARN of a role.
  package func value(of field: String) -> JSON? {
    switch field {
    case "MfaConfiguration": name("mfa", .mfa)
    case "UserPoolTier": name("tier", .tier)
    case "UsernameAttributes": names("usernameAttributes", .contactAttributes)
    case "AliasAttributes": names("aliasAttributes", .aliasAttributes)
    case "AutoVerifiedAttributes": names("autoVerified", .contactAttributes)
    case "AccountRecoverySetting": recovery
    case "AdminCreateUserConfig": Self.one("AllowAdminCreateUserOnly", flag("selfSignUp", "false"))
    case "Policies":
      names("firstFactors", .firstFactors).map { factors in
        Self.one("SignInPolicy", Self.one("AllowedFirstAuthFactors", factors))
      }
    case "SchemaAttributes": schema
    case "UserAttributeUpdateSettings":
      names("verifyBeforeUpdate", .contactAttributes).map { verified in
        Self.one("AttributesRequireVerificationBeforeUpdate", verified)
      }
    case "DeviceConfiguration": devices
    case "UserPoolAddOns":
      name("threatProtection", .threatProtection).map { Self.one("AdvancedSecurityMode", $0) }
    case "SoftwareTokenMfaConfiguration":
      Self.one("Enabled", .bool(members(of: "mfaMethods").contains("totp")))
    case "WebAuthnConfiguration":
      .members([
        "FactorConfiguration": name("webAuthnFactor", .webAuthnFactor),
        "UserVerification": name("userVerification", .userVerification),
      ])
    case "ExplicitAuthFlows": names("flows", .flows)
    case "PreventUserExistenceErrors": name("existenceErrors", .existenceErrors)
    case "EnableTokenRevocation": flag("tokenRevocation", "true")
    case "RefreshTokenRotation":
      setting("tokenRotation") == "true" ? Self.one("Feature", .string("ENABLED")) : nil
    case "GenerateSecret": flag("clientSecret", "true")
    default: nil
    }
  }

  /// The members of a set, as the table calls them.
  package func members(of parameter: String) -> [String] {
    setting(parameter).split { "{}, ".contains($0) }.map(String.init)
  }

  private static func one(_ name: String, _ value: JSON) -> JSON {
    .object([JSON.Member(name, value)])
  }

  private func flag(_ parameter: String, _ word: String) -> JSON {
    .bool(setting(parameter) == word)
  }

  /// The attributes that are required.
  private var schema: JSON? {
    let required = members(of: "requiredAttributes").compactMap {
      WireNames.contactAttributes.wire(of: $0)
    }.map { name in
      JSON.members(["Name": .string(name), "Required": .bool(true), "Mutable": .bool(true)])
    }
    return required.isEmpty ? nil : .array(required)
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
    return Self.one("RecoveryMechanisms", .array(mechanisms))
  }

  private var devices: JSON? {
    let devices = setting("devices")
    guard devices != "off" else { return nil }
    return .members([
      "ChallengeRequiredOnNewDevice": flag("challengeOnNewDevice", "true"),
      "DeviceOnlyRememberedOnUserPrompt": .bool(devices == "onPrompt"),
    ])
  }

  private func name(_ parameter: String, _ names: WireNames) -> JSON? {
    names.wire(of: setting(parameter)).map { .string($0) }
  }

  private func names(_ parameter: String, _ names: WireNames) -> JSON? {
    let list = members(of: parameter).compactMap { names.wire(of: $0) }
    return list.isEmpty ? nil : .array(list.map { .string($0) })
  }
}
