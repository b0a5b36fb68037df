import SignInCryptography
import Testing

/// Numbers that the standards themselves print.
@Suite struct StandardVectorTests {
  struct Exchange: Decodable, Sendable {
    let modulus, generator, multiplier, x, a, b, verifier, clientPublic, serverPublic: String
    let scrambling, shared: String

    enum CodingKeys: String, CodingKey {
      case x, a, b
      case modulus = "N"
      case generator = "g"
      case multiplier = "k"
      case verifier = "v"
      case clientPublic = "A"
      case serverPublic = "B"
      case scrambling = "u"
      case shared = "S"
    }
  }

  /// RFC 5054 appendix B: another group and another hash than Cognito's, the same arithmetic.
  @Test func theArithmeticIsThatOfRFC5054() throws {
    let vector = try Vectors.load(Exchange.self, "rfc5054-vectors")
    let modulus = try BigModulus(BigNumber(hex: vector.modulus))
    let g = try BigNumber(hex: vector.generator)
    let k = try BigNumber(hex: vector.multiplier)
    let x = try BigNumber(hex: vector.x)
    let a = try BigNumber(hex: vector.a)
    let b = try BigNumber(hex: vector.b)
    let u = try BigNumber(hex: vector.scrambling)
    let v = try modulus.power(g, x)
    #expect(v.hex == vector.verifier)
    let clientPublic = try modulus.power(g, a)
    #expect(clientPublic.hex == vector.clientPublic)
    let serverPublic = try modulus.add(modulus.multiply(k, v), modulus.power(g, b))
    #expect(serverPublic.hex == vector.serverPublic)
    let masked = try modulus.subtract(serverPublic, modulus.multiply(k, v))
    let byClient = try modulus.power(masked, a.adding(u.multiplied(by: x)))
    #expect(byClient.hex == vector.shared)
    let byServer = try modulus.power(modulus.multiply(clientPublic, modulus.power(v, u)), b)
    #expect(byServer.hex == vector.shared)
  }

  /// RFC 4226 appendix D: with steps of one second, the counter is the time.
  @Test func theCodesAreThoseOfRFC4226() throws {
    let secret = Secret("12345678901234567890")
    let codes = [
      "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
      "520489",
    ]
    var pool = try TimeBasedCodeVerifier(secret: secret, policy: .init(period: 1, window: 0))
    for (counter, code) in codes.enumerated() {
      let time = Int64(counter)
      #expect(try TimeBasedCode(secret: secret, period: 1).code(at: time) == code)
      #expect(try pool.verify(code, at: time) == .accepted(step: time))
    }
  }
}
