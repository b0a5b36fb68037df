internal import COpenSSL

/// SHA-256 (FIPS 180-4) over a message that is appended in parts.
///
/// Appending the parts one by one avoids a joined array that would hold a password and not be
/// erased. The state is erased when the value is destroyed.
public struct SHA256: ~Copyable {
  /// The length of a digest in bytes.
  public static let digestLength = 32

  private let context: OpaquePointer

  /// Begins with an empty message.
  ///
  /// - Throws: `openSSLFailed`.
  public init() throws(CryptographyError) {
    guard let context = EVP_MD_CTX_new() else { throw .openSSL("EVP_MD_CTX_new") }
    guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      EVP_MD_CTX_free(context)
      throw .openSSL("EVP_DigestInit_ex")
    }
    self.context = context
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  /// Appends bytes to the message.
  public mutating func update(_ bytes: [UInt8]) throws(CryptographyError) {
    guard EVP_DigestUpdate(context, bytes, bytes.count) == 1 else {
      throw .openSSL("EVP_DigestUpdate")
    }
  }

  /// Appends a secret's bytes to the message without copying them.
  public mutating func update(_ secret: Secret) throws(CryptographyError) {
    let status = secret.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
    guard status == 1 else { throw .openSSL("EVP_DigestUpdate") }
  }

  /// The digest of the message, 32 bytes.
  public consuming func finish() throws(CryptographyError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Self.digestLength)
    guard EVP_DigestFinal_ex(context, &digest, nil) == 1 else {
      throw .openSSL("EVP_DigestFinal_ex")
    }
    return digest
  }

  /// The digest of a complete message, 32 bytes.
  public static func digest(of bytes: [UInt8]) throws(CryptographyError) -> [UInt8] {
    var hash = try SHA256()
    try hash.update(bytes)
    return try hash.finish()
  }

  /// The digest of a secret; the temporary copy is erased.
  /// - Throws: `openSSLFailed`.
  public static func digest(of secret: Secret) throws(CryptographyError) -> [UInt8] {
    var bytes = secret.revealedBytes()
    defer { bytes.erase() }
    return try digest(of: bytes)
  }
}
