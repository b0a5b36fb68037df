/// The documented properties of pools and app clients, by the record that contains them.
///
/// Source: the CloudFormation resource schemas of `AWS::Cognito::UserPool` and
/// `AWS::Cognito::UserPoolClient`, and the API's `UserPoolType` and `UserPoolClientType`.
enum KnownProperties {
  static let templatePool: Set<String> = [
    "AccountRecoverySetting", "AdminCreateUserConfig", "AliasAttributes", "AutoVerifiedAttributes",
    "DeletionProtection", "DeviceConfiguration", "EmailAuthenticationMessage",
    "EmailAuthenticationSubject", "EmailConfiguration", "EmailVerificationMessage",
    "EmailVerificationSubject", "EnabledMfas", "LambdaConfig", "MfaConfiguration", "Policies",
    "Schema", "SmsAuthenticationMessage", "SmsConfiguration", "SmsVerificationMessage",
    "UserAttributeUpdateSettings", "UserPoolAddOns", "UserPoolName", "UserPoolTags",
    "UserPoolTier", "UsernameAttributes", "UsernameConfiguration", "VerificationMessageTemplate",
    "WebAuthnFactorConfiguration", "WebAuthnRelyingPartyID", "WebAuthnUserVerification",
  ]

  /// The properties that only a user pool has.
  static let poolAlone: Set<String> = [
    "AdminCreateUserConfig", "AliasAttributes", "AutoVerifiedAttributes", "UsernameAttributes",
  ]

  static let describedPool: Set<String> = [
    "Id", "Name", "Policies", "DeletionProtection", "LambdaConfig", "Status", "LastModifiedDate",
    "CreationDate", "SchemaAttributes", "AutoVerifiedAttributes", "AliasAttributes",
    "UsernameAttributes", "SmsVerificationMessage", "EmailVerificationMessage",
    "EmailVerificationSubject", "VerificationMessageTemplate", "SmsAuthenticationMessage",
    "UserAttributeUpdateSettings", "MfaConfiguration", "DeviceConfiguration",
    "EstimatedNumberOfUsers", "EmailConfiguration", "SmsConfiguration", "UserPoolTags",
    "SmsConfigurationFailure", "EmailConfigurationFailure", "Domain", "CustomDomain",
    "AdminCreateUserConfig", "UserPoolAddOns", "UsernameConfiguration", "Arn",
    "AccountRecoverySetting", "UserPoolTier",
  ]

  static let templateClient: Set<String> = [
    "AccessTokenValidity", "AllowedOAuthFlows", "AllowedOAuthFlowsUserPoolClient",
    "AllowedOAuthScopes", "AnalyticsConfiguration", "AuthSessionValidity", "CallbackURLs",
    "ClientName", "ClientSecret", "DefaultRedirectURI", "EnablePropagateAdditionalUserContextData",
    "EnableTokenRevocation", "ExplicitAuthFlows", "GenerateSecret", "IdTokenValidity",
    "LogoutURLs", "PreventUserExistenceErrors", "ReadAttributes", "RefreshTokenRotation",
    "RefreshTokenValidity", "SupportedIdentityProviders", "TokenValidityUnits", "UserPoolId",
    "WriteAttributes",
  ]

  static let describedClient: Set<String> = templateClient.subtracting(["GenerateSecret"]).union(
    ["ClientId", "ClientSecret", "LastModifiedDate", "CreationDate"])

  /// The keys of a request that signs a user in with a client, none of which a client's description
  /// has.
  static let signInRequest: Set<String> = ["AuthFlow", "AuthParameters", "ChallengeName"]

  static let mfaConfiguration: Set<String> = [
    "SmsMfaConfiguration", "SoftwareTokenMfaConfiguration", "EmailMfaConfiguration",
    "MfaConfiguration", "WebAuthnConfiguration",
  ]

