/// A CBOR data item as a value (RFC 8949), of the kinds that WebAuthn uses.
///
/// Items are written and read in the CTAP2 canonical form: shortest integers and lengths, definite
/// lengths, unique map keys in canonical order. Each value has exactly one encoding, so a decoder
/// that accepts only that form leaves no room for a second meaning. Tags, floating point and
/// `undefined` are not used here and are refused.
public indirect enum CBOR: Sendable, Equatable {
  /// A non-negative integer.
  case unsigned(UInt64)
  /// The integer −1 − n.
  case negative(UInt64)
  /// A byte string.
  case bytes([UInt8])
  /// A text string.
  case text(String)
  /// An array.
  case array([CBOR])
  /// A map; in canonical key order when it was read.
  case map([Entry])
  /// `true` or `false`.
  case bool(Bool)
  /// `null`.
  case null

  /// A key and its value.
  public struct Entry: Sendable, Equatable {
    /// The key.
    public var key: CBOR
    /// The value.
    public var value: CBOR

    /// Creates an entry.
    public init(_ key: CBOR, _ value: CBOR) {
      self.key = key
      self.value = value
    }
  }

  /// An integer of either sign.
  public static func integer(_ number: Int64) -> CBOR {
    number >= 0 ? .unsigned(UInt64(number)) : .negative(UInt64(~number))
  }

  /// An integer of either sign that fits 64 bits with its sign; nil for any other item.
  public var integer: Int64? {
    switch self {
    case .unsigned(let number): return Int64(exactly: number)
    case .negative(let number): return Int64(exactly: number).map { ~$0 }
    default: return nil
    }
  }

  /// The value under an integer key; nil if there is none, or if this is no map.
  public subscript(_ key: Int64) -> CBOR? { self[.integer(key)] }

  /// The value under a text key; nil if there is none, or if this is no map.
  public subscript(_ key: String) -> CBOR? { self[.text(key)] }

  /// The value under a key, compared by encoded bytes: canonically equivalent texts are different
  /// keys.
  private subscript(_ key: CBOR) -> CBOR? {
    guard case .map(let entries) = self else { return nil }
    let encoded = key.encoded
    return entries.first { $0.key.encoded == encoded }?.value
  }
}

extension CBOR {
  /// The canonical bytes; the entries of maps are sorted into canonical order.
  ///
  /// Pitfall: a map with a duplicate key is written as it is, and `CBORReader` refuses it.
  public var encoded: [UInt8] {
    switch self {
    case .unsigned(let number): return Self.head(0, number)
    case .negative(let number): return Self.head(1, number)
    case .bytes(let bytes): return Self.head(2, UInt64(bytes.count)) + bytes
    case .text(let text): return Self.head(3, UInt64(text.utf8.count)) + Array(text.utf8)
    case .array(let elements):
      return elements.reduce(into: Self.head(4, UInt64(elements.count))) { $0 += $1.encoded }
    case .map(let entries):
      let pairs = entries.map { (key: $0.key.encoded, value: $0.value.encoded) }
      let sorted = pairs.sorted { Self.precedes($0.key, $1.key) }
      return sorted.reduce(into: Self.head(5, UInt64(entries.count))) { $0 += $1.key + $1.value }
    case .bool(let value): return [value ? 0xf5 : 0xf4]
    case .null: return [0xf6]
    }
  }

  /// The head of an item: its major type, with the argument in the shortest form.
  private static func head(_ major: UInt8, _ argument: UInt64) -> [UInt8] {
    let width: Int
    switch argument {
    case 0..<24: return [major << 5 | UInt8(argument)]
    case 24...0xff: width = 0
    case 0x100...0xffff: width = 1
    case 0x1_0000...0xffff_ffff: width = 2
    default: width = 3
    }
    let bytes = (0..<1 << width).reversed().map { UInt8(truncatingIfNeeded: argument >> ($0 * 8)) }
    return [major << 5 | UInt8(24 + width)] + bytes
  }

  /// Whether one encoded key precedes another in CTAP2's order: by major type, then length, then
  /// bytes.
  static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard let leftFirst = left.first, let rightFirst = right.first else { return false }
    if leftFirst >> 5 != rightFirst >> 5 { return leftFirst >> 5 < rightFirst >> 5 }
    if left.count != right.count { return left.count < right.count }
    return left.lexicographicallyPrecedes(right)
  }
}
