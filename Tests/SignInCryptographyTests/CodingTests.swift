import Foundation
import SignInCryptography
import Testing

@Suite struct CodingTests {
  /// RFC 4648 section 10.
  @Test func theStandardsExamplesGoBothWays() throws {
    for (text, base64, base32, hex) in [
      ("", "", "", ""), ("f", "Zg==", "MY", "66"), ("fo", "Zm8=", "MZXQ", "666f"),
      ("foo", "Zm9v", "MZXW6", "666f6f"), ("foob", "Zm9vYg==", "MZXW6YQ", "666f6f62"),
      ("fooba", "Zm9vYmE=", "MZXW6YTB", "666f6f6261"),
      ("foobar", "Zm9vYmFy", "MZXW6YTBOI", "666f6f626172"),
    ] {
      let bytes = Array(text.utf8)
      let padding = String(repeating: "=", count: (8 - base32.count % 8) % 8)
      #expect(Base64.encode(bytes) == base64)
      #expect(try Base64.decode(base64) == bytes)
      #expect(Base32.encode(bytes) == base32)
      #expect(try Base32.decode(base32) == bytes)
      #expect(try Base32.decode(base32 + padding) == bytes)
      #expect(Hex.encode(bytes) == hex)
      #expect(try Hex.decode(hex.uppercased()) == bytes)
    }
  }

  @Test func everyByteAndLengthSurvivesTheRoundTrip() throws {
    var random = SeededRandomBytes(seed: 5)
    for length in 0..<80 {
      let bytes = try random.bytes(length)
      #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString())
      #expect(try Base64.decode(Base64.encode(bytes)) == bytes)
      #expect(try Base32.decode(Base32.encode(bytes)) == bytes)
      #expect(try Hex.decode(Hex.encode(bytes)) == bytes)
    }
    let all = Array(UInt8.min...UInt8.max)
    #expect(try Base64.decode(Base64.encode(all)) == all)
  }

  @Test func malformedBase64IsRefused() {
    for text in [
      "A", "AA", "AAA", "A===", "AA=", "=", "==", "====", "AAAA=", "AAAA====", "AA==AAAA", "A=AA",
      "AAA\n", " AAA", "AA-_", "AAÄ", "AB==", "AAB=", "AAA=A",
    ] {
      #expect(thrownCode { _ = try Base64.decode(text) } == .malformedBase64, "\(text)")
    }
  }

  @Test func malformedBase32IsRefused() {
    for text in [
      "A", "AAA", "AAAAAA", "my", "M0", "M1", "M8", "MY=", "MY=====", "MY=======", "=", "========",
      "MY======MY", "MZ", "AAAAAAAA========", "MY ", "Ä",
    ] {
      #expect(thrownCode { _ = try Base32.decode(text) } == .malformedBase32, "\(text)")
    }
  }

  @Test func malformedHexIsRefused() {
    for text in ["0", "abc", "0g", "0x00", " 00", "é"] {
      #expect(thrownCode { _ = try Hex.decode(text) } == .malformedHex, "\(text)")
    }
  }
}
