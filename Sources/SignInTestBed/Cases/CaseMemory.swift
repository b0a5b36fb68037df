import TransitionTables

/// The texts that a case is about, which the table does not follow: names, codes, sessions.
///
/// The table says which request is made and with which kinds of fields; this says what stands in
/// them. It decides nothing.
struct CaseMemory: Sendable {
  /// What the client keeps from call to call; the user name is that of the last sign-in.
  var kept: [String: String] = [:]
  /// What the app received as the service's answers have it.
  var answered: [String: String] = [:]
  /// The text parameters of the last answer's challenge.
  var parameters: [String: String] = [:]
  /// What was typed in the call under way.
  private var typed = LocatedNode(.mapping([]), at: SourceLocation(file: ""))
  /// The password of the last sign-in or sign-up.
  private(set) var password: String?
  /// The name as the server echoed it.
  var echoedName: String?
  /// The key of a device that the server handed out.
  var deviceKey: String?
  /// Whether the sign-in under way is the automatic one.
  private(set) var isAutomatic = false
  /// Whether the set-up under way was selected, so that it goes by the server's name.
  private var showsEchoedName = false

  /// The names of what is kept.
  static let keptNames = ["session", "sharedSecret", "signUpSession", "signUpUsername", "username"]
  /// The names of texts that the app receives.
  static let receivedNames = [
    "attributeKey", "destination", "session", "sharedSecret", "userId", "username",
  ]
  /// What a call may say, under the names of the client's own arguments and options.
  static let typedNames = [
    "username", "password", "challengeResponse", "confirmationCode", "newPassword", "oldPassword",
    "userAttributeKey", "device", "friendlyDeviceName", "forceAliasCreation", "metadata",
    "validationData", "userAttributes",
  ]

  var username: String { kept["username"] ?? "" }

  /// What was typed in the call under way.
  func typed(_ name: String) -> String? { typed[name]?.text }

  /// The texts that were given as a mapping in the call under way.
  func given(_ name: String) -> [String: String] { Self.texts(typed[name]) }

  /// What the app received. An authenticator shows the name that the server echoed with the last
  /// answer, else the typed one.
  func received(_ name: String) -> String? {
    switch name {
    case "sharedSecret": kept[name]
    case "username": showsEchoedName ? echoedName ?? username : username
    default: answered[name]
    }
  }

  /// Takes what the app typed in a call.
  mutating func take(_ texts: [LocatedNode.Entry], of action: Action) {
    typed.content = .mapping(texts)
    let call = TableAction(rawValue: action.call)
    isAutomatic = call == .autoSignIn
    showsEchoedName = TableAction(rawValue: action.name) == .selectMFA
    let name = typed("username")
    switch call {
    case .signUp, .confirmSignUp:
      let isSignUp = call == .signUp
      // Another user's sign-up takes no session of this one along.
      if isSignUp || name != (kept["signUpUsername"] ?? name) { kept["signUpSession"] = nil }
      if isSignUp { password = typed("password") }
      kept["signUpUsername"] = name ?? kept["signUpUsername"]
    default:
      kept["username"] = name ?? username
      guard call == .signIn else { return }
      (echoedName, password) = (nil, typed("password"))
    }
  }

  /// The texts of a mapping; what is null is left out.
  static func texts(_ node: LocatedNode?) -> [String: String] {
    let pairs = (node?.entries ?? []).compactMap { entry in
      entry.value.isNull ? nil : entry.value.text.map { (entry.key, $0) }
    }
    return Dictionary(pairs) { $1 }
  }
}
