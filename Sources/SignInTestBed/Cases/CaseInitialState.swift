import TransitionTables

/// The state that a case begins in, read from the words of its `initial_state`.
///
/// The words are the names of the client's own state machines; what they leave open stays as it is
/// at the start: signed out, nothing under way, no sign-up.
struct CaseInitialState {
  /// The client's location.
  var location = "signedOut"
  var signUp = "notStarted"
  var isSignedInByWeb = false
  var memory = CaseMemory()

  /// Why the words cannot be placed.
  struct Unknown: Error { var reason: String }

  init(_ text: String) throws(Unknown) {
    for part in text.split(separator: ";").map({ String($0) }) { try read(part) }
  }

  private mutating func read(_ part: String) throws(Unknown) {
    let words = part.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    if words.isEmpty || part.trimmed.lowercased() == "any" { return }
    if words.contains("SignUpState") || ["signedUp"] == words { return readSignUp(part, words) }
    if words.contains("notConfigured") {
      throw Unknown(reason: "an app without a user pool is no part of the model")
    }
    if words.contains("signingOut") || words.contains("deletingUser") {
      throw Unknown(reason: "the client is between two requests of another call")
    }
    if words[0] == "no" { return }
    if let place = sameMachine(part, words) ?? atRest(words) {
      location = place
      return
    }
    throw Unknown(reason: "the state `\(part.trimmed)` is none that the table names")
  }

  private mutating func atRest(_ words: [String]) -> String? {
    if words.contains("signedIn") {
      isSignedInByWeb = words.contains { ["hostedUI", "webUI", "hostedui"].contains($0) }
      return "signedIn"
    }
    if words.contains("signedOut") || words.contains("configured") || words.contains("notStarted") {
      return "signedOut"
    }
    if words.contains("error") { return "failed" }
    return nil
  }

  /// The place within a sign-in: the challenge that is waited for, or a machine in its error state.
  private mutating func sameMachine(_ part: String, _ words: [String]) -> String? {
    memory.session = part.value(after: "session") ?? "session"
    if words.contains("resolvingTOTPSetup") || words.contains("TOTPSetup") {
      memory.secret = part.value(after: "secret")
      memory.username = part.value(after: "username") ?? memory.username
      memory.setsUpTOTP = true
      return "waitingTOTPSetup"
    }
    if words.contains("signingInWithWebAuthn") { return "waitingPasskey" }
    let proofs = ["signingInWithSRP", "signingInViaMigrateAuth", "signingInWithSRPCustom"]
    if !words.filter(proofs.contains).isEmpty { return "interrupted" }
    guard let challenge = words.first(where: { Self.places[$0] != nil }) else { return nil }
    if challenge == "MFA_SETUP" {
      let offersTOTP = part.contains("totp") || part.contains("SOFTWARE_TOKEN")
      return offersTOTP || !part.contains("email") ? "waitingSetupSelection" : "waitingEmailSetup"
    }
    return Self.places[challenge]
  }

  private static let places = [
    "SMS_MFA": "waitingSMS", "SOFTWARE_TOKEN_MFA": "waitingTOTP", "EMAIL_OTP": "waitingEmailCode",
    "SMS_OTP": "waitingSMSOTP", "NEW_PASSWORD_REQUIRED": "waitingNewPassword",
    "PASSWORD": "waitingPassword", "PASSWORD_SRP": "waitingPasswordSRP",
    "CUSTOM_CHALLENGE": "waitingCustomChallenge", "SELECT_MFA_TYPE": "waitingMFASelection",
    "SELECT_CHALLENGE": "waitingFactorSelection", "WEB_AUTHN": "waitingPasskey",
    "MFA_SETUP": "waitingSetupSelection",
  ]

  /// `SignUpState.error(different-user, session cached)`: the machine's state, its user and
  /// session.
  private mutating func readSignUp(_ part: String, _ words: [String]) {
    let arguments = part.split(separator: "(", maxSplits: 1).dropFirst().first ?? ""
    let values = arguments.split(separator: ",").map { String($0).trimmedOfQuotes }
    let name = part.value(after: "username") ?? values.first
    memory.signUpName = name.flatMap { $0.isEmpty ? nil : $0 }
    memory.signUpSession =
      part.value(after: "session") ?? (values.count > 1 ? values[1].lastWord : nil)
    let keeps = memory.signUpSession != nil
    if words.contains("awaitingUserConfirmation") {
      signUp = keeps ? "awaitingWithSession" : "awaiting"
    } else if words.contains("error") {
      signUp = keeps ? "failedWithSession" : "failed"
    } else if words.contains("signedUp") {
      signUp = keeps ? "signedUpWithSession" : "signedUp"
    }
  }
}

extension String {
  /// The word or quoted text that follows a keyword.
  func value(after keyword: String) -> String? {
    var rest = self[...]
    while let range = rest.firstRange(of: keyword) {
      let isWord = rest[..<range.lowerBound].last.map { !($0.isLetter || $0 == "-") } ?? true
      rest = rest[range.upperBound...]
      guard isWord, rest.first == " " || rest.first == ":" || rest.first == "=" else { continue }
      let value = rest.drop { " :=".contains($0) }
      if value.first == "\"" {
        return String(value.dropFirst().prefix { $0 != "\"" })
      }
      let word = value.prefix { !" ,)(;\"".contains($0) }
      if !word.isEmpty { return String(word) }
    }
    return nil
  }

  /// The text without blanks at its ends.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// The text without blanks, brackets and quotes at its ends.
  var trimmedOfQuotes: String {
    let isEdge = { (character: Character) in " ()\"".contains(character) }
    return String(drop(while: isEdge).reversed().drop(while: isEdge).reversed())
  }

  /// The last of the words.
  var lastWord: String? { split(separator: " ").last.map(String.init) }
}
