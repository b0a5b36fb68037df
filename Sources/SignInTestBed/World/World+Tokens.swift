import SignInCryptography

/// What the service keeps of a sign-in whose tokens are out.
struct GrantRecord: Sendable {
  var grant: TokenIssuer.Grant?
  var revocations = TokenRevocations()
  /// The end of the access token that was issued last.
  var accessExpires: Int64 = 0

  /// Whether its refresh token still brings tokens.
  func counts(at now: Int64) -> Bool {
    grant.map { !revocations.holds($0) && now < $0.refreshExpires } ?? false
  }
}

/// The session string that ConfirmSignUp hands out, for one automatic sign-in.
struct SignUpSessionRecord: Sendable {
  var text: Secret
  /// The end of its life, as of any session string.
  var expires: Int64
  var isUsed = false

  /// Whether it would be taken now.
  func counts(at now: Int64) -> Bool { !isUsed && now < expires }
}

extension World {
  /// The signing keys of the service; deriving them takes a second, so that all worlds share them.
  /// They are no secret of a user.
  private static let keys = Result { try TokenKeys(seed: 7) }

  func issuer() throws(CryptographyError) -> TokenIssuer {
    try TokenIssuer(
      poolID: Self.poolID, clientID: Self.clientID, keys: try Self.tokenKeys(),
      options: TokenIssuer.Options(
        lifetimes: pool.conventions.tokenLives, conventions: pool.conventions.tokens))
  }

  static func tokenKeys() throws(CryptographyError) -> TokenKeys {
    switch keys {
    case .success(let keys): return keys
    case .failure(let error as CryptographyError): throw error
    case .failure(let error):
      throw CryptographyError(.openSSLFailed, "the signing keys cannot be made: \(error)")
    }
  }

  /// The end of a sign-in: ID, access and refresh token.
  mutating func issueTokens() throws(CryptographyError) {
    let subject = TokenIssuer.Subject(
      sub: subject, username: pool.userID, attributes: [])
    let issued = try issuer().issue(
      for: subject, deviceKey: user.device?.key, at: now, randomness: &random)
    pool.tokens.grant = issued.grant
    pool.tokens.accessExpires = now + issued.tokens.expiresIn
    user.tokens = issued.tokens
    user.refreshToken = issued.tokens.refresh
  }

  /// A refresh: new ID and access tokens, and no new refresh token.
  mutating func renewTokens() throws(CryptographyError) {
    guard let grant = pool.tokens.grant else { return }
    let tokens = try issuer().refresh(grant, at: now, randomness: &random)
    pool.tokens.accessExpires = now + tokens.expiresIn
    user.tokens = tokens
  }

  /// A refresh in a client whose refresh tokens rotate: the app keeps the new one.
  mutating func rotateTokens() throws(CryptographyError) {
    guard let grant = pool.tokens.grant else { return }
    let rotated = try issuer().rotate(grant, at: now, randomness: &random)
    pool.tokens.grant = rotated.grant
    pool.tokens.accessExpires = now + rotated.tokens.expiresIn
    user.tokens = rotated.tokens
    user.retiredRefreshToken = user.refreshToken
    user.refreshToken = rotated.tokens.refresh
  }

  /// Takes back the tokens of the sign-in that is followed. By their origin and not up to a time:
  /// the next sign-in may come within the same second of the virtual clock.
  mutating func revokeTokens() {
    if let grant = pool.tokens.grant { pool.tokens.revocations.revoke(grant) }
  }

  /// The refresh token that a class names: the one that the app holds, one that was replaced, or
  /// nobody's.
  mutating func refreshToken(_ sentClass: String) throws(CryptographyError) -> Secret? {
    switch TableMember(rawValue: sentClass) {
    case .retired: user.retiredRefreshToken
    case .neverIssued: Secret(Base64URL.encode(try random.bytes(192)))
    default: user.refreshToken
    }
  }

  /// Judges a refresh token.
  func judge(refreshToken text: String) -> Verdict {
    guard let grant = pool.tokens.grant else { return .refused(.mismatch) }
    let verdict = grant.judge(refreshToken: text, deviceKey: grant.deviceKey, at: now)
    if verdict == .mismatch { return .refused(.mismatch) }
    if pool.tokens.revocations.holds(grant) { return .refused(.revoked) }
    switch verdict {
    case .reused: return .refused(.reused)
    case .expired: return .refused(.expired)
    default: return .accepted
    }
  }

  /// Judges an access token, by the published keys and what was revoked.
  func judge(accessToken text: String) throws(CryptographyError) -> Verdict {
    let verifier = TokenVerifier(
      poolID: Self.poolID, clientID: Self.clientID, keys: try Self.tokenKeys().publicKeys,
      conventions: user.conventions.tokens)
    switch try verifier.judge(
      text, as: .access, at: now, revocations: pool.tokens.revocations)
    {
    case .accepted(let claims):
      // A token of another user is right for that user, and no token of this one.
      return claims.sub == subject ? .accepted : .refused(.mismatch)
    case .refused(.revoked): return .refused(.revoked)
    case .refused(.expired): return .refused(.expired)
    case .refused: return .refused(.mismatch)
    }
  }

  /// What the tokens that the app holds are worth.
  var grantTerm: TableTerm {
    guard user.tokens != nil, let grant = pool.tokens.grant else { return .grantNone }
    if pool.tokens.revocations.holds(grant) { return .grantRevoked }
    if now >= grant.refreshExpires { return .grantExpired }
    return now < pool.tokens.accessExpires ? .grantValid : .grantStale
  }

  /// The same as a model writes it.
  var grantState: String { binding.record(grantTerm).value }

  /// ConfirmSignUp: a session string for the automatic sign-in.
  mutating func issueSignUpSession() throws(CryptographyError) {
    let text = try random.opaqueText()
    pool.signUpSession = SignUpSessionRecord(
      text: text, expires: now + pool.conventions.sessionLife)
    user.signUpSession = text
  }
}

extension PoolHalf {
  /// Judges the session string of an automatic sign-in. A string that is not pending, used or of an
  /// account that is gone, is refused alike.
  func judge(signUpSession text: Secret, at now: Int64) -> Verdict {
    guard let record = signUpSession, record.text.matches(text), record.counts(at: now) else {
      return .refused(.used)
    }
    return .accepted
  }
}
