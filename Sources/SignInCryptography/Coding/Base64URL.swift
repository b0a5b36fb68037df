/// Base64 with the URL alphabet and no padding (RFC 4648 section 5), as JSON Web Tokens and
/// WebAuthn use it.
public enum Base64URL {
  private static let radix = RadixText(
    bits: 6, alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  /// The unpadded text for the bytes; empty for no bytes.
  public static func encode(_ bytes: [UInt8]) -> String {
    String(decoding: radix.encode(bytes), as: UTF8.self)
  }

  /// The bytes of an unpadded text.
  ///
  /// - Throws: `malformedBase64` for padding, any other character (the standard alphabet's `+` and
  ///   `/` included), a length that no byte string has, or unused bits that are not zero.
  public static func decode(_ text: String) throws(CryptographyError) -> [UInt8] {
    guard let bytes = radix.decode(text.utf8) else {
      throw CryptographyError(
        .malformedBase64, "expected unpadded base64 of the URL alphabet, without blanks")
    }
    return bytes
  }
}
