/// The values of parameters that the document readers refer to by name. Each is looked up when the
/// table is loaded, see ``DocumentBinding``.
enum KnownMember: String, CaseIterable, Sendable {
  case adminUserPassword, always, cognitoDefault, confirms, confirmsAndVerifies, custom,
    customEmailSender, customSMSSender, defineAuthChallenge, email, emailOTP, emailThenPhone,
    legacy, lite, off, onPrompt, optional, own, password, phone, plus, postAuthentication,
    postConfirmation, preSignUp, preferred, preferredUsername, prevent, refresh, required, ses,
    shownEmailThenPhone, single, sms, smsOTP, totp, userAuth, userSRP, verifies, webAuthn

  static func == (text: String?, member: KnownMember) -> Bool { text == member.rawValue }
  static func != (text: String?, member: KnownMember) -> Bool { text != member.rawValue }
}

extension ParameterValue {
  static func choice(_ member: KnownMember) -> ParameterValue { .choice(member.rawValue) }

  static func members(_ members: [KnownMember]) -> ParameterValue {
    .members(members.map(\.rawValue))
  }
}

extension Sequence<String> {
  func contains(_ member: KnownMember) -> Bool { contains(member.rawValue) }
}
