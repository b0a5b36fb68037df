/// The pool's half of tokens: signs ID and access tokens with Cognito's claims, and issues opaque
/// refresh tokens.
///
/// It is stateless: the caller stores the `Grant` of each sign-in, by which refresh tokens are
/// judged and tokens revoked.
///
/// Cost: two RSA signatures, a few milliseconds.
public struct TokenIssuer: Sendable {
  /// The lifetimes of tokens, in seconds.
  public struct Lifetimes: Sendable, Equatable {
    /// The lifetime of access tokens: 300 to 86,400.
    public var access: Int64
    /// The lifetime of ID tokens: 300 to 86,400.
    public var id: Int64
    /// The lifetime of refresh tokens: 3,600 to 315,360,000.
    public var refresh: Int64

    /// Creates lifetimes; the defaults are Cognito's: an hour, an hour, thirty days.
    public init(access: Int64 = 3_600, id: Int64 = 3_600, refresh: Int64 = 2_592_000) {
      self.access = access
      self.id = id
      self.refresh = refresh
    }
  }

  /// The user whom tokens are about.
  public struct Subject: Sendable, Equatable {
    /// `sub`: the user's id.
    public var sub: String
    /// `cognito:username` and `username`: the user name; with `UsernameAttributes` the same as
    /// `sub`.
    public var username: String
    /// Attributes for the ID token, by name, in the order in which they are written; custom ones as
    /// strings, `email_verified` and `phone_number_verified` as Booleans.
    public var attributes: [JSON.Member]
    /// `cognito:groups`: the user's groups; the claim is omitted if there are none.
    public var groups: [String]
    /// The changes to the claims by the pool owner's PreTokenGeneration function; nil without one.
    public var changes: TokenChanges?

    /// Creates a subject.
    public init(
      sub: String, username: String, attributes: [JSON.Member] = [], groups: [String] = [],
      changes: TokenChanges? = nil
    ) {
      self.sub = sub
      self.username = username
      self.attributes = attributes
      self.groups = groups
      self.changes = changes
    }
  }

  /// The tokens in `AuthenticationResult`.
  public struct Tokens: Sendable {
    /// `IdToken`: the signed ID token.
    public let id: Secret
    /// `AccessToken`: the signed access token.
    public let access: Secret
    /// `RefreshToken`: the refresh token; nil after a refresh without rotation.
    public let refresh: Secret?
    /// `ExpiresIn`: the lifetime of the access token, in seconds.
    public let expiresIn: Int64
    /// `TokenType`: always `Bearer`.
    public var type: String { "Bearer" }

    /// Creates tokens from an answer of the service.
    public init(id: Secret, access: Secret, refresh: Secret?, expiresIn: Int64) {
      self.id = id
      self.access = access
      self.refresh = refresh
      self.expiresIn = expiresIn
    }
  }

  /// The pool's id, such as `eu-west-1_AbCdEf123`.
  public let poolID: String
  /// The id of the app client.
  public let clientID: String
  /// The lifetimes of tokens.
  public let lifetimes: Lifetimes
  /// Whether tokens can be revoked, so that they have `jti` and `origin_jti`.
  public let isRevocable: Bool
  private let keys: TokenKeys
  private let conventions: TokenConventions

