extension SRPClient {
  /// The verifier in ConfirmDevice, by which the pool can later judge the device's proofs.
  public struct DeviceVerifier: Sendable, Equatable {
    /// `PasswordVerifier`: Base64 of g^x as signed bytes.
    public let passwordVerifier: String
    /// `Salt`: Base64 of the salt as signed bytes.
    public let salt: String
  }

  /// Computes the verifier of a new device, whose realm is the device group key.
  ///
  /// Later the device signs in with `SRPClient(realm: deviceGroupKey, …)`, with its key as the
  /// challenge's user id and its secret as the password.
  ///
  /// - Parameters:
  ///   - deviceKey: the key from `NewDeviceMetadata`.
  ///   - secret: the device's own random secret.
  ///   - salt: 16 random bytes, read as a number.
  /// - Throws: `outOfRange` for a salt above `BigNumber.maximumBytes`; `openSSLFailed`.
  public func deviceVerifier(
    deviceKey: String, secret: Secret, salt: [UInt8]
  ) throws(CryptographyError) -> DeviceVerifier {
    let saltNumber = try BigNumber(bytes: salt)
    let group = try SRPGroup.cognito
    let hash = try passwordHash(salt: saltNumber, userID: deviceKey, password: secret)
    let verifier = try group.modulus.power(group.generator, hash)
    return DeviceVerifier(
      passwordVerifier: Base64.encode(verifier.signedBytes),
      salt: Base64.encode(saltNumber.signedBytes))
  }
}
