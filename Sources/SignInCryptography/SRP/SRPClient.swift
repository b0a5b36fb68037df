/// The Amplify half of SRP-6a: proves knowledge of a password (or device secret) without sending
/// it.
///
/// A value is for one sign-in attempt: it is created with a fresh key pair, `publicKey` goes into
/// InitiateAuth as `SRP_A`, and `proof(for:password:timestamp:)` answers the PASSWORD_VERIFIER or
/// DEVICE_PASSWORD_VERIFIER challenge. It shares big numbers and hashes with `SRPServer`, but not
/// one line of the derivation, so that an error in one half is caught by the other.
///
/// The conventions are those of amplify-swift's `AmplifySRP`: numbers are hashed as signed bytes, k
/// is computed from N and g, and the key comes from general HKDF.
///
/// Cost: one exponentiation to create, two for a proof, a few milliseconds together.
public struct SRPClient: Sendable {
  /// A challenge, as received from the pool.
  public struct Challenge: Sendable, Equatable {
    /// `SALT`: the salt in hexadecimal, read as a number.
    public var salt: String
    /// `SRP_B`: the server's public key in hexadecimal.
    public var publicKey: String
    /// `SECRET_BLOCK`: Base64, opaque to the client.
    public var secretBlock: String
    /// `USER_ID_FOR_SRP`, or the device key for a device challenge.
    public var userID: String

    /// Creates a challenge with these parameters.
    public init(salt: String, publicKey: String, secretBlock: String, userID: String) {
      self.salt = salt
      self.publicKey = publicKey
      self.secretBlock = secretBlock
      self.userID = userID
    }
  }

  /// The text that precedes the user id in every hash: the pool's name, or the device group key.
  public let realm: String
  /// `SRP_A`: upper-case hexadecimal without padding, which may have an odd number of digits.
  public let publicKey: String

  private let publicNumber: BigNumber
  private let privateKey: BigNumber
  private let group: SRPGroup
  private let conventions: SRPConventions

  /// Begins an attempt to sign a user in to a pool.
  ///
  /// - Parameters:
  ///   - poolID: the pool's id, such as `eu-west-1_AbCdEf123`; only the name after the underscore
  ///     is used.
  ///   - randomness: the source of the ephemeral key.
  ///   - conventions: the conventions of this half; other values inject a fault.
  /// - Throws: `malformedPoolID` without such a name; what `randomness` throws; `openSSLFailed`.
  public init(
    poolID: String, randomness: inout some RandomBytes, conventions: SRPConventions = .cognito
  ) throws(CryptographyError) {
    let parts = poolID.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else {
      throw CryptographyError(
        .malformedPoolID, "\"\(poolID)\" has no name after an underscore, as in eu-west-1_AbCdEf")
    }
    try self.init(realm: String(parts[1]), randomness: &randomness, conventions: conventions)
  }

  /// Begins an attempt under a known realm: a pool name, or a device group key.
  ///
  /// - Throws: what `randomness` throws; `openSSLFailed`.
  public init(
    realm: String, randomness: inout some RandomBytes, conventions: SRPConventions = .cognito
  ) throws(CryptographyError) {
    // 256 bits are always below N, so Amplify's retry for larger numbers is not needed.
    let privateKey = try BigNumber(bytes: randomness.bytes(32))
    try self.init(realm: realm, privateKey: privateKey, conventions: conventions)
  }

  /// Begins an attempt with a known private key a, for vectors and replays.
  ///
  /// - Throws: `openSSLFailed`.
  public init(
    realm: String, privateKey: BigNumber, conventions: SRPConventions = .cognito
  ) throws(CryptographyError) {
    let group = try SRPGroup.cognito
    self.realm = realm
    self.privateKey = privateKey
    self.group = group
    self.conventions = conventions
    publicNumber = try group.modulus.power(group.generator, privateKey)
    publicKey = publicNumber.hex.uppercased()
  }

