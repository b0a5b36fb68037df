/// Reads JSON as strictly as RFC 8259 writes it, in bounded space and depth.
///
/// Refused: a byte order mark, trailing commas, comments, single quotes, numbers with leading zeros
/// or beyond a finite `Double`, raw controls in strings, lone surrogates, text that is not UTF-8, a
/// name that occurs twice in one object (two readers may take different ones: a classic way round a
/// signature), anything behind the value, more than `maximumDepth` nested brackets, and more than
/// `maximumBytes` bytes.
public struct JSONReader {
  /// The deepest nesting of arrays and objects.
  public static let maximumDepth = 32
  /// The longest text in bytes; Cognito's own limit on a request is of this order.
  public static let maximumBytes = 1 << 20

  private let bytes: [UInt8]
  private var position = 0

  /// The value of a whole text.
  ///
  /// - Throws: `malformedJSON`, naming the byte where reading stopped; never its content.
  public static func read(_ bytes: [UInt8]) throws(CryptographyError) -> JSON {
    guard bytes.count <= maximumBytes else {
      throw CryptographyError(
        .malformedJSON, "the text has \(bytes.count) bytes; at most \(maximumBytes) are read")
    }
    var reader = JSONReader(bytes: bytes)
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.position == bytes.count else { throw reader.malformed("nothing more") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || (0x09...0x0a).contains(byte) || byte == 0x0d {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private func malformed(_ expected: String) -> CryptographyError {
    CryptographyError(.malformedJSON, "byte \(position): expected \(expected)")
  }

  private mutating func value(depth: Int) throws(CryptographyError) -> JSON {
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try elements(depth: depth + 1))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(CryptographyError) -> JSON {
    for byte in word.utf8 where !take(byte) { throw malformed(word) }
    return value
  }

  private mutating func enter(_ depth: Int) throws(CryptographyError) {
    guard depth <= Self.maximumDepth else {
      throw malformed("at most \(Self.maximumDepth) nested brackets")
    }
    position += 1
    skipBlanks()
  }

  private mutating func elements(depth: Int) throws(CryptographyError) -> [JSON] {
    try enter(depth)
    var elements: [JSON] = []
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value(depth: depth))
      skipBlanks()
      if take(UInt8(ascii: "]")) { return elements }
      guard take(UInt8(ascii: ",")) else { throw malformed("\",\" or \"]\"") }
    }
  }

  private mutating func members(depth: Int) throws(CryptographyError) -> [JSON.Member] {
    try enter(depth)
    var members: [JSON.Member] = []
    var names: Set<[UInt8]> = []
    if take(UInt8(ascii: "}")) { return members }
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw malformed("a name") }
      let name = try string()
      // By bytes: two names that only look alike are two names.
      guard names.insert(Array(name.utf8)).inserted else { throw malformed("a name once only") }
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw malformed("\":\"") }
      members.append(JSON.Member(name, try value(depth: depth)))
      skipBlanks()
      if take(UInt8(ascii: "}")) { return members }
      guard take(UInt8(ascii: ",")) else { throw malformed("\",\" or \"}\"") }
    }
  }

  // MARK: Strings

  private mutating func string() throws(CryptographyError) -> String {
    position += 1
    var content: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw malformed("no raw control in a string") }
      position += 1
      if byte == UInt8(ascii: "\\") {
        content += Array(String(Character(try escaped())).utf8)
      } else {
        content.append(byte)
      }
    }
    guard take(UInt8(ascii: "\"")) else { throw malformed("a closing quote") }
    guard let text = String(validating: content, as: UTF8.self) else {
      throw malformed("UTF-8 in the string before")
    }
    return text
  }

  private mutating func escaped() throws(CryptographyError) -> Unicode.Scalar {
    let letter = next
    position += 1
    switch letter {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try codePoint()
    default: throw malformed("an escape that JSON knows")
    }
  }

  /// The scalar behind `\u`, of two units where the first is a leading surrogate.
  private mutating func codePoint() throws(CryptographyError) -> Unicode.Scalar {
    var value = try unit()
    if (0xd800...0xdbff).contains(value) {
      guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
        throw malformed("the other half of a surrogate pair")
      }
      let low = try unit()
      guard (0xdc00...0xdfff).contains(low) else {
        throw malformed("the other half of a surrogate pair")
      }
      value = 0x10000 + (value - 0xd800) << 10 + (low - 0xdc00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw malformed("no lone surrogate") }
    return scalar
  }

  private mutating func unit() throws(CryptographyError) -> UInt32 {
    guard position + 4 <= bytes.count else { throw malformed("four hexadecimal digits") }
    let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
    guard let pair = try? Hex.decode(digits) else { throw malformed("four hexadecimal digits") }
    position += 4
    return UInt32(pair[0]) << 8 | UInt32(pair[1])
  }

  // MARK: Numbers

  private mutating func number() throws(CryptographyError) -> JSON {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let first = next
    let whole = digits()
    guard whole == 1 || whole > 1 && first != UInt8(ascii: "0") else {
      position = start
      throw malformed("a value")
    }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      guard digits() > 0 else { throw malformed("a digit") }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() > 0 else { throw malformed("a digit") }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard let decimal = Double(text), decimal.isFinite else { throw malformed("a finite number") }
    return .decimal(decimal)
  }

  /// Skips digits and counts them.
  private mutating func digits() -> Int {
    let start = position
    while let byte = next, (48...57).contains(byte) { position += 1 }
    return position - start
  }
}
