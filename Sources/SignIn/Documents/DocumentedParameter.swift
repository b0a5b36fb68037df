/// Where documents of the service state a parameter of the model, for the reference of pool files.
///
/// The importers read the same properties; a test imports a template with each of them alone and
/// finds the parameter decided by it.
public struct DocumentedParameter: Sendable {
  /// The parameter's name in the model and in pool files.
  public let name: String
  /// The property of `AWS::Cognito::UserPool` or `AWS::Cognito::UserPoolClient`, with the records
  /// that hold it; `[]` stands for each element of a list.
  public let property: String
  /// Whether the property is the app client's.
  public let isClient: Bool
  /// Where the service's own answers state it under another name; nil for the same name.
  public let answer: String?

  init(
    _ parameter: PoolParameter, _ property: String, isClient: Bool = false, answer: String? = nil
  ) {
    (name, self.property, self.isClient, self.answer) = (
      parameter.rawValue, property, isClient, answer
    )
  }

  /// The argument of Terraform's AWS provider, with the blocks that hold it.
  public var terraform: String {
    if let blocks = PoolParameter(rawValue: name).flatMap({ Self.blocks[$0] }) {
      return "\(TerraformNames.pool).\(blocks)"
    }
    return (isClient ? TerraformNames.client : TerraformNames.pool) + "."
      // Terraform has no block around the policies.
      + property.replacing("[]", with: "").replacing("Policies.", with: "").split(separator: ".")
      .map { TerraformNames.name(of: String($0)) }.joined(separator: ".")
  }

  /// What Terraform writes as blocks of its own.
  private static let blocks: [PoolParameter: String] = [
    .mfaMethods: "software_token_mfa_configuration, email_mfa_configuration, sms_configuration",
    .webAuthnFactor: "web_authn_configuration.factor_configuration",
    .userVerification: "web_authn_configuration.user_verification",
  ]

  /// What the service does where the property is absent, as reports say it; nil where the model's
  /// own default counts.
  public var absence: String? {
    (ServiceDefaults.pool + ServiceDefaults.client).first { $0.parameter.rawValue == name }?
      .statement
  }

  /// Where a parameter is stated that is not among these.
  public static func place(ofOther name: String) -> String {
    switch PoolParameter(rawValue: name) {
    case .confirmedByServer:
      "by a program of the project that calls AdminConfirmSignUp, a pool file or `--set`"
    case .defaultFlow:
      "by an app's amplifyconfiguration (authenticationFlowType), a pool file or `--set`"
    case .immutableAttributes:
      "by the schema of a template or of the service's answers (Mutable), a pool file or `--set`"
    default: "by no document of the service: by a pool file or `--set` alone"
    }
  }

  /// All of them, in the order of the service's defaults, those without a default last.
  public static let all: [DocumentedParameter] = [
    .init(.mfa, "MfaConfiguration"),
    .init(.mfaMethods, "EnabledMfas", answer: "get-user-pool-mfa-config"),
    .init(.usernameAttributes, "UsernameAttributes"),
    .init(.aliasAttributes, "AliasAttributes"),
    .init(.autoVerified, "AutoVerifiedAttributes"),
    .init(.requiredAttributes, "Schema[].Required", answer: "SchemaAttributes"),
    .init(.recovery, "AccountRecoverySetting.RecoveryMechanisms"),
    .init(.passwordHistory, "Policies.PasswordPolicy.PasswordHistorySize"),
    .init(.firstFactors, "Policies.SignInPolicy.AllowedFirstAuthFactors"),
    .init(.selfSignUp, "AdminCreateUserConfig.AllowAdminCreateUserOnly"),
    .init(.tier, "UserPoolTier"),
    .init(.smsConfigured, "SmsConfiguration"),
    .init(.emailSender, "EmailConfiguration.EmailSendingAccount"),
    .init(.devices, "DeviceConfiguration.DeviceOnlyRememberedOnUserPrompt"),
    .init(.challengeOnNewDevice, "DeviceConfiguration.ChallengeRequiredOnNewDevice"),
    .init(
      .verifyBeforeUpdate,
      "UserAttributeUpdateSettings.AttributesRequireVerificationBeforeUpdate"),
    .init(.triggers, "LambdaConfig"),
    .init(.threatProtection, "UserPoolAddOns.AdvancedSecurityMode"),
    .init(.webAuthnFactor, "WebAuthnFactorConfiguration", answer: "get-user-pool-mfa-config"),
    .init(.userVerification, "WebAuthnUserVerification", answer: "get-user-pool-mfa-config"),
    .init(.flows, "ExplicitAuthFlows", isClient: true),
    .init(.clientSecret, "GenerateSecret", isClient: true, answer: "ClientSecret"),
    .init(.existenceErrors, "PreventUserExistenceErrors", isClient: true),
    .init(.externalProvider, "SupportedIdentityProviders", isClient: true),
    .init(.writeAttributes, "WriteAttributes", isClient: true),
    .init(.tokenRevocation, "EnableTokenRevocation", isClient: true),
    .init(.tokenRotation, "RefreshTokenRotation.Feature", isClient: true),
  ]
}
