/// The conventions of the authenticator and the relying party beyond the formats; tests inject a
/// fault into one half by changing them.
///
/// Each half has its own value, `.standard` unless a test sets another. A deviation in one half
/// must make the halves disagree; the same deviation in both goes unnoticed between them, and only
/// the specification's vectors reveal it.
public struct WebAuthnConventions: Sendable, Equatable {
  /// Whether an assertion signs the SHA-256 of the client data after the authenticator data, as it
  /// must, or the client data itself.
  public var hashesClientData: Bool
  /// Whether the scope is the SHA-256 of the relying party's id, as it must, or that of its origin.
  public var scopesByID: Bool
  /// Whether the signature counter increases with each use, and one that does not is refused.
  public var countsUses: Bool

  /// Creates conventions with the given deviations from the right ones.
  public init(
    hashesClientData: Bool = true, scopesByID: Bool = true, countsUses: Bool = true
  ) {
    self.hashesClientData = hashesClientData
    self.scopesByID = scopesByID
    self.countsUses = countsUses
  }

  /// The right conventions (Web Authentication Level 3).
  public static let standard = WebAuthnConventions()
}
