/// What a pool has revoked: single sign-ins by their origin, and everything of a user up to a time.
///
/// RevokeToken takes back one sign-in's tokens; GlobalSignOut, AdminUserGlobalSignOut and
/// AdminDisableUser take back all of a user's. Tokens still verify offline until they expire: only
/// a verifier that asks this list knows better, as Cognito's own operations do.
public struct TokenRevocations: Sendable, Equatable {
  private var origins: Set<String> = []
  private var cutoffs: [String: Int64] = [:]

  /// A list with nothing on it.
  public init() {}

  /// Takes back the tokens of one sign-in (RevokeToken).
  public mutating func revoke(_ grant: TokenIssuer.Grant) {
    origins.insert(grant.origin)
  }

  /// Takes back the tokens of all sign-ins of a user up to a time (GlobalSignOut).
  ///
  /// - Parameters:
  ///   - sub: the user's identifier, the claim `sub`.
  ///   - now: in seconds since 1970; a sign-in of the same second is taken back too.
  public mutating func revokeAll(of sub: String, upTo now: Int64) {
    cutoffs[sub] = max(now, cutoffs[sub] ?? now)
  }

  /// Whether a grant was taken back.
  public func holds(_ grant: TokenIssuer.Grant) -> Bool {
    holds(origin: grant.origin, sub: grant.subject.sub, signedIn: grant.signedIn)
  }

  /// Whether the tokens of a sign-in were taken back.
  public func holds(origin: String?, sub: String, signedIn: Int64) -> Bool {
    if let origin, origins.contains(origin) { return true }
    return cutoffs[sub].map { signedIn <= $0 } ?? false
  }
}
