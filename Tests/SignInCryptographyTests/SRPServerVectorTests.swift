import Testing

@testable import SignInCryptography

/// The server half against every recorded exchange.
@Suite struct SRPServerVectorTests {
  @Test func everyUserVectorIsReproduced() throws {
    let vectors = try Vectors.cognito.get().user
    #expect(vectors.count == 13)
    #expect(try SRPServer.multiplier.hex == Vectors.cognito.get().multiplier)
    for vector in vectors {
      let server = try SRPServer(poolID: vector.poolID)
      let exchange = try exchange(server, vector)
      let x = try server.credentialHash(
        userID: vector.userID, password: Secret(vector.password),
        salt: BigNumber(hex: vector.salt))
      #expect(x.hex == normal(vector.passwordHash))
      #expect(exchange.verifier.value.hex == normal(vector.verifier))
      #expect(exchange.publicKey == normal(vector.serverPublic))
      #expect(exchange.salt == normal(vector.salt))
      #expect(exchange.scrambling.hex == normal(vector.scrambling))
      let shared = try server.sharedSecret(exchange)
      #expect(shared.hex == normal(vector.sharedSecret))
      let key = try server.authenticationKey(exchange, shared)
      #expect(Hex.encode(key.revealedBytes()) == vector.key)
      #expect(try server.verify(claim(vector), for: exchange))
    }
  }

  @Test func everyDeviceVectorIsAccepted() throws {
    let vectors = try Vectors.cognito.get().device
    #expect(vectors.count == 4)
    for vector in vectors {
      let server = try SRPServer(realm: vector.deviceGroupKey)
      let verifier = try server.acceptVerifier(
        deviceKey: vector.deviceKey, passwordVerifier: vector.sentVerifier,
        salt: vector.sentSalt)
      #expect(verifier.value.hex == normal(vector.verifier))
      #expect(verifier.salt.hex == normal(vector.salt))
      let made = try server.makeVerifier(
        userID: vector.deviceKey, password: Secret(vector.devicePassword),
        salt: Hex.decode(vector.salt))
      #expect(made.value.hex == normal(vector.verifier))
      let exchange = try server.challenge(
        publicKey: vector.clientPublic, verifier: verifier,
        privateKey: BigNumber(hex: vector.serverPrivate))
      #expect(exchange.publicKey == normal(vector.serverPublic))
      let key = try server.authenticationKey(exchange, server.sharedSecret(exchange))
      #expect(Hex.encode(key.revealedBytes()) == vector.key)
      let claim = SRPServer.Claim(
        secretBlock: vector.secretBlock, timestamp: vector.timestamp,
        signature: vector.signature)
      #expect(try server.verify(claim, for: exchange))
    }
  }

  @Test func amplifysScramblingParametersHold() throws {
    let server = try SRPServer(realm: "")
    for vector in try Vectors.amplify.get().scrambling {
      let u = try server.scrambling(
        BigNumber(hex: vector.clientPublic), BigNumber(hex: vector.serverPublic))
      #expect(u.hex == normal(vector.scrambling), "\(vector.name)")
    }
  }

  @Test func everyChangedPartOfAClaimIsRefused() throws {
    let vector = try #require(Vectors.cognito.get().user.first)
    let server = try SRPServer(poolID: vector.poolID)
    let exchange = try exchange(server, vector)
    #expect(try server.verify(claim(vector), for: exchange))

    var later = claim(vector)
    later.timestamp = "Sat Nov 21 01:53:04 UTC 2026"
    #expect(try !server.verify(later, for: exchange))

    var otherBlock = claim(vector)
    otherBlock.secretBlock = "AAAA"
    #expect(try !server.verify(otherBlock, for: exchange))

    let signature = try Base64.decode(vector.signature)
    for changed in [signature.dropLast(), [signature[0] ^ 1] + signature.dropFirst(), []] {
      var forged = claim(vector)
      forged.signature = Base64.encode(Array(changed))
      #expect(try !server.verify(forged, for: exchange))
    }
  }

  @Test func aFaultyConventionIsCaughtByTheVectors() throws {
    for vector in try Vectors.cognito.get().user {
      let hasTopBit = [
        vector.clientPublic, vector.serverPublic, vector.salt, vector.scrambling,
        vector.sharedSecret,
      ].contains { topBitIsSet($0) }
      let unpadded = try SRPServer(
        poolID: vector.poolID, conventions: SRPConventions(padsTopBit: false))
      let accepted = try unpadded.verify(claim(vector), for: exchange(unpadded, vector))
      #expect(accepted == !hasTopBit, "\(vector.tags)")
      let renamed = try SRPServer(
        poolID: vector.poolID, conventions: SRPConventions(keyInfo: "Caldera derived key"))
      #expect(try !renamed.verify(claim(vector), for: exchange(renamed, vector)))
    }
  }

  private func exchange(
    _ server: SRPServer, _ vector: CognitoVectors.User
  ) throws -> SRPServer.Exchange {
    let verifier = try server.makeVerifier(
      userID: vector.userID, password: Secret(vector.password),
      salt: BigNumber(hex: vector.salt).bytes)
    return try server.challenge(
      publicKey: vector.clientPublic, verifier: verifier,
      privateKey: BigNumber(hex: vector.serverPrivate))
  }

  private func claim(_ vector: CognitoVectors.User) -> SRPServer.Claim {
    SRPServer.Claim(
      secretBlock: vector.secretBlock, timestamp: vector.timestamp,
      signature: vector.signature)
  }
}
