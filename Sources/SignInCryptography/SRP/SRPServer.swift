/// The Cognito half of SRP-6a: keeps verifiers instead of passwords and judges proofs against them.
///
/// `makeVerifier` at sign-up, `challenge` at InitiateAuth, `verify` at RespondToAuthChallenge. It
/// shares big numbers and hashes with `SRPClient` and not one line of the derivation, so that an
/// error in one half is caught by the other: padding is worked out on bytes here, k is the recorded
/// constant, and the key is two bare HMACs.
///
/// Whether the timestamp is recent and the secret block is the one that was issued is for the
/// caller to decide; this judges only the proof over them.
///
/// Cost: two exponentiations for a judgement; a fifth of one for a verifier and for a challenge,
/// because they raise g, whose powers are at hand (see `FixedBase`).
public struct SRPServer: Sendable {
  /// What a pool stores about a password, or about a device's secret.
  public struct Verifier: Sendable {
    /// `USER_ID_FOR_SRP`, or the device key.
    public let userID: String
    /// The salt as a number; its hexadecimal digits are the challenge's `SALT`.
    public let salt: BigNumber
    /// v = g^x mod N.
    public let value: BigNumber

    /// A verifier that was computed elsewhere.
    public init(userID: String, salt: BigNumber, value: BigNumber) {
      self.userID = userID
      self.salt = salt
      self.value = value
    }
  }

  /// One exchange between challenge and answer; the server's secret b stays inside.
  public struct Exchange: Sendable {
    /// The verifier that the proof will be judged against.
    public let verifier: Verifier
    /// `SRP_B`: lower-case hexadecimal without padding.
    public let publicKey: String

    let clientNumber: BigNumber
    let publicNumber: BigNumber
    let privateKey: BigNumber
    let scrambling: BigNumber

    /// `SALT`: lower-case hexadecimal without padding.
    public var salt: String { verifier.salt.hex }
  }

  /// The answer to a challenge, as it arrives on the wire.
  public struct Claim: Sendable, Equatable {
    /// `PASSWORD_CLAIM_SECRET_BLOCK`: base64.
    public var secretBlock: String
    /// `TIMESTAMP`.
    public var timestamp: String
    /// `PASSWORD_CLAIM_SIGNATURE`: base64.
    public var signature: String

    /// An answer with these parameters.
    public init(secretBlock: String, timestamp: String, signature: String) {
      self.secretBlock = secretBlock
      self.timestamp = timestamp
      self.signature = signature
    }
  }

  /// What goes in front of the user id in every hash: the pool's name, or the device group key.
  public let realm: String
  let group: SRPGroup
  let conventions: SRPConventions

  /// The server for a realm: a pool name, or a device group key.
  ///
  /// - Throws: `openSSLFailed`.
  public init(
    realm: String, conventions: SRPConventions = .cognito
  ) throws(CryptographyError) {
    self.realm = realm
    self.conventions = conventions
    group = try SRPGroup.cognito
  }

  /// The server for a pool's users.
  ///
  /// - Parameters:
  ///   - poolID: such as `eu-west-1_AbCdEf123`; the name after the first underscore counts.
  ///   - conventions: what both halves agree on; another value is a fault put in.
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

  /// The verifier for a new password, or for a device's secret.
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

  /// The verifier that a device sent with ConfirmDevice.
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
