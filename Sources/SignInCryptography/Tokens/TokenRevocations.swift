/// The sign-ins whose tokens a pool has revoked, by their origin (`origin_jti`).
///
/// The tokens still verify offline until they expire: only a verifier with this list refuses them,
/// as Cognito's own operations do.
public struct TokenRevocations: Sendable, Equatable {
  private var origins: Set<String> = []

  /// Creates an empty list.
  public init() {}

  /// Revokes the tokens of one sign-in.
  public mutating func revoke(_ grant: TokenIssuer.Grant) {
    origins.insert(grant.origin)
  }

  /// Whether a grant was revoked.
  public func holds(_ grant: TokenIssuer.Grant) -> Bool {
    holds(origin: grant.origin)
  }

  /// Whether the tokens of a sign-in were revoked.
  public func holds(origin: String?) -> Bool { origin.map(origins.contains) ?? false }
}
