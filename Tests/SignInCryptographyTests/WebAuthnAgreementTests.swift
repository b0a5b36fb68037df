import SignInCryptography
import Testing

/// The two halves of WebAuthn against each other.
@Suite struct WebAuthnAgreementTests {
  @Test func aPasskeyIsRegisteredAndProvedAgainAndAgain() throws {
    for seed in 0..<20 as Range<UInt64> {
      var ceremonies = try Ceremonies(seed: seed, userVerification: .required)
      let credential = try #require(try ceremonies.register().credential)
      #expect(credential.counter == 0)
      #expect(credential.wasUserVerified)
      #expect(!credential.isBackupEligible)
      for use in 1...3 as ClosedRange<UInt32> {
        #expect(try ceremonies.assert().credential?.counter == use)
      }
    }
  }

  @Test func aSynchronisedPasskeyDoesNotCountAndSaysSo() throws {
    var ceremonies = try Ceremonies(behaviour: .init(isSynchronised: true))
    let credential = try #require(try ceremonies.register().credential)
    #expect(credential.isBackupEligible)
    #expect(credential.isBackedUp)
    for _ in 0..<3 { #expect(try ceremonies.assert().credential?.counter == 0) }
  }

  @Test func theSameSeedGivesTheSameBytes() throws {
    func run(_ seed: UInt64) throws -> [String] {
      var ceremonies = try Ceremonies(seed: seed)
      var seen: [String] = []
      _ = try ceremonies.register { seen.append($0.json.serialized) }
      _ = try ceremonies.assert { seen.append($0.json.serialized) }
      return seen
    }
    #expect(try run(7) == run(7))
    #expect(try run(7) != run(8))
  }

  @Test func anExcludedAuthenticatorMakesNoSecondPasskey() throws {
    var ceremonies = try Ceremonies()
    _ = try ceremonies.register()
    let options = ceremonies.party.creationOptions(for: try ceremonies.begin())
    #expect(options.excluded.count == 1)
    #expect(
      try ceremonies.authenticator.register(
        options, origin: Ceremonies.origin, randomness: &ceremonies.random) == nil)
    var foreign = options
    foreign.excluded = []
    foreign.algorithms = [COSEKey.rs256]
    #expect(
      try ceremonies.authenticator.register(
        foreign, origin: Ceremonies.origin, randomness: &ceremonies.random) == nil)
  }

  @Test func anAuthenticatorProvesOnlyWhatIsAllowed() throws {
    var ceremonies = try Ceremonies()
    _ = try ceremonies.register()
    var options = ceremonies.party.requestOptions(for: try ceremonies.begin())
    options.allowed = [[1, 2, 3]]
    #expect(try ceremonies.authenticator.assert(options, origin: Ceremonies.origin) == nil)
    options.allowed = []
    #expect(try ceremonies.authenticator.assert(options, origin: Ceremonies.origin) != nil)
    options.relyingPartyID = "example.org"
    #expect(try ceremonies.authenticator.assert(options, origin: Ceremonies.origin) == nil)
  }

  /// A fault in one half makes the halves disagree; in both halves nobody notices, but for the
  /// vectors.
  @Test func aFaultInOneHalfIsNoticedByTheOther() throws {
    let faults: [(WebAuthnConventions, WebAuthnRefusal.Check)] = [
      (WebAuthnConventions(hashesClientData: false), .signature),
      (WebAuthnConventions(scopesByID: false), .relyingParty),
    ]
    for (fault, check) in faults {
      for (client, pool) in [(fault, WebAuthnConventions.standard), (.standard, fault)] {
        var ceremonies = try Ceremonies(client: client, pool: pool)
        let registered = try ceremonies.register()
        let refusal =
          try registered.refusal?.check ?? ceremonies.assert().refusal?.check
        #expect(refusal == check)
      }
      var both = try Ceremonies(client: fault, pool: fault)
      #expect(try both.register().credential != nil)
      #expect(try both.assert().credential != nil)
    }
  }

  @Test func aCounterThatStandsStillIsNoticedFromTheSecondUseOn() throws {
    var lazy = try Ceremonies(client: WebAuthnConventions(countsUses: false))
    _ = try lazy.register()
    lazy.authenticator.passkeys[0].counter = 5
    #expect(try lazy.assert().credential?.counter == 5)
    #expect(try lazy.assert().refusal == WebAuthnRefusal(.notAuthorized, .counter))
    var careless = try Ceremonies(pool: WebAuthnConventions(countsUses: false))
    _ = try careless.register()
    #expect(try careless.assert().credential?.counter == 1)
    careless.authenticator.passkeys[0].counter = 0
    #expect(try careless.assert().credential?.counter == 1)
  }

  @Test func theOptionsAreTheDocumentsThatCognitoShows() throws {
    var ceremonies = try Ceremonies(userVerification: .required)
    let ceremony = try ceremonies.begin()
    let challenge = Base64URL.encode(ceremony.challenge)
    #expect(
      ceremonies.party.creationOptions(for: ceremony).json.serialized == """
        {"rp":{"id":"example.com","name":"example.com"},"user":{"id":"c3ViLTE","name":"alice",\
        "displayName":"alice"},"challenge":"\(challenge)","pubKeyCredParams":[{"type":"public-key",\
        "alg":-7},{"type":"public-key","alg":-257}],"timeout":60000,"excludeCredentials":[],\
        "authenticatorSelection":{"requireResidentKey":true,"residentKey":"required",\
        "userVerification":"required"}}
        """)
    #expect(
      ceremonies.party.requestOptions(for: ceremony).json.serialized == """
        {"challenge":"\(challenge)","timeout":180000,"rpId":"example.com","allowCredentials":[],\
        "userVerification":"required"}
        """)
  }
}
