import SignInCryptography
import Testing

/// Ceremonies that other people's code recorded, against each half.
@Suite struct WebAuthnVectorTests {
  static let names = [
    "none.ES256", "packed-self.ES256", "none.ES256.crossOrigin", "none.ES256.topOrigin", "fido2",
  ]

  private func party(
    _ vector: WebAuthnVectors.Credential, _ verification: UserVerification = .preferred,
    _ conventions: WebAuthnConventions = .standard
  ) throws -> RelyingParty {
    try RelyingParty(
      id: vector.relyingPartyID, userVerification: verification, conventions: conventions)
  }

  private func ceremony(
    _ party: RelyingParty, _ challenge: String, _ user: RelyingParty.User
  ) throws -> RelyingParty.Ceremony {
    var recorded = RecordedBytes(rest: try Hex.decode(challenge))
    return try party.begin(for: user, clientID: "c", at: 0, randomness: &recorded)
  }

  private func registered(
    _ vector: WebAuthnVectors.Credential, by party: RelyingParty
  ) throws -> RelyingParty.RegistrationVerdict {
    let user = RelyingParty.User(handle: try Hex.decode(vector.userHandle), name: "a")
    let begun = try ceremony(party, vector.creationChallenge, user)
    return try party.judge(try vector.registration, for: begun, clientID: "c", at: 1)
  }

  private func asserted(
    _ vector: WebAuthnVectors.Credential, with credential: RelyingParty.Credential,
    by party: RelyingParty
  ) throws -> RelyingParty.AssertionVerdict {
    let user = RelyingParty.User(
      handle: credential.userHandle, name: "a", credentials: [credential])
    let begun = try ceremony(party, vector.assertionChallenge, user)
    return try party.judge(try vector.assertion, for: begun, at: 1)
  }

  @Test(arguments: ["none.ES256", "packed-self.ES256", "fido2"])
  func theRelyingPartyTakesEveryRecordedCeremony(name: String) throws {
    let vector = try WebAuthnVectors.named(name)
    let party = try party(vector)
    let credential = try #require(try registered(vector, by: party).credential)
    #expect(Hex.encode(credential.id) == vector.credentialID)
    let key = try P256PrivateKey(scalar: Secret(bytes: Hex.decode(vector.privateKey)))
    #expect(credential.publicKey == key.publicKey)
    let used = try #require(try asserted(vector, with: credential, by: party).credential)
    #expect(used.counter == (name == "fido2" ? 8 : 0))
  }

  @Test(arguments: ["none.ES256.crossOrigin", "none.ES256.topOrigin"])
  func theRelyingPartyRefusesCeremoniesInAFrame(name: String) throws {
    let vector = try WebAuthnVectors.named(name)
    let verdict = try registered(vector, by: party(vector))
    #expect(verdict.refusal == WebAuthnRefusal(.originNotAllowed, .origin))
  }

  @Test func userVerificationDecidesWhereItIsRequired() throws {
    let vector = try WebAuthnVectors.named("none.ES256")
    let verdict = try registered(vector, by: party(vector, .required))
    #expect(verdict.refusal == WebAuthnRefusal(.credentialNotSupported, .userVerification))
    let verified = try WebAuthnVectors.named("fido2")
    #expect(try registered(verified, by: party(verified, .required)).credential != nil)
  }

  @Test(arguments: names)
  func theKeysSignaturesAreTheRecordedOnesByteForByte(name: String) throws {
    let vector = try WebAuthnVectors.named(name)
    let key = try P256PrivateKey(scalar: Secret(bytes: Hex.decode(vector.privateKey)))
    let hash = try SHA256.digest(of: Hex.decode(vector.assertionClientData))
    let message = try Hex.decode(vector.authenticatorData) + hash
    #expect(Hex.encode(try key.signature(for: message)) == vector.signature)
    #expect(
      try key.publicKey.verifies(signature: Hex.decode(vector.signature), message: message))
  }

  @Test(arguments: names)
  func theAttestationObjectsAreCanonicalAndGoBothWays(name: String) throws {
    let vector = try WebAuthnVectors.named(name)
    let bytes = try Hex.decode(vector.attestationObject)
    let object = try CBORReader.read(bytes)
    #expect(object.encoded == bytes)
    guard case .bytes(let inner) = object["authData"] else {
      Issue.record("no authData")
      return
    }
    let data = try AuthenticatorData(inner)
    #expect(Hex.encode(data.credential?.aaguid ?? []) == vector.aaguid)
    let key = try #require(data.credential?.publicKey)
    #expect(COSEKey.encode(try COSEKey.decode(key)) == key)
  }

  /// The same fault in both halves would agree with itself; the vectors do not.
  @Test func everyFaultOfTheRelyingPartyIsCaughtByTheVectors() throws {
    let vector = try WebAuthnVectors.named("fido2")
    let sound = try #require(try registered(vector, by: party(vector)).credential)
    let plain = try party(vector, .preferred, WebAuthnConventions(hashesClientData: false))
    #expect(
      try asserted(vector, with: sound, by: plain).refusal?.check == .signature)
    let byOrigin = try party(vector, .preferred, WebAuthnConventions(scopesByID: false))
    #expect(try registered(vector, by: byOrigin).refusal?.check == .relyingParty)
    var later = sound
    later.counter = 8
    let counting = try party(vector)
    #expect(try asserted(vector, with: later, by: counting).refusal?.check == .counter)
    let careless = try party(vector, .preferred, WebAuthnConventions(countsUses: false))
    #expect(try asserted(vector, with: later, by: careless).credential?.counter == 8)
  }
}
