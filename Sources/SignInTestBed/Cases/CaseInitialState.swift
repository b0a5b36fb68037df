import TransitionTables

/// The state that a case begins in, read from the words of its `initial_state`.
///
/// The words are the names of the client's own state machines, of a challenge or of a next step;
/// parts stand between semicolons. What they leave open stays as it is at the start: signed out,
/// nothing under way, no sign-up.
struct CaseInitialState {
  /// The client's location.
  var location = "signedOut"
  var signUp = "notStarted"
  var isSignedInByWeb = false
  /// Whether the keychain has device metadata; nil where nothing is said of it.
  var keepsDevice: Bool?
  /// Whether the app client has a secret that the app knows.
  var hasClientSecret = false
  /// What the tokens are worth, in the table's word; nil where nothing is said of it.
  var grant: String?
  var memory = CaseMemory()
  /// Whether a part said where the client is.
  private var isPlaced = false

  /// Why the words cannot be placed.
  struct Unknown: Error { var reason: String }

  init(_ text: String) throws(Unknown) {
    for part in text.parts { try read(part) }
  }

  private mutating func read(_ part: String) throws(Unknown) {
    let words = CaseStateWords(part)
    if words.isEmpty || words.has("any") && words.count == 1 { return }
    if words.isOfSignUp { return readSignUp(part, words) }
    if let reason = words.beyond { throw Unknown(reason: reason) }
    let isOfSecret = words.has("clientSecret") && !words.has("no", "without")
    hasClientSecret = hasClientSecret || isOfSecret
    let isOfDevice = readDevice(words)
    let isOfTokens = readTokens(words)
    if !words.isOfAuthorization, let place = sameMachine(part, words) ?? atRest(words) {
      location = place
      isPlaced = true
      return
    }
    if words.isOfAuthorization {
      // A session of the user pool's, unless another part says who holds it.
      if !isPlaced, words.has("sessionEstablished") { location = "signedIn" }
      return
    }
    if isOfDevice || isOfSecret || words.first == "no" { return }
    guard isOfTokens else {
      throw Unknown(reason: "the state `\(part.trimmed)` is none that the table names")
    }
    // Who holds tokens is signed in.
    if !isPlaced { location = "signedIn" }
  }

  /// `device metadata stored`, `no device metadata`: what the keychain has.
  private mutating func readDevice(_ words: CaseStateWords) -> Bool {
    guard words.has("device", "deviceMetadata", "deviceKey", "devices") else { return false }
    keepsDevice = !words.has("no", "not", "without", "nil", "none", "missing", "unknown", "new")
    return true
  }

  /// `tokens expired`, `testDataWithExpiredTokens`: the access token is past its life.
  private mutating func readTokens(_ words: CaseStateWords) -> Bool {
    guard words.speaks(of: "token", "credential", "session") else { return false }
    if words.speaks(of: "revoked") {
      grant = "revoked"
    } else if words.speaks(of: "expire") {
      grant = words.has("refresh", "refreshToken") ? "expired" : "stale"
    }
    return grant != nil
  }

  private mutating func atRest(_ words: CaseStateWords) -> String? {
    if words.has("signedIn") {
      isSignedInByWeb = words.speaks(of: "hostedui", "webui")
      return "signedIn"
    }
    if words.has("signedOut", "configured", "notStarted", "guest") { return "signedOut" }
    return words.has("error") ? "failed" : nil
  }

  /// The place within a sign-in: the challenge that is waited for, or a machine in its error state.
  private mutating func sameMachine(_ part: String, _ words: CaseStateWords) -> String? {
    if words.has("resolvingTOTPSetup", "TOTPSetup", "continueSignInWithTOTPSetup") {
      // An error before there was a secret leaves nothing to answer.
      if words.has("error"), words.has("nil") { return "setupFailed" }
      memory.secret = part.value(after: "secret") ?? part.value(after: "sharedSecret")
      memory.setsUpTOTP = true
      keepSession(part)
      return "waitingTOTPSetup"
    }
    if words.has("signingInWithWebAuthn") { return "waitingPasskey" }
    if words.has(
      "signingInWithSRP", "signingInViaMigrateAuth", "signingInWithSRPCustom",
      "signingInWithCustom")
    {
      return "interrupted"
    }
    guard let place = words.challengePlace else { return nil }
    keepSession(part)
    guard place == "waitingSetupSelection" else { return place }
    let offersTOTP = words.speaks(of: "totp", "software_token")
    return offersTOTP || !words.speaks(of: "email") ? place : "waitingEmailSetup"
  }

  private mutating func keepSession(_ part: String) {
    memory.session = part.value(after: "session") ?? "session"
    memory.username = part.value(after: "username") ?? memory.username
  }

  /// `SignUpState.error(different-user, session cached)`: the machine's state, its user and
  /// session.
  private mutating func readSignUp(_ part: String, _ words: CaseStateWords) {
    let values = words.signUpArguments(in: part).split(separator: ",").map {
      String($0).trimmedOfQuotes
    }
    let name = part.value(after: "username") ?? values.first
    memory.signUpName = name.flatMap { $0.isEmpty ? nil : $0 }
    memory.signUpSession =
      part.value(after: "session") ?? (values.count > 1 ? values[1].lastWord : nil)
    if memory.signUpSession == "nil" { memory.signUpSession = nil }
    let keeps = memory.signUpSession != nil
    if words.has("awaitingUserConfirmation") {
      signUp = keeps ? "awaitingWithSession" : "awaiting"
    } else if words.has("error") {
      signUp = keeps ? "failedWithSession" : "failed"
    } else if words.has("signedUp") {
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

  /// The parts between semicolons and plus signs, quotes and brackets kept whole.
  fileprivate var parts: [String] {
    var parts = [""]
    var depth = 0
    var isQuoted = false
    for character in self {
      if character == "\"" { isQuoted.toggle() }
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if !isQuoted, depth <= 0, character == ";" || character == "+" {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
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
