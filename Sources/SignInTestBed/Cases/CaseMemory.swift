/// The texts that a case is about, which the table does not follow: names, codes, sessions.
///
/// The table says which request is made and with which kinds of fields; this says what stands in
/// them. It decides nothing.
struct CaseMemory: Sendable {
  /// The name as typed at the last sign-in, and as the server echoed it.
  var username = "username"
  var echoedName: String?
  var password: String?
  /// What answers a challenge.
  var answer = ""
  /// The session of the challenge that is pending.
  var session: String?
  var secret: String?
  /// Whether the challenge that is pending came as the answer to a selection, so that its name is
  /// the echoed one.
  var isEchoed = false
  var friendlyDeviceName: String?
  var metadata: [String: String] = [:]
  var userAttributes: [String: String] = [:]
  /// The sign-up machine's own name and session.
  var signUpName: String?
  var signUpSession: String?
  var code: String?
  var newPassword: String?
  var oldPassword: String?
  var forcesAlias: String?
  var attribute: String?
  /// The key of a device that the server handed out, and of one that a call names.
  var deviceKey: String?
  var namedDevice: String?
  /// The text parameters of the last challenge.
  var parameters: [String: String] = [:]
  /// Details of the last code that was sent.
  var destination: String?
  var attributeKey: String?
  var userID: String?
  /// The session that a completed sign-up handed out.
  var handedOut: String?
  /// The sign-in under way is the automatic one.
  var isAutomatic = false
  /// The factor that is being set up is the authenticator.
  var setsUpTOTP = false
}
