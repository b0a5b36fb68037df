/// A public RSA key, which judges RS256 signatures (RSASSA-PKCS1-v1_5 with SHA-256, RFC 8017).
public struct RSAPublicKey: Sendable, Hashable {
  /// The modulus n: unsigned big-endian bytes without leading zeros.
  public let modulus: [UInt8]
  /// The exponent e: unsigned big-endian bytes without leading zeros.
  public let exponent: [UInt8]

  /// A key of its two numbers.
  ///
  /// - Throws: `malformedKey` unless the modulus is odd with 2048 to 4096 bits and the exponent odd
  ///   with 2 to 64 bits.
  public init(modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) {
    let modulus = Array(modulus.drop { $0 == 0 })
    let exponent = Array(exponent.drop { $0 == 0 })
    guard let lastOfModulus = modulus.last, let lastOfExponent = exponent.last,
      (256...512).contains(modulus.count), (1...8).contains(exponent.count),
      lastOfModulus & 1 == 1, lastOfExponent & 1 == 1, exponent != [1],
      KeyStorage.publicKey(DER.rsaPublicKey(modulus: modulus, exponent: exponent)) != nil
    else {
      throw CryptographyError(
        .malformedKey, "an RSA key has an odd modulus of 2048 to 4096 bits and an odd exponent")
    }
    self.modulus = modulus
    self.exponent = exponent
  }

  /// Whether the signature is this key's over the message; one of another length is merely wrong.
  ///
  /// - Throws: `openSSLFailed`.
  public func verifies(
    signature: [UInt8], message: [UInt8]
  ) throws(CryptographyError) -> Bool {
    let der = DER.rsaPublicKey(modulus: modulus, exponent: exponent)
    guard let storage = KeyStorage.publicKey(der) else { throw .openSSL("d2i_PUBKEY") }
    return try storage.verifies(signature: signature, message: message)
  }
}
