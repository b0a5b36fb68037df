/// The pool's half of WebAuthn: issues challenges, and judges the responses of authenticators (Web
/// Authentication Level 3, sections 7.1 and 7.2).
///
/// It is stateless: the caller stores a `Ceremony` between challenge and answer, and each user's
/// `Credential`s. It shares hashes with `SoftwareAuthenticator`, but not one line of the protocol,
/// and libcrypto alone verifies the signature.
///
/// Cognito's API documents the exception of a failed check at registration for the challenge, the
/// client, the origin, the relying party and the algorithm; the others are inferred.
/// RespondToAuthChallenge lists no exception of WebAuthn, so every wrong assertion is
/// `NotAuthorizedException`.
public struct RelyingParty: Sendable {
  /// The data that the pool stores about a passkey.
  public struct Credential: Sendable, Equatable {
    /// The credential's id.
    public let id: [UInt8]
    /// The handle of the user whom it belongs to.
    public let userHandle: [UInt8]
    /// The relying party id of its registration; if the pool changes its id, the passkey is
    /// unusable.
    public let relyingPartyID: String
    /// The key that verifies its signatures.
    public let publicKey: P256PublicKey
    /// The signature counter of its last use.
    public var counter: UInt32
    /// Whether it may be backed up; never changes.
    public let isBackupEligible: Bool
    /// Whether it was backed up at its last use.
    public var isBackedUp: Bool
    /// Whether the user was verified at its last use.
    public var wasUserVerified: Bool
    /// The transports of its authenticator, as the registration listed them.
    public var transports: [String] = []
    /// When it was registered, in seconds since 1970.
    public var registered: Int64 = 0
  }

  /// A user who registers passkeys or signs in with them.
  public struct User: Sendable, Equatable {
    /// The id by which authenticators store the user, 1 to 64 bytes; Cognito's `sub`.
    public var handle: [UInt8]
    /// The name that a person selects from a list.
    public var name: String
    /// The user's passkeys.
    public var credentials: [Credential]

    /// Creates a user.
    public init(handle: [UInt8], name: String, credentials: [Credential] = []) {
      self.handle = handle
      self.name = name
      self.credentials = credentials
    }
  }

  /// The state that the pool keeps between a challenge and its answer. Remove it at the first
  /// answer, whatever the verdict: a challenge may be used only once.
  public struct Ceremony: Sendable, Equatable {
    /// The user of the challenge, with their passkeys; update it where those have changed
    /// meanwhile.
    public var user: User
    /// The bytes that the answer must contain.
    public let challenge: [UInt8]
    /// The app client that began the ceremony.
    public let clientID: String
    /// When the challenge expires, in seconds since 1970.
    public let expires: Int64
  }

  /// The largest number of passkeys of a user.
  public static let maximumCredentials = 20

  /// The relying party's id, a domain.
  public let id: String
  /// The origins that are accepted in addition to those of the domain, such as an Android app's
  /// `android:apk-key-hash:…`.
  public let furtherOrigins: [String]
  /// Whether the authenticator must verify the user.
  public let userVerification: UserVerification
  /// The lifetime of a challenge, in seconds.
  public let challengeLife: Int64
  let conventions: WebAuthnConventions

  /// Creates a relying party.
  ///
  /// - Throws: `outOfRange` unless the id has 1 to 63 characters of a domain and a challenge's
  ///   lifetime is at least a second.
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

  /// Begins a registration or an assertion with 32 random bytes for the authenticator to sign.
  ///
  /// - Parameters:
  ///   - user: the user who registers or signs in, with their present passkeys.
  ///   - clientID: the app client that makes the request.
  ///   - now: the pool's clock, in seconds since 1970.
  ///   - randomness: the source of the challenge.
  /// - Throws: errors of `randomness`.
  public func begin(
    for user: User, clientID: String, at now: Int64, randomness: inout some RandomBytes
  ) throws(CryptographyError) -> Ceremony {
    Ceremony(
      user: user, challenge: try randomness.bytes(32), clientID: clientID,
      expires: now + challengeLife)
  }

  /// The options in the answer of StartWebAuthnRegistration.
  public func creationOptions(for ceremony: Ceremony) -> WebAuthnCreationOptions {
    WebAuthnCreationOptions(
      relyingPartyID: id, relyingPartyName: id, userID: ceremony.user.handle,
      userName: ceremony.user.name, challenge: ceremony.challenge,
      algorithms: [COSEKey.es256, COSEKey.rs256], excluded: ceremony.user.credentials.map(\.id),
      userVerification: userVerification)
  }

  /// The options in the challenge WEB_AUTHN.
  public func requestOptions(for ceremony: Ceremony) -> WebAuthnRequestOptions {
    WebAuthnRequestOptions(
      relyingPartyID: id, challenge: ceremony.challenge,
      allowed: ceremony.user.credentials.map(\.id), userVerification: userVerification)
  }

  /// Whether an origin belongs to the relying party: `https` on the domain or a subdomain, at any
  /// port (`http` on localhost), or one of ``furtherOrigins``.
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
