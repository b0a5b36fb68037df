import SignInCryptography
import Testing

/// Each check of the relying party, by the exception that names it.
@Suite struct WebAuthnRefusalTests {
  private func replacing(_ part: String, by other: String, in bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(part), "\(part)")
    return Array(
      text.split(separator: part, omittingEmptySubsequences: false).joined(separator: other).utf8)
  }

  @Test func aChallengeIsGoodForItsLifeAndOnlyForWhomItWasIssued() throws {
    var ceremonies = try Ceremonies()
    _ = try ceremonies.register()
    let first = try ceremonies.begin()
    let second = try ceremonies.begin()
    let response = try #require(
      try ceremonies.authenticator.assert(
        ceremonies.party.requestOptions(for: first), origin: Ceremonies.origin))
    let party = ceremonies.party
    let now = Ceremonies.now
    let refused = WebAuthnRefusal(.notAuthorized, .challenge)
    #expect(try party.judge(response, for: first, at: now + 180).refusal == refused)
    #expect(try party.judge(response, for: second, at: now).refusal == refused)
    #expect(try party.judge(response, for: nil, at: now).refusal == refused)
    #expect(try party.judge(response, for: first, at: now + 179).credential != nil)
  }

  @Test func aRegistrationNeedsItsOwnChallengeAndClient() throws {
    var ceremonies = try Ceremonies()
    let first = try ceremonies.begin()
    let second = try ceremonies.begin()
    let response = try #require(
      try ceremonies.authenticator.register(
        ceremonies.party.creationOptions(for: first), origin: Ceremonies.origin,
        randomness: &ceremonies.random))
    let party = ceremonies.party
    let now = Ceremonies.now
    let gone = WebAuthnRefusal(.challengeNotFound, .challenge)
    func verdict(
      _ ceremony: RelyingParty.Ceremony?, _ client: String, _ time: Int64
    ) throws -> WebAuthnRefusal? {
      try party.judge(response, for: ceremony, clientID: client, at: time).refusal
    }
    #expect(try verdict(nil, "client", now) == gone)
    #expect(try verdict(second, "client", now) == gone)
    #expect(try verdict(first, "client", now + 180) == gone)
    #expect(try verdict(first, "other", now) == WebAuthnRefusal(.clientMismatch, .client))
    #expect(try verdict(first, "client", now) == nil)
  }

  @Test func onlyTheRelyingPartysOwnOriginsAreTaken() throws {
    let party = try RelyingParty(
      id: "example.com", furtherOrigins: ["android:apk-key-hash:abc"])
    for origin in [
      "https://example.com", "https://example.com:8443", "https://a.b.example.com",
      "android:apk-key-hash:abc",
    ] { #expect(party.allows(origin: origin), "\(origin)") }
    for origin in [
      "http://example.com", "https://example.com.evil.org", "https://evilexample.com",
      "https://.example.com", "https://example.com:", "https://example.com:x",
      "https://example.com/", "https://EXAMPLE.com", "https://user@example.com", "", "null",
      "https://", "https://example.org", "https://evil.org#.example.com", "example.com",
      "https://evil.org/.example.com", "https://example.com:123456",
      "android:apk-key-hash:abcd",
    ] { #expect(!party.allows(origin: origin), "\(origin)") }
    let local = try RelyingParty(id: "localhost")
    #expect(local.allows(origin: "http://localhost:3000"))
    #expect(!party.allows(origin: "http://localhost:3000"))
  }

  @Test func aPhishingOriginAndAForeignScopeAreNamedAsCognitoNamesThem() throws {
    var ceremonies = try Ceremonies()
    #expect(
      try ceremonies.register(origin: "https://example.org").refusal
        == WebAuthnRefusal(.originNotAllowed, .origin))
    var elsewhere = try RelyingParty(id: "app.example.com")
    let ceremony = try elsewhere.begin(
      for: ceremonies.user, clientID: "client", at: 0, randomness: &ceremonies.random)
    let response = try #require(
      try ceremonies.authenticator.register(
        elsewhere.creationOptions(for: ceremony), origin: Ceremonies.origin,
        randomness: &ceremonies.random))
    elsewhere = ceremonies.party
    #expect(
      try elsewhere.judge(response, for: ceremony, clientID: "client", at: 1).refusal
        == WebAuthnRefusal(.relyingPartyMismatch, .relyingParty))
  }

  @Test func whoeverIsNotThereOrNotVerifiedIsRefused() throws {
    var absent = try Ceremonies(behaviour: .init(isUserPresent: false))
    #expect(
      try absent.register().refusal == WebAuthnRefusal(.credentialNotSupported, .userPresence))
    var unverified = try Ceremonies(
      userVerification: .required, behaviour: .init(verifiesUser: false))
    #expect(
      try unverified.register().refusal
        == WebAuthnRefusal(.credentialNotSupported, .userVerification))
    var lapsed = try Ceremonies(userVerification: .required)
    _ = try lapsed.register()
    lapsed.authenticator.behaviour.verifiesUser = false
    #expect(try lapsed.assert().refusal == WebAuthnRefusal(.notAuthorized, .userVerification))
    lapsed.authenticator.behaviour.isUserPresent = false
    #expect(try lapsed.assert().refusal == WebAuthnRefusal(.notAuthorized, .userPresence))
  }

  @Test func anAssertionOfAnotherCeremonyUserOrKeyIsRefused() throws {
    var ceremonies = try Ceremonies()
    _ = try ceremonies.register()
    let checks: [(WebAuthnRefusal, (inout WebAuthnAssertionResponse) -> Void)] = [
      (WebAuthnRefusal(.notAuthorized, .credential), { $0.id[0] ^= 1 }),
      (WebAuthnRefusal(.notAuthorized, .userHandle), { $0.userHandle = [9] }),
      (WebAuthnRefusal(.notAuthorized, .signature), { $0.signature[40] ^= 1 }),
      (WebAuthnRefusal(.notAuthorized, .signature), { $0.signature = [] }),
      (WebAuthnRefusal(.notAuthorized, .signature), { $0.signature.append(0) }),
      (WebAuthnRefusal(.notAuthorized, .signature), { $0.authenticatorData[36] ^= 1 }),
      (WebAuthnRefusal(.notAuthorized, .relyingParty), { $0.authenticatorData[0] ^= 1 }),
      (WebAuthnRefusal(.notAuthorized, .backup), { $0.authenticatorData[32] |= 8 }),
      (WebAuthnRefusal(.invalidParameter, .form), { $0.authenticatorData.removeLast() }),
      (WebAuthnRefusal(.invalidParameter, .form), { $0.clientDataJSON = [] }),
      (
        WebAuthnRefusal(.notAuthorized, .signature),
        { $0.clientDataJSON = self.replacing("false", by: "false ", in: $0.clientDataJSON) }
      ),
      (
        WebAuthnRefusal(.invalidParameter, .type),
        { $0.clientDataJSON = self.replacing(".get", by: ".create", in: $0.clientDataJSON) }
      ),
    ]
    for (refusal, change) in checks {
      #expect(try ceremonies.assert(changing: change).refusal == refusal)
    }
    #expect(try ceremonies.assert { $0.userHandle = nil }.credential != nil)
  }

  @Test func aTamperedBitAnywhereInAnAssertionIsRefused() throws {
    var ceremonies = try Ceremonies()
    _ = try ceremonies.register()
    for bit in stride(from: 0, to: 37 * 8, by: 5) {
      let verdict = try ceremonies.assert { $0.authenticatorData[bit / 8] ^= 1 << (bit % 8) }
      #expect(verdict.credential == nil, "authenticator data, bit \(bit)")
    }
    for bit in stride(from: 0, to: 70 * 8, by: 17) {
      let verdict = try ceremonies.assert { $0.signature[bit / 8] ^= 1 << (bit % 8) }
      #expect(verdict.credential == nil, "signature, bit \(bit)")
    }
    for bit in stride(from: 0, to: 100 * 8, by: 29) {
      let verdict = try ceremonies.assert { $0.clientDataJSON[bit / 8] ^= 1 << (bit % 8) }
      #expect(verdict.credential == nil, "client data, bit \(bit)")
    }
  }

  @Test func aRegistrationThatIsNotWhatItSaysIsRefused() throws {
    let checks: [(WebAuthnRefusal, (inout WebAuthnRegistrationResponse) -> Void)] = [
      (WebAuthnRefusal(.invalidParameter, .credential), { $0.id[0] ^= 1 }),
      (WebAuthnRefusal(.invalidParameter, .form), { $0.attestationObject.removeLast() }),
      (WebAuthnRefusal(.invalidParameter, .form), { $0.attestationObject = [] }),
      // The last byte of y: the point leaves the curve.
      (
        WebAuthnRefusal(.credentialNotSupported, .algorithm),
        { $0.attestationObject[$0.attestationObject.count - 1] ^= 1 }
      ),
      (
        WebAuthnRefusal(.invalidParameter, .type),
        { $0.clientDataJSON = self.replacing(".create", by: ".get", in: $0.clientDataJSON) }
      ),
      (
        WebAuthnRefusal(.invalidParameter, .attestation),
        { response in
          guard case .map(var entries)? = try? CBORReader.read(response.attestationObject) else {
            return
          }
          for position in entries.indices where entries[position].key == .text("attStmt") {
            entries[position].value = .map([CBOR.Entry(.text("x"), .null)])
          }
          response.attestationObject = CBOR.map(entries).encoded
        }
      ),
    ]
    for (refusal, change) in checks {
      var ceremonies = try Ceremonies()
      #expect(try ceremonies.register(changing: change).refusal == refusal)
    }
  }

  @Test func aUserHasAtMostTwentyPasskeysAndEachOnce() throws {
    var ceremonies = try Ceremonies()
    for _ in 0..<20 {
      ceremonies.authenticator.passkeys = []
      #expect(try ceremonies.register().credential != nil)
    }
    ceremonies.authenticator.passkeys = []
    #expect(try ceremonies.register().refusal == WebAuthnRefusal(.limitExceeded, .limit))
  }

  @Test func textThatIsNoResponseIsTheServicesInvalidParameter() throws {
    var ceremonies = try Ceremonies()
    _ = try ceremonies.register()
    let ceremony = try ceremonies.begin()
    let refused = WebAuthnRefusal(.invalidParameter, .form)
    for text in [
      "", "null", "{}", "[]", "{\"id\":1}", "{\"id\":\"AA\",\"rawId\":\"AA\",\"type\":\"x\"}",
      "{\"id\":\"AA\",\"rawId\":\"AQ\",\"type\":\"public-key\",\"response\":{}}",
      "{\"id\":\"AA\",\"rawId\":\"AA\",\"type\":\"public-key\",\"response\":{}}",
      "{\"id\":\"AA=\",\"rawId\":\"AA=\",\"type\":\"public-key\",\"response\":{}}",
    ] {
      #expect(
        try ceremonies.party.judge(assertion: text, for: ceremony, at: 0).refusal == refused)
      #expect(
        try ceremonies.party.judge(
          registration: text, for: ceremony, clientID: "client", at: 0
        ).refusal == refused)
    }
  }

  @Test func aRelyingPartyIDIsADomain() throws {
    for id in ["", "Example.com", "exa mple", String(repeating: "a", count: 64), "é.com"] {
      #expect(thrownCode { _ = try RelyingParty(id: id) } == .outOfRange, "\(id)")
    }
    #expect(thrownCode { _ = try RelyingParty(id: "a", challengeLife: 0) } == .outOfRange)
  }
}
