/// A private key on the NIST curve P-256, which makes ES256 signatures (ECDSA with SHA-256).
///
/// The nonce is that of RFC 6979, so the same key and message always give the same signature: a run
/// stays a pure function of its seed, and a weak random source cannot reveal the key. libcrypto
/// before 3.2 does not support such nonces, hence the arithmetic here.
///
/// Cost: about 0.2 ms for a key or a signature. Pitfall: the arithmetic on the nonce is not
/// hardened against timing measurements on the same machine; it is for simulations only.
public struct P256PrivateKey: Sendable {
  /// The public key that verifies this key's signatures.
  public let publicKey: P256PublicKey
  private let scalar: Secret

  /// Creates a key with a known scalar, for vectors and replays.
  ///
  /// - Parameter scalar: 32 big-endian bytes, between 1 and the order of the curve minus 1.
  /// - Throws: `malformedKey` for another scalar; `openSSLFailed`.
  public init(scalar: Secret) throws(CryptographyError) {
    let curve = try P256Curve.shared.get()
    guard try curve.isScalar(scalar) else {
      throw CryptographyError(.malformedKey, "a P-256 scalar is 32 bytes between 1 and n - 1")
    }
    let point = try curve.multiplyGenerator(by: BigNumber(scalar))
    self.scalar = scalar
    publicKey = try P256PublicKey(x: point.x, y: point.y)
  }

  /// Creates a random key.
  ///
  /// - Throws: what `randomness` throws; `openSSLFailed`.
  public init(randomness: inout some RandomBytes) throws(CryptographyError) {
    let curve = try P256Curve.shared.get()
    var scalar = Secret(bytes: try randomness.bytes(32))
    while try !curve.isScalar(scalar) { scalar = Secret(bytes: try randomness.bytes(32)) }
    try self.init(scalar: scalar)
  }

  /// Signs the message; the signature is in DER.
  ///
  /// - Throws: `openSSLFailed`.
  public func signature(for message: [UInt8]) throws(CryptographyError) -> [UInt8] {
    let order = try P256Curve.shared.get().order
    let digest = try order.reduce(BigNumber(bytes: SHA256.digest(of: message)))
    let key = try BigNumber(scalar)
    var nonces = try DeterministicNonces(scalar: scalar, reducedDigest: Self.padded(digest))
    defer { nonces.erase() }
    while true {
      let nonce = try nonces.next()
      let point = try P256Curve.shared.get().multiplyGenerator(by: nonce)
      let r = try order.reduce(BigNumber(bytes: point.x))
      // The order is prime: by Fermat, k^(n - 2) is the inverse of k.
      let exponent = try BigNumber(bytes: order.subtract(order.value, BigNumber(2)).bytes)
      let inverse = try order.power(nonce, exponent)
      let s = try order.multiply(inverse, order.add(digest, order.multiply(r, key)))
      if !r.isZero, !s.isZero {
        return DER.sequence(DER.integer(r.bytes), DER.integer(s.bytes))
      }
    }
  }

  /// The number as 32 big-endian bytes.
  static func padded(_ number: BigNumber) -> [UInt8] {
    let bytes = number.bytes
    return [UInt8](repeating: 0, count: max(0, 32 - bytes.count)) + bytes
  }
}

/// The stream of nonces that RFC 6979 section 3.2 derives from a key and a digest, with SHA-256.
struct DeterministicNonces {
  private var key: [UInt8]
  private var value: [UInt8]
  private var isFirst = true

  /// Begins the stream for a scalar and the digest reduced by the order, 32 bytes each.
  init(scalar: Secret, reducedDigest: [UInt8]) throws(CryptographyError) {
    key = [UInt8](repeating: 0, count: 32)
    value = [UInt8](repeating: 1, count: 32)
    var seed = scalar.revealedBytes() + reducedDigest
    defer { seed.erase() }
    for separator in [0, 1] as [UInt8] {
      key = try HMAC.sha256(key: key, message: value + [separator] + seed)
      value = try HMAC.sha256(key: key, message: value)
    }
  }

  /// Overwrites the state: a nonce and its signature reveal the key.
  mutating func erase() {
    key.erase()
    value.erase()
  }

  /// The next candidate that is a valid scalar.
  mutating func next() throws(CryptographyError) -> BigNumber {
    while true {
      if !isFirst {
        key = try HMAC.sha256(key: key, message: value + [0])
        value = try HMAC.sha256(key: key, message: value)
      }
      isFirst = false
      value = try HMAC.sha256(key: key, message: value)
      if try P256Curve.shared.get().isScalar(Secret(bytes: value)) {
        return try BigNumber(bytes: value)
      }
    }
  }
}
