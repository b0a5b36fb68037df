import SignInCryptography
import Testing

@Suite struct TokenTests {
  static let pool = "eu-west-1_AbCdEf123"
  static let now: Int64 = 1_763_690_000

  let subject = TokenIssuer.Subject(
    sub: "sub-1", username: "alice",
    attributes: [
      JSON.Member("email_verified", .bool(true)), JSON.Member("email", .string("a@example.com")),
    ], groups: ["admins"])

  private func issuer(
    _ conventions: TokenConventions = .cognito, isRevocable: Bool = true
  ) throws -> TokenIssuer {
    try TokenIssuer(
      poolID: Self.pool, clientID: "client", keys: TokenVectors.derived.get(),
      options: .init(isRevocable: isRevocable, conventions: conventions))
  }

  private func verifier(_ conventions: TokenConventions = .cognito) throws -> TokenVerifier {
    TokenVerifier(
      poolID: Self.pool, clientID: "client",
      keys: try JSONWebKeySet(
        json: JSON(parsing: TokenVectors.derived.get().publicKeys.json.serialized)),
      conventions: conventions)
  }

  private func issue(
    _ issuer: TokenIssuer, seed: UInt64 = 1, deviceKey: String? = nil
  ) throws -> (tokens: TokenIssuer.Tokens, grant: TokenIssuer.Grant) {
    var random = SeededRandomBytes(seed: seed)
    return try issuer.issue(
      for: subject, deviceKey: deviceKey, at: Self.now, randomness: &random)
  }

  @Test func everyRecordedTokenIsJudgedAsItShould() throws {
    let vectors = try TokenVectors.all.get()
    let verifier = TokenVerifier(
      poolID: vectors.poolID, clientID: vectors.clientID,
      keys: try TokenVectors.derived.get().publicKeys)
    #expect(vectors.tokens.count == 14)
    for vector in vectors.tokens {
      let use = try #require(TokenKeys.Use(rawValue: vector.use))
      let verdict = try verifier.judge(vector.token, as: use, at: vectors.now)
      switch verdict {
      case .accepted(let claims):
        #expect(vector.expected == "accepted", "\(vector.name)")
        #expect(claims.username == "aaaa-1")
      case .refused(let refusal): #expect(refusal.rawValue == vector.expected, "\(vector.name)")
      }
    }
  }

