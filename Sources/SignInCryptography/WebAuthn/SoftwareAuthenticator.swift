/// The user's half of WebAuthn: a passkey authenticator and the browser (or app) in front of it, as
/// a value.
///
/// `register` answers `CredentialCreationOptions`, `assert` answers `CREDENTIAL_REQUEST_OPTIONS`.
/// It makes discoverable ES256 credentials with the attestation `none`. It shares hashes and the
/// curve's numbers with `RelyingParty` and not one line of the protocol: it writes client data,
/// authenticator data and signatures, the other side reads and judges them.
///
/// It does not judge origins as a browser would: what an attacker's browser sends must be possible
/// to send. Wrong responses are made by giving it other options, another origin, or other flags.
///
/// Cost: a key and a signature, about 0.3 ms, for either.
public struct SoftwareAuthenticator: Sendable {
  /// A passkey that it holds.
  public struct Passkey: Sendable {
    /// The credential's id, 32 random bytes.
    public let id: [UInt8]
    /// The relying party that the passkey is for.
    public let relyingPartyID: String
    /// What the authenticator remembers the user by.
    public let userHandle: [UInt8]
    /// The user's name as a person picks it from a list.
    public let userName: String
    /// The private key.
    public let key: P256PrivateKey
    /// How often it was used; settable, for a copied authenticator that lags behind.
    public var counter: UInt32
  }

  /// How the authenticator and its user behave.
  public struct Behaviour: Sendable, Equatable {
    /// The model, 16 bytes; all zero, as the attestation `none` asks for.
    public var aaguid: [UInt8]
    /// Whether someone touches it: the flag UP.
    public var isUserPresent: Bool
    /// Whether it verifies its user by a biometric or a PIN: the flag UV.
    public var verifiesUser: Bool
    /// Whether its passkeys are synchronised: the flags BE and BS. Such authenticators do not
    /// count.
    public var isSynchronised: Bool

    /// A behaviour; the defaults are a security key's with a PIN.
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

  /// The passkeys that it holds, the oldest first.
  public var passkeys: [Passkey] = []
  /// How it behaves.
  public var behaviour: Behaviour
  private let conventions: WebAuthnConventions

  /// An authenticator without passkeys.
  public init(
    behaviour: Behaviour = Behaviour(), conventions: WebAuthnConventions = .standard
  ) {
    self.behaviour = behaviour
    self.conventions = conventions
  }

  /// Makes a passkey and the response that registers it; nil if the options do not offer ES256, or
  /// exclude a passkey that it holds.
  ///
  /// - Parameters:
  ///   - options: what the relying party asks for.
  ///   - origin: where the user is, such as `https://example.com`.
  ///   - randomness: where key and credential id come from.
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

  /// Proves a passkey; nil if it holds none for the relying party that is allowed. Of several, the
  /// newest.
  ///
  /// - Parameters:
  ///   - options: what the relying party asks for.
  ///   - origin: where the user is, such as `https://example.com`.
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

  /// The 37 bytes that every authenticator data begins with: scope, flags, counter.
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
