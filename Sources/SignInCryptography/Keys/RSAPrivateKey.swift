/// A private RSA key, which makes RS256 signatures (RSASSA-PKCS1-v1_5 with SHA-256, RFC 8017).
///
/// The signature is a function of key and message, without randomness. A key is read from PEM or
/// DER, or derived from injected randomness, so that a run stays a pure function of its seed.
///
/// Cost: a signature takes about a millisecond, and deriving a key of 2048 bits between 0.1 and 0.5
/// s. Make one key for a pool and share it: copies are free.
public struct RSAPrivateKey: Sendable {
  /// The public key that verifies this key's signatures.
  public let publicKey: RSAPublicKey
  private let storage: KeyStorage

  /// Reads a key in DER: PKCS #1 or PKCS #8, unencrypted.
  ///
  /// - Throws: `malformedKey` for anything else, for another kind of key, and outside 2048 to 4096
  ///   bits.
  public init(der: [UInt8]) throws(CryptographyError) {
    guard let storage = KeyStorage.privateKey(der) else {
      throw CryptographyError(
        .malformedKey, "the private key cannot be read; give an RSA key in PKCS #1 or PKCS #8")
    }
    self.storage = storage
    publicKey = try RSAPublicKey(modulus: storage.number("n"), exponent: storage.number("e"))
  }

  /// Reads a key in PEM (RFC 7468): one block labelled `RSA PRIVATE KEY` or `PRIVATE KEY`.
  ///
  /// - Throws: `malformedKey` for another label or more than one block; `malformedBase64`.
  public init(pem: String) throws(CryptographyError) {
    let lines = pem.split(whereSeparator: \.isNewline)
    let label = lines.first.map(String.init) ?? ""
    let labels = ["RSA PRIVATE KEY", "PRIVATE KEY"]
    guard let kind = labels.first(where: { label == "-----BEGIN \($0)-----" }), lines.count > 2,
      lines.last.map(String.init) == "-----END \(kind)-----",
      lines.count(where: { $0.hasPrefix("-") }) == 2
    else {
      throw CryptographyError(
        .malformedKey, "expected one PEM block labelled RSA PRIVATE KEY or PRIVATE KEY")
    }
    try self.init(der: Base64.decode(lines.dropFirst().dropLast().joined()))
  }

  /// Derives a key from randomness: the same bytes give the same key, with e = 65537.
  ///
  /// - Parameters:
  ///   - bits: 2048, 3072 or 4096.
  ///   - randomness: the source of the primes.
  /// - Throws: `outOfRange` for another size; what `randomness` throws; `openSSLFailed`.
  public init(bits: Int = 2048, randomness: inout some RandomBytes) throws(CryptographyError) {
    guard [2048, 3072, 4096].contains(bits) else {
      throw CryptographyError(.outOfRange, "an RSA key has 2048, 3072 or 4096 bits, not \(bits)")
    }
    while true {
      let first = try RSAPrime.search(from: randomness.bytes(bits / 16))
      let second = try RSAPrime.search(from: randomness.bytes(bits / 16))
      if var der = try RSAPrime.privateKey(first, second) {
        defer { der.erase() }
        try self.init(der: der)
        return
      }
    }
  }

  /// Signs the message; the signature is as long as the modulus.
  ///
  /// - Throws: `openSSLFailed`.
  public func signature(for message: [UInt8]) throws(CryptographyError) -> [UInt8] {
    try storage.signature(for: message, length: publicKey.modulus.count)
  }
}
