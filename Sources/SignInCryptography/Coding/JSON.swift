/// A JSON text as a value, with the members of an object in their order (RFC 8259).
///
/// Tokens and WebAuthn sign the *bytes* of a JSON text, so a value that is written must always give
/// the same ones: `text` is compact and keeps the order in which members were put. Reading is
/// strict and bounded; see `JSONReader`.
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
  /// An object; no name occurs twice in one that was read.
  case object([Member])

  /// A name and its value.
  public struct Member: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value.
    public var value: JSON

    /// A member.
    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// Reads a text.
  ///
  /// - Throws: `malformedJSON`; see `JSONReader` for what is refused.
  public init(parsing text: String) throws(CryptographyError) {
    self = try JSONReader.read(Array(text.utf8))
  }

  /// The value of an object's member; nil if there is none, or if this is no object.
  ///
  /// Names are compared by their bytes: `String` takes U+212A (kelvin) for `K`.
  public subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The text of a string; nil for any other kind.
  public var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// An integer; nil for any other kind.
  public var integer: Int64? {
    guard case .integer(let number) = self else { return nil }
    return number
  }

  /// `true` or `false`; nil for any other kind.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The elements of an array; nil for any other kind.
  public var elements: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// An object of the members that are not nil, in the order given.
  public static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }
}

extension JSON {
  /// The compact text: no blanks, members in their order, and in strings only `"`, `\` and the
  /// controls below U+0020 escaped (as ECMA-404's serialisers do, and WebAuthn section 5.8.1.1).
  public var serialized: String {
    var out = ""
    write(into: &out)
    return out
  }

  private func write(into out: inout String) {
    switch self {
    case .null: out += "null"
    case .bool(let value): out += value ? "true" : "false"
    case .integer(let number): out += String(number)
    case .decimal(let number): out += String(number)
    case .string(let text): Self.write(text, into: &out)
    case .array(let elements):
      out += "["
      for (position, element) in elements.enumerated() {
        if position > 0 { out += "," }
        element.write(into: &out)
      }
      out += "]"
    case .object(let members):
      out += "{"
      for (position, member) in members.enumerated() {
        if position > 0 { out += "," }
        Self.write(member.name, into: &out)
        out += ":"
        member.value.write(into: &out)
      }
      out += "}"
    }
  }

  private static func write(_ text: String, into out: inout String) {
    out += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case "\u{00}"..<"\u{20}": out += "\\u00" + Hex.encode([UInt8(scalar.value)])
      default: out.unicodeScalars.append(scalar)
      }
    }
    out += "\""
  }
}
