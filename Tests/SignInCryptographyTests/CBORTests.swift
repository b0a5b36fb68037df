import SignInCryptography
import Testing

@Suite struct CBORTests {
  /// RFC 8949 appendix A, the rows of the kinds that are read here.
  static let standard: [(hex: String, item: CBOR)] = [
    ("00", .unsigned(0)), ("17", .unsigned(23)), ("1818", .unsigned(24)), ("1864", .unsigned(100)),
    ("1903e8", .unsigned(1000)), ("1a000f4240", .unsigned(1_000_000)),
    ("1b000000e8d4a51000", .unsigned(1_000_000_000_000)),
    ("1bffffffffffffffff", .unsigned(.max)), ("3bffffffffffffffff", .negative(.max)),
    ("20", .integer(-1)), ("29", .integer(-10)), ("3863", .integer(-100)),
    ("3903e7", .integer(-1000)), ("f4", .bool(false)), ("f5", .bool(true)), ("f6", .null),
    ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", .text("")),
    ("6161", .text("a")), ("6449455446", .text("IETF")), ("62c3bc", .text("ü")),
    ("63e6b0b4", .text("水")), ("80", .array([])),
    ("83010203", .array([.unsigned(1), .unsigned(2), .unsigned(3)])),
    ("a0", .map([])),
    ("a201020304", .map([.init(.unsigned(1), .unsigned(2)), .init(.unsigned(3), .unsigned(4))])),
    (
      "a26161016162820203",
      .map([
        .init(.text("a"), .unsigned(1)), .init(.text("b"), .array([.unsigned(2), .unsigned(3)])),
      ])
    ),
  ]

  @Test func theStandardsExamplesGoBothWays() throws {
    for (hex, item) in Self.standard {
      #expect(Hex.encode(item.encoded) == hex)
      #expect(try CBORReader.read(Hex.decode(hex)) == item, "\(hex)")
    }
  }

  @Test func integersOfEitherSignKeepTheirValue() {
    for number in [0, 1, -1, 23, 24, -24, -25, .max, .min] as [Int64] {
      #expect(CBOR.integer(number).integer == number)
    }
    #expect(CBOR.unsigned(1 << 63).integer == nil)
    #expect(CBOR.negative(1 << 63).integer == nil)
    #expect(CBOR.null.integer == nil)
  }

  @Test func mapsAreWrittenInCanonicalOrder() throws {
    let keys: [CBOR] = [
      .text("authData"), .text("fmt"), .integer(-3), .text("attStmt"), .integer(3), .integer(-1),
      .unsigned(300), .bytes([0]),
    ]
    let map = CBOR.map(keys.map { CBOR.Entry($0, .null) })
    guard case .map(let entries) = try CBORReader.read(map.encoded) else {
      Issue.record("no map")
      return
    }
    #expect(
      entries.map(\.key) == [
        .integer(3), .unsigned(300), .integer(-1), .integer(-3), .bytes([0]), .text("fmt"),
        .text("attStmt"), .text("authData"),
      ])
  }

  @Test func whateverIsNotCanonicalIsRefused() {
    for hex in [
      // Nothing, cut off, and too much.
      "", "18", "1903", "4401", "62c3", "83010", "8301", "a101", "0000",
      // Not the shortest form, of integers and of lengths.
      "1800", "1817", "190017", "1900ff", "1a0000ffff", "1b00000000ffffffff", "580100", "780161",
      // Indefinite lengths, and the break that ends them.
      "5f4100ff", "7f6161ff", "9fff", "bfff", "ff", "1f", "3f",
      // Tags, floating point, undefined, other simple values, reserved arguments.
      "c000", "d81800", "f90000", "fa00000000", "fb0000000000000000", "f7", "f0", "f820", "f8ff",
      "1c", "5c", "9d", "be",
      // Keys out of order or twice; text that is not UTF-8.
      "a203010102", "a201020102", "a26162016101", "a220000100", "61ff", "62c328", "63eda080",
      // Lengths beyond the input, up to ones that no memory holds.
      "5bffffffffffffffff", "9b7fffffffffffffff", "bb0000000100000000", "7affffffff",
    ] {
      let bytes = (try? Hex.decode(hex.count.isMultiple(of: 2) ? hex : hex + "0")) ?? []
      #expect(thrownCode { _ = try CBORReader.read(bytes) } == .malformedCBOR, "\(hex)")
    }
  }

  @Test func nestingAndSizeAreBounded() throws {
    func nested(_ depth: Int) -> [UInt8] { [UInt8](repeating: 0x81, count: depth) + [0] }
    #expect(thrownCode { _ = try CBORReader.read(nested(CBORReader.maximumDepth)) } == nil)
    #expect(
      thrownCode { _ = try CBORReader.read(nested(CBORReader.maximumDepth + 1)) } == .malformedCBOR)
    #expect(thrownCode { _ = try CBORReader.read(nested(60_000)) } == .malformedCBOR)
    let long = [UInt8](repeating: 0, count: CBORReader.maximumBytes + 1)
    #expect(thrownCode { _ = try CBORReader.read(long) } == .malformedCBOR)
  }

  @Test func anItemInTheMiddleSaysWhereItEnds() throws {
    let (item, end) = try CBORReader.readPrefix(of: [9, 9, 0x82, 1, 2, 7], from: 2)
    #expect(item == .array([.unsigned(1), .unsigned(2)]))
    #expect(end == 5)
    #expect(thrownCode { _ = try CBORReader.readPrefix(of: [0], from: 1) } == .malformedCBOR)
    #expect(thrownCode { _ = try CBORReader.readPrefix(of: [0], from: 2) } == .malformedCBOR)
    #expect(thrownCode { _ = try CBORReader.readPrefix(of: [0], from: -1) } == .malformedCBOR)
  }
}
