/// A public RSA key, which verifies RS256 signatures (RSASSA-PKCS1-v1_5 with SHA-256, RFC 8017).
///
/// Cost: a verification takes a few hundredths of a millisecond, and creating a key, which
/// libcrypto prepares, ten times that. Keep the key: copies share it.
public struct RSAPublicKey: Sendable, Hashable {
  /// The modulus n: unsigned big-endian bytes without leading zeros.
  public let modulus: [UInt8]
  /// The exponent e: unsigned big-endian bytes without leading zeros.
  public let exponent: [UInt8]
  private let storage: KeyStorage

  /// Creates a key from its two numbers.
  ///
  /// - Throws: `malformedKey` unless the modulus is odd with 2048 to 4096 bits and the exponent odd
  ///   with 2 to 64 bits.
  public init(modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) {
    let modulus = Array(modulus.drop { $0 == 0 })
    let exponent = Array(exponent.drop { $0 == 0 })
    guard let lastOfModulus = modulus.last, let lastOfExponent = exponent.last,
      (256...512).contains(modulus.count), (1...8).contains(exponent.count),
      lastOfModulus & 1 == 1, lastOfExponent & 1 == 1, exponent != [1],
      let storage = KeyStorage.publicKey(DER.rsaPublicKey(modulus: modulus, exponent: exponent))
    else {
      throw CryptographyError(
        .malformedKey, "an RSA key has an odd modulus of 2048 to 4096 bits and an odd exponent")
    }
    self.modulus = modulus
    self.exponent = exponent
    self.storage = storage
  }

  /// Keys with the same numbers are equal.
  public static func == (left: RSAPublicKey, right: RSAPublicKey) -> Bool {
    left.modulus == right.modulus && left.exponent == right.exponent
  }

  /// Hashes the key's two numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(modulus)
    hasher.combine(exponent)
  }

  /// Whether the signature is this key's over the message; one of a wrong length is merely wrong.
  ///
  /// - Throws: `openSSLFailed`.
  public func verifies(
    signature: [UInt8], message: [UInt8]
  ) throws(CryptographyError) -> Bool {
    try storage.verifies(signature: signature, message: message)
  }
}
