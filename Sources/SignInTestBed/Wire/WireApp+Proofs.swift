import SignInCryptography

/// Proofs that the app computes from the last challenge: signatures of SRP and of passkeys.
extension WireApp {
  /// The signature of an SRP proof over the last challenge; nil where no exchange was begun.
  func signature(
    _ client: SRPClient?, _ secret: Secret, _ userID: String
  ) throws(CryptographyError) -> String? {
    guard let client else { return nil }
    let asked = SRPClient.Challenge(
      salt: challenge[.salt]?.text ?? "", publicKey: challenge[.srpB]?.text ?? "",
      secretBlock: challenge[.secretBlock]?.text ?? "", userID: userID)
    return try client.proof(for: asked, password: secret, timestamp: try timestamp())
  }

  /// The time of the device's clock, as a proof contains it.
  func timestamp() throws(CryptographyError) -> String {
    try TimestampFormatter.format(now + clientSkew)
  }

  /// Begins an SRP exchange for the password with a fresh key; returns the public key.
  mutating func begunProof() throws(CryptographyError) -> String {
    let client = try SRPClient(
      poolID: poolID, randomness: &random, conventions: user.conventions.srp)
    proof = client
    return client.publicKey
  }

  /// Begins an SRP exchange for the device with a fresh key; nil where the app has no device.
  mutating func begunDeviceProof() throws(CryptographyError) -> String? {
    guard let device = user.device else { return nil }
    deviceProof = try SRPClient(
      realm: device.groupKey, randomness: &random, conventions: user.conventions.srp)
    return deviceProof?.publicKey
  }

  /// The verifier of a new device; nil where the app has no device.
  mutating func newDeviceVerifier() throws(CryptographyError) -> SRPClient.DeviceVerifier? {
    guard let device = user.device else { return nil }
    let client = try SRPClient(
      realm: device.groupKey, randomness: &random, conventions: user.conventions.srp)
    return try client.deviceVerifier(
      deviceKey: device.key, secret: device.secret, salt: try random.bytes(16))
  }

  // MARK: Passkeys

  private static let origin = "https://\(World.relyingPartyID)"

  /// A passkey's signature over the last challenge. Without a passkey of this account, as where the
  /// challenge was made up for an unknown name, another user's passkey signs.
  mutating func assertion(_ sent: String) throws(CryptographyError) -> String {
    let text = challenge[.credentialRequestOptions]?.text ?? "{}"
    var options = try WebAuthnRequestOptions(json: JSON(parsing: text))
    let isAnothers = sent == .anotherUsers || user.authenticatorDevice.passkeys.isEmpty
    var authenticator = isAnothers ? try stranger() : user.authenticatorDevice
    authenticator.behaviour.verifiesUser = sent != .unverified
    if isAnothers { options.allowed = [] }
    if sent == .otherRelyingParty { options.challenge = Array(options.challenge.reversed()) }
    let origin = sent == .otherOrigin ? "https://phish.example" : Self.origin
    guard var response = try authenticator.assert(options, origin: origin) else { return "{}" }
    if sent == .altered, !response.signature.isEmpty {
      response.signature[response.signature.count / 2] ^= 1
    }
    if !isAnothers {
      authenticator.behaviour.verifiesUser = true
      user.authenticatorDevice = authenticator
    }
    return response.json.serialized
  }

  /// An authenticator with a passkey of another user.
  private mutating func stranger() throws(CryptographyError) -> SoftwareAuthenticator {
    var authenticator = SoftwareAuthenticator(conventions: user.conventions.webAuthn)
    _ = try authenticator.register(
      try foreignOptions(), origin: Self.origin, randomness: &random)
    return authenticator
  }

  /// Options of a registration that the service did not begin.
  private mutating func foreignOptions() throws(CryptographyError) -> WebAuthnCreationOptions {
    let party = try RelyingParty(id: World.relyingPartyID)
    let other = RelyingParty.User(handle: Array("another".utf8), name: "another")
    return party.creationOptions(
      for: try party.begin(for: other, clientID: World.clientID, at: now, randomness: &random))
  }

  /// The credential of a registration; where none was begun, one for options that nobody issued.
  mutating func credential(_ sent: String) throws(CryptographyError) -> JSON {
    let begun = try creationOptions.map { json throws(CryptographyError) in
      try WebAuthnCreationOptions(json: json)
    }
    var options = if let begun { begun } else { try foreignOptions() }
    let isTaken = !user.authenticatorDevice.passkeys.isEmpty
    var authenticator =
      sent == .anotherUsers || isTaken
      ? SoftwareAuthenticator(conventions: user.conventions.webAuthn) : user.authenticatorDevice
    authenticator.behaviour.verifiesUser = sent != .unverified
    if sent == .otherRelyingParty { options.relyingPartyID = "other.example" }
    if sent == .anotherUsers || sent == .altered {
      options.challenge = Array(options.challenge.reversed())
    }
    let origin = sent == .otherOrigin ? "https://phish.example" : Self.origin
    let made = try authenticator.register(options, origin: origin, randomness: &random)
    guard let response = made else { return .object([]) }
    if begun != nil, sent == .current || sent == .unverified {
      authenticator.behaviour.verifiesUser = true
      user.authenticatorDevice = authenticator
    }
    return response.json
  }
}
