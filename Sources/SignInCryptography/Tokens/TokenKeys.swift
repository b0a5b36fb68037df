/// A pool's two signing keys: one for ID tokens, one for access tokens, as Cognito has them.
///
/// Create one value for a pool and share it: copies are free, deriving keys is not (see
/// `RSAPrivateKey`).
public struct TokenKeys: Sendable {
  /// The kind of tokens that a key signs.
  public enum Use: String, Sendable, CaseIterable {
    /// The key signs ID tokens: `token_use` is `id`.
    case id
    /// The key signs access tokens: `token_use` is `access`.
    case access
  }

  /// The key that signs ID tokens.
  public let id: RSAPrivateKey
  /// The key that signs access tokens.
  public let access: RSAPrivateKey
  /// The keys published at `/.well-known/jwks.json`: that of ID tokens, then that of access tokens.
  public let publicKeys: JSONWebKeySet

  /// Derives keys of 2048 bits from a seed: the same seed gives the same keys.
  ///
  /// - Throws: `openSSLFailed`.
  public init(seed: UInt64) throws(CryptographyError) {
    var forID = SeededRandomBytes(seed: seed, purpose: "token key id")
    var forAccess = SeededRandomBytes(seed: seed, purpose: "token key access")
    id = try RSAPrivateKey(randomness: &forID)
    access = try RSAPrivateKey(randomness: &forAccess)
    publicKeys = JSONWebKeySet([
      try JSONWebKeySet.Key(id.publicKey), try JSONWebKeySet.Key(access.publicKey),
    ])
  }

  /// Signs claims as a token.
  ///
  /// - Throws: `openSSLFailed`.
  func sign(_ claims: JSON, as use: Use) throws(CryptographyError) -> Secret {
    switch use {
    case .id: try JSONWebToken.sign(claims, with: id, under: publicKeys.keys[0].id)
    case .access: try JSONWebToken.sign(claims, with: access, under: publicKeys.keys[1].id)
    }
  }
}
