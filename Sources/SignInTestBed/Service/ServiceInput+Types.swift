import SignInCryptography

/// What the API's members are, of all requests that the table has: no name has two types.
///
/// Next to the table's `wire:`, which has the members that something reads or makes: a third of
/// these nothing does, and the service refuses another type of them all the same.
extension ServiceInput {
  private enum MemberType { case text, bool, integer, texts, map, object, objects }

  /// `Credential` is not here: it is a document of any form.
  private static let names: [(type: MemberType, names: String)] = [
    (
      .text,
      """
      AccessToken AdvancedSecurityMode AnalyticsEndpointId ApplicationArn ApplicationId
      AttributeDataType AttributeName AuthFlow CallerArn ChallengeName ClientId ClientName
      ClientSecret ClientType Code ConfigurationSet ConfigurationSetName ConfirmationCode
      CreateAuthChallenge CredentialId CustomAuthMode CustomMessage DefaultEmailOption
      DefaultRedirectURI DefineAuthChallenge DeletionProtection DeliveryMedium Description
      DeviceKey DeviceName DeviceRememberedStatus EmailMessage EmailMessageByLink
      EmailSendingAccount EmailSubject EmailSubjectByLink EmailVerificationMessage
      EmailVerificationSubject EnableStatus EncodedData EventId ExternalId FactorConfiguration
      Feature FeedbackToken FeedbackValue Filter FriendlyDeviceName From GroupName IdToken
      InEntityId InTemplateId IpAddress KMSKeyID KeyType KmsKeyArn LambdaArn LambdaVersion
      MaxLength MaxValue Message MessageAction MfaConfiguration MinLength MinValue Name
      NextToken OriginationIdentity PaginationToken Password PasswordVerifier PoolName
      PostAuthentication PostConfirmation PreAuthentication PreSignUp PreTokenGeneration
      PreventUserExistenceErrors PreviousPassword ProposedPassword ProviderAttributeName
      ProviderAttributeValue ProviderName RefreshToken Region RelyingPartyId ReplyToEmailAddress
      RevokeAssociatedSessions RoleArn SMSMessage Salt SecretHash ServerName ServerPath Session
      SmsAuthenticationMessage SmsMessage SmsVerificationMessage SnsCallerArn SnsRegion
      SourceArn Subject TemporaryPassword Token Type UserCode UserMigration UserPoolId
      UserPoolTier UserVerification Username Value VerifyAuthChallengeResponse headerName
      headerValue
      """
    ),
    (
      .bool,
      """
      AllowAdminCreateUserOnly AllowedOAuthFlowsUserPoolClient CaseSensitive
      ChallengeRequiredOnNewDevice DeveloperOnlyAttribute DeviceOnlyRememberedOnUserPrompt
      EnablePropagateAdditionalUserContextData EnableTokenRevocation Enabled ForceAliasCreation
      GenerateSecret Mutable OpenDcrEnabled Permanent PreferredMfa
      PublishSecretsInAWSSecretsManager RequireLowercase RequireNumbers RequireSymbols
      RequireUppercase Required UserDataShared
      """
    ),
    (
      .integer,
      """
      AccessTokenValidity AuthSessionValidity IdTokenValidity Limit MaxResults MinimumLength
      PasswordHistorySize Precedence Priority RefreshTokenValidity RetryGracePeriodSeconds
      TemporaryPasswordValidityDays UnusedAccountValidityDays
      """
    ),
    (
      .texts,
      """
      AliasAttributes AllowedFirstAuthFactors AllowedOAuthFlows AllowedOAuthScopes AllowedScopes
      AttributesRequireVerificationBeforeUpdate AttributesToGet AuthenticatedGrantTypes
      AutoVerifiedAttributes CallbackURLs DesiredDeliveryMediums ExplicitAuthFlows LogoutURLs
      OpenDcrGrantTypes ReadAttributes SupportedIdentityProviders UserAttributeNames
      UsernameAttributes WriteAttributes
      """
    ),
    (
      .map,
      """
      AuthParameters ChallengeResponses ClientMetadata UserPoolTags
      """
    ),
    (
      .object,
      """
      AccountRecoverySetting AdminCreateUserConfig AdvancedSecurityAdditionalFlows
      AnalyticsConfiguration AnalyticsMetadata ContextData CustomEmailSender CustomSMSSender
      DcrConfiguration DestinationUser DeviceConfiguration DeviceSecretVerifierConfig
      EmailConfiguration EmailMfaConfiguration EmailMfaSettings EumsSms InboundFederation
      InviteMessageTemplate IssuerConfiguration KeyConfiguration LambdaConfig
      NumberAttributeConstraints PasswordPolicy Policies PreTokenGenerationConfig
      RefreshTokenRotation SMSMfaSettings SignInPolicy SmsConfiguration SmsMfaConfiguration
      SoftwareTokenMfaConfiguration SoftwareTokenMfaSettings SourceUser
      StringAttributeConstraints TokenValidityUnits UserAttributeUpdateSettings UserContextData
      UserPoolAddOns UsernameConfiguration VerificationMessageTemplate WebAuthnConfiguration
      WebAuthnMfaSettings
      """
    ),
    (
      .objects,
      """
      HttpHeaders MFAOptions RecoveryMechanisms Schema UserAttributes ValidationData
      """
    ),
  ]

  private static let types: [String: MemberType] = {
    var types: [String: MemberType] = [:]
    for (type, names) in names {
      for name in names.split(whereSeparator: \.isWhitespace) { types[String(name)] = type }
    }
    return types
  }()

  /// How many entries a list can be asked for: by operation where it has its own bounds.
  private static let bounds: [String: ClosedRange<Int64>] = [
    "Limit": 0...Int64(ListPage.most), "MaxResults": 1...60,
    "ListWebAuthnCredentials.MaxResults": 0...20,
  ]

  /// Counts that must be given. Seen of clients that left one out: it counts as 0.
  private static let counts = ["ListUserPools": "MaxResults"]

  /// Refuses members of another type than the API's, whether they are read or not, and counts that
  /// are missing.
  func check(of operation: String) throws(ServiceException) {
    try checkTypes(of: operation)
    if let count = Self.counts[operation], value(count) == nil {
      try Self.checkBounds(of: count, 0, operation)
    }
  }

  private func checkTypes(of operation: String) throws(ServiceException) {
    for name in names {
      switch Self.types[name] {
      case .text: _ = try text(name, limit: .max)
      case .bool: _ = try bool(name)
      case .integer:
        if let number = try integer(name) { try Self.checkBounds(of: name, number, operation) }
      case .texts: _ = try texts(name)
      case .map:
        let map = try map(name)
        for key in map.names { _ = try map.text(key, limit: .max) }
      case .object: try object(name)?.checkTypes(of: operation)
      case .objects:
        for element in try elements(name) { try ServiceInput(element).checkTypes(of: operation) }
      case nil: break
      }
    }
  }

  private static func checkBounds(
    of name: String, _ number: Int64, _ operation: String
  ) throws(ServiceException) {
    guard let bounds = bounds["\(operation).\(name)"] ?? bounds[name], !bounds.contains(number)
    else { return }
    let isLess = number < bounds.lowerBound
    throw .invalidParameter(
      "1 validation error detected: Value '\(number)' at '\(ServiceException.shown(name))' failed "
        + "to satisfy constraint: Member must have value "
        + (isLess
          ? "greater than or equal to \(bounds.lowerBound)"
          : "less than or equal to \(bounds.upperBound)"))
  }
}
