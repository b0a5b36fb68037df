/// What Amazon Cognito does where a pool or an app client says nothing: one table, read by all.
///
/// Absence means the default only where the document would have said otherwise: a template leaves
/// out what it does not set, and `describe-user-pool` leaves out what is not set.
/// Source: Cognito's API reference, CreateUserPool and CreateUserPoolClient.
enum ServiceDefaults {
  /// One default: the parameter, its value, and the sentence that a report gives as its origin.
  struct Entry: Sendable {
    var parameter: PoolParameter
    var value: ParameterValue
    var statement: String
  }

  /// Which of a pool's two documents decides a parameter.
  enum Half: Sendable { case pool, client }

  static let pool: [Entry] = [
    entry(.mfa, .choice("off"), "MfaConfiguration absent: OFF"),
    entry(.mfaMethods, .set([]), "no MFA method is configured"),
    entry(.usernameAttributes, .set([]), "UsernameAttributes absent: none"),
    entry(.aliasAttributes, .set([]), "AliasAttributes absent: none"),
    entry(.autoVerified, .set([]), "AutoVerifiedAttributes absent: none"),
    entry(.requiredAttributes, .set([]), "no attribute of the schema is required"),
    entry(.recovery, .choice("legacy"), "AccountRecoverySetting absent: SMS first, then e-mail"),
    entry(.passwordHistory, .bool(false), "PasswordHistorySize absent: 0"),
    entry(.firstFactors, .set(["password"]), "SignInPolicy absent: PASSWORD"),
    entry(.selfSignUp, .bool(true), "AllowAdminCreateUserOnly absent: false"),
    entry(.tier, .choice("essentials"), "UserPoolTier absent: ESSENTIALS"),
    entry(.smsConfigured, .bool(false), "SmsConfiguration absent"),
    entry(.emailSender, .choice("cognitoDefault"), "EmailSendingAccount absent: COGNITO_DEFAULT"),
    entry(.devices, .choice("off"), "DeviceConfiguration absent: devices are not tracked"),
    entry(.challengeOnNewDevice, .bool(false), "ChallengeRequiredOnNewDevice absent: false"),
    entry(.verifyBeforeUpdate, .set([]), "UserAttributeUpdateSettings absent: none"),
    entry(.caseSensitive, .bool(true), "UsernameConfiguration absent: case sensitive"),
    entry(.triggers, .set([]), "LambdaConfig absent: none"),
    entry(.threatProtection, .choice("off"), "AdvancedSecurityMode absent: OFF"),
    entry(.webAuthnFactor, .choice("single"), "FactorConfiguration absent: SINGLE_FACTOR"),
    entry(.userVerification, .choice("preferred"), "UserVerification absent: preferred"),
  ]

  static let client: [Entry] = [
    entry(
      .flows, .set(["custom", "refresh", "userSRP"]),
      "ExplicitAuthFlows absent: refresh, SRP and custom"),
    entry(.clientSecret, .bool(false), "no client secret is generated"),
    entry(.existenceErrors, .choice("legacy"), "PreventUserExistenceErrors absent: LEGACY"),
  ]

  /// The half that decides a parameter, or nil for one that no document of the service knows.
  static func half(of parameter: PoolParameter) -> Half? {
    if pool.contains(where: { $0.parameter == parameter }) { return .pool }
    return client.contains { $0.parameter == parameter } ? .client : nil
  }

  /// The setting that a parameter has where the documents say nothing; open where there is none.
  static func setting(_ parameter: PoolParameter) -> Setting {
    guard let entry = (pool + client).first(where: { $0.parameter == parameter }) else {
      return Setting(value: nil, origin: .untold)
    }
    return Setting(value: entry.value, origin: .serviceDefault(entry.statement))
  }

  /// The same for any parameter of the table.
  static func setting(named name: String) -> Setting {
    PoolParameter(rawValue: name).map { setting($0) } ?? Setting(value: nil, origin: .untold)
  }

  private static func entry(
    _ parameter: PoolParameter, _ value: ParameterValue, _ statement: String
  ) -> Entry {
    Entry(parameter: parameter, value: value, statement: statement)
  }
}