  /// `PASSWORD_CLAIM_SIGNATURE`: Base64 of HMAC-SHA256 over realm, user id, secret block and
  /// timestamp, under the key that only someone with the password can derive.
  ///
  /// - Parameters:
  ///   - challenge: the pool's answer to A.
  ///   - password: the password as the user typed it.
  ///   - timestamp: exactly the text that is sent as `TIMESTAMP`.
  /// - Throws: `malformedHex` or `malformedBase64` for a malformed challenge; `illegalPublicKey` if
  ///   B is a multiple of N; `zeroScramblingParameter`; `openSSLFailed`.
  public func proof(
    for challenge: Challenge, password: Secret, timestamp: String
  ) throws(CryptographyError) -> String {
    let secretBlock = try Base64.decode(challenge.secretBlock)
    let key = try derivation(for: challenge, password: password).key
    let message = Array(realm.utf8) + Array(challenge.userID.utf8) + secretBlock
    return Base64.encode(try HMAC.sha256(key: key, message: message + Array(timestamp.utf8)))
  }
}

extension SRPClient {
  /// The intermediate values between challenge and key, for tests with vectors.
  struct Derivation {
    let scrambling: BigNumber
    let passwordHash: BigNumber
    let sharedSecret: BigNumber
    let key: Secret
  }

  /// Computes u, x, S and the key.
  func derivation(
    for challenge: Challenge, password: Secret
  ) throws(CryptographyError) -> Derivation {
    let modulus = group.modulus
    let serverKey = try BigNumber(hex: challenge.publicKey)
    if conventions.refusesDegenerateKeys, try modulus.divides(serverKey) {
      throw CryptographyError(
        .illegalPublicKey, "SRP_B is a multiple of N; the server is broken or not genuine")
    }
    let scrambling = try scrambling(publicNumber, serverKey)
    if conventions.refusesDegenerateKeys && scrambling.isZero {
      throw CryptographyError(
        .zeroScramblingParameter, "u is 0; begin again with another SRP_A")
    }
    let salt = try BigNumber(hex: challenge.salt)
    let passwordHash = try passwordHash(salt: salt, userID: challenge.userID, password: password)

    // S = (B − k·g^x)^(a + u·x)
    let masked = try modulus.multiply(
      multiplier(), modulus.power(group.generator, passwordHash))
    let exponent = try privateKey.adding(scrambling.multiplied(by: passwordHash))
    let sharedSecret = try modulus.power(modulus.subtract(serverKey, masked), exponent)
    return Derivation(
      scrambling: scrambling, passwordHash: passwordHash, sharedSecret: sharedSecret,
      key: try sessionKey(sharedSecret, scrambling))
  }

  /// Computes u = H(A ‖ B).
  func scrambling(
    _ clientKey: BigNumber, _ serverKey: BigNumber
  ) throws(CryptographyError) -> BigNumber {
    if conventions.scramblesToZero { return try BigNumber(0) }
    return try BigNumber(bytes: SHA256.digest(of: encoded(clientKey) + encoded(serverKey)))
  }

  /// Computes x = H(salt ‖ H(realm ‖ user ‖ ":" ‖ password)).
  func passwordHash(
    salt: BigNumber, userID: String, password: Secret
  ) throws(CryptographyError) -> BigNumber {
    var credentials = try SHA256()
    try credentials.update(Array("\(realm)\(userID):".utf8))
    try credentials.update(password)
    var inner = try credentials.finish()
    var salted = encoded(salt) + inner
    var outer = try SHA256.digest(of: salted)
    defer {
      inner.erase()
      salted.erase()
      outer.erase()
    }
    return try BigNumber(bytes: outer)
  }

  /// Computes k = H(N ‖ g), each as signed bytes.
  func multiplier() throws(CryptographyError) -> BigNumber {
    try BigNumber(
      bytes: SHA256.digest(of: group.modulus.value.signedBytes + group.generator.signedBytes))
  }

  /// The key that signs the claim, derived by HKDF.
  func sessionKey(
    _ sharedSecret: BigNumber, _ scrambling: BigNumber
  ) throws(CryptographyError) -> Secret {
    var material = encoded(sharedSecret)
    defer { material.erase() }
    return try KeyDerivation.hkdf(
      material: material, salt: encoded(scrambling), info: Array(conventions.keyInfo.utf8),
      length: 16)
  }

  private func encoded(_ number: BigNumber) -> [UInt8] {
    conventions.padsTopBit ? number.signedBytes : number.bytes
  }
}
