/// The spellings of Amplify's documents.
extension WireNames {
  static let amplifyMFA = WireNames(pairs: [
    ("NONE", "off"), ("OPTIONAL", "optional"), ("REQUIRED", "required"),
  ])
  static let amplifyMethods = WireNames(pairs: [
    ("SMS", "sms"), ("TOTP", "totp"), ("EMAIL", "email"),
  ])
  static let amplifyUsernames = WireNames(
    pairs: [("email", "email"), ("phone_number", "phone")],
    ignored: ["username", "preferred_username"])
  static let generation1Methods = WireNames(pairs: [("SMS Text Message", "sms"), ("TOTP", "totp")])
  static let generation1Contacts = WireNames(
    pairs: [("EMAIL", "email"), ("PHONE_NUMBER", "phone")],
    ignored: ["USERNAME", "PREFERRED_USERNAME"])
  static let generation1Triggers = WireNames(pairs: [
    ("CreateAuthChallenge", "createAuthChallenge"), ("CustomMessage", "customMessage"),
    ("DefineAuthChallenge", "defineAuthChallenge"), ("PostAuthentication", "postAuthentication"),
    ("PostConfirmation", "postConfirmation"), ("PreAuthentication", "preAuthentication"),
    ("PreSignup", "preSignUp"), ("PreTokenGeneration", "preTokenGeneration"),
    ("VerifyAuthChallengeResponse", "verifyAuthChallengeResponse"),
    ("UserMigration", "userMigration"),
  ])
  static let definitionMFA = WireNames(pairs: [
    ("OFF", "off"), ("OPTIONAL", "optional"), ("REQUIRED", "required"),
  ])
  static let definitionRecovery = WireNames(pairs: [
    ("EMAIL_ONLY", "email"), ("PHONE_ONLY_WITHOUT_MFA", "phone"),
    ("EMAIL_AND_PHONE_WITHOUT_MFA", "emailThenPhone"),
    ("PHONE_WITHOUT_MFA_AND_EMAIL", "phoneThenEmail"), ("PHONE_AND_EMAIL", "legacy"),
    ("NONE", "adminOnly"),
  ])
}
