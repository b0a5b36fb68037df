internal import COpenSSL

/// Keyed hashes (RFC 2104): SHA-256 for SRP and secret hashes, SHA-1 for time-based codes only,
/// because RFC 6238 authenticators use it.
public enum HMAC {
  /// HMAC-SHA256, 32 bytes.
  ///
  /// - Throws: `openSSLFailed`.
  public static func sha256(
    key: [UInt8], message: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    try sha256(key: Secret(bytes: key), message: message)
  }

  /// HMAC-SHA256 under a secret key, 32 bytes.
  ///
  /// - Throws: `openSSLFailed`.
  public static func sha256(
    key: Secret, message: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    try key.withUnsafeBytes { raw throws(CryptographyError) in
      try compute(EVP_sha256(), 32, raw, message)
    }
  }

  /// HMAC-SHA1 under a secret key, 20 bytes.
  ///
  /// - Throws: `openSSLFailed`.
  public static func sha1(
    key: Secret, message: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    try key.withUnsafeBytes { raw throws(CryptographyError) in
      try compute(EVP_sha1(), 20, raw, message)
    }
  }

  private static func compute(
    _ algorithm: OpaquePointer?, _ length: Int, _ key: UnsafeRawBufferPointer, _ message: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: length)
    let output = COpenSSL.HMAC(
      algorithm, key.baseAddress, Int32(key.count), message, message.count, &code, nil)
    guard output != nil else { throw .openSSL("HMAC") }
    return code
  }
}
