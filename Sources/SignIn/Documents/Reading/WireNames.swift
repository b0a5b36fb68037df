/// The spellings of Cognito's API and the members of the model's enumerations that they stand for.
package struct WireNames: Sendable {
  /// In the order in which messages list them.
  let pairs: [(wire: String, member: String)]
  /// Spellings that are right but say nothing about the model.
  var ignored: [String] = []

  var wires: [String] { pairs.map(\.wire) }

  subscript(wire: String) -> String? { pairs.first { $0.wire == wire }?.member }

  /// `MfaConfiguration`.
  package static let mfa = WireNames(pairs: [
    ("OFF", "off"), ("OPTIONAL", "optional"), ("ON", "required"),
  ])
  /// The spelling of a member; nil where it has none.
  ///
  /// - Parameter member: a member of the model's enumeration.
  package func wire(of member: String) -> String? { pairs.first { $0.member == member }?.wire }

  static let switched = WireNames(pairs: [("ENABLED", "on"), ("DISABLED", "off")])
  static let mfaMethods = WireNames(pairs: [
    ("SMS_MFA", "sms"), ("SOFTWARE_TOKEN_MFA", "totp"), ("EMAIL_OTP", "email"),
  ])
  /// Attributes that codes go to.
  package static let contactAttributes = WireNames(pairs: [
    ("email", "email"), ("phone_number", "phone"),
  ])
  /// Attributes that can be aliases.
  package static let aliasAttributes = WireNames(pairs: [
    ("email", "email"), ("phone_number", "phone"), ("preferred_username", "preferredUsername"),
  ])
  /// Mechanisms of account recovery.
  package static let recovery = WireNames(pairs: [
    ("verified_email", "email"), ("verified_phone_number", "phone"), ("admin_only", "adminOnly"),
  ])
  /// `AllowedFirstAuthFactors`.
  package static let firstFactors = WireNames(pairs: [
    ("PASSWORD", "password"), ("EMAIL_OTP", "emailOTP"), ("SMS_OTP", "smsOTP"),
    ("WEB_AUTHN", "webAuthn"),
  ])
  /// `UserPoolTier`.
  package static let tier = WireNames(pairs: [
    ("LITE", "lite"), ("ESSENTIALS", "essentials"), ("PLUS", "plus"),
  ])
  /// `EmailSendingAccount`.
  package static let emailSender = WireNames(pairs: [
    ("COGNITO_DEFAULT", "cognitoDefault"), ("DEVELOPER", "ses"),
  ])
  /// `AdvancedSecurityMode`.
  package static let threatProtection = WireNames(pairs: [
    ("OFF", "off"), ("AUDIT", "audit"), ("ENFORCED", "enforced"),
  ])
  /// `FactorConfiguration`.
  package static let webAuthnFactor = WireNames(pairs: [
    ("SINGLE_FACTOR", "single"), ("MULTI_FACTOR_WITH_USER_VERIFICATION", "multi"),
  ])
  /// `UserVerification`.
  package static let userVerification = WireNames(pairs: [
    ("preferred", "preferred"), ("required", "required"),
  ])
  static let lambdaVersion = WireNames(pairs: [
    ("V1_0", "V1_0"), ("V2_0", "V2_0"), ("V3_0", "V3_0"),
  ])
  static let eventSource = WireNames(pairs: [
    ("userAuthEvents", "userAuthEvents"), ("userNotification", "userNotification"),
  ])
  /// `PreventUserExistenceErrors`.
  package static let existenceErrors = WireNames(pairs: [
    ("LEGACY", "legacy"), ("ENABLED", "prevent"),
  ])
  /// `ExplicitAuthFlows`, the older names among them.
  package static let flows = WireNames(pairs: [
    ("ALLOW_USER_SRP_AUTH", "userSRP"), ("ALLOW_USER_PASSWORD_AUTH", "userPassword"),
    ("ALLOW_ADMIN_USER_PASSWORD_AUTH", "adminUserPassword"), ("ALLOW_CUSTOM_AUTH", "custom"),
    ("ALLOW_USER_AUTH", "userAuth"), ("ALLOW_REFRESH_TOKEN_AUTH", "refresh"),
    ("ADMIN_NO_SRP_AUTH", "adminUserPassword"), ("CUSTOM_AUTH_FLOW_ONLY", "custom"),
    ("USER_PASSWORD_AUTH", "userPassword"),
  ])
  /// The triggers of `LambdaConfig`.
  package static let triggers = WireNames(
    pairs: [
      ("PreSignUp", "preSignUp"), ("CustomMessage", "customMessage"),
      ("PostConfirmation", "postConfirmation"), ("PreAuthentication", "preAuthentication"),
      ("PostAuthentication", "postAuthentication"), ("DefineAuthChallenge", "defineAuthChallenge"),
      ("CreateAuthChallenge", "createAuthChallenge"),
      ("VerifyAuthChallengeResponse", "verifyAuthChallengeResponse"),
      ("PreTokenGeneration", "preTokenGeneration"),
      ("PreTokenGenerationConfig", "preTokenGeneration"), ("UserMigration", "userMigration"),
      ("CustomSMSSender", "customSMSSender"), ("CustomEmailSender", "customEmailSender"),
    ], ignored: ["KMSKeyID", "InboundFederation"])
}
