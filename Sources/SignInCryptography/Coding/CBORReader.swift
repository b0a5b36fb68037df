/// A strict reader of canonical CBOR, bounded in space and depth.
///
/// In addition to malformed CBOR it refuses integers and lengths that are not in their shortest
/// form, indefinite lengths, unsorted or duplicate map keys, text that is not UTF-8, tags, floating
/// point, `undefined` and other simple values, and more than `maximumDepth` nested arrays and maps.
/// A length is checked against the remaining bytes before anything is allocated for it.
public struct CBORReader {
  /// The deepest nesting of arrays and maps (CTAP2 allows 4).
  public static let maximumDepth = 4
  /// The longest input in bytes; far more than an attestation object has.
  public static let maximumBytes = 1 << 16

  private let bytes: [UInt8]
  private var position: Int

  /// Reads one item that takes up all of the bytes.
  ///
  /// - Throws: `malformedCBOR`, naming the byte where reading stopped.
  public static func read(_ bytes: [UInt8]) throws(CryptographyError) -> CBOR {
    let (item, end) = try readPrefix(of: bytes, from: 0)
    guard end == bytes.count else {
      throw CryptographyError(.malformedCBOR, "byte \(end): expected nothing more")
    }
    return item
  }

  /// Reads the item at an offset, and returns its end: authenticator data contains a key of
  /// unstated length.
  ///
  /// - Throws: `malformedCBOR`, naming the byte where reading stopped.
  public static func readPrefix(
    of bytes: [UInt8], from offset: Int
  ) throws(CryptographyError) -> (item: CBOR, end: Int) {
    guard bytes.count <= maximumBytes, (0...bytes.count).contains(offset) else {
      throw CryptographyError(
        .malformedCBOR, "the input has \(bytes.count) bytes; at most \(maximumBytes) are read")
    }
    var reader = CBORReader(bytes: bytes, position: offset)
    let item = try reader.item(depth: 0)
    return (item, reader.position)
  }

  private func malformed(_ expected: String) -> CryptographyError {
    CryptographyError(.malformedCBOR, "byte \(position): expected \(expected)")
  }

  private mutating func take(_ count: Int) throws(CryptographyError) -> [UInt8] {
    guard count <= bytes.count - position else { throw malformed("\(count) more bytes") }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  private mutating func item(depth: Int) throws(CryptographyError) -> CBOR {
    let start = position
    let first = try take(1)[0]
    let major = first >> 5
    if major == 7 { return try simple(first) }
    let argument = try argument(first & 31)
    switch major {
    case 0: return .unsigned(argument)
    case 1: return .negative(argument)
    case 2: return .bytes(try take(length(argument)))
    case 3:
      guard let text = String(validating: try take(length(argument)), as: UTF8.self) else {
        throw malformed("UTF-8 in the text before")
      }
      return .text(text)
    case 4, 5:
      guard depth < Self.maximumDepth else {
        throw malformed("at most \(Self.maximumDepth) nested arrays and maps")
      }
      let count = try length(argument)
      return major == 4
        ? .array(try elements(count, depth: depth + 1)) : .map(try entries(count, depth: depth + 1))
    default:
      position = start
      throw malformed("no tag")
    }
  }

  private func simple(_ first: UInt8) throws(CryptographyError) -> CBOR {
    switch first {
    case 0xf4: return .bool(false)
    case 0xf5: return .bool(true)
    case 0xf6: return .null
    default: throw malformed("true, false or null before")
    }
  }

  /// Reads the argument of an item's head, which must be in its shortest form.
  private mutating func argument(_ short: UInt8) throws(CryptographyError) -> UInt64 {
    if short < 24 { return UInt64(short) }
    guard short < 28 else { throw malformed("a definite length before") }
    let width = 1 << Int(short - 24)
    let value = try take(width).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let smallest = short == 24 ? 24 : 1 << (UInt64(width) * 4)
    guard value >= smallest else { throw malformed("the shortest form before") }
    return value
  }

  /// Checks a length or count: one that the remaining bytes cannot hold is refused at once.
  private func length(_ argument: UInt64) throws(CryptographyError) -> Int {
    guard let length = Int(exactly: argument), length <= bytes.count - position else {
      throw malformed("\(argument) more bytes")
    }
    return length
  }

  private mutating func elements(
    _ count: Int, depth: Int
  ) throws(CryptographyError) -> [CBOR] {
    var elements: [CBOR] = []
    for _ in 0..<count { elements.append(try item(depth: depth)) }
    return elements
  }

  private mutating func entries(
    _ count: Int, depth: Int
  ) throws(CryptographyError) -> [CBOR.Entry] {
    var entries: [CBOR.Entry] = []
    var previous: [UInt8]?
    for _ in 0..<count {
      let start = position
      let key = try item(depth: depth)
      let encoded = Array(bytes[start..<position])
      if let previous, !CBOR.precedes(previous, encoded) {
        throw malformed("keys in canonical order, each once, before")
      }
      previous = encoded
      entries.append(CBOR.Entry(key, try item(depth: depth)))
    }
    return entries
  }
}
