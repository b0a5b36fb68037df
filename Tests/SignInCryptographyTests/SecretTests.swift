import Testing

@testable import SignInCryptography

@Suite struct SecretTests {
  struct Account {
    let name = "alice"
    let password = Secret("hunter2")
  }

  @Test func noDescriptionShowsASecret() throws {
    let secret = Secret("hunter2")
    #expect("\(secret)" == "‹redacted›")
    #expect(String(describing: secret) == "‹redacted›")
    #expect(String(reflecting: secret) == "‹redacted›")
    #expect(Mirror(reflecting: secret).children.isEmpty)
    var dumped = ""
    dump(Account(), to: &dumped)
    dump([Optional(secret)], to: &dumped)
    #expect(dumped.contains("alice"))
    #expect(!dumped.contains("hunter2"))
    #expect(!dumped.contains("104"))
  }

  @Test func valuesThatHoldSecretsShowNoneOfThem() throws {
    var shown = ""
    let code = try OneTimeCode("123456")
    dump(code, to: &shown)
    dump(try TimeBasedCode(secret: Secret("JBSWY3DP")), to: &shown)
    dump(try TimeBasedCodeVerifier(secret: Secret("JBSWY3DP")), to: &shown)
    dump(SeededRandomBytes(seed: 0x4a42_5357_5933_4450), to: &shown)
    let client = try SRPClient(realm: "pool", privateKey: BigNumber(hex: "123456"))
    dump(client, to: &shown)
    shown += "\(code) \(client)"
    #expect(!shown.contains("123456"))
    #expect(!shown.contains("JBSWY3DP"))
  }

  @Test func theBytesCanBeLentAndRevealed() {
    let secret = Secret("pä")
    #expect(secret.count == 3)
    #expect(secret.revealedBytes() == [0x70, 0xc3, 0xa4])
    #expect(secret.revealedText() == "pä")
    #expect(secret.withUnsafeBytes { $0.count } == 3)
    #expect(Secret("").revealedBytes() == [])
  }

  @Test func anOpaqueTextIsTheStreamInBase64AndShownNowhere() throws {
    var (plain, opaque) = (SeededRandomBytes(seed: 3), SeededRandomBytes(seed: 3))
    let text = try opaque.opaqueText()
    #expect(text.revealedText() == Base64.encode(try plain.bytes(48)))
    #expect(text.count == 64)
    #expect("\(text)" == "‹redacted›")
    #expect(try SHA256.digest(of: text) == SHA256.digest(of: text.revealedBytes()))
    #expect(try opaque.bytes(8) == plain.bytes(8))
  }

  @Test func secretsMatchByContent() {
    #expect(Secret("same").matches(Secret("same")))
    #expect(!Secret("same").matches(Secret("sane")))
    #expect(!Secret("same").matches(Secret("sam")))
    #expect(Secret("").matches(Secret(bytes: [])))
  }

  @Test func erasingOverwritesEveryByte() {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
    defer { buffer.deallocate() }
    buffer.copyBytes(from: [UInt8](repeating: 0xa5, count: 64))
    SecretStorage.erase(buffer)
    #expect(Array(buffer) == [UInt8](repeating: 0, count: 64))
    var bytes: [UInt8] = [1, 2, 3]
    bytes.erase()
    #expect(bytes == [0, 0, 0])
  }

  @Test func anErrorNamesItsCodeItsMessageAndItsCause() {
    let plain = CryptographyError(.outOfRange, "give less")
    #expect("\(plain)" == "outOfRange: give less")
    let caused = CryptographyError(.openSSLFailed, "BN_new failed", cause: "malloc failure")
    #expect("\(caused)" == "openSSLFailed: BN_new failed (malloc failure)")
  }
}
