import SignInCryptography
import Testing

/// The challenge for a user who does not exist.
@Suite struct SRPSimulationTests {
  let key = Secret("the pool's own")

  @Test func theSameNameGetsTheSameSaltAndAnotherNameOthers() throws {
    let server = try SRPServer(realm: "pool")
    let first = try server.simulatedVerifier(username: "nobody", key: key)
    let again = try server.simulatedVerifier(username: "nobody", key: key)
    #expect(first.salt.hex == again.salt.hex)
    #expect(first.userID == "nobody")
    #expect(first.value.hex == again.value.hex)
    let others = [
      try server.simulatedVerifier(username: "nobody2", key: key),
      try server.simulatedVerifier(username: "nobody", key: Secret("another pool's")),
      try SRPServer(realm: "other").simulatedVerifier(username: "nobody", key: key),
    ]
    for other in others {
      #expect(other.salt.hex != first.salt.hex)
    }
  }

  @Test func itLooksLikeAStoredOneAndTakesNoPassword() throws {
    var random = SeededRandomBytes(seed: 2)
    let server = try SRPServer(realm: "pool")
    let verifier = try server.simulatedVerifier(username: "nobody", key: key)
    #expect(verifier.salt.bytes.count == 16)
    let client = try SRPClient(realm: "pool", randomness: &random)
    let exchange = try server.challenge(
      publicKey: client.publicKey, verifier: verifier, randomness: &random)
    let challenge = SRPClient.Challenge(
      salt: exchange.salt, publicKey: exchange.publicKey, secretBlock: "AAAA",
      userID: verifier.userID)
    for password in ["", "nobody", "Passw0rd-1"] {
      let signature = try client.proof(
        for: challenge, password: Secret(password), timestamp: "now")
      let claim = SRPServer.Claim(secretBlock: "AAAA", timestamp: "now", signature: signature)
      #expect(try !server.verify(claim, for: exchange))
    }
  }
}
