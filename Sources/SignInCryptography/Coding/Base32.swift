/// Base32 with the upper-case alphabet (RFC 4648 section 6), as authenticator apps show a TOTP
/// secret. Cognito writes it without padding: 52 letters for 32 bytes.
public enum Base32 {
  private static let radix = RadixText(bits: 5, alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

  /// The text for the bytes, without padding; empty for no bytes.
  public static func encode(_ bytes: [UInt8]) -> String {
    String(decoding: radix.encode(bytes), as: UTF8.self)
  }

  /// The bytes of a text without padding, or padded with `=` to a multiple of eight characters.
  ///
  /// - Throws: `malformedBase32` for lower case, blanks, digits outside 2-7, a length that no byte
  ///   string has, incomplete padding, or unused bits that are not zero.
  public static func decode(_ text: String) throws(CryptographyError) -> [UInt8] {
    let characters = Array(text.utf8)
    let padding = characters.suffix(6).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let letters = characters.dropLast(padding)
    let isPaddingExact = padding == 0 || padding == (8 - letters.count % 8) % 8
    guard isPaddingExact, let bytes = radix.decode(letters) else {
      throw CryptographyError(
        .malformedBase32, "expected upper-case base32 (A-Z, 2-7) without blanks")
    }
    return bytes
  }
}
