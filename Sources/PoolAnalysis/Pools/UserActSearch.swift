import SignIn

/// Looks into the programs of a folder for what they let their users do.
struct UserActSearch {
  private let wanted: Set<UserAct>
  /// What is known of each act that a program was found for.
  private var found: [UserAct: Bool] = [:]

  /// - Parameter wanted: the acts that concern the documents.
  init(for wanted: Set<UserAct>) { self.wanted = wanted }

  /// How documents name what some acts concern.
  private static let subjects: [(names: [String], acts: Set<UserAct>)] = [
    (["Mfa", "MFA", "mfa", "multifactor"], [.deletion, .preference, .phoneNumber]),
    (
      ["eviceConfiguration", "device_configuration", "eviceTracking"],
      [.deviceKeeping, .deviceForgetting]
    ),
    (["ccountRecovery", "ccount_recovery", "account-recovery"], [.recovery]),
    (["_OTP", "_otp", "tpLogin", "mailOTP", "mailOtp", "smsOTP"], [.passwordlessAccount]),
  ]

  /// The calls by which users do it, by their names in the SDKs, the administrator's among them.
  private static let calls: [UserAct: [String]] = [
    .deletion: [
      "eleteUserAttribute", "elete_user_attribute", "delete-user-attribute", "deleteAttributes(",
    ],
    .preference: [
      "MFAPreference", "MfaPreference", "mfa_preference", "mfa-preference", "etPreferredMFA",
      "etUserSettings", "set_user_settings", "set-user-settings", "enableMFA(",
    ],
    .deviceKeeping: [
      "onfirmDevice", "confirm_device", "confirm-device", "DEVICE_KEY", "DEVICE_SRP_AUTH",
    ],
    .deviceForgetting: [
      "orgetDevice", "orget_device", "forget-device", "pdateDeviceStatus", "pdate_device_status",
      "update-device-status", "etDeviceStatusNotRemembered", "eleteUser(", "eleteUserCommand(",
      "eleteUserRequest", "elete_user(", "delete-user -",
    ],
    // By pages and components of others, too, and by an administrator.
    .recovery: [
      "orgotPassword", "orgot_password", "orgot-password", "esetPassword", "eset_password",
      "reset-password", "esetUserPassword", "eset_user_password", "reset-user-password",
      "ithAuthenticator", "<Authenticator", "Authenticator(", "Authenticator {",
      "amplify-authenticator", "ignInWithRedirect", "ederatedSignIn", "oauth2/authorize",
      "amazoncognito.com",
    ],
  ]

  /// The clients that keep device keys by themselves, as programs and lists of packages name them.
  private static let keepers = [
    "aws-amplify/auth", "aws-amplify'", "aws-amplify\"", "@aws-amplify/ui",
    "amazon-cognito-identity", "amplify_auth_cognito", "AWSCognitoAuthPlugin",
    "com.amplifyframework", "amazon_cognito_identity",
  ]

  /// UpdateUserAttributes, which deletes what it is given a blank for.
  private static let updates = [
    "pdateUserAttribute", "pdate_user_attribute", "update-user-attribute", "updateAttributes(",
    "update(userAttribute",
  ]
  /// The mark of a verified phone number.
  private static let mark = "phone_number_verified"

  /// A condition that there is a phone number, in the languages of apps.
  private static var isGiven: Regex<Substring> {
    /\bif\b(?:(?!==|!).)*phone(?:(?!==).)*$/.ignoresCase().wordBoundaryKind(.simple)
  }

  /// SignUp and AdminCreateUser by their names in the SDKs, and the components with a form for it.
  private static let signUps = [
    "signUp(", "SignUpCommand(", "sign_up(", "SignUpRequest", "SignUpInput", ".SignUp(",
    "SignUpAsync(", "cognito-idp sign-up", "dminCreateUser(", "dminCreateUserCommand(",
    "dmin_create_user(", "dmin-create-user", "<Authenticator", "withAuthenticator(",
    "Authenticator(", "Authenticator {", "<amplify-authenticator", "<AmplifySignUp",
  ]
  private static let components = ["uthenticator", "AmplifySignUp"]
  /// All of these words: most files have none.
  private static let words = calls.values.flatMap { $0 } + keepers + updates + signUps
  /// How many lines around a call are looked at for what it is given.
  private static let linesAround = 12

  /// Adds the acts that concern a document; of those that are there nothing is looked for again.
  static func add(concerning text: String, to acts: inout Set<UserAct>) {
    for subject in subjects where !subject.acts.isSubset(of: acts) {
      if subject.names.contains(where: text.contains) { acts.formUnion(subject.acts) }
    }
  }

  /// What is known in the end: what no program lets its users do, they do not do by an app. Where
  /// none is here they may have another, but what harms themselves alone is nobody's in particular.
  /// - Parameter signsIn: whether there is an app, which signs users in.
  func found(signingIn signsIn: Bool) -> [UserAct: Bool] {
    // Where nothing makes accounts nobody knows by which form people come.
    let known = wanted.filter { act in
      signsIn ? act != .passwordlessAccount && act != .phoneNumber : !act.harmsOthers
    }
    return found.filter { signsIn || $0.value }
      .merging(known.map { ($0, false) }) { known, _ in known }
  }

  /// Looks into a file.
  /// - Parameter lines: its lines with one of some words that are code.
  mutating func look(into bytes: [UInt8], lines: ([String]) -> [Substring]) {
    guard FolderSearch.has(Self.words, in: bytes) else { return }
    for act in wanted where found[act] != true {
      let calls = Self.calls[act, default: []]
      var does = !calls.isEmpty && !lines(calls).isEmpty
      switch act {
      case .deletion: does = does || givesBlanks(bytes)
      case .deviceKeeping: does = does || FolderSearch.has(Self.keepers, in: bytes)
      case .passwordlessAccount:
        guard !lines(Self.signUps).isEmpty else { continue }
        found[act] = signsUpWithoutPassword(bytes)
      case .phoneNumber:
        let makesAccounts = !lines(Self.signUps).isEmpty
        if makesAccounts { found[act] = false }
        does =
          (makesAccounts || FolderSearch.has(Self.updates, in: bytes))
          && FolderSearch.has(["phone", "Phone"], in: bytes)
      case .preference, .deviceForgetting, .recovery: break
      }
      if does { found[act] = true }
    }
  }

  /// Whether an update may be of a phone number, with a blank, which deletes it. One of the mark
  /// that says that it is verified deletes nothing, nor does one where there is a number.
  private func givesBlanks(_ bytes: [UInt8]) -> Bool {
    guard FolderSearch.has(Self.updates, in: bytes) else { return false }
    let isGiven = Self.isGiven
    return surroundings(of: Self.updates, in: bytes).contains { around in
      around.contains { $0.replacing(Self.mark, with: "").contains("phone") }
        && !around.contains { $0.contains(isGiven) }
    }
  }

  /// Whether a sign-up names no password. The form of a component has a field for it.
  private func signsUpWithoutPassword(_ bytes: [UInt8]) -> Bool {
    surroundings(of: Self.signUps, in: bytes).contains { around in
      let isForm = around.contains { line in Self.components.contains(where: line.contains) }
      return !isForm && !around.contains { $0.contains("assword") }
    }
  }

  /// The lines around each line with one of some words.
  private func surroundings(of words: [String], in bytes: [UInt8]) -> [ArraySlice<Substring>] {
    let text = String(decoding: bytes, as: UTF8.self)
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return all.indices.filter { words.contains(where: all[$0].contains) }.map { place in
      all[max(0, place - Self.linesAround)..<min(place + Self.linesAround, all.count)]
    }
  }
}