  /// Creates the issuer for an app client of a pool.
  ///
  /// - Throws: `malformedPoolID` for a pool id without a region and a name; `outOfRange` for a
  ///   lifetime outside its range.
  public init(
    poolID: String, clientID: String, keys: TokenKeys, options: Options = Options()
  ) throws(CryptographyError) {
    let parts = poolID.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw CryptographyError(
        .malformedPoolID, "\"\(poolID)\" is no pool id: expected a region, an underscore, a name")
    }
    let lifetimes = options.lifetimes
    guard (300...86_400).contains(lifetimes.access), (300...86_400).contains(lifetimes.id),
      (3_600...315_360_000).contains(lifetimes.refresh)
    else {
      throw CryptographyError(
        .outOfRange, "access and ID tokens live 5 min to 1 day, refresh tokens 1 h to 10 years")
    }
    self.poolID = poolID
    self.clientID = clientID
    self.keys = keys
    self.lifetimes = lifetimes
    isRevocable = options.isRevocable
    conventions = options.conventions
  }

  /// The optional settings of an issuer.
  public struct Options: Sendable, Equatable {
    /// The lifetimes of tokens.
    public var lifetimes: Lifetimes
    /// `EnableTokenRevocation`: whether tokens can be revoked.
    public var isRevocable: Bool
    /// The conventions; other values inject a fault.
    public var conventions: TokenConventions

    /// Creates options; the defaults are those of a new app client.
    public init(
      lifetimes: Lifetimes = Lifetimes(), isRevocable: Bool = true,
      conventions: TokenConventions = .cognito
    ) {
      self.lifetimes = lifetimes
      self.isRevocable = isRevocable
      self.conventions = conventions
    }
  }

  /// Issues the three tokens of a sign-in, and the grant to store.
  ///
  /// - Parameters:
  ///   - subject: the user whom the tokens are about.
  ///   - deviceKey: the key of the device that signed in; nil if none was named.
  ///   - now: the pool's clock, in seconds since 1970.
  ///   - randomness: the source of identifiers and of the refresh token.
  /// - Throws: what `randomness` throws; `openSSLFailed`.
  public func issue(
    for subject: Subject, deviceKey: String? = nil, at now: Int64,
    randomness: inout some RandomBytes
  ) throws(CryptographyError) -> (tokens: Tokens, grant: Grant) {
    let refresh = Secret(Base64URL.encode(try randomness.bytes(192)))
    let grant = Grant(
      subject: subject, signedIn: now, origin: try randomness.identifier(),
      event: try randomness.identifier(), deviceKey: deviceKey,
      refreshExpires: now + lifetimes.refresh, refreshToken: refresh)
    let tokens = try sign(for: grant, refresh: refresh, at: now, randomness: &randomness)
    return (tokens, grant)
  }

  /// Signs new ID and access tokens for a grant, without a new refresh token (REFRESH_TOKEN_AUTH).
  /// The caller must check that the grant is still valid (`Grant.judge`, revocation, the user's
  /// state).
  ///
  /// - Throws: what `randomness` throws; `openSSLFailed`.
  public func refresh(
    _ grant: Grant, at now: Int64, randomness: inout some RandomBytes
  ) throws(CryptographyError) -> Tokens {
    try sign(for: grant, refresh: nil, at: now, randomness: &randomness)
  }

  /// Signs new ID and access tokens, and issues a new refresh token for the remaining time
  /// (GetTokensFromRefreshToken in a client with `RefreshTokenRotation`); the old one is retired.
  ///
  /// - Parameters:
  ///   - grant: the sign-in whose refresh token is replaced.
  ///   - grace: the time for which the old token is still accepted, 0 to 60 s
  ///     (`RetryGracePeriodSeconds`).
  ///   - now: the pool's clock, in seconds since 1970.
  ///   - randomness: the source of the new refresh token.
  /// - Throws: `outOfRange` for another grace; what `randomness` throws; `openSSLFailed`.
  public func rotate(
    _ grant: Grant, grace: Int64 = 0, at now: Int64, randomness: inout some RandomBytes
  ) throws(CryptographyError) -> (tokens: Tokens, grant: Grant) {
    guard (0...60).contains(grace) else {
      throw CryptographyError(.outOfRange, "a retired refresh token is taken for 0 to 60 s")
    }
    var rotated = grant
    let refresh = Secret(Base64URL.encode(try randomness.bytes(192)))
    rotated.retired.append(Grant.Retired(token: grant.refreshToken, takenUntil: now + grace))
    rotated.refreshToken = refresh
    let tokens = try sign(for: rotated, refresh: refresh, at: now, randomness: &randomness)
    return (tokens, rotated)
  }

  private func sign(
    for grant: Grant, refresh: Secret?, at now: Int64, randomness: inout some RandomBytes
  ) throws(CryptographyError) -> Tokens {
    let idClaims = idClaims(of: grant, at: now, identifier: try randomness.identifier())
    let accessClaims = accessClaims(of: grant, at: now, identifier: try randomness.identifier())
    return Tokens(
      id: try keys.sign(idClaims, as: .id), access: try keys.sign(accessClaims, as: .access),
      refresh: refresh,
      expiresIn: lifetimes.access)
  }

  private func idClaims(of grant: Grant, at now: Int64, identifier: String) -> JSON {
    let subject = grant.subject
    var claims: [JSON.Member] = [JSON.Member("sub", .string(subject.sub))]
    if !subject.groups.isEmpty {
      claims.append(JSON.Member("cognito:groups", .array(subject.groups.map { .string($0) })))
    }
    claims.append(JSON.Member("iss", .string(conventions.issuer(poolID: poolID))))
    claims.append(JSON.Member("cognito:username", .string(subject.username)))
    claims += revocationClaims(of: grant, identifier: identifier)
    claims.append(JSON.Member("aud", .string(clientID)))
    claims.append(JSON.Member("event_id", .string(grant.event)))
    claims.append(JSON.Member("token_use", .string("id")))
    claims += timeClaims(of: grant, at: now, life: lifetimes.id)
    claims += subject.attributes
    return .object(subject.changes.map { $0.claims(claims, of: $0.id) } ?? claims)
  }

  private func accessClaims(of grant: Grant, at now: Int64, identifier: String) -> JSON {
    let subject = grant.subject
    var claims: [JSON.Member] = [JSON.Member("sub", .string(subject.sub))]
    if let deviceKey = grant.deviceKey {
      claims.append(JSON.Member("device_key", .string(deviceKey)))
    }
    if !subject.groups.isEmpty {
      claims.append(JSON.Member("cognito:groups", .array(subject.groups.map { .string($0) })))
    }
    claims.append(JSON.Member("iss", .string(conventions.issuer(poolID: poolID))))
    let client = conventions.namesClientID ? "client_id" : "aud"
    claims.append(JSON.Member(client, .string(clientID)))
    claims += revocationClaims(of: grant, identifier: identifier)
    claims.append(JSON.Member("event_id", .string(grant.event)))
    claims.append(JSON.Member("token_use", .string("access")))
    claims.append(JSON.Member("scope", .string("aws.cognito.signin.user.admin")))
    claims += timeClaims(of: grant, at: now, life: lifetimes.access)
    claims.append(JSON.Member("username", .string(subject.username)))
    return .object(subject.changes.map { $0.claims(claims, of: $0.access) } ?? claims)
  }

  private func revocationClaims(of grant: Grant, identifier: String) -> [JSON.Member] {
    guard isRevocable else { return [JSON.Member("jti", .string(identifier))] }
    return [
      JSON.Member("origin_jti", .string(grant.origin)), JSON.Member("jti", .string(identifier)),
    ]
  }

  private func timeClaims(of grant: Grant, at now: Int64, life: Int64) -> [JSON.Member] {
    let end = conventions.expires ? now + life : Int64(253_402_300_799)
    return [
      JSON.Member("auth_time", .integer(grant.signedIn)), JSON.Member("exp", .integer(end)),
      JSON.Member("iat", .integer(now)),
    ]
  }
}

extension RandomBytes {
  /// A random UUID of version 4 (RFC 9562).
  ///
  /// - Throws: errors of the source.
  public mutating func identifier() throws(CryptographyError) -> String {
    var bytes = try bytes(16)
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let digits = Array(Hex.encode(bytes).utf8)
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { digits[$0] }
    return String(
      decoding: Array(groups.joined(separator: [UInt8(ascii: "-")])), as: UTF8.self)
  }
}
