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

/// HMAC-SHA256 of many messages under one key that is prepared once.
///
/// The key is erased when the value is destroyed.
struct KeyedHash: ~Copyable {
  private let context: OpaquePointer

  /// Prepares the hash for a key.
  ///
  /// - Throws: `openSSLFailed`.
  init(key: Secret) throws(CryptographyError) {
    guard let algorithm = EVP_MAC_fetch(nil, "HMAC", nil) else { throw .openSSL("EVP_MAC_fetch") }
    defer { EVP_MAC_free(algorithm) }
    guard let context = EVP_MAC_CTX_new(algorithm) else { throw .openSSL("EVP_MAC_CTX_new") }
    let status = "digest".withCString { name in
      var digest = Array("SHA256".utf8CString)
      return digest.withUnsafeMutableBufferPointer { digest in
        let parameters = [
          OSSL_PARAM_construct_utf8_string(name, digest.baseAddress, 0), OSSL_PARAM_construct_end(),
        ]
        return key.withUnsafeBytes { raw in
          let bytes = raw.assumingMemoryBound(to: UInt8.self)
          return EVP_MAC_init(context, bytes.baseAddress, bytes.count, parameters)
        }
      }
    }
    guard status == 1 else {
      EVP_MAC_CTX_free(context)
      throw .openSSL("EVP_MAC_init")
    }
    self.context = context
  }

  deinit {
    EVP_MAC_CTX_free(context)
  }

  /// The authentication code of a message, 32 bytes.
  ///
  /// - Throws: `openSSLFailed`.
  mutating func code(of message: [UInt8]) throws(CryptographyError) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    var written = 0
    guard EVP_MAC_init(context, nil, 0, nil) == 1,
      EVP_MAC_update(context, message, message.count) == 1,
      EVP_MAC_final(context, &code, &written, code.count) == 1
    else { throw .openSSL("EVP_MAC_final") }
    return code
  }
}
