import Testing

@testable import SignInCryptography

/// Illegal and unreadable protocol values: each a typed error, never a crash.
@Suite struct SRPRefusalTests {
  let valid = SRPClient.Challenge(salt: "ab", publicKey: "5", secretBlock: "AAAA", userID: "alice")

  @Test func theServerRefusesAPublicKeyThatIsAMultipleOfN() throws {
    let n = try SRPGroup.cognito.modulus.value
    let illegal = try ["0", "000", n.hex, n.hex.uppercased(), n.adding(n).hex]
    for publicKey in illegal {
      #expect(codeOfChallenge(publicKey) == .illegalPublicKey)
    }
    let legal = try [n.adding(BigNumber(1)).hex, "1"]
    for publicKey in legal { #expect(codeOfChallenge(publicKey) == nil) }
  }

  @Test func theServerRefusesAPublicKeyThatCannotBeRead() {
    for publicKey in ["", "xyz", "0x12", "-1", "1 2", "é"] {
      #expect(codeOfChallenge(publicKey) == .malformedHex, "\(publicKey)")
    }
    #expect(codeOfChallenge(String(repeating: "f", count: 8193)) == .outOfRange)
  }

  @Test func theServerRefusesAZeroScramblingParameter() throws {
    let zero = try BigNumber(0)
    let one = try BigNumber(1)
    #expect(thrownCode { try SRPServer.refuseZero(zero) } == .zeroScramblingParameter)
    #expect(thrownCode { try SRPServer.refuseZero(one) } == nil)
  }

  @Test func theServerRefusesADeviceVerifierThatIsAMultipleOfN() throws {
    let server = try SRPServer(realm: "-group")
    let n = try SRPGroup.cognito.modulus.value
    for (verifier, salt, code) in [
      ("", "AQ==", CryptographyError.Code.illegalPublicKey),
      (Base64.encode(n.signedBytes), "AQ==", .illegalPublicKey), ("?", "AQ==", .malformedBase64),
      ("Ag==", "AQ", .malformedBase64),
    ] {
      let thrown = thrownCode {
        _ = try server.acceptVerifier(deviceKey: "k", passwordVerifier: verifier, salt: salt)
      }
      #expect(thrown == code)
    }
  }

  @Test func theServerRefusesAClaimThatCannotBeRead() throws {
    let server = try SRPServer(realm: "pool")
    let verifier = try server.makeVerifier(userID: "alice", password: Secret("p"), salt: [1])
    let exchange = try server.challenge(
      publicKey: "5", verifier: verifier, privateKey: BigNumber(7))
    for (block, signature) in [("AAA", "AAAA"), ("AAAA", "AAA"), ("AAAA", "not base64!")] {
      let claim = SRPServer.Claim(secretBlock: block, timestamp: "", signature: signature)
      let thrown = thrownCode { _ = try server.verify(claim, for: exchange) }
      #expect(thrown == .malformedBase64)
    }
  }

  @Test func theClientRefusesAPublicKeyThatIsAMultipleOfN() throws {
    let n = try SRPGroup.cognito.modulus.value
    let multiples = try ["0", n.hex, n.adding(n).hex, Vectors.amplify.get().illegal.serverPublic]
    for publicKey in multiples {
      var challenge = valid
      challenge.publicKey = publicKey
      #expect(try codeOfProof(challenge) == .illegalPublicKey)
    }
  }

  @Test func theClientRefusesAChallengeThatCannotBeRead() throws {
    #expect(try codeOfProof(valid) == nil)
    var noSalt = valid
    noSalt.salt = ""
    #expect(try codeOfProof(noSalt) == .malformedHex)
    var noHex = valid
    noHex.publicKey = "srp_b"
    #expect(try codeOfProof(noHex) == .malformedHex)
    var noBase64 = valid
    noBase64.secretBlock = "AA"
    #expect(try codeOfProof(noBase64) == .malformedBase64)
  }

  @Test func bothHalvesNeedAPoolIDWithAName() {
    for poolID in ["", "eu-west-1", "eu-west-1_", "_"] {
      var random = SeededRandomBytes(seed: 1)
      let client = thrownCode { _ = try SRPClient(poolID: poolID, randomness: &random) }
      #expect(client == .malformedPoolID, "\(poolID)")
      let server = thrownCode { _ = try SRPServer(poolID: poolID) }
      #expect(server == .malformedPoolID, "\(poolID)")
    }
  }

  @Test func bothHalvesTakeEverythingAfterTheFirstUnderscore() throws {
    var random = SeededRandomBytes(seed: 1)
    #expect(try SRPClient(poolID: "r_a_b", randomness: &random).realm == "a_b")
    #expect(try SRPServer(poolID: "r_a_b").realm == "a_b")
  }

  private func codeOfChallenge(_ publicKey: String) -> CryptographyError.Code? {
    thrownCode {
      let server = try SRPServer(realm: "pool")
      let verifier = try server.makeVerifier(userID: "alice", password: Secret("p"), salt: [1])
      _ = try server.challenge(publicKey: publicKey, verifier: verifier, privateKey: BigNumber(7))
    }
  }

  private func codeOfProof(_ challenge: SRPClient.Challenge) throws -> CryptographyError.Code? {
    let client = try SRPClient(realm: "pool", privateKey: BigNumber(9))
    return thrownCode {
      _ = try client.proof(for: challenge, password: Secret("p"), timestamp: "now")
    }
  }
}
