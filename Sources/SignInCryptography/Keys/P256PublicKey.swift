/// A public key on the NIST curve P-256, which verifies ES256 signatures (ECDSA with SHA-256).
///
/// Verification is libcrypto's alone; `P256PrivateKey` signs with curve arithmetic of its own, so
/// that an error there is caught here.
///
/// Cost: about 0.1 ms for a verification.
public struct P256PublicKey: Sendable, Hashable {
  /// The uncompressed point: 04, 32 bytes of x, 32 bytes of y (SEC 1 section 2.3.3).
  public let point: [UInt8]

  /// Creates a key from the coordinates of its point.
  ///
  /// - Throws: `malformedKey` unless both have 32 bytes and the point is on the curve.
  public init(x: [UInt8], y: [UInt8]) throws(CryptographyError) {
    let point = [4] + x + y
    guard x.count == 32, y.count == 32,
      KeyStorage.publicKey(DER.p256PublicKey(point: point)) != nil
    else {
      throw CryptographyError(
        .malformedKey, "a P-256 key is a point of the curve, two coordinates of 32 bytes")
    }
    self.point = point
  }

  /// The 32 bytes of the point's first coordinate.
  public var x: [UInt8] { Array(point[1..<33]) }
  /// The 32 bytes of the point's second coordinate.
  public var y: [UInt8] { Array(point[33..<65]) }

  /// Whether `signature`, in DER (RFC 3279 section 2.2.3), is this key's over the message. A
  /// malformed signature is merely wrong.
  ///
  /// - Throws: `openSSLFailed`.
  public func verifies(
    signature: [UInt8], message: [UInt8]
  ) throws(CryptographyError) -> Bool {
    guard let storage = KeyStorage.publicKey(DER.p256PublicKey(point: point)) else {
      throw .openSSL("d2i_PUBKEY")
    }
    return try storage.verifies(signature: signature, message: message)
  }
}
