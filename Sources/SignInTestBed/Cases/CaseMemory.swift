import TransitionTables

/// The concrete texts of a case, which the table does not model: names, codes, sessions.
///
/// The table decides which request is made and with which kinds of fields; this supplies their
/// content.
struct CaseMemory: Sendable {
  /// The texts that the client keeps from call to call; the user name is that of the last sign-in.
  var kept: [String: String] = [:]
  /// The texts that the app received, from the service's answers.
  var answered: [String: String] = [:]
  /// The text parameters of the last answer's challenge.
  var parameters: [String: String] = [:]
  /// The texts that the app's user typed in the current call.
  private var typed = LocatedNode(.mapping([]), at: SourceLocation(file: ""))
  /// The password of the last sign-in or sign-up.
  private(set) var password: String?
  /// The user name as the server returned it.
  var echoedName: String?
  /// The key of the device, as the server issued it.
  var deviceKey: String?
  /// Whether the current sign-in is the automatic one after a sign-up.
  private(set) var isAutomatic = false
  /// Whether the authenticator that is set up was selected by the user, so that it shows the name
  /// that the server returned.
  private var showsEchoedName = false

  /// The names of the texts that the client keeps.
  static let keptNames = ["session", "sharedSecret", "signUpSession", "signUpUsername", "username"]
  /// The names of the texts that the app receives.
  static let receivedNames = [
    "attributeKey", "destination", "session", "sharedSecret", "userId", "username",
  ]
  /// The names of the texts that a call may state: the client's own arguments and options.
  static let typedNames = [
    "username", "password", "challengeResponse", "confirmationCode", "newPassword", "oldPassword",
    "userAttributeKey", "device", "friendlyDeviceName", "forceAliasCreation", "metadata",
    "validationData", "userAttributes",
  ]

  var username: String { kept["username"] ?? "" }

  /// The text that was typed under a name in the current call.
  func typed(_ name: String) -> String? { typed[name]?.text }

  /// The texts of a mapping that was given in the current call.
  func given(_ name: String) -> [String: String] { Self.texts(typed[name]) }

  /// The text that the app received under a name. An authenticator shows the name that the server
  /// returned with the last answer, or else the typed one.
  func received(_ name: String) -> String? {
    switch name {
    case "sharedSecret": kept[name]
    case "username": showsEchoedName ? echoedName ?? username : username
    default: answered[name]
    }
  }

  /// Records the texts that the app's user typed in a call.
  mutating func take(_ texts: [LocatedNode.Entry], of action: Action) {
    typed.content = .mapping(texts)
    let call = TableAction(rawValue: action.call)
    isAutomatic = call == .autoSignIn
    showsEchoedName = TableAction(rawValue: action.name) == .selectMFA
    let name = typed("username")
    switch call {
    case .signUp, .confirmSignUp:
      let isSignUp = call == .signUp
      // A sign-up of another user does not use this user's session.
      if isSignUp || name != (kept["signUpUsername"] ?? name) { kept["signUpSession"] = nil }
      if isSignUp { password = typed("password") }
      kept["signUpUsername"] = name ?? kept["signUpUsername"]
    default:
      kept["username"] = name ?? username
      guard call == .signIn else { return }
      (echoedName, password) = (nil, typed("password"))
    }
  }

  /// The texts of a mapping, without nulls.
  static func texts(_ node: LocatedNode?) -> [String: String] {
    let pairs = (node?.entries ?? []).compactMap { entry in
      entry.value.isNull ? nil : entry.value.text.map { (entry.key, $0) }
    }
    return Dictionary(pairs) { $1 }
  }
}
