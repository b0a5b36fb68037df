import SignInCryptography
import Testing

@Suite struct TimeBasedCodeTests {
  let secret = Secret("12345678901234567890")

  /// RFC 6238 appendix B, the SHA-1 rows.
  static let standard: [(time: Int64, code: String)] = [
    (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"),
    (1_234_567_890, "89005924"), (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
  ]

  @Test(arguments: standard)
  func bothHalvesMatchTheStandard(time: Int64, code: String) throws {
    #expect(try TimeBasedCode(secret: secret, digits: 8).code(at: time) == code)
    var verifier = try TimeBasedCodeVerifier(
      secret: secret, policy: .init(digits: 8, window: 0))
    #expect(try verifier.verify(code, at: time) == .accepted(step: time / 30))
  }

  @Test func bothHalvesMatchEveryRecordedCode() throws {
    let vectors = try Vectors.cognito.get().totp
    #expect(vectors.count == 8)
    for vector in vectors {
      let secret = Secret(bytes: try Base32.decode(vector.secret))
      #expect(try TimeBasedCode(secret: secret).code(at: vector.unix) == vector.code)
      var verifier = try TimeBasedCodeVerifier(secret: secret, policy: .init(window: 0))
      let step = vector.unix / 30
      #expect(try verifier.verify(vector.code, at: vector.unix) == .accepted(step: step))
      if let long = vector.longCode {
        #expect(try TimeBasedCode(secret: secret, digits: 8).code(at: vector.unix) == long)
      }
    }
  }

  @Test func bothHalvesAgreeOnSeededSecrets() throws {
    var random = SeededRandomBytes(seed: 6)
    for index in 0..<200 as Range<Int64> {
      let secret = Secret(bytes: try random.bytes(32))
      let time = index * 7_919_333
      let code = try TimeBasedCode(secret: secret).code(at: time)
      var verifier = try TimeBasedCodeVerifier(secret: secret)
      #expect(try verifier.verify(code, at: time) == .accepted(step: time / 30))
    }
  }

  @Test func theWindowIsOneStepOnEitherSide() throws {
    let code = try TimeBasedCode(secret: secret).code(at: 3_000)
    for (time, accepted) in [
      (2_969, false), (2_970, true), (2_999, true), (3_000, true), (3_029, true), (3_059, true),
      (3_060, false),
    ] as [(Int64, Bool)] {
      var verifier = try TimeBasedCodeVerifier(secret: secret)
      let verdict = try verifier.verify(code, at: time)
      #expect(verdict == (accepted ? .accepted(step: 100) : .mismatch), "\(time)")
      #expect(verifier.usedSteps == (accepted ? [100] : []))
    }
  }

  @Test func theWindowCanBeInjected() throws {
    let code = try TimeBasedCode(secret: secret).code(at: 3_000)
    var narrow = try TimeBasedCodeVerifier(secret: secret, policy: .init(window: 0))
    #expect(try narrow.verify(code, at: 3_030) == .mismatch)
    var wide = try TimeBasedCodeVerifier(secret: secret, policy: .init(window: 2))
    #expect(try wide.verify(code, at: 3_060) == .accepted(step: 100))
  }

  @Test func eachCodeIsAcceptedOnce() throws {
    let app = try TimeBasedCode(secret: secret)
    var verifier = try TimeBasedCodeVerifier(secret: secret)
    let (first, second) = (try app.code(at: 3_000), try app.code(at: 3_030))
    #expect(try verifier.verify(second, at: 3_000) == .accepted(step: 101))
    #expect(try verifier.verify(second, at: 3_000) == .alreadyUsed)
    #expect(try verifier.verify(first, at: 3_000) == .accepted(step: 100))
    #expect(verifier.usedSteps == [100, 101])
    #expect(try verifier.verify(first, at: 3_059) == .alreadyUsed)
    #expect(try verifier.verify(first, at: 3_060) == .mismatch)
    #expect(try verifier.verify(first, at: 3_000) == .alreadyUsed)

    var reusing = try TimeBasedCodeVerifier(secret: secret, policy: .init(isSingleUse: false))
    #expect(try reusing.verify(first, at: 3_000) == .accepted(step: 100))
    #expect(try reusing.verify(first, at: 3_000) == .accepted(step: 100))
    #expect(reusing.usedSteps == [100])
  }

  @Test func aRefusedCodeIsNotUsedUp() throws {
    let code = try TimeBasedCode(secret: secret).code(at: 3_000)
    var verifier = try TimeBasedCodeVerifier(secret: secret)
    #expect(try verifier.verify(code, at: 9_000) == .mismatch)
    #expect(try verifier.verify(code, at: 3_000) == .accepted(step: 100))
  }

  @Test func aMalformedCodeIsToldApartFromAWrongOne() throws {
    var verifier = try TimeBasedCodeVerifier(secret: secret)
    for code in ["", "12345", "1234567", "12345a", " 12345", "+12345", "12345\n", "１23456", "١٢٣"] {
      #expect(try verifier.verify(code, at: 3_000) == .malformed, "\(code)")
    }
    #expect(try verifier.verify("000000", at: 3_000) == .mismatch)
  }

  @Test func noStepLiesBefore1970() throws {
    // What a verifier would expect if it let the counter wrap round to step −1.
    let hash = try HMAC.sha1(key: secret, message: [UInt8](repeating: 0xff, count: 8))
    let start = Int(hash[19] & 15)
    let value = hash[start...].prefix(4).reduce(0) { $0 << 8 | Int($1) } & 0x7fff_ffff
    let digits = String(value % 1_000_000)
    let code = String(repeating: "0", count: 6 - digits.utf8.count) + digits
    var verifier = try TimeBasedCodeVerifier(secret: secret)
    #expect(try verifier.verify(code, at: 0) == .mismatch)
  }

  @Test func theFirstAndTheLastTimeAreHandled() throws {
    let app = try TimeBasedCode(secret: secret)
    for time in [0, Int64.max] {
      var verifier = try TimeBasedCodeVerifier(secret: secret)
      #expect(try verifier.verify(app.code(at: time), at: time) == .accepted(step: time / 30))
    }
    #expect(thrownCode { _ = try app.code(at: -1) } == .outOfRange)
    #expect(
      thrownCode {
        var verifier = try TimeBasedCodeVerifier(secret: secret)
        _ = try verifier.verify("000000", at: -1)
      } == .outOfRange)
  }

  @Test func parametersOutsideTheirRangeAreRefused() {
    #expect(thrownCode { _ = try TimeBasedCode(secret: Secret("")) } == .outOfRange)
    #expect(thrownCode { _ = try TimeBasedCode(secret: secret, digits: 5) } == .outOfRange)
    #expect(thrownCode { _ = try TimeBasedCode(secret: secret, digits: 9) } == .outOfRange)
    #expect(thrownCode { _ = try TimeBasedCode(secret: secret, period: 0) } == .outOfRange)
    let policies: [TimeBasedCodeVerifier.Policy] = [
      .init(digits: 5), .init(digits: 9), .init(period: 0), .init(window: -1), .init(window: 101),
    ]
    for policy in policies {
      let code = thrownCode { _ = try TimeBasedCodeVerifier(secret: secret, policy: policy) }
      #expect(code == .outOfRange)
    }
    #expect(thrownCode { _ = try TimeBasedCodeVerifier(secret: Secret("")) } == .outOfRange)
  }
}
