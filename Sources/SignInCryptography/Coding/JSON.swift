import SafeText

/// A JSON text as a value; the members of an object keep their order (RFC 8259).
///
/// Tokens and WebAuthn sign the *bytes* of a JSON text, so writing a value must always give the
/// same bytes: ``serialized`` is compact and keeps the order of members. Reading is strict and
/// bounded; see `JSONParser`.
public indirect enum JSON: Sendable, Equatable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without fraction or exponent that fits 64 bits.
  case integer(Int64)
  /// Any other number, to the precision of a `Double`; always finite.
  case decimal(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object; one that was read has no duplicate names.
  case object([Member])

  /// A member of an object: a name with its value.
  public struct Member: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSON

    /// Creates a member.
    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// The deepest nesting of arrays and objects that is accepted.
  public static let maximumDepth = 32
  /// The longest text of a request that is accepted, in bytes; Cognito's own limit is of this
  /// order.
  public static let maximumBytes = 1 << 20

  /// Reads a text; at most ``maximumBytes`` of UTF-8.
  ///
  /// - Throws: `malformedJSON`.
  public init(parsing text: String) throws(CryptographyError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Reads a text in UTF-8.
  ///
  /// A duplicate name in an object is refused: two readers may use different values, a classic way
  /// round a signature.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - longest: the largest number of bytes accepted.
  ///   - deepest: the deepest nesting accepted.
  /// - Throws: `malformedJSON`, naming the place where reading stopped; never its content.
  public init(
    parsing bytes: [UInt8], atMost longest: Int = maximumBytes, deepest: Int = maximumDepth
  ) throws(CryptographyError) {
    guard bytes.count <= longest else {
      throw CryptographyError(
        .malformedJSON, "the text has \(bytes.count) bytes; at most \(longest) are read")
    }
    let tree: JSONTree
    do throws(JSONFault) {
      tree = try JSONParser.parse(bytes, deepest: deepest)
    } catch {
      throw Self.malformed(error.remedy, at: error.place)
    }
    try self.init(tree)
  }

  private init(_ tree: JSONTree) throws(CryptographyError) {
    switch tree.content {
    case .string(let text): self = .string(text)
    case .array(let elements):
      self = .array(
        try elements.map { element throws(CryptographyError) in try JSON(element) })
    case .object(let members):
      // Compare names by bytes: names that only look alike are different.
      var names: Set<[UInt8]> = []
      self = .object(
        try members.map { member throws(CryptographyError) in
          guard names.insert(Array(member.name.utf8)).inserted else {
            throw Self.malformed("write each name once", at: member.place)
          }
          return Member(member.name, try JSON(member.value))
        })
    case .word("null"): self = .null
    case .word("true"): self = .bool(true)
    case .word("false"): self = .bool(false)
    case .word(let word):
      if let integer = Int64(word) {
        self = .integer(integer)
        return
      }
      guard let decimal = Double(word), decimal.isFinite else {
        throw Self.malformed("write a finite number", at: tree.place)
      }
      self = .decimal(decimal)
    }
  }

  private static func malformed(
    _ remedy: String, at place: JSONTree.Place
  ) -> CryptographyError {
    CryptographyError(
      .malformedJSON, "line \(place.line), column \(place.column): this is not JSON; \(remedy)")
  }

  /// The value of an object's member; nil if there is none, or if this is no object.
  ///
  /// Names are compared by their bytes: `String` considers U+212A (kelvin) equal to `K`.
  public subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The text of a string; nil for any other kind.
  public var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The number, if it is an integer; nil for any other kind.
  public var integer: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// The Boolean; nil for any other kind.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The elements of an array; nil for any other kind.
  public var elements: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// An object of those members that are not nil, in the given order.
  public static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }
}

extension JSON {
  /// The compact text: no blanks, members in their order, and in strings only `"`, `\` and the
  /// controls below U+0020 escaped (as ECMA-404's serialisers do, and WebAuthn section 5.8.1.1).
  public var serialized: String {
    var out: [UInt8] = []
    write(into: &out)
    return String(decoding: out, as: UTF8.self)
  }

  private func write(into out: inout [UInt8]) {
    switch self {
    case .null: out += "null".utf8
    case .bool(let value): out += (value ? "true" : "false").utf8
    case .integer(let number): out += String(number).utf8
    case .decimal(let number): out += String(number).utf8
    case .string(let text): Self.write(text, into: &out)
    case .array(let elements):
      out.append(UInt8(ascii: "["))
      for (position, element) in elements.enumerated() {
        if position > 0 { out.append(UInt8(ascii: ",")) }
        element.write(into: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (position, member) in members.enumerated() {
        if position > 0 { out.append(UInt8(ascii: ",")) }
        Self.write(member.name, into: &out)
        out.append(UInt8(ascii: ":"))
        member.value.write(into: &out)
      }
      out.append(UInt8(ascii: "}"))
    }
  }

  /// Writes a quoted string. Every character to escape is one byte in UTF-8, and no longer
  /// character contains it.
  private static func write(_ text: String, into out: inout [UInt8]) {
    var text = text
    out.append(UInt8(ascii: "\""))
    text.withUTF8 { bytes in
      if bytes.contains(where: isEscaped) {
        for byte in bytes { write(byte, into: &out) }
      } else {
        out += bytes
      }
    }
    out.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func write(_ byte: UInt8, into out: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): out += "\\\"".utf8
    case UInt8(ascii: "\\"): out += "\\\\".utf8
    case UInt8(ascii: "\n"): out += "\\n".utf8
    case UInt8(ascii: "\r"): out += "\\r".utf8
    case UInt8(ascii: "\t"): out += "\\t".utf8
    case ..<0x20: out += ("\\u00" + Hex.encode([byte])).utf8
    default: out.append(byte)
    }
  }
}
