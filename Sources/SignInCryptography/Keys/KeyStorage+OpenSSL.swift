internal import COpenSSL

/// The `EVP_PKEY` that copies of a key share.
///
/// It is never changed after `init`. libcrypto counts references and locks its internal caches, so
/// sharing it between threads is safe although the compiler cannot see that.
final class KeyStorage: @unchecked Sendable {
  let pointer: OpaquePointer

  private init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit {
    EVP_PKEY_free(pointer)
  }

  /// Reads a public key from its SubjectPublicKeyInfo; nil if libcrypto refuses it, such as a point
  /// that is not on the curve.
  static func publicKey(_ der: [UInt8]) -> KeyStorage? {
    read(der) { d2i_PUBKEY(nil, &$0, $1) }
  }

  /// Reads a private key from PKCS #1 or PKCS #8; nil if libcrypto refuses it.
  static func privateKey(_ der: [UInt8]) -> KeyStorage? {
    read(der) { d2i_AutoPrivateKey(nil, &$0, $1) }
  }

  private static func read(
    _ der: [UInt8], _ parse: (inout UnsafePointer<UInt8>?, Int) -> OpaquePointer?
  ) -> KeyStorage? {
    der.withUnsafeBufferPointer { buffer in
      var cursor = buffer.baseAddress
      let key = parse(&cursor, buffer.count).map(KeyStorage.init)
      ERR_clear_error()
      guard let key, let cursor, let start = buffer.baseAddress else { return nil }
      return cursor - start == buffer.count ? key : nil
    }
  }

  /// Whether a signature with SHA-256 is right; a malformed one is not.
  ///
  /// - Throws: `openSSLFailed`.
  func verifies(
    signature: [UInt8], message: [UInt8]
  ) throws(CryptographyError) -> Bool {
    guard let context = EVP_MD_CTX_new() else { throw .openSSL("EVP_MD_CTX_new") }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, pointer) == 1 else {
      throw .openSSL("EVP_DigestVerifyInit")
    }
    let status = EVP_DigestVerify(context, signature, signature.count, message, message.count)
    ERR_clear_error()
    return status == 1
  }

  /// A number of the key, such as `n`, as unsigned big-endian bytes.
  ///
  /// - Throws: `malformedKey` if keys of this kind have no such number.
  func number(_ name: String) throws(CryptographyError) -> [UInt8] {
    let number = try BigNumberStorage()
    var target: OpaquePointer? = number.pointer
    guard EVP_PKEY_get_bn_param(pointer, name, &target) == 1 else {
      ERR_clear_error()
      throw CryptographyError(.malformedKey, "the key has no number \"\(name)\"; give an RSA key")
    }
    return number.bytes
  }
}
