/// The pool's half of tokens: signs ID and access tokens with the claims that Cognito puts into
/// them, and hands out opaque refresh tokens.
///
/// It keeps nothing: the caller stores the `Grant` of each sign-in, by which refresh tokens are
/// judged and tokens revoked.
///
/// Cost: two RSA signatures, a few milliseconds.
public struct TokenIssuer: Sendable {
  /// How long tokens live, in seconds.
  public struct Lifetimes: Sendable, Equatable {
    /// Access tokens: 300 to 86,400.
    public var access: Int64
    /// ID tokens: 300 to 86,400.
    public var id: Int64
    /// Refresh tokens: 3,600 to 315,360,000.
    public var refresh: Int64

    /// Lifetimes; the defaults are Cognito's: an hour, an hour, thirty days.
    public init(access: Int64 = 3_600, id: Int64 = 3_600, refresh: Int64 = 2_592_000) {
      self.access = access
      self.id = id
      self.refresh = refresh
    }
  }

  /// Whom tokens are about.
  public struct Subject: Sendable, Equatable {
    /// `sub`.
    public var sub: String
    /// `cognito:username` and `username`; in pools with `UsernameAttributes` the same as `sub`.
    public var username: String
    /// Attributes for the ID token by their names, in the order in which they shall stand; custom
    /// ones as strings, `email_verified` and `phone_number_verified` as booleans.
    public var attributes: [JSON.Member]
    /// `cognito:groups`; left out if there are none.
    public var groups: [String]
    /// What a function of the pool's owner changes in the claims.
    public var changes: TokenChanges?

    /// A subject.
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

  /// What `AuthenticationResult` carries.
  public struct Tokens: Sendable {
    /// `IdToken`.
    public let id: Secret
    /// `AccessToken`.
    public let access: Secret
    /// `RefreshToken`; nil where tokens were refreshed.
    public let refresh: Secret?
    /// `ExpiresIn`: how long the access token lives, in seconds.
    public let expiresIn: Int64
    /// `TokenType`.
    public var type: String { "Bearer" }

    /// Tokens as an app takes them from an answer.
    public init(id: Secret, access: Secret, refresh: Secret?, expiresIn: Int64) {
      self.id = id
      self.access = access
      self.refresh = refresh
      self.expiresIn = expiresIn
    }
  }

  /// The pool's id, such as `eu-west-1_AbCdEf123`.
  public let poolID: String
  /// The app client's id.
  public let clientID: String
  /// How long tokens live.
  public let lifetimes: Lifetimes
  /// Whether tokens can be revoked, and therefore carry `jti` and `origin_jti`.
  public let isRevocable: Bool
  private let keys: TokenKeys
  private let conventions: TokenConventions

  /// The issuer for an app client of a pool.
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

  /// What an issuer takes next to its names and keys.
  public struct Options: Sendable, Equatable {
    /// How long tokens live.
    public var lifetimes: Lifetimes
    /// `EnableTokenRevocation`.
    public var isRevocable: Bool
    /// The seam for injecting a fault.
    public var conventions: TokenConventions

    /// Options; the defaults are those of a new app client.
    public init(
      lifetimes: Lifetimes = Lifetimes(), isRevocable: Bool = true,
      conventions: TokenConventions = .cognito
    ) {
      self.lifetimes = lifetimes
      self.isRevocable = isRevocable
      self.conventions = conventions
    }
  }

  /// Signs a user in: three tokens, and the grant to keep.
  ///
  /// - Parameters:
  ///   - subject: whom the tokens are about.
  ///   - deviceKey: the device that signed in, if one was named.
  ///   - now: the pool's clock, in seconds since 1970.
  ///   - randomness: where identifiers and the refresh token come from.
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

  /// Signs new ID and access tokens for a grant, and no new refresh token (REFRESH_TOKEN_AUTH).
  /// Whether the grant still holds (`Grant.judge`, revocation, the user's state) is for the caller
  /// to decide.
  ///
  /// - Throws: what `randomness` throws; `openSSLFailed`.
  public func refresh(
    _ grant: Grant, at now: Int64, randomness: inout some RandomBytes
  ) throws(CryptographyError) -> Tokens {
    try sign(for: grant, refresh: nil, at: now, randomness: &randomness)
  }

  /// Signs new ID and access tokens and hands out a new refresh token for the time that is left
  /// (GetTokensFromRefreshToken in a client with `RefreshTokenRotation`); the old one retires.
  ///
  /// - Parameters:
  ///   - grant: the sign-in whose refresh token is replaced.
  ///   - grace: how long the old token is still taken, 0 to 60 s (`RetryGracePeriodSeconds`).
  ///   - now: the pool's clock, in seconds since 1970.
  ///   - randomness: where the new refresh token comes from.
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
  /// A random identifier in the form of a UUID of version 4 (RFC 9562).
  ///
  /// - Throws: what the source fails with.
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
