import Foundation
import SignInCryptography
import Testing

/// The exchange that was recorded between another client and another server: every request and
/// every answer is read by what the test bed reads with.
@Suite struct RecordedExchangeTests {
  private func exchanges() throws -> [JSON] {
    let folder = Bundle.module.bundleURL.appending(path: "Vectors")
    let data = try Data(contentsOf: folder.appending(path: "cognito-wire-srp-totp.json"))
    return try #require(try JSON(parsing: Array(data)).elements)
  }

  /// All texts under a name, wherever they stand.
  private func texts(_ name: String, in json: JSON) -> [String] {
    switch json {
    case .object(let members):
      return members.flatMap { member in
        (member.name == name ? [member.value.text].compactMap(\.self) : [])
          + texts(name, in: member.value)
      }
    case .array(let elements): return elements.flatMap { texts(name, in: $0) }
    default: return []
    }
  }

  @Test func `all nineteen exchanges are read, and written with the same members`() throws {
    let all = try exchanges()
    #expect(all.count == 19)
    for exchange in all {
      #expect(try JSON(parsing: exchange.serialized) == exchange)
      #expect(exchange["request"]?["body"] != nil)
      #expect([200, 400].contains(exchange["response"]?["status"]?.integer))
    }
  }

  @Test func `numbers of SRP, time stamps and signatures have the form that is judged`() throws {
    let all = JSON.array(try exchanges())
    let keys = texts("SRP_A", in: all)
    #expect(keys.count == 3)
    for key in keys { #expect(key.utf8.count <= 768 && !key.isEmpty) }
    #expect(try texts("TIMESTAMP", in: all).map(TimestampParser.parse).count == 2)
    for text in texts("PASSWORD_CLAIM_SIGNATURE", in: all) {
      #expect(try Base64.decode(text).count == 32)
    }
  }

  @Test func `tokens have their claims, and no key of ours takes their signature`() throws {
    let all = JSON.array(try exchanges())
    let tokens = texts("AccessToken", in: all) + texts("IdToken", in: all)
    #expect(tokens.count == 8)
    let pool = "us-east-1_810fdc43f3bf49b0b56c17f14741d549"
    for text in tokens {
      let token = try JSONWebToken(text)
      #expect(token.algorithm == "RS256")
      #expect(
        token.claims["iss"]?.text == "https://cognito-idp.us-east-1.amazonaws.com/\(pool)")
      #expect(token.claims["origin_jti"]?.text != nil)
      let keys = try TokenKeys(seed: 7).publicKeys
      let verifier = TokenVerifier(
        poolID: pool, clientID: "fbe70576ed5d46898613a45b66", keys: keys)
      #expect(try verifier.judge(text, as: .access, at: 1_795_225_984) == .refused(.unknownKey))
    }
  }
}
