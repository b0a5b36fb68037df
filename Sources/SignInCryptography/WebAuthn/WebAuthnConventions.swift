/// What authenticator and relying party agree on beyond the formats; the seam for injecting a fault
/// into one half.
///
/// Each half takes its own value, `.standard` unless a test says otherwise. A difference in one
/// half must make the halves disagree; the same fault in both goes unnoticed between them, and only
/// the specification's vectors catch it.
public struct WebAuthnConventions: Sendable, Equatable {
  /// Whether an assertion signs the SHA-256 of the client data behind the authenticator data, as
  /// it must, or the client data itself.
  public var hashesClientData: Bool
  /// Whether the scope is the SHA-256 of the relying party's id, as it must, or that of its origin.
  public var scopesByID: Bool
  /// Whether the signature counter rises with each use, and a counter that does not is refused.
  public var countsUses: Bool

  /// Conventions with the given deviations from the true ones.
  public init(
    hashesClientData: Bool = true, scopesByID: Bool = true, countsUses: Bool = true
  ) {
    self.hashesClientData = hashesClientData
    self.scopesByID = scopesByID
    self.countsUses = countsUses
  }

  /// The true conventions (Web Authentication Level 3).
  public static let standard = WebAuthnConventions()
}
