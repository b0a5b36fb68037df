/// The lexical level of the JSON parser: positions, escapes and strings.
extension JSONParser {
  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }
  var place: JSONTree.Place { JSONTree.Place(line: line, column: column) }

  /// Advances by one byte. Columns count scalars, so the continuation bytes of a scalar do not
  /// count.
  mutating func advance() {
    let byte = bytes[index]
    index += 1
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && peek != UInt8(ascii: "\n") {
      line += 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }

  mutating func skipBlanks() {
    while let byte = peek, " \t\r\n".utf8.contains(byte) { advance() }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    advance()
    return true
  }

  mutating func expect(_ character: Unicode.Scalar, _ purpose: String) throws(JSONFault) {
    if take(character) { return }
    throw peek == nil
      ? fault("the document ends in the middle", "complete it; it may be cut off")
      : fault("`\(character)` is missing", "write `\(character)` \(purpose)")
  }

  func fault(_ problem: String, _ remedy: String, at place: JSONTree.Place? = nil) -> JSONFault {
    JSONFault(kind: .notJSON, place: place ?? self.place, problem: problem, remedy: remedy)
  }

  /// The content of the string literal that begins here.
  mutating func string() throws(JSONFault) -> String {
    let start = place
    advance()
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        advance()
        guard let text = String(validating: text, as: UTF8.self) else {
          throw fault("a string is not UTF-8", "write it as UTF-8", at: start)
        }
        return text
      case UInt8(ascii: "\\"):
        text.append(contentsOf: Array(String(try escape()).utf8))
      case 0..<0x20:
        throw fault(
          "a string holds a line break or control character", "close the string, or write \\n")
      default:
        // This run of plain characters has no line feed, so only the column changes.
        let plain = bytes[index...].prefix {
          $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        text += plain
        index = plain.endIndex
        column += plain.count { $0 & 0xC0 != 0x80 }
      }
    }
    throw fault("a string is not closed", "write the closing quote", at: start)
  }

  private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
    let start = place
    advance()
    guard let byte = peek else {
      throw fault("a string is not closed", "write the closing quote", at: start)
    }
    advance()
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try codePoint(from: start)
    default:
      throw fault("an unknown escape in a string", "write `\\\\` for a backslash", at: start)
    }
  }

  /// The scalar of `\uXXXX`, or of the two escapes of a surrogate pair.
  private mutating func codePoint(from start: JSONTree.Place) throws(JSONFault) -> Unicode.Scalar {
    let first = try fourDigits(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, peek == UInt8(ascii: "\\") else { throw unpaired(start) }
    advance()
    guard peek == UInt8(ascii: "u") else { throw unpaired(start) }
    advance()
    let second = try fourDigits(from: start)
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw unpaired(start) }
    return scalar
  }

  private func unpaired(_ start: JSONTree.Place) -> JSONFault {
    fault("half of a surrogate pair", "write both halves, or the character itself", at: start)
  }

  private mutating func fourDigits(from start: JSONTree.Place) throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
        byte < 0x80
      else { throw fault("`\\u` needs four hexadecimal digits", "write all four", at: start) }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return value
  }
}
