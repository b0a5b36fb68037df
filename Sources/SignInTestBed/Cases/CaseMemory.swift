import TransitionTables

/// The texts that a case is about, which the table does not follow: names, codes, sessions.
///
/// The table says which request is made and with which kinds of fields; this says what stands in
/// them. It decides nothing.
struct CaseMemory: Sendable {
  /// The name as typed at the last sign-in, and as the server echoed it.
  var username = ""
  var echoedName: String?
  var password: String?
  /// What answers a challenge.
  var answer = ""
  /// The session of the challenge that is pending.
  var session: String?
  var secret: String?
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
  /// The text parameters of the last answer's challenge.
  var parameters: [String: String] = [:]
  /// Details of the last code that was sent.
  var destination: String?
  var attributeKey: String?
  var userID: String?
  /// The session that a completed sign-up handed out.
  var handedOut: String?
  /// The sign-in under way is the automatic one.
  var isAutomatic = false

  // MARK: Calls

  /// What a call may say, under the names of the client's own arguments and options.
  static let typed = [
    "username", "password", "challengeResponse", "confirmationCode", "newPassword", "oldPassword",
    "userAttributeKey", "device", "friendlyDeviceName", "forceAliasCreation", "metadata",
    "validationData", "userAttributes",
  ]

  /// Takes what the app typed in a call.
  mutating func take(_ texts: [LocatedNode.Entry], of call: String) {
    let mapping = LocatedNode(.mapping(texts), at: SourceLocation(file: ""))
    func text(_ key: String) -> String? { mapping[key]?.text }
    let name = text("username")
    switch call {
    case "signIn":
      echoedName = nil
      username = name ?? username
      password = text("password")
    case "signUp", "confirmSignUp":
      // Another user's sign-up takes no session of this one along.
      if call == "signUp" || name != (signUpName ?? name) { signUpSession = nil }
      if call == "signUp" { password = text("password") }
      signUpName = name ?? signUpName
    default: username = name ?? username
    }
    isAutomatic = call == "autoSignIn"
    // The deprecated validation data wins over metadata of the same key.
    metadata = Self.texts(mapping["metadata"]).merging(Self.texts(mapping["validationData"])) { $1 }
    userAttributes = Self.texts(mapping["userAttributes"])
    answer = text("challengeResponse") ?? ""
    friendlyDeviceName = text("friendlyDeviceName")
    code = text("confirmationCode")
    newPassword = text("newPassword")
    oldPassword = text("oldPassword")
    attribute = text("userAttributeKey")
    namedDevice = text("device")
    forcesAlias = text("forceAliasCreation")
  }

  /// The texts of a mapping; what is null is left out.
  static func texts(_ node: LocatedNode?) -> [String: String] {
    let pairs = (node?.entries ?? []).compactMap { entry in
      entry.value.isNull ? nil : entry.value.text.map { (entry.key, $0) }
    }
    return Dictionary(pairs) { $1 }
  }

  // MARK: What is kept and received

  /// What the client keeps from call to call, by the names that a case has for it.
  static let kept: [String: WritableKeyPath<CaseMemory, String?> & Sendable] = [
    "session": \.session, "sharedSecret": \.secret, "signUpUsername": \.signUpName,
    "signUpSession": \.signUpSession, "username": \.typedName,
  ]

  /// Texts that the app receives, by the names that a case has for them.
  static let received: [String: KeyPath<CaseMemory, String?> & Sendable] = [
    "destination": \.destination, "sharedSecret": \.secret, "username": \.setUpName,
    "session": \.handedOut, "userId": \.userID, "attributeKey": \.attributeKey,
  ]

  /// The typed name, as what is kept and may not be there.
  private var typedName: String? {
    get { username }
    set { username = newValue ?? username }
  }

  /// The name that an authenticator shows: the one that the server echoed with the last answer,
  /// else the typed one.
  private var setUpName: String? { showsEchoedName ? echoedName ?? username : username }
  /// Whether the set-up under way was selected, so that it goes by the server's name.
  var showsEchoedName = false

  /// Keeps a session where the client keeps it: of a challenge, or of the sign-up.
  mutating func received(_ text: String, ofSignUp isSignUp: Bool) {
    guard isSignUp else {
      session = text
      return
    }
    signUpSession = text
    handedOut = text
  }
}
