import SignIn

/// Searches the programs of a folder for the acts that they allow their users.
struct UserActSearch {
  private let wanted: Set<UserAct>
  /// The results so far: for each act, whether a program was found that allows it.
  private var found: [UserAct: Bool] = [:]
  /// The functions of the project that have names of an update of attributes, and those of that
  /// name that may delete a phone number if they are not the project's.
  private var updates = AttributeUpdates()

  /// - Parameter wanted: the acts that concern the documents.
  init(for wanted: Set<UserAct>) { self.wanted = wanted }

  /// Words in documents that make certain acts relevant.
  private static let subjects: [(names: [String], acts: Set<UserAct>)] = [
    (["Mfa", "MFA", "mfa", "multifactor"], [.deletion, .preference, .phoneNumber]),
    (
      ["eviceConfiguration", "device_configuration", "eviceTracking"],
      [.deviceKeeping, .deviceForgetting]
    ),
    (["ccountRecovery", "ccount_recovery", "account-recovery"], [.recovery]),
    (["_OTP", "_otp", "tpLogin", "mailOTP", "mailOtp", "smsOTP"], [.passwordlessAccount]),
  ]

  /// The names in the SDKs of the calls behind each act, including the administrator's.
  private static let calls: [UserAct: [String]] = [
    .deletion: [
      "eleteUserAttribute", "elete_user_attribute", "delete-user-attribute", "deleteAttributes(",
    ],
    .preference: [
      "MFAPreference", "MfaPreference", "mfa_preference", "mfa-preference", "etPreferredMFA",
      "etUserSettings", "set_user_settings", "set-user-settings", "enableMFA(",
      // Components of Amplify's older library.
      "electMFAType", "electMfaType", "elect-mfa-type",
    ],
    .deviceKeeping: [
      "onfirmDevice", "confirm_device", "confirm-device", "DEVICE_KEY", "DEVICE_SRP_AUTH",
    ],
    .deviceForgetting: [
      "orgetDevice", "orget_device", "forget-device", "pdateDeviceStatus", "pdate_device_status",
      "update-device-status", "etDeviceStatusNotRemembered", "eleteUser(", "eleteUserCommand(",
      "eleteUserRequest", "elete_user(", "delete-user -",
    ],
    // Also pages and components that offer a recovery, and an administrator's calls.
    .recovery: [
      "orgotPassword", "orgot_password", "orgot-password", "esetPassword", "eset_password",
      "reset-password", "esetUserPassword", "eset_user_password", "reset-user-password",
      "ithAuthenticator", "<Authenticator", "Authenticator(", "Authenticator {",
      "amplify-authenticator", "ignInWithRedirect", "ederatedSignIn", "oauth2/authorize",
      "amazoncognito.com",
    ],
  ]

  /// Clients that keep device keys by themselves, as programs and package lists name them.
  private static let keepers = [
    "aws-amplify/auth", "aws-amplify'", "aws-amplify\"", "@aws-amplify/ui",
    "amazon-cognito-identity", "amplify_auth_cognito", "AWSCognitoAuthPlugin",
    "com.amplifyframework", "amazon_cognito_identity",
  ]

  /// The names of SignUp and AdminCreateUser in the SDKs, and the components with a form for them.
  private static let signUps = [
    "signUp(", "SignUpCommand(", "sign_up(", "SignUpRequest", "SignUpInput", ".SignUp(",
    "SignUpAsync(", "cognito-idp sign-up", "dminCreateUser(", "dminCreateUserCommand(",
    "dmin_create_user(", "dmin-create-user", "<Authenticator", "withAuthenticator(",
    "Authenticator(", "Authenticator {", "<amplify-authenticator", "<AmplifySignUp",
  ]
  private static let components = ["uthenticator", "AmplifySignUp"]
  /// All words together, since most files have none of them.
  private static let words =
    calls.values.flatMap { $0 } + keepers + AttributeUpdates.names + signUps
  /// The number of lines around a call that are searched for its arguments.
  private static let linesAround = 12

  /// Adds the acts that concern a document; those already present are not searched for again.
  static func add(concerning text: String, to acts: inout Set<UserAct>) {
    for subject in subjects where !subject.acts.isSubset(of: acts) {
      if subject.names.contains(where: text.contains) { acts.formUnion(subject.acts) }
    }
  }

  /// The final results: an act that no program allows is taken as impossible in an app. Where there
  /// is no app, users may have another one, so that only acts which affect the users themselves are
  /// taken as impossible.
  /// - Parameter signsIn: whether there is an app that signs users in.
  func found(signingIn signsIn: Bool) -> [UserAct: Bool] {
    // Where nothing creates accounts, it is not known how users sign up.
    let known = wanted.filter { act in
      signsIn ? act != .passwordlessAccount && act != .phoneNumber : !act.harmsOthers
    }
    var found = found
    if wanted.contains(.deletion), updates.deletes { found[.deletion] = true }
    return found.filter { signsIn || $0.value }
      .merging(known.map { ($0, false) }) { known, _ in known }
  }

  /// Searches a file.
  /// - Parameter lines: returns the lines of code in the file with one of some words.
  mutating func look(into bytes: [UInt8], lines: ([String]) -> [Substring]) {
    guard FolderSearch.has(Self.words, in: bytes) else { return }
    if wanted.contains(.deletion), FolderSearch.has(AttributeUpdates.names, in: bytes) {
      updates.look(into: String(decoding: bytes, as: UTF8.self))
    }
    for act in wanted where found[act] != true {
      let calls = Self.calls[act, default: []]
      var does = !calls.isEmpty && !lines(calls).isEmpty
      switch act {
      case .deviceKeeping: does = does || FolderSearch.has(Self.keepers, in: bytes)
      case .passwordlessAccount:
        guard !lines(Self.signUps).isEmpty else { continue }
        found[act] = signsUpWithoutPassword(bytes)
      case .phoneNumber:
        let makesAccounts = !lines(Self.signUps).isEmpty
        if makesAccounts { found[act] = false }
        does =
          (makesAccounts || FolderSearch.has(AttributeUpdates.names, in: bytes))
          && FolderSearch.has(["phone", "Phone"], in: bytes)
      case .deletion, .preference, .deviceForgetting, .recovery: break
      }
      if does { found[act] = true }
    }
  }

  /// Whether a sign-up has no password. A component's form has a field for it.
  private func signsUpWithoutPassword(_ bytes: [UInt8]) -> Bool {
    surroundings(of: Self.signUps, in: bytes).contains { around in
      let isForm = around.contains { line in Self.components.contains(where: line.contains) }
      return !isForm && !around.contains { $0.contains("assword") }
    }
  }

  /// The lines around each line that contains one of some words.
  private func surroundings(of words: [String], in bytes: [UInt8]) -> [ArraySlice<Substring>] {
    let text = String(decoding: bytes, as: UTF8.self)
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return all.indices.filter { words.contains(where: all[$0].contains) }.map { place in
      all[max(0, place - Self.linesAround)..<min(place + Self.linesAround, all.count)]
    }
  }
}
