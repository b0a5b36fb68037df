import SignInCryptography
import Testing

@Suite struct RandomBytesTests {
  @Test func aSeedFixesEveryByte() throws {
    var random = SeededRandomBytes(seed: 42)
    let expected =
      "a4b398ef41899a3b11c1f6cb89ebdd2ba98784d94620910c5d34cb38c98215b6"
      + "03e2563fe5231d291b1848a53cdbe175328b3d6088c7e4ba03390eaf6a07d2bd"
    #expect(try Hex.encode(random.bytes(64)) == expected)
    var client = SeededRandomBytes(seed: 42, purpose: "client")
    #expect(
      try Hex.encode(client.bytes(32))
        == "2c2ca5c8634d497e8fa56ad6011e118193c53a9a4b758a24060e2b2672910115")
  }

  @Test func theBytesDoNotDependOnHowTheyAreAskedFor() throws {
    var whole = SeededRandomBytes(seed: 9)
    var parts = SeededRandomBytes(seed: 9)
    var joined: [UInt8] = []
    for count in [0, 1, 31, 32, 33, 3] { joined += try parts.bytes(count) }
    #expect(try whole.bytes(100) == joined)
  }

  @Test func aNegativeCountIsRefused() {
    var random = SeededRandomBytes(seed: 1)
    #expect(thrownCode { _ = try random.bytes(-1) } == .outOfRange)
  }

  /// A source that plays back what it is given.
  struct Recorded: RandomBytes {
    var bytes: [UInt8]

    mutating func bytes(_ count: Int) -> [UInt8] {
      defer { bytes.removeFirst(count) }
      return Array(bytes.prefix(count))
    }
  }

  @Test func numbersThatWouldFavourSmallResultsAreDrawnAgain() throws {
    // 2^64 − 1 is one of the 6 values that 10 rejects; 2^64 − 7 is the last that it takes.
    let high = [UInt8](repeating: 0xff, count: 8)
    var random = Recorded(bytes: high + [0, 0, 0, 0, 0, 0, 0, 13] + high.dropLast() + [0xf9])
    #expect(try random.number(below: 10) == 3)
    #expect(try random.number(below: 10) == 9)
    #expect(random.bytes.isEmpty)
    random.bytes = high
    #expect(try random.number(below: 256) == 255)
    random.bytes = high
    #expect(try random.number(below: 1) == 0)
    #expect(thrownCode { _ = try random.number(below: 0) } == .outOfRange)
  }
}
