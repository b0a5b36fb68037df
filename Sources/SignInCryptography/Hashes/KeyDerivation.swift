/// HKDF with SHA-256 (RFC 5869): extract, then expand.
///
/// Cognito uses 16 bytes, less than one hash, so its key is `HMAC(HMAC(salt, ikm), info ‖
/// 01)[0..<16]`: the first block of the expansion, truncated.
public enum KeyDerivation {
  /// The largest number of bytes of one expansion (255 hashes, RFC 5869 section 2.3).
  public static let maximumLength = 255 * SHA256.digestLength

  /// Derives `length` bytes from `material`.
  ///
  /// - Parameters:
  ///   - material: the input keying material.
  ///   - salt: the extraction key; may be empty.
  ///   - info: the purpose of the derived key.
  ///   - length: 0 to `maximumLength`.
  /// - Throws: `outOfRange` for another length; `openSSLFailed`.
  public static func hkdf(
    material: [UInt8], salt: [UInt8], info: [UInt8], length: Int
  ) throws(CryptographyError) -> Secret {
    guard (0...maximumLength).contains(length) else {
      throw CryptographyError(
        .outOfRange, "HKDF gives 0 to \(maximumLength) bytes, not \(length)")
    }
    let pseudorandomKey = Secret(bytes: try HMAC.sha256(key: salt, message: material))
    var output: [UInt8] = []
    var block: [UInt8] = []
    var counter: UInt8 = 0
    defer {
      output.erase()
      block.erase()
    }
    while output.count < length {
      counter += 1
      block = try HMAC.sha256(key: pseudorandomKey, message: block + info + [counter])
      output += block
    }
    return Secret(bytes: Array(output.prefix(length)))
  }
}
