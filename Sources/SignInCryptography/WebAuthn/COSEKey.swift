/// Public keys in the form that credentials contain (RFC 9052, RFC 9053): here ES256, ECDSA on
/// P-256 with SHA-256.
public enum COSEKey {
  /// The algorithm number of ES256.
  public static let es256: Int64 = -7
  /// The algorithm number of RS256, which Cognito offers too and this authenticator does not
  /// support.
  public static let rs256: Int64 = -257

  /// Encodes a key as a COSE map: kty 2 (EC2), alg −7, crv 1 (P-256), x, y.
  public static func encode(_ key: P256PublicKey) -> CBOR {
    .map([
      CBOR.Entry(.integer(1), .integer(2)), CBOR.Entry(.integer(3), .integer(es256)),
      CBOR.Entry(.integer(-1), .integer(1)), CBOR.Entry(.integer(-2), .bytes(key.x)),
      CBOR.Entry(.integer(-3), .bytes(key.y)),
    ])
  }

  /// Decodes the key of a COSE map that has exactly these five entries.
  ///
  /// - Throws: `malformedKey` for another algorithm or curve, a missing or further entry, or a
  ///   point that is not on the curve.
  public static func decode(_ item: CBOR) throws(CryptographyError) -> P256PublicKey {
    guard case .map(let entries) = item, entries.count == 5, item[1]?.integer == 2,
      item[3]?.integer == es256, item[-1]?.integer == 1,
      case .bytes(let x) = item[-2], case .bytes(let y) = item[-3]
    else {
      throw CryptographyError(.malformedKey, "the credential's key is not one for ES256 on P-256")
    }
    return try P256PublicKey(x: x, y: y)
  }
}
