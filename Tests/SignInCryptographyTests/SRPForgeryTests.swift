import Testing

@testable import SignInCryptography

/// A ≡ 0, B ≡ 0 and u = 0: refused, and what would happen if they were not.
@Suite struct SRPForgeryTests {
  static let careless = SRPConventions(refusesDegenerateKeys: false)
  static let zero = SRPConventions(scramblesToZero: true)

  /// The verdict on a forged proof by a server with the given conventions.
  private func forged(multiple: Int, by conventions: SRPConventions) throws -> Bool {
    var random = SeededRandomBytes(seed: 12)
    let server = try SRPServer(realm: "pool", conventions: conventions)
    let verifier = try server.makeVerifier(
      userID: "alice", password: Secret("unknown to the forger"), salt: random.bytes(16))
    let forgery = try SRPForgery(realm: "pool", multiple: multiple)
    let exchange = try server.challenge(
      publicKey: forgery.publicKey, verifier: verifier, randomness: &random)
    let challenge = SRPClient.Challenge(
      salt: exchange.salt, publicKey: exchange.publicKey, secretBlock: "AAAA", userID: "alice")
    let signature = try forgery.proof(for: challenge, timestamp: "now")
    let claim = SRPServer.Claim(secretBlock: "AAAA", timestamp: "now", signature: signature)
    return try server.verify(claim, for: exchange)
  }

  @Test(arguments: [0, 1, 2, 1_000])
  func aMultipleOfNIsRefusedAndWouldElseLetAnyoneIn(multiple: Int) throws {
    let code = thrownCode { _ = try forged(multiple: multiple, by: .cognito) }
    #expect(code == .illegalPublicKey)
    #expect(try forged(multiple: multiple, by: Self.careless))
  }

  @Test func aForgersMultipleHasItsRange() {
    for multiple in [-1, 1_001] {
      let code = thrownCode { _ = try SRPForgery(realm: "pool", multiple: multiple) }
      #expect(code == .outOfRange)
    }
  }

  @Test func bothHalvesRefuseAZeroScramblingParameter() throws {
    let server = thrownCode {
      _ = try Handshake(seed: 1, serverConventions: Self.zero).isAccepted()
    }
    #expect(server == .zeroScramblingParameter)
    let client = thrownCode {
      _ = try Handshake(seed: 1, clientConventions: Self.zero).isAccepted()
    }
    #expect(client == .zeroScramblingParameter)
    let both = SRPConventions(refusesDegenerateKeys: false, scramblesToZero: true)
    #expect(try Handshake(seed: 1, clientConventions: both, serverConventions: both).isAccepted())
    let careless = SRPConventions(refusesDegenerateKeys: false, scramblesToZero: true)
    #expect(try !Handshake(seed: 1, serverConventions: careless).isAccepted())
  }

  @Test func aCarelessClientAnswersAServerThatIsNotGenuine() throws {
    let challenge = SRPClient.Challenge(
      salt: "ab", publicKey: "0", secretBlock: "AAAA", userID: "alice")
    func code(_ conventions: SRPConventions) throws -> CryptographyError.Code? {
      let client = try SRPClient(
        realm: "pool", privateKey: BigNumber(9), conventions: conventions)
      return thrownCode {
        _ = try client.proof(for: challenge, password: Secret("p"), timestamp: "now")
      }
    }
    #expect(try code(.cognito) == .illegalPublicKey)
    #expect(try code(Self.careless) == nil)
  }

  @Test func aPasswordOnTheWireIsJudgedByTheStoredVerifier() throws {
    let server = try SRPServer(realm: "pool")
    let verifier = try server.makeVerifier(
      userID: "alice", password: Secret("right"), salt: [1, 2])
    #expect(try server.judge(password: Secret("right"), against: verifier))
    for other in ["", "wrong", "right ", "Right"] {
      #expect(try !server.judge(password: Secret(other), against: verifier), "\(other)")
    }
    let elsewhere = try SRPServer(realm: "other")
    #expect(try !elsewhere.judge(password: Secret("right"), against: verifier))
  }
}
