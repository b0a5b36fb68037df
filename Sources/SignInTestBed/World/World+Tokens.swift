import SignInCryptography

/// The service's record of a sign-in that issued tokens.
struct GrantRecord: Sendable {
  var grant: TokenIssuer.Grant?
  var revocations = TokenRevocations()
  /// When the last issued access token expires, in seconds since 1970.
  var accessExpires: Int64 = 0

  /// Whether its refresh token is still valid.
  func counts(at now: Int64) -> Bool {
    grant.map { !revocations.holds($0) && now < $0.refreshExpires } ?? false
  }
}

/// The session string that ConfirmSignUp hands out, for one automatic sign-in.
struct SignUpSessionRecord: Sendable {
  var text: Secret
  /// When it expires, like any session string.
  var expires: Int64
  var isUsed = false

  /// Whether it would be accepted now.
  func counts(at now: Int64) -> Bool { !isUsed && now < expires }
}

extension World {
  /// The signing keys of the service. Deriving them takes a second, so all worlds share them; they
  /// are not a user's secret.
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

  /// Issues the ID, access and refresh tokens at the end of a sign-in.
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

  /// Refreshes the tokens: issues new ID and access tokens, and no new refresh token.
  mutating func renewTokens() throws(CryptographyError) {
    guard let grant = pool.tokens.grant else { return }
    let tokens = try issuer().refresh(grant, at: now, randomness: &random)
    pool.tokens.accessExpires = now + tokens.expiresIn
    user.tokens = tokens
  }

  /// Refreshes the tokens of a client with rotation: issues a new refresh token too.
  mutating func rotateTokens() throws(CryptographyError) {
    guard let grant = pool.tokens.grant else { return }
    let rotated = try issuer().rotate(grant, at: now, randomness: &random)
    pool.tokens.grant = rotated.grant
    pool.tokens.accessExpires = now + rotated.tokens.expiresIn
    user.tokens = rotated.tokens
    user.retiredRefreshToken = user.refreshToken
    user.refreshToken = rotated.tokens.refresh
  }

  /// Revokes the tokens of the followed sign-in, by their origin and not up to a time: the next
  /// sign-in may come within the same second of the virtual clock.
  mutating func revokeTokens() {
    if let grant = pool.tokens.grant { pool.tokens.revocations.revoke(grant) }
  }

  /// The refresh token that a class names: the one that the app holds, a replaced one, or a random
  /// one.
  mutating func refreshToken(_ sentClass: String) throws(CryptographyError) -> Secret? {
    switch TableMember(rawValue: sentClass) {
    case .retired: user.retiredRefreshToken
    case .neverIssued: Secret(Base64URL.encode(try random.bytes(192)))
    default: user.refreshToken
    }
  }

  /// Judges a refresh token by the grant and the revocations.
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

  /// Judges an access token, by the published keys and the revocations.
  func judge(accessToken text: String) throws(CryptographyError) -> Verdict {
    let verifier = TokenVerifier(
      poolID: Self.poolID, clientID: Self.clientID, keys: try Self.tokenKeys().publicKeys,
      conventions: user.conventions.tokens)
    switch try verifier.judge(
      text, as: .access, at: now, revocations: pool.tokens.revocations)
    {
    case .accepted(let claims):
      // A token of another user is valid for that user only.
      return claims.sub == subject ? .accepted : .refused(.mismatch)
    case .refused(.revoked): return .refused(.revoked)
    case .refused(.expired): return .refused(.expired)
    case .refused: return .refused(.mismatch)
    }
  }

  /// The state of the tokens that the app holds, as a condition of the table.
  var grantTerm: TableTerm {
    guard user.tokens != nil, let grant = pool.tokens.grant else { return .grantNone }
    if pool.tokens.revocations.holds(grant) { return .grantRevoked }
    if now >= grant.refreshExpires { return .grantExpired }
    return now < pool.tokens.accessExpires ? .grantValid : .grantStale
  }

  /// The state of those tokens, as a model writes it.
  var grantState: String { binding.record(grantTerm).value }

  /// ConfirmSignUp: issues a session string for the automatic sign-in.
  mutating func issueSignUpSession() throws(CryptographyError) {
    let text = try random.opaqueText()
    pool.signUpSession = SignUpSessionRecord(
      text: text, expires: now + pool.conventions.sessionLife)
    user.signUpSession = text
  }
}

extension PoolHalf {
  /// Judges the session string of an automatic sign-in. A string that is unknown, used, expired or
  /// of a deleted account is refused for one and the same reason.
  func judge(signUpSession text: Secret, at now: Int64) -> Verdict {
    guard let record = signUpSession, record.text.matches(text), record.counts(at: now) else {
      return .refused(.used)
    }
    return .accepted
  }
}
