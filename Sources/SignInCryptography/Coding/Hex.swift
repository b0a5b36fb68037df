/// Hexadecimal text (RFC 4648 section 8): written in lower case, read in either case.
public enum Hex {
  /// Whether a byte is a hexadecimal digit, in either case.
  public static func isDigit(_ byte: UInt8) -> Bool { nibble(byte) != 255 }

  /// The lower-case digits, two for each byte.
  public static func encode(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of an even number of digits; an empty text is no bytes.
  ///
  /// - Throws: `malformedHex` for an odd number of digits or any other character.
  public static func decode(_ text: String) throws(CryptographyError) -> [UInt8] {
    let nibbles = try nibbles(of: text)
    guard nibbles.count.isMultiple(of: 2) else {
      throw CryptographyError(
        .malformedHex, "bytes have an even number of digits, not \(nibbles.count)")
    }
    return join(nibbles)
  }

  /// The bytes of a number, which may have an odd number of digits; the missing first digit is 0.
  ///
  /// - Throws: `malformedHex` for an empty text or any other character.
  static func decodeNumber(_ text: String) throws(CryptographyError) -> [UInt8] {
    let nibbles = try nibbles(of: text)
    guard !nibbles.isEmpty else {
      throw CryptographyError(.malformedHex, "a number has at least one hexadecimal digit")
    }
    return join(nibbles.count.isMultiple(of: 2) ? nibbles : [0] + nibbles)
  }

  private static func join(_ nibbles: [UInt8]) -> [UInt8] {
    stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
  }

  private static func nibbles(of text: String) throws(CryptographyError) -> [UInt8] {
    let nibbles = Array(text.utf8).map(nibble)
    if let offset = nibbles.firstIndex(of: 255) {
      throw CryptographyError(
        .malformedHex, "byte \(offset) is not one of 0-9, a-f or A-F")
    }
    return nibbles
  }

  /// The value of a digit; 255 for any other byte.
  private static func nibble(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - 48
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - 87
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - 55
    default: 255
    }
  }
}
