/// The sign-ins whose tokens a pool has revoked, by their origin.
///
/// Tokens still verify offline until they expire: only a verifier that asks this list knows better,
/// as Cognito's own operations do.
public struct TokenRevocations: Sendable, Equatable {
  private var origins: Set<String> = []

  /// A list with nothing on it.
  public init() {}

  /// Takes back the tokens of one sign-in.
  public mutating func revoke(_ grant: TokenIssuer.Grant) {
    origins.insert(grant.origin)
  }

  /// Whether a grant was taken back.
  public func holds(_ grant: TokenIssuer.Grant) -> Bool {
    holds(origin: grant.origin)
  }

  /// Whether the tokens of a sign-in were taken back.
  public func holds(origin: String?) -> Bool { origin.map(origins.contains) ?? false }
}
