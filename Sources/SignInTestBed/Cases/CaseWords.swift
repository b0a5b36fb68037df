import TransitionTables

/// How cases may write the client's words: `userAuth(preferredFirstFactor: .emailOTP)`,
/// `.userPassword`, `AuthFlowType.userSRP`, `USER_SRP_AUTH`.
enum CaseWords {
  /// The flows by the client's names and by those of the configuration file.
  static let flows = [
    "userSRP": "userSRP", "USER_SRP_AUTH": "userSRP", "userPassword": "userPassword",
    "USER_PASSWORD_AUTH": "userPassword", "custom": "customWithSRP",
    "customWithSRP": "customWithSRP", "CUSTOM_AUTH": "customWithSRP",
    "CUSTOM_AUTH_WITH_SRP": "customWithSRP", "customWithoutSRP": "customWithoutSRP",
    "CUSTOM_AUTH_WITHOUT_SRP": "customWithoutSRP", "userAuth": "userAuth",
    "USER_AUTH": "userAuth",
  ]

  /// First factors by their wire names, which are read with their case.
  static let factors = [
    "PASSWORD": "password", "PASSWORD_SRP": "passwordSRP", "SMS_OTP": "smsOTP",
    "EMAIL_OTP": "emailOTP", "WEB_AUTHN": "webAuthn",
  ]

  /// MFA factors by their wire names in capitals.
  static let mfaFactors = [
    "SMS_MFA": "sms", "SOFTWARE_TOKEN_MFA": "totp", "EMAIL_OTP": "email",
  ]

  /// How a case says that there is nothing.
  static let nothing: Set<String> = ["nil", "none", "null"]

  /// What MFA preferences are changed to.
  static let preferences = ["enabled", "disabled", "preferred", "notPreferred"]

  /// The flow that `authFlowType` names, or nil.
  static func flow(_ text: String) -> String? {
    flows[last(text.split(separator: "(").first.map(String.init) ?? text)]
  }

  /// The first factor that is named, by the table's word: by itself, or within a flow's brackets;
  /// nil where there is none, or none of that name.
  static func factor(_ text: String) -> String? {
    let word = text.split { !($0.isLetter || $0 == "_") }.last.map(String.init) ?? ""
    return factors[word] ?? (factors.values.contains(word) ? word : nil)
  }

  /// Whether a first factor is named at all, `nil` being none.
  static func namesFactor(_ text: String) -> Bool {
    let word = text.split { !($0.isLetter || $0 == "_") }.last.map(String.init) ?? ""
    return !word.isEmpty && !nothing.contains(word)
  }

  /// The word after the last dot: `.disabled` and `MFAPreference.disabled` are `disabled`.
  static func last(_ text: String) -> String {
    text.split(separator: ".").last.map { String($0).trimmed } ?? text
  }

  /// The name of a call: without its brackets, and by the table's word where that is another.
  static func call(_ text: String, _ input: LocatedNode?) -> String {
    let bare = text.split(separator: "(").first.map { last(String($0)) } ?? text
    let isOfAttribute = attributeKeys.contains { input?[$0] != nil } || text.contains("ttribute")
    switch bare {
    case "update", "updatePassword", "changePassword":
      return isOfAttribute ? "updateContact" : "changePassword"
    case "updateUserAttribute", "updateUserAttributes": return "updateContact"
    case "confirm", "confirmUserAttribute": return "verifyContact"
    case "sendVerificationCode", "resendConfirmationCode": return "sendVerificationCode"
    default: return bare
    }
  }

  /// The keys under which an attribute is named.
  static let attributeKeys = ["attribute", "userAttributeKey", "userAttribute", "attributes"]
}
