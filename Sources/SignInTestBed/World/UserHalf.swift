import SignInCryptography

/// The user and the app: what they hold, and the evidence that they make from it.
///
/// This half knows nothing of the pool's record. What the pool issues (secrets, session strings,
/// codes in the mail) arrives here as it would over a wire.
struct UserHalf: Sendable {
  /// The user name in pools with plain user names.
  static let plainName = "ada"

  /// The user's passwords, the newest last; `previous` sends the one before.
  var passwords: [Secret] = []
  /// The secret of the active authenticator.
  var authenticator: Secret?
  /// The secret of the authenticator that is being set up.
  var pendingAuthenticator: Secret?
  /// The codes received, by kind of evidence, the newest last.
  var inbox: [String: [String]] = [:]
  /// The nonces, keys and the like of kinds of evidence without a property of their own, by kind.
  var held: [String: Secret] = [:]
  /// The session string that the app would send now, and the spent ones.
  var session: Secret?
  var spentSessions: [Secret] = []
  /// The device's key and secret; nil where it was never tracked or the app dropped them.
  var device: HeldDevice?
  /// The authenticator that holds the user's passkeys.
  var authenticatorDevice = SoftwareAuthenticator()
  /// The same authenticator with a new passkey, until the service has accepted that.
  var registeringDevice: SoftwareAuthenticator?
  /// The tokens that the app holds, and the refresh token, which a refresh does not replace.
  var tokens: TokenIssuer.Tokens?
  var refreshToken: Secret?
  /// The refresh token that the last rotation replaced.
  var retiredRefreshToken: Secret?
  /// The session string that ConfirmSignUp returned.
  var signUpSession: Secret?
  /// Another user of the same pool, whose secrets an attacker may have.
  var stranger: Stranger
  let conventions: HalfConventions

  struct Stranger: Sendable {
    var password: Secret
    var authenticator: Secret
    var code: String
  }

  /// The password that a class names.
  func password(
    _ sentClass: String, random: inout SeededRandomBytes
  ) throws(CryptographyError) -> Secret {
    switch TableMember(rawValue: sentClass) {
    case .current:
      if let password = passwords.last { return password }
    case .previous:
      if passwords.count > 1 { return passwords[passwords.count - 2] }
    case .anotherUsers: return stranger.password
    case .altered:
      if let password = passwords.last { return Secret(password.revealedText().alteringOne) }
    case .empty: return Secret("")
    default: break
    }
    return Secret(try random.password())
  }

  /// The code that a class names, from those received for a kind of evidence.
  func code(
    _ sentClass: String, for kind: String, random: inout SeededRandomBytes
  ) throws(CryptographyError) -> String {
    let received = inbox[kind] ?? []
    switch TableMember(rawValue: sentClass) {
    case .current:
      if let code = received.last { return code }
    case .previous:
      // An older code; one with the same digits as the newest does not count.
      if let code = received.dropLast().last(where: { $0 != received.last }) { return code }
    case .anotherUsers: return stranger.code.differing(from: received.last)
    case .altered:
      if let code = received.last { return code.alteringOne }
    case .empty: return ""
    default: break
    }
    return try OneTimeCode(randomness: &random).text.differing(from: received.last)
  }

  /// The authenticator's code that a class names; `previous` is of a step outside any window.
  func timeBasedCode(
    _ sentClass: String, of secret: Secret?, at now: Int64, random: inout SeededRandomBytes
  ) throws(CryptographyError) -> String {
    guard let secret else { return try OneTimeCode(randomness: &random).text }
    let own = try TimeBasedCode(secret: secret)
    let near = try [-1, 0, 1].map { step throws(CryptographyError) in
      try own.code(at: now + 30 * step)
    }
    switch TableMember(rawValue: sentClass) {
    case .current: return near[1]
    case .adjacent: return near[0]
    case .previous: return try own.code(at: now - 150).outside(near)
    case .anotherUsers:
      return try TimeBasedCode(secret: stranger.authenticator).code(at: now).outside(near)
    case .altered: return near[1].alteringOne.outside(near)
    case .empty: return ""
    default: return try OneTimeCode(randomness: &random).text.outside(near)
    }
  }

  /// The session string that a class names.
  func session(_ sentClass: String) -> Secret {
    switch TableMember(rawValue: sentClass) {
    case .current: session ?? Secret("none-was-issued")
    case .previous: spentSessions.last ?? Secret("none-was-issued")
    default: Secret("garbled")
    }
  }
}

extension String {
  /// The text with its last character replaced by the next one.
  var alteringOne: String {
    guard let last = unicodeScalars.last else { return "x" }
    let other: Unicode.Scalar =
      last == "9" || last == "z" ? "1" : Unicode.Scalar(last.value + 1) ?? "x"
    return String(String.UnicodeScalarView(unicodeScalars.dropLast())) + String(Character(other))
  }

  /// The text, or an altered one where it equals the given one.
  func differing(from other: String?) -> String { self == other ? alteringOne : self }

  /// The text, altered until it equals none of the given ones.
  func outside(_ others: [String]) -> String {
    var text = self
    while others.contains(text) { text = text.alteringOne }
    return text
  }
}

extension SeededRandomBytes {
  /// A password that conforms to any policy.
  mutating func password() throws(CryptographyError) -> String {
    "Aa1!" + Hex.encode(try bytes(8))
  }
}
