import Testing

@testable import SignInCryptography

@Suite struct HashTests {
  /// FIPS 180-4 examples.
  @Test func sha256MatchesItsStandard() throws {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(try Hex.encode(SHA256.digest(of: [])) == empty)
    #expect(try Hex.encode(SHA256.digest(of: Array("abc".utf8))) == abc)
    var parts = try SHA256()
    try parts.update(Array("a".utf8))
    try parts.update(Secret("b"))
    try parts.update(Secret(""))
    try parts.update(Array("c".utf8))
    #expect(try Hex.encode(parts.finish()) == abc)
  }

  /// RFC 4231 cases 1, 2 and 6 (a key longer than a block).
  @Test func hmacSHA256MatchesItsStandard() throws {
    let cases: [(key: [UInt8], message: String, code: String)] = [
      (
        [UInt8](repeating: 0x0b, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xaa, count: 131),
        "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
      ([], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ]
    for (key, message, code) in cases {
      #expect(try Hex.encode(HMAC.sha256(key: key, message: Array(message.utf8))) == code)
      let secret = Secret(bytes: key)
      #expect(try Hex.encode(HMAC.sha256(key: secret, message: Array(message.utf8))) == code)
    }
  }

  /// RFC 2202 cases 1 and 2.
  @Test func hmacSHA1MatchesItsStandard() throws {
    let first = try HMAC.sha1(
      key: Secret(bytes: [UInt8](repeating: 0x0b, count: 20)), message: Array("Hi There".utf8))
    #expect(Hex.encode(first) == "b617318655057264e28bc0b6fb378c8ef146be00")
    let second = try HMAC.sha1(
      key: Secret("Jefe"), message: Array("what do ya want for nothing?".utf8))
    #expect(Hex.encode(second) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
  }

  /// RFC 5869 cases 1 and 3.
  @Test func hkdfMatchesItsStandard() throws {
    let material = [UInt8](repeating: 0x0b, count: 22)
    let full = try KeyDerivation.hkdf(
      material: material, salt: Array(0...12), info: Array(0xf0...0xf9), length: 42)
    #expect(
      Hex.encode(full.revealedBytes())
        == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
    let bare = try KeyDerivation.hkdf(material: material, salt: [], info: [], length: 42)
    #expect(
      Hex.encode(bare.revealedBytes())
        == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
  }

  @Test func sixteenBytesOfHKDFAreOneExpandedBlockCut() throws {
    let key = try KeyDerivation.hkdf(material: [1, 2], salt: [3], info: [4, 5], length: 16)
    let inner = try HMAC.sha256(key: [3] as [UInt8], message: [1, 2])
    let outer = try HMAC.sha256(key: inner, message: [4, 5, 1])
    #expect(key.revealedBytes() == Array(outer.prefix(16)))
  }

  @Test func hkdfRefusesALengthThatItCannotGive() throws {
    for length in [-1, 255 * 32 + 1] {
      let code = thrownCode {
        _ = try KeyDerivation.hkdf(material: [], salt: [], info: [], length: length)
      }
      #expect(code == .outOfRange)
    }
    let longest = try KeyDerivation.hkdf(material: [], salt: [], info: [], length: 255 * 32)
    #expect(longest.count == 255 * 32)
    #expect(try KeyDerivation.hkdf(material: [], salt: [], info: [], length: 0).count == 0)
  }

  @Test func constantTimeComparisonIsEquality() {
    #expect(ConstantTime.areEqual([UInt8](), []))
    #expect(ConstantTime.areEqual([1, 2, 3] as [UInt8], [1, 2, 3]))
    #expect(!ConstantTime.areEqual([1, 2, 3] as [UInt8], [1, 2, 4]))
    #expect(!ConstantTime.areEqual([0, 2, 3] as [UInt8], [1, 2, 3]))
    #expect(!ConstantTime.areEqual([1, 2] as [UInt8], [1, 2, 3]))
  }
}
