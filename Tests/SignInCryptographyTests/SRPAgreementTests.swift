import Testing

@testable import SignInCryptography

/// The two halves against each other, sound and with faults injected.
@Suite struct SRPAgreementTests {
  static let unpadded = SRPConventions(padsTopBit: false)
  static let renamed = SRPConventions(keyInfo: "Caldera Derived Ke")

  @Test func bothHalvesAgreeOnSeededExchanges() throws {
    for seed in 0..<36 as Range<UInt64> {
      #expect(try Handshake(seed: seed).isAccepted(), "seed \(seed)")
    }
  }

  @Test func bothHalvesPadAlikeAtEveryEdge() throws {
    let server = try SRPServer(realm: "pool")
    let unpaddedServer = try SRPServer(realm: "pool", conventions: Self.unpadded)
    for hex in ["0", "1", "7f", "80", "81", "ff", "100", "7fff", "8000", "ffff", "80000000"] {
      let number = try BigNumber(hex: hex)
      #expect(server.pad(number) == number.signedBytes, "\(hex)")
      #expect(unpaddedServer.pad(number) == number.bytes, "\(hex)")
    }
  }

  @Test func aWrongPasswordIsRefused() throws {
    for typed in ["", "Passw0rd-2", "passw0rd-1", "Passw0rd-1 "] {
      #expect(try !Handshake(seed: 7, typed: typed).isAccepted(), "\(typed)")
    }
    #expect(try Handshake(seed: 7, password: "Pässwörd ✓", typed: "Pässwörd ✓").isAccepted())
  }

  @Test func anotherUsersOrPoolsProofIsRefused() throws {
    var random = SeededRandomBytes(seed: 3)
    let server = try SRPServer(poolID: "eu-west-1_AbCdEf123")
    let verifier = try server.makeVerifier(
      userID: "alice", password: Secret("same"), salt: random.bytes(16))
    for (pool, user, expected) in [
      ("eu-west-1_AbCdEf123", "alice", true), ("eu-west-1_AbCdEf123", "bob", false),
      ("eu-west-1_Other", "alice", false),
    ] {
      let client = try SRPClient(poolID: pool, randomness: &random)
      let exchange = try server.challenge(
        publicKey: client.publicKey, verifier: verifier, randomness: &random)
      let signature = try client.proof(
        for: SRPClient.Challenge(
          salt: exchange.salt, publicKey: exchange.publicKey, secretBlock: "AAAA", userID: user),
        password: Secret("same"), timestamp: "now")
      let claim = SRPServer.Claim(secretBlock: "AAAA", timestamp: "now", signature: signature)
      #expect(try server.verify(claim, for: exchange) == expected, "\(pool) \(user)")
    }
  }

  @Test func aProofForOneExchangeIsRefusedInAnother() throws {
    var random = SeededRandomBytes(seed: 4)
    let server = try SRPServer(realm: "pool")
    let verifier = try server.makeVerifier(
      userID: "alice", password: Secret("same"), salt: random.bytes(16))
    let client = try SRPClient(realm: "pool", randomness: &random)
    let first = try server.challenge(
      publicKey: client.publicKey, verifier: verifier, randomness: &random)
    let second = try server.challenge(
      publicKey: client.publicKey, verifier: verifier, randomness: &random)
    let signature = try client.proof(
      for: SRPClient.Challenge(
        salt: first.salt, publicKey: first.publicKey, secretBlock: "AAAA", userID: "alice"),
      password: Secret("same"), timestamp: "now")
    let claim = SRPServer.Claim(secretBlock: "AAAA", timestamp: "now", signature: signature)
    #expect(try server.verify(claim, for: first))
    #expect(try !server.verify(claim, for: second))
  }

  @Test(arguments: [unpadded, renamed])
  func aFaultInOneHalfMakesTheHalvesDisagree(fault: SRPConventions) throws {
    for seed in 0..<4 as Range<UInt64> {
      let inClient = try Handshake(seed: seed, clientConventions: fault).isAccepted()
      let inServer = try Handshake(seed: seed, serverConventions: fault).isAccepted()
      #expect(!inClient, "seed \(seed)")
      #expect(!inServer, "seed \(seed)")
    }
  }

  @Test(arguments: [unpadded, renamed])
  func theSameFaultInBothHalvesGoesUnnoticedBetweenThem(fault: SRPConventions) throws {
    for seed in 0..<4 as Range<UInt64> {
      let handshake = Handshake(seed: seed, clientConventions: fault, serverConventions: fault)
      #expect(try handshake.isAccepted(), "seed \(seed)")
    }
  }

  @Test func aDeviceProvesItsSecretThroughTheVerifierItSent() throws {
    var random = SeededRandomBytes(seed: 11)
    let secret = Secret(Base64.encode(try random.bytes(40)))
    let server = try SRPServer(realm: "-group")
    let client = try SRPClient(realm: "-group", randomness: &random)
    let sent = try client.deviceVerifier(
      deviceKey: "eu-west-1_device", secret: secret, salt: random.bytes(16))
    let verifier = try server.acceptVerifier(
      deviceKey: "eu-west-1_device", passwordVerifier: sent.passwordVerifier, salt: sent.salt)
    let exchange = try server.challenge(
      publicKey: client.publicKey, verifier: verifier, randomness: &random)
    let signature = try client.proof(
      for: SRPClient.Challenge(
        salt: exchange.salt, publicKey: exchange.publicKey, secretBlock: "AAAA",
        userID: "eu-west-1_device"), password: secret, timestamp: "now")
    let claim = SRPServer.Claim(secretBlock: "AAAA", timestamp: "now", signature: signature)
    #expect(try server.verify(claim, for: exchange))
  }
}
