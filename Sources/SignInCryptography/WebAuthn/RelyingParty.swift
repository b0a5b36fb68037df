/// The pool's half of WebAuthn: issues challenges, and judges what authenticators answer (Web
/// Authentication Level 3, sections 7.1 and 7.2).
///
/// It keeps nothing: the caller stores a `Ceremony` between challenge and answer, and each user's
/// `Credential`s. It shares hashes with `SoftwareAuthenticator` and not one line of the protocol,
/// and leaves the signature wholly to libcrypto.
///
/// Which exception names a failed check at registration is documented by Cognito's API for the
/// challenge, the client, the origin, the relying party and the algorithm; the others are
/// inference. RespondToAuthChallenge names no exception of WebAuthn, so every wrong assertion is
/// `NotAuthorizedException`.
public struct RelyingParty: Sendable {
  /// What the pool stores about a passkey.
  public struct Credential: Sendable, Equatable {
    /// The credential's id.
    public let id: [UInt8]
    /// Whose it is.
    public let userHandle: [UInt8]
    /// The relying party id under which it was registered; another one orphans it.
    public let relyingPartyID: String
    /// The key that judges its signatures.
    public let publicKey: P256PublicKey
    /// The signature counter of its last use.
    public var counter: UInt32
    /// Whether it may be backed up; never changes.
    public let isBackupEligible: Bool
    /// Whether it was backed up at its last use.
    public var isBackedUp: Bool
    /// Whether the user was verified at its last use.
    public var wasUserVerified: Bool
    /// The ways to its authenticator, as the registration named them.
    public var transports: [String] = []
    /// When it was registered, in seconds since 1970.
    public var registered: Int64 = 0
  }

  /// A user as the pool knows them.
  public struct User: Sendable, Equatable {
    /// What authenticators remember the user by, 1 to 64 bytes; Cognito's `sub`.
    public var handle: [UInt8]
    /// The name that a person picks from a list.
    public var name: String
    /// The user's passkeys.
    public var credentials: [Credential]

    /// A user.
    public init(handle: [UInt8], name: String, credentials: [Credential] = []) {
      self.handle = handle
      self.name = name
      self.credentials = credentials
    }
  }

  /// What the pool keeps between a challenge and its answer. Drop it with the first answer,
  /// whatever the verdict: a challenge is good once.
  public struct Ceremony: Sendable, Equatable {
    /// Whom the challenge is for, with their passkeys; set it anew where those changed meanwhile.
    public var user: User
    /// The bytes that the answer must repeat.
    public let challenge: [UInt8]
    /// The app client that began.
    public let clientID: String
    /// When the challenge expires, in seconds since 1970.
    public let expires: Int64
  }

  /// The most passkeys that a user may have.
  public static let maximumCredentials = 20

  /// The relying party's id, a domain.
  public let id: String
  /// Origins that are taken next to those of the domain, such as an Android app's
  /// `android:apk-key-hash:…`.
  public let furtherOrigins: [String]
  /// Whether the user must be verified.
  public let userVerification: UserVerification
  /// How long a challenge lives, in seconds.
  public let challengeLife: Int64
  let conventions: WebAuthnConventions

  /// A relying party.
  ///
  /// - Throws: `outOfRange` unless the id has 1 to 63 characters of a domain and a challenge lives
  ///   for a second or more.
  public init(
    id: String, userVerification: UserVerification = .preferred, furtherOrigins: [String] = [],
    challengeLife: Int64 = 180, conventions: WebAuthnConventions = .standard
  ) throws(CryptographyError) {
    let isDomain = id.utf8.allSatisfy { byte in
      (97...122).contains(byte) || (48...57).contains(byte) || byte == 45 || byte == 46
    }
    guard isDomain, (1...63).contains(id.utf8.count), challengeLife >= 1 else {
      throw CryptographyError(
        .outOfRange, "a relying party id is a lower-case domain of at most 63 characters")
    }
    self.id = id
    self.userVerification = userVerification
    self.furtherOrigins = furtherOrigins
    self.challengeLife = challengeLife
    self.conventions = conventions
  }

  /// Begins a registration or an assertion: 32 fresh random bytes for the user to sign.
  ///
  /// - Parameters:
  ///   - user: who registers or signs in, with the passkeys known so far.
  ///   - clientID: the app client that asks.
  ///   - now: the pool's clock, in seconds since 1970.
  ///   - randomness: where the bytes to sign come from.
  /// - Throws: what `randomness` throws.
  public func begin(
    for user: User, clientID: String, at now: Int64, randomness: inout some RandomBytes
  ) throws(CryptographyError) -> Ceremony {
    Ceremony(
      user: user, challenge: try randomness.bytes(32), clientID: clientID,
      expires: now + challengeLife)
  }

  /// The document that StartWebAuthnRegistration answers.
  public func creationOptions(for ceremony: Ceremony) -> WebAuthnCreationOptions {
    WebAuthnCreationOptions(
      relyingPartyID: id, relyingPartyName: id, userID: ceremony.user.handle,
      userName: ceremony.user.name, challenge: ceremony.challenge,
      algorithms: [COSEKey.es256, COSEKey.rs256], excluded: ceremony.user.credentials.map(\.id),
      userVerification: userVerification)
  }

  /// The document that the challenge WEB_AUTHN carries.
  public func requestOptions(for ceremony: Ceremony) -> WebAuthnRequestOptions {
    WebAuthnRequestOptions(
      relyingPartyID: id, challenge: ceremony.challenge,
      allowed: ceremony.user.credentials.map(\.id), userVerification: userVerification)
  }

  /// Whether an origin is one of the relying party's: `https` on the domain or one below it, at any
  /// port (`http` on localhost), or one that was configured.
  public func allows(origin: String) -> Bool {
    if furtherOrigins.contains(where: { $0.utf8.elementsEqual(origin.utf8) }) { return true }
    let bytes = Array(origin.utf8)
    let isLocal = id.utf8.elementsEqual("localhost".utf8)
    for scheme in isLocal ? ["https://", "http://"] : ["https://"] {
      guard bytes.starts(with: scheme.utf8) else { continue }
      let authority = bytes.dropFirst(scheme.utf8.count)
      let host = authority.prefix { $0 != UInt8(ascii: ":") }
      let port = authority.dropFirst(host.count)
      let isPort = port.count != 1 && port.dropFirst().allSatisfy { (48...57).contains($0) }
      guard isPort, port.count <= 6 else { return false }
      let domain = Array(id.utf8)
      if Array(host) == domain { return true }
      let below = host.dropLast(domain.count)
      return host.suffix(domain.count).elementsEqual(domain) && below.last == UInt8(ascii: ".")
        && below.count > 1 && host.allSatisfy(Self.isOfHost)
    }
    return false
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    (97...122).contains(byte) || (48...57).contains(byte) || byte == 45 || byte == 46
  }
}
