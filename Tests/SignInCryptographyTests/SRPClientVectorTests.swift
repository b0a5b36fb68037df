import Testing

@testable import SignInCryptography

/// The client half against every recorded exchange.
@Suite struct SRPClientVectorTests {
  @Test func everyUserVectorIsReproduced() throws {
    let vectors = try Vectors.cognito.get().user
    #expect(vectors.count == 13)
    for vector in vectors {
      let client = try client(for: vector)
      let challenge = challenge(for: vector)
      let derivation = try client.derivation(for: challenge, password: Secret(vector.password))
      #expect(client.publicKey == vector.clientPublic.uppercased())
      #expect(try client.multiplier().hex == vector.multiplier)
      #expect(derivation.scrambling.hex == normal(vector.scrambling))
      #expect(derivation.passwordHash.hex == normal(vector.passwordHash))
      #expect(derivation.sharedSecret.hex == normal(vector.sharedSecret))
      #expect(Hex.encode(derivation.key.revealedBytes()) == vector.key)
      let proof = try client.proof(
        for: challenge, password: Secret(vector.password), timestamp: vector.timestamp)
      #expect(proof == vector.signature)
    }
  }

  @Test func everyDeviceVectorIsReproduced() throws {
    let vectors = try Vectors.cognito.get().device
    #expect(vectors.count == 4)
    for vector in vectors {
      let client = try SRPClient(
        realm: vector.deviceGroupKey, privateKey: BigNumber(hex: vector.clientPrivate))
      let challenge = SRPClient.Challenge(
        salt: vector.salt, publicKey: vector.serverPublic, secretBlock: vector.secretBlock,
        userID: vector.deviceKey)
      let secret = Secret(vector.devicePassword)
      #expect(client.publicKey == vector.clientPublic.uppercased())
      let key = try client.derivation(for: challenge, password: secret).key
      #expect(Hex.encode(key.revealedBytes()) == vector.key)
      let proof = try client.proof(
        for: challenge, password: secret, timestamp: vector.timestamp)
      #expect(proof == vector.signature)
      let verifier = try client.deviceVerifier(
        deviceKey: vector.deviceKey, secret: secret, salt: Hex.decode(vector.salt))
      #expect(verifier.passwordVerifier == vector.sentVerifier)
      #expect(verifier.salt == vector.sentSalt)
    }
  }

  @Test func amplifysOwnTestsHold() throws {
    let vectors = try Vectors.amplify.get()
    let anyone = try SRPClient(realm: "", privateKey: BigNumber(1))
    #expect(try anyone.multiplier().hex == vectors.multiplier)
    #expect(vectors.scrambling.count == 3)
    for vector in vectors.scrambling {
      let u = try anyone.scrambling(
        BigNumber(hex: vector.clientPublic), BigNumber(hex: vector.serverPublic))
      #expect(u.hex == normal(vector.scrambling), "\(vector.name)")
    }
    #expect(vectors.shared.count == 2)
    for vector in vectors.shared {
      let client = try SRPClient(realm: "", privateKey: BigNumber(hex: vector.clientPrivate))
      #expect(client.publicKey == vector.clientPublic.uppercased(), "\(vector.name)")
      let challenge = SRPClient.Challenge(
        salt: vector.salt, publicKey: vector.serverPublic, secretBlock: "", userID: vector.identity)
      let derivation = try client.derivation(for: challenge, password: Secret(vector.password))
      #expect(derivation.sharedSecret.hex == normal(vector.sharedSecret), "\(vector.name)")
      #expect(Hex.encode(derivation.key.revealedBytes()) == vector.key, "\(vector.name)")
    }
    let state = vectors.signingIn
    let signingIn = try SRPClient(realm: "", privateKey: BigNumber(hex: state.clientPrivate))
    #expect(signingIn.publicKey.lowercased() == normal(state.clientPublic))
  }

  @Test func aFaultyConventionIsCaughtByTheVectors() throws {
    for vector in try Vectors.cognito.get().user {
      let hasTopBit = [
        vector.clientPublic, vector.serverPublic, vector.salt, vector.scrambling,
        vector.sharedSecret,
      ].contains { topBitIsSet($0) }
      let proof = { (conventions: SRPConventions) in
        try client(for: vector, conventions).proof(
          for: challenge(for: vector), password: Secret(vector.password),
          timestamp: vector.timestamp)
      }
      let unpadded = try proof(SRPConventions(padsTopBit: false))
      #expect((unpadded != vector.signature) == hasTopBit, "\(vector.tags)")
      let renamed = try proof(SRPConventions(keyInfo: "Caldera derived key"))
      #expect(renamed != vector.signature)
    }
  }

  private func client(
    for vector: CognitoVectors.User, _ conventions: SRPConventions = .cognito
  ) throws -> SRPClient {
    let name = vector.poolID.split(separator: "_")[1]
    return try SRPClient(
      realm: String(name), privateKey: BigNumber(hex: vector.clientPrivate),
      conventions: conventions)
  }

  private func challenge(for vector: CognitoVectors.User) -> SRPClient.Challenge {
    SRPClient.Challenge(
      salt: vector.salt, publicKey: vector.serverPublic, secretBlock: vector.secretBlock,
      userID: vector.userID)
  }
}

/// Hexadecimal digits as a number is written: lower case, without leading zeros.
func normal(_ hex: String) -> String {
  String(hex.lowercased().drop { $0 == "0" })
}

/// Whether the first byte of a number is 80 or more; an odd first digit is a low half byte.
func topBitIsSet(_ hex: String) -> Bool {
  let digits = normal(hex)
  guard digits.count.isMultiple(of: 2), let first = digits.first else { return false }
  return "89abcdef".contains(first)
}
