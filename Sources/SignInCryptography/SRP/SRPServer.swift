/// The Cognito half of SRP-6a: stores verifiers instead of passwords, and judges proofs against
/// them.
///
/// Call `makeVerifier` at sign-up, `challenge` at InitiateAuth and `verify` at
/// RespondToAuthChallenge. It shares big numbers and hashes with `SRPClient`, but not one line of
/// the derivation, so that an error in one half is caught by the other: padding works on bytes
/// here, k is the recorded constant, and the key comes from two plain HMACs.
///
/// The caller must check that the timestamp is recent and the secret block is the issued one; this
/// type judges only the proof over them.
///
/// Cost: two exponentiations for a judgement; a fifth of one for a verifier and for a challenge,
/// which raise g with precomputed powers (see `FixedBase`).
public struct SRPServer: Sendable {
  /// The data that a pool stores about a password, or about a device's secret.
  public struct Verifier: Sendable {
    /// `USER_ID_FOR_SRP`, or the device key.
    public let userID: String
    /// The salt as a number; its hexadecimal digits are the challenge's `SALT`.
    public let salt: BigNumber
    /// The verifier itself: v = g^x mod N.
    public let value: BigNumber

    /// Creates a verifier that was computed elsewhere.
    public init(userID: String, salt: BigNumber, value: BigNumber) {
      self.userID = userID
      self.salt = salt
      self.value = value
    }
  }

  /// The state of an exchange between challenge and answer; the server's secret b is not
  /// accessible.
  public struct Exchange: Sendable {
    /// The verifier that the proof is judged against.
    public let verifier: Verifier
    /// `SRP_B`: the server's public key in lower-case hexadecimal without padding.
    public let publicKey: String

    let clientNumber: BigNumber
    let publicNumber: BigNumber
    let privateKey: BigNumber
    let scrambling: BigNumber

    /// `SALT`: the salt in lower-case hexadecimal without padding.
    public var salt: String { verifier.salt.hex }
  }

  /// The answer to a challenge, as received from the client.
  public struct Claim: Sendable, Equatable {
    /// `PASSWORD_CLAIM_SECRET_BLOCK`: Base64.
    public var secretBlock: String
    /// `TIMESTAMP`, exactly as it was sent.
    public var timestamp: String
    /// `PASSWORD_CLAIM_SIGNATURE`: Base64.
    public var signature: String

    /// Creates an answer with these parameters.
    public init(secretBlock: String, timestamp: String, signature: String) {
      self.secretBlock = secretBlock
      self.timestamp = timestamp
      self.signature = signature
    }
  }

  /// The text that precedes the user id in every hash: the pool's name, or the device group key.
  public let realm: String
  let group: SRPGroup
  let conventions: SRPConventions

  /// Creates the server for a realm: a pool name, or a device group key.
  ///
  /// - Throws: `openSSLFailed`.
  public init(
    realm: String, conventions: SRPConventions = .cognito
  ) throws(CryptographyError) {
    self.realm = realm
    self.conventions = conventions
    group = try SRPGroup.cognito
  }

  /// Creates the server for a pool's users.
  ///
  /// - Parameters:
  ///   - poolID: the pool's id, such as `eu-west-1_AbCdEf123`; only the name after the underscore
  ///     is used.
  ///   - conventions: the conventions of this half; other values inject a fault.
  /// - Throws: `malformedPoolID` without such a name; `openSSLFailed`.
  public init(
    poolID: String, conventions: SRPConventions = .cognito
  ) throws(CryptographyError) {
    let name = poolID.drop { $0 != "_" }.dropFirst()
    guard !name.isEmpty else {
      throw CryptographyError(
        .malformedPoolID, "\"\(poolID)\" is no pool id: expected a region, an underscore, a name")
    }
    try self.init(realm: String(name), conventions: conventions)
  }

  /// Computes the verifier of a new password, or of a device's secret.
  ///
  /// - Parameters:
  ///   - userID: the pool's internal user name, not what the user types; or the device key.
  ///   - password: the password.
  ///   - salt: 16 random bytes, read as a number.
  /// - Throws: `outOfRange` for a salt above `BigNumber.maximumBytes`; `openSSLFailed`.
  public func makeVerifier(
    userID: String, password: Secret, salt: [UInt8]
  ) throws(CryptographyError) -> Verifier {
    let salt = try BigNumber(bytes: salt)
    let exponent = try credentialHash(userID: userID, password: password, salt: salt)
    let value = try group.preparedGenerator.power(exponent)
    return Verifier(userID: userID, salt: salt, value: value)
  }

  /// Reads the verifier that a device sent with ConfirmDevice.
  ///
  /// - Throws: `malformedBase64`; `outOfRange`; `illegalPublicKey` for a multiple of N, against
  ///   which anyone could prove anything; `openSSLFailed`.
  public func acceptVerifier(
    deviceKey: String, passwordVerifier: String, salt: String
  ) throws(CryptographyError) -> Verifier {
    let value = try BigNumber(bytes: Base64.decode(passwordVerifier))
    guard try !group.modulus.divides(value) else {
      throw CryptographyError(
        .illegalPublicKey, "PasswordVerifier is a multiple of N; compute it as g^x mod N")
    }
    return Verifier(
      userID: deviceKey, salt: try BigNumber(bytes: Base64.decode(salt)), value: value)
  }
}