  /// The known properties of records, by the name of the record.
  static let records: [String: Set<String>] = [
    "AccountRecoverySetting": ["RecoveryMechanisms"],
    "RecoveryMechanisms": ["Name", "Priority"],
    "AnalyticsConfiguration": [
      "ApplicationArn", "ApplicationId", "ExternalId", "RoleArn", "UserDataShared",
    ],
    "AdminCreateUserConfig": [
      "AllowAdminCreateUserOnly", "InviteMessageTemplate", "UnusedAccountValidityDays",
    ],
    "DeviceConfiguration": ["ChallengeRequiredOnNewDevice", "DeviceOnlyRememberedOnUserPrompt"],
    "EmailConfiguration": [
      "ConfigurationSet", "EmailSendingAccount", "From", "ReplyToEmailAddress", "SourceArn",
    ],
    "EmailMfaConfiguration": ["Message", "Subject"],
    "InviteMessageTemplate": ["EmailMessage", "EmailSubject", "SMSMessage"],
    "PasswordPolicy": [
      "MinimumLength", "PasswordHistorySize", "RequireLowercase", "RequireNumbers",
      "RequireSymbols", "RequireUppercase", "TemporaryPasswordValidityDays",
    ],
    "Policies": ["PasswordPolicy", "SignInPolicy"],
    "RefreshTokenRotation": ["Feature", "RetryGracePeriodSeconds"],
    "SignInPolicy": ["AllowedFirstAuthFactors"],
    "UserAttributeUpdateSettings": ["AttributesRequireVerificationBeforeUpdate"],
    "UserPoolAddOns": ["AdvancedSecurityAdditionalFlows", "AdvancedSecurityMode"],
    "UsernameConfiguration": ["CaseSensitive"],
    "SmsConfiguration": ["ExternalId", "SnsCallerArn", "SnsRegion"],
    "SmsMfaConfiguration": ["SmsAuthenticationMessage", "SmsConfiguration"],
    "SoftwareTokenMfaConfiguration": ["Enabled"],
    "TokenValidityUnits": ["AccessToken", "IdToken", "RefreshToken"],
    "VerificationMessageTemplate": [
      "DefaultEmailOption", "EmailMessage", "EmailMessageByLink", "EmailSubject",
      "EmailSubjectByLink", "SmsMessage",
    ],
    "WebAuthnConfiguration": ["RelyingPartyId", "UserVerification", "FactorConfiguration"],
  ]
}

extension FactReader {
  /// Warns of keys that the service does not know, also in the records within. In the service's own
  /// output only those are reported that resemble a known key: others may be new fields.
  mutating func warnOfUnknownKeys(in fact: Fact, of owner: String, known: Set<String>) {
    let names = known.sorted()
    let known = known.union(["Fn::Transform", TypeScriptLiteral.spread])
    for entry in fact.entries ?? [] where !known.contains(entry.key) {
      let guess =
        Self.meant[entry.key].flatMap { known.contains($0) ? $0 : nil }
        ?? names.nearest(to: entry.key)
      if author == .service && guess == nil { continue }
      complain(
        "document.unknown-property", .warning, at: entry.keyLocation,
        "\(spelled(owner)) has no property `\(spelled(entry.key).prefix(40))`; "
          + "it is not read" + (author == .service ? "" : ", and a deployment fails at it"),
        remedy: guess.map { "did you mean `\(spelled($0))`?" } ?? "remove it, or correct its name")
    }
    warnOfUnknownKeys(below: fact)
  }

  /// Warns of keys that the service does not know in the records within a record.
  mutating func warnOfUnknownKeys(below fact: Fact) {
    for entry in fact.entries ?? [] {
      let triggers = entry.key == "LambdaConfig" ? parameters.words(.triggers) : nil
      guard
        let known = KnownProperties.records[entry.key]
          ?? triggers.map({ Set($0.wires + $0.ignored) })
      else { continue }
      warnOfUnknownKeys(in: entry.value, of: entry.key, known: known)
    }
  }

  /// The property that people mean by a name which does not resemble it.
  private static let meant = ["mfa": "multifactor"]

  /// Reads the value of a parameter from its property: a word, a list of words or a flag, by the
  /// parameter's kind.
  mutating func value(
    of parameter: PoolParameter, in properties: Fact
  ) -> Reading<ParameterValue> {
    let path = path(to: parameter)
    guard let name = path.last else { return .absent }
    var owner = properties
    for record in path.dropLast() { owner = self.record(record, in: owner) }
    return switch parameters.first(where: { $0.name == parameter.rawValue })?.kind {
    case .bool: flag(owner[name], name).map { .bool($0) }
    case .choice: word(owner[name], name, parameter).map { .choice($0) }
    case .set: members(owner[name], name, parameter)
    case .number, nil: .absent
    }
  }

  /// The words that a property leaves possible, as values of a parameter; empty where any is
  /// possible.
  func possible(_ parameter: PoolParameter, in properties: Fact) -> [ParameterValue] {
    let texts = path(to: parameter).reduce(properties) { $0[$1] }.possible
    let members = texts.map { parameters.words(parameter)?[$0] }
    return members.contains(nil) ? [] : members.compactMap { $0.map { .choice($0) } }
  }

  /// The path to the property that states a parameter, through the records that contain it.
  private func path(to parameter: PoolParameter) -> [String] {
    let declared = parameters.first { $0.name == parameter.rawValue }
    return (declared?.document?.name ?? "").split(separator: ".").map(String.init)
  }

  /// The record of the given name within another record.
  mutating func record(_ name: String, in owner: Fact) -> Fact { record(owner[name], name) }
}
