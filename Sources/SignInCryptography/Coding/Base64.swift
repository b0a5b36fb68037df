/// Base64 with the standard alphabet and padding (RFC 4648 section 4), as Cognito's
/// `SECRET_BLOCK`, signatures and device verifiers use it.
public enum Base64 {
  private static let radix = RadixText(
    bits: 6, alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  /// The padded text for the bytes; empty for no bytes.
  public static func encode(_ bytes: [UInt8]) -> String {
    String(decoding: letters(of: bytes), as: UTF8.self)
  }

  /// The characters of the padded text, for callers that erase them.
  static func letters(of bytes: [UInt8]) -> [UInt8] {
    var letters = radix.encode(bytes)
    letters += [UInt8](repeating: UInt8(ascii: "="), count: (4 - letters.count % 4) % 4)
    return letters
  }

  /// The bytes of a padded text.
  ///
  /// - Throws: `malformedBase64` for missing or misplaced padding, any other character (line breaks
  ///   and the URL alphabet included), or unused bits that are not zero.
  public static func decode(_ text: String) throws(CryptographyError) -> [UInt8] {
    let characters = Array(text.utf8)
    let padding = characters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard characters.count.isMultiple(of: 4), let bytes = radix.decode(characters.dropLast(padding))
    else {
      throw CryptographyError(
        .malformedBase64, "expected padded base64 of the standard alphabet, without blanks")
    }
    return bytes
  }
}
