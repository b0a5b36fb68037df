/// The user's half of WebAuthn: a passkey authenticator together with the browser (or app) that
/// uses it, as a value.
///
/// `register` answers `CredentialCreationOptions`, and `assert` answers
/// `CREDENTIAL_REQUEST_OPTIONS`. It creates discoverable ES256 credentials with the attestation
/// `none`. It shares hashes and the curve's numbers with `RelyingParty`, but not one line of the
/// protocol: this half writes client data, authenticator data and signatures, and the other half
/// reads and judges them.
///
/// It does not check origins as a browser would, so that it can send what an attacker's browser
/// sends. For wrong responses pass other options, another origin, or other flags.
///
/// Cost: a key and a signature, about 0.3 ms, for either.
public struct SoftwareAuthenticator: Sendable {
  /// A passkey that the authenticator holds.
  public struct Passkey: Sendable {
    /// The credential's id, 32 random bytes.
    public let id: [UInt8]
    /// The relying party that the passkey is for.
    public let relyingPartyID: String
    /// The id by which the authenticator stores the user.
    public let userHandle: [UInt8]
    /// The user's name that a person selects from a list.
    public let userName: String
    /// The private key that signs assertions.
    public let key: P256PrivateKey
    /// The number of its uses; it can be set, to simulate a copied authenticator that lags behind.
    public var counter: UInt32
  }

  /// The behaviour of the authenticator and its user.
  public struct Behaviour: Sendable, Equatable {
    /// The model of the authenticator, 16 bytes; all zero, as the attestation `none` requires.
    public var aaguid: [UInt8]
    /// Whether a person is present: the flag UP.
    public var isUserPresent: Bool
    /// Whether the authenticator verifies its user by a biometric or a PIN: the flag UV.
    public var verifiesUser: Bool
    /// Whether its passkeys are synchronised: the flags BE and BS. Such authenticators have no
    /// counter.
    public var isSynchronised: Bool

    /// Creates a behaviour; the defaults are those of a security key with a PIN.
    public init(
      aaguid: [UInt8] = [UInt8](repeating: 0, count: 16), isUserPresent: Bool = true,
      verifiesUser: Bool = true, isSynchronised: Bool = false
    ) {
      self.aaguid = aaguid
      self.isUserPresent = isUserPresent
      self.verifiesUser = verifiesUser
      self.isSynchronised = isSynchronised
    }
  }

  /// The passkeys, the oldest first.
  public var passkeys: [Passkey] = []
  /// The behaviour of the authenticator and its user.
  public var behaviour: Behaviour
  private let conventions: WebAuthnConventions

  /// Creates an authenticator without passkeys.
  public init(
    behaviour: Behaviour = Behaviour(), conventions: WebAuthnConventions = .standard
  ) {
    self.behaviour = behaviour
    self.conventions = conventions
  }

  /// Creates a passkey and the response that registers it; nil if the options do not allow ES256,
  /// or exclude a passkey that the authenticator holds.
  ///
  /// - Parameters:
  ///   - options: the options of the relying party.
  ///   - origin: the origin of the page, such as `https://example.com`.
  ///   - randomness: the source of the key and the credential id.
  /// - Throws: what `randomness` throws; `openSSLFailed`.
  public mutating func register(
    _ options: WebAuthnCreationOptions, origin: String, randomness: inout some RandomBytes
  ) throws(CryptographyError) -> WebAuthnRegistrationResponse? {
    guard options.algorithms.contains(COSEKey.es256),
      !passkeys.contains(where: { options.excluded.contains($0.id) })
    else { return nil }
    let id = try randomness.bytes(32)
    let passkey = Passkey(
      id: id, relyingPartyID: options.relyingPartyID, userHandle: options.userID,
      userName: options.userName, key: try P256PrivateKey(randomness: &randomness), counter: 0)
    passkeys.append(passkey)

    var data = try authenticatorData(of: passkey, flags: .attestedCredential, origin: origin)
    data += behaviour.aaguid + [UInt8(id.count >> 8), UInt8(id.count & 255)] + id
    data += COSEKey.encode(passkey.key.publicKey).encoded
    let object = CBOR.map([
      CBOR.Entry(.text("fmt"), .text("none")), CBOR.Entry(.text("attStmt"), .map([])),
      CBOR.Entry(.text("authData"), .bytes(data)),
    ])
    let clientData = Self.clientData(
      type: "webauthn.create", challenge: options.challenge, origin: origin)
    return WebAuthnRegistrationResponse(
      id: id, clientDataJSON: clientData, attestationObject: object.encoded)
  }

  /// Proves the newest passkey for the relying party that the options allow; nil if there is none.
  ///
  /// - Parameters:
  ///   - options: the options of the relying party.
  ///   - origin: the origin of the page, such as `https://example.com`.
  /// - Throws: `openSSLFailed`.
  public mutating func assert(
    _ options: WebAuthnRequestOptions, origin: String
  ) throws(CryptographyError) -> WebAuthnAssertionResponse? {
    let position = passkeys.lastIndex { passkey in
      passkey.relyingPartyID.utf8.elementsEqual(options.relyingPartyID.utf8)
        && (options.allowed.isEmpty || options.allowed.contains(passkey.id))
    }
    guard let position else { return nil }
    if conventions.countsUses && !behaviour.isSynchronised { passkeys[position].counter += 1 }
    let passkey = passkeys[position]
    let data = try authenticatorData(of: passkey, flags: [], origin: origin)
    let clientData = Self.clientData(
      type: "webauthn.get", challenge: options.challenge, origin: origin)
    let signed = conventions.hashesClientData ? try SHA256.digest(of: clientData) : clientData
    return WebAuthnAssertionResponse(
      id: passkey.id, clientDataJSON: clientData, authenticatorData: data,
      signature: try passkey.key.signature(for: data + signed), userHandle: passkey.userHandle)
  }

  /// The client data as browsers serialise it (section 5.8.1.1).
  private static func clientData(type: String, challenge: [UInt8], origin: String) -> [UInt8] {
    let json = JSON.members([
      "type": .string(type), "challenge": .string(Base64URL.encode(challenge)),
      "origin": .string(origin), "crossOrigin": .bool(false),
    ])
    return Array(json.serialized.utf8)
  }

  /// The first 37 bytes of all authenticator data: scope, flags, counter.
  private func authenticatorData(
    of passkey: Passkey, flags: AuthenticatorFlags, origin: String
  ) throws(CryptographyError) -> [UInt8] {
    var flags = flags
    if behaviour.isUserPresent { flags.insert(.userPresent) }
    if behaviour.verifiesUser { flags.insert(.userVerified) }
    if behaviour.isSynchronised { flags.formUnion([.backupEligible, .backedUp]) }
    let scope = conventions.scopesByID ? passkey.relyingPartyID : origin
    let counter = withUnsafeBytes(of: passkey.counter.bigEndian) { Array($0) }
    return try SHA256.digest(of: Array(scope.utf8)) + [flags.rawValue] + counter
  }
}