  @Test func bothTokensCarryCognitosClaims() throws {
    let (tokens, grant) = try issue(issuer(), deviceKey: "eu-west-1_d")
    let id = try JSONWebToken(tokens.id.revealedText())
    let access = try JSONWebToken(tokens.access.revealedText())
    #expect(id.algorithm == "RS256")
    #expect(id.keyID != access.keyID)
    func names(_ claims: JSON) -> [String] {
      guard case .object(let members) = claims else { return [] }
      return members.map(\.name)
    }
    #expect(
      names(id.claims) == [
        "sub", "cognito:groups", "iss", "cognito:username", "origin_jti", "jti", "aud", "event_id",
        "token_use", "auth_time", "exp", "iat", "email_verified", "email",
      ])
    #expect(
      names(access.claims) == [
        "sub", "device_key", "cognito:groups", "iss", "client_id", "origin_jti", "jti", "event_id",
        "token_use", "scope", "auth_time", "exp", "iat", "username",
      ])
    #expect(
      id.claims["iss"]?.text == "https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEf123")
    #expect(id.claims["origin_jti"]?.text == grant.origin)
    #expect(access.claims["origin_jti"]?.text == grant.origin)
    #expect(access.claims["jti"] != id.claims["jti"])
    #expect(access.claims["scope"]?.text == "aws.cognito.signin.user.admin")
    #expect(access.claims["exp"]?.integer == Self.now + 3_600)
    #expect(tokens.expiresIn == 3_600)
    #expect(tokens.type == "Bearer")
    #expect(tokens.refresh?.count == 256)
  }

  @Test func theTokensAreTakenWhileTheyLive() throws {
    let verifier = try verifier()
    let tokens = try issue(issuer()).tokens
    for (token, use) in [(tokens.id, TokenKeys.Use.id), (tokens.access, .access)] {
      let text = token.revealedText()
      for (time, refusal) in [
        (Self.now - 1, .notYetValid), (Self.now, nil), (Self.now + 3_599, nil),
        (Self.now + 3_600, .expired),
      ] as [(Int64, TokenVerifier.Refusal?)] {
        let verdict = try verifier.judge(text, as: use, at: time)
        if case .refused(let found) = verdict {
          #expect(found == refusal)
        } else {
          #expect(refusal == nil)
        }
      }
    }
  }

  @Test func refreshedTokensBelongToTheSameSignIn() throws {
    let issuer = try issuer()
    let (tokens, grant) = try issue(issuer)
    var random = SeededRandomBytes(seed: 2)
    let refreshed = try issuer.refresh(grant, at: Self.now + 4_000, randomness: &random)
    #expect(refreshed.refresh == nil)
    let before = try JSONWebToken(tokens.access.revealedText()).claims
    let after = try JSONWebToken(refreshed.access.revealedText()).claims
    for name in ["sub", "origin_jti", "auth_time", "event_id", "username"] {
      #expect(before[name] == after[name], "\(name)")
    }
    for name in ["jti", "exp", "iat"] { #expect(before[name] != after[name], "\(name)") }
    #expect(grant.matches(refreshToken: tokens.refresh?.revealedText() ?? ""))
    #expect(!grant.matches(refreshToken: tokens.access.revealedText()))
    #expect(!grant.matches(refreshToken: ""))
    #expect(grant.refreshExpires == Self.now + 2_592_000)
  }

  @Test func aRefreshTokenIsJudgedByItsTimeItsDeviceAndItsSuccessor() throws {
    let issuer = try issuer()
    let (tokens, grant) = try issue(issuer, deviceKey: "d")
    let old = tokens.refresh?.revealedText() ?? ""
    #expect(grant.judge(refreshToken: old, deviceKey: "d", at: Self.now) == .accepted)
    #expect(grant.judge(refreshToken: old, deviceKey: nil, at: Self.now) == .deviceMissing)
    #expect(grant.judge(refreshToken: old, deviceKey: "e", at: Self.now) == .deviceMissing)
    #expect(grant.judge(refreshToken: old + "x", deviceKey: "d", at: Self.now) == .mismatch)
    #expect(grant.judge(refreshToken: "", deviceKey: "d", at: Self.now) == .mismatch)
    let end = grant.refreshExpires
    #expect(grant.judge(refreshToken: old, deviceKey: "d", at: end - 1) == .accepted)
    #expect(grant.judge(refreshToken: old, deviceKey: "d", at: end) == .expired)

    var random = SeededRandomBytes(seed: 3)
    let later = Self.now + 100
    let (next, rotated) = try issuer.rotate(grant, grace: 30, at: later, randomness: &random)
    let new = next.refresh?.revealedText() ?? ""
    #expect(new != old)
    #expect(rotated.refreshExpires == end, "for the time that is left")
    #expect(rotated.judge(refreshToken: new, deviceKey: "d", at: later) == .accepted)
    #expect(rotated.judge(refreshToken: old, deviceKey: "d", at: later + 29) == .accepted)
    #expect(rotated.judge(refreshToken: old, deviceKey: "d", at: later + 30) == .reused)
    let (_, again) = try issuer.rotate(rotated, grace: 30, at: later, randomness: &random)
    #expect(again.judge(refreshToken: new, deviceKey: "d", at: later + 29) == .accepted)
    #expect(again.judge(refreshToken: old, deviceKey: "d", at: later + 29) == .reused)
    for grace in [-1, 61] as [Int64] {
      let code = thrownCode {
        _ = try issuer.rotate(grant, grace: grace, at: later, randomness: &random)
      }
      #expect(code == .outOfRange)
    }
  }

  @Test func revocationTakesBackOneSignInOrAllOfAUser() throws {
    let verifier = try verifier()
    let first = try issue(issuer(), seed: 1)
    let second = try issue(issuer(), seed: 2)
    func verdict(_ tokens: TokenIssuer.Tokens, _ list: TokenRevocations?) throws -> Bool {
      let text = tokens.access.revealedText()
      let verdict = try verifier.judge(text, as: .access, at: Self.now + 1, revocations: list)
      if case .refused(let refusal) = verdict { #expect(refusal == .revoked) }
      if case .accepted = verdict { return true } else { return false }
    }
    var list = TokenRevocations()
    #expect(try verdict(first.tokens, list))
    list.revoke(first.grant)
    #expect(try !verdict(first.tokens, list))
    #expect(try verdict(first.tokens, nil), "offline nobody can know")
    #expect(try verdict(second.tokens, list))
  }

  @Test func tokensThatCannotBeRevokedSayNoOrigin() throws {
    let tokens = try issue(issuer(isRevocable: false)).tokens
    let claims = try JSONWebToken(tokens.id.revealedText()).claims
    #expect(claims["origin_jti"] == nil)
  }

  @Test func aFaultInOneHalfIsNoticedByTheOther() throws {
    let faults: [(TokenConventions, TokenVerifier.Refusal)] = [
      (TokenConventions(issuerPrefix: "https://cognito."), .issuer),
      (TokenConventions(namesClientID: false), .client),
    ]
    for (fault, refusal) in faults {
      for (left, right) in [(fault, TokenConventions.cognito), (.cognito, fault)] {
        let text = try issue(issuer(left)).tokens.access.revealedText()
        #expect(
          try verifier(right).judge(text, as: .access, at: Self.now) == .refused(refusal))
      }
    }
    let endless = try issue(issuer(TokenConventions(expires: false))).tokens.access.revealedText()
    let late = Self.now + 3_600
    guard case .accepted = try verifier().judge(endless, as: .access, at: late) else {
      Issue.record("a token without an end lives on")
      return
    }
    let sound = try issue(issuer()).tokens.access.revealedText()
    let careless = try verifier(TokenConventions(expires: false))
    guard case .accepted = try careless.judge(sound, as: .access, at: late) else {
      Issue.record("a careless verifier takes an expired token")
      return
    }
  }

  @Test func aChangedSymbolAnywhereIsRefused() throws {
    let verifier = try verifier()
    let text = Array(try issue(issuer()).tokens.access.revealedText().utf8)
    for position in stride(from: 0, to: text.count, by: 23) {
      var changed = text
      changed[position] = changed[position] == 65 ? 66 : 65
      let verdict = try verifier.judge(
        String(decoding: changed, as: UTF8.self), as: .access, at: Self.now)
      guard case .refused = verdict else {
        Issue.record("taken with another symbol at \(position)")
        continue
      }
    }
    for other in ["", ".", "..", "...", "a.b.c", String(repeating: "a", count: 70_000)] {
      #expect(
        try verifier.judge(other, as: .access, at: Self.now) == .refused(.malformed))
    }
  }

  @Test func theSameSeedGivesTheSameTokensAndNoDescriptionShowsThem() throws {
    let (tokens, grant) = try issue(issuer())
    let again = try issue(issuer()).tokens
    #expect(tokens.id.matches(again.id))
    #expect(try !tokens.id.matches(issue(issuer(), seed: 2).tokens.id))
    var shown = "\(tokens) \(grant)"
    dump(tokens, to: &shown)
    dump(grant, to: &shown)
    #expect(!shown.contains("eyJ"))
    #expect(!shown.contains(tokens.refresh?.revealedText().prefix(20) ?? "x"))
  }

  @Test func lifetimesAndPoolIDsHaveTheirRanges() throws {
    let keys = try TokenVectors.derived.get()
    func code(_ pool: String, _ lifetimes: TokenIssuer.Lifetimes) -> CryptographyError.Code? {
      thrownCode {
        _ = try TokenIssuer(
          poolID: pool, clientID: "c", keys: keys, options: .init(lifetimes: lifetimes))
      }
    }
    #expect(code("eu_x", .init()) == nil)
    #expect(code("eu_x", .init(access: 299)) == .outOfRange)
    #expect(code("eu_x", .init(id: 86_401)) == .outOfRange)
    #expect(code("eu_x", .init(refresh: 3_599)) == .outOfRange)
    for pool in ["", "_", "eu_", "_x", "eu"] { #expect(code(pool, .init()) == .malformedPoolID) }
  }

  @Test func aKeySetThatIsNotOneIsRefused() throws {
    let sound = try TokenVectors.derived.get().publicKeys
    let text = sound.json.serialized
    #expect(try JSONWebKeySet(json: JSON(parsing: text)) == sound)
    for (part, other) in [
      ("\"kty\":\"RSA\"", "\"kty\":\"EC\""), ("RS256", "HS256"), ("\"keys\"", "\"key\""),
      ("\"n\":", "\"m\":"), ("\"kid\":", "\"kit\":"), (sound.keys[1].id, sound.keys[0].id),
    ] {
      let changed = text.replacing(part, with: other)
      #expect(changed != text)
      let code = thrownCode { _ = try JSONWebKeySet(json: JSON(parsing: changed)) }
      #expect(code == .malformedMessage, "\(other)")
    }
  }
}
