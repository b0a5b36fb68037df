import Foundation
import SignInCryptography
import Testing

@Suite struct TimeBasedSetupTests {
  private func setup() throws -> TimeBasedSetup {
    var random = SeededRandomBytes(seed: 8)
    return try TimeBasedSetup(randomness: &random)
  }

  @Test func aSecretCodeHas52LettersAndGoesBothWays() throws {
    let setup = try setup()
    #expect(setup.secret.count == 32)
    #expect(setup.secretCode.count == 52)
    #expect(setup.secretCode.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) })
    let again = try TimeBasedSetup(secretCode: setup.secretCode)
    #expect(again.secret.matches(setup.secret))
  }

  @Test func aSecretCodeThatIsNoneIsRefused() {
    for (text, code) in [
      ("", CryptographyError.Code.outOfRange), ("JBSWY3DPEHPK3PX", .outOfRange),
      ("asdfasdfasdf", .outOfRange), ("jbswy3dpehpk3pxp", .malformedBase32),
      ("JBSWY3DPEHPK3PX1", .malformedBase32), ("JBSWY3DPEHPK3PXPA", .malformedBase32),
    ] {
      #expect(thrownCode { _ = try TimeBasedSetup(secretCode: text) } == code, "\(text)")
    }
  }

  @Test func thePlainLinkIsAmplifysByteForByte() throws {
    let setup = try TimeBasedSetup(secretCode: "JBSWY3DPEHPK3PXP")
    #expect(
      setup.plainURI(appName: "App", accountName: "alice")
        == "otpauth://totp/App:alice?secret=JBSWY3DPEHPK3PXP&issuer=App")
    #expect(
      setup.plainURI(appName: "A & B", accountName: "a b")
        == "otpauth://totp/A & B:a b?secret=JBSWY3DPEHPK3PXP&issuer=A & B")
  }

  @Test func onlyTheEncodedLinkSurvivesNamesWithSigns() throws {
    let setup = try setup()
    for (app, account) in [
      ("App", "alice"), ("A&B", "a+b@example.com"), ("What? #1", "ü/ä:x"), ("100%", "a=b;c"),
    ] {
      let text = setup.encodedURI(appName: app, accountName: account)
      let parts = try #require(URLComponents(string: text))
      #expect(parts.scheme == "otpauth")
      #expect(parts.host == "totp")
      #expect(parts.path == "/\(app):\(account)")
      let items = parts.queryItems ?? []
      #expect(items.map(\.name) == ["secret", "issuer"])
      #expect(items.map(\.value) == [setup.secretCode, app])
    }
    let plain = URLComponents(string: setup.plainURI(appName: "A&B", accountName: "a"))
    #expect(plain?.queryItems?.first { $0.name == "issuer" }?.value == "A")
  }

  /// VerifySoftwareToken and the next sign-in share one memory of used steps.
  @Test func theCodeThatProvedTheSetupIsUsedUp() throws {
    let setup = try setup()
    let app = try TimeBasedCode(secret: setup.secret)
    var pool = try TimeBasedCodeVerifier(secret: setup.secret)
    let code = try app.code(at: 3_000)
    #expect(try pool.verify(code, at: 3_000) == .accepted(step: 100))
    #expect(try pool.verify(code, at: 3_010) == .alreadyUsed)
    #expect(try pool.verify(app.code(at: 3_030), at: 3_010) == .accepted(step: 101))
    #expect(try pool.verify(app.code(at: 2_970), at: 3_010) == .accepted(step: 99))
  }

  @Test func noDescriptionShowsTheSecret() throws {
    let setup = try setup()
    var shown = "\(setup)"
    dump(setup, to: &shown)
    #expect(!shown.contains(setup.secretCode))
    var random = SeededRandomBytes(seed: 8, purpose: "p")
    _ = try random.bytes(1)
    shown = "\(random)"
    dump(random, to: &shown)
    #expect(shown.contains("SeededRandomBytes(p)"))
    #expect(!shown.contains("buffer"))
  }
}
