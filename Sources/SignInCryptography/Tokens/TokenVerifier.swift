/// The other half of tokens: verifies them as an application's server does, by the keys that the
/// pool publishes, and as Cognito's own operations do, by the pool's revocations.
///
/// It shares JSON values and Base64 with `TokenIssuer`; libcrypto verifies signatures with the
/// published numbers.
///
/// Cost: one RSA verification, below 0.1 ms.
public struct TokenVerifier: Sendable {
  /// Why a token is refused: the first failed check, in this order.
  public enum Refusal: String, Sendable, CaseIterable {
    /// The text is not a token, or a claim is missing or of the wrong type.
    case malformed
    /// The token is signed by another algorithm than RS256, such as `none`.
    case algorithm
    /// No published key has the token's key id.
    case unknownKey
    /// The signature does not match the key.
    case signature
    /// The token was issued by another pool.
    case issuer
    /// The token is an ID token where an access token is required, or the reverse.
    case use
    /// The token was issued for another app client.
    case client
    /// The token has expired.
    case expired
    /// The token's time of issue is in the future.
    case notYetValid
    /// The pool has revoked the token.
    case revoked
  }

  /// A verifier's verdict on a token.
  public enum Verdict: Sendable, Equatable {
    /// The token is valid and has these claims.
    case accepted(Claims)
    /// The token is refused for this reason.
    case refused(Refusal)
  }

  /// The claims that both kinds of tokens have, and all claims as JSON.
  public struct Claims: Sendable, Equatable {
    /// `sub`: the user's id.
    public let sub: String
    /// `username`, or `cognito:username` in an ID token: the user name.
    public let username: String
    /// `auth_time`: the time of the sign-in, in seconds since 1970.
    public let signedIn: Int64
    /// `iat`: the time of issue, in seconds since 1970.
    public let issued: Int64
    /// `exp`: the expiry, in seconds since 1970.
    public let expires: Int64
    /// `origin_jti`: the id of the sign-in; nil where tokens cannot be revoked.
    public let origin: String?
    /// All claims, as JSON.
    public let all: JSON
  }

  /// The pool's id, such as `eu-west-1_AbCdEf123`.
  public let poolID: String
  /// The app client that tokens must be issued for.
  public let clientID: String
  /// The keys that the pool publishes.
  public let keys: JSONWebKeySet
  private let conventions: TokenConventions

  /// Creates a verifier for an app client of a pool.
  public init(
    poolID: String, clientID: String, keys: JSONWebKeySet,
    conventions: TokenConventions = .cognito
  ) {
    self.poolID = poolID
    self.clientID = clientID
    self.keys = keys
    self.conventions = conventions
  }

  /// Verifies a token.
  ///
  /// - Parameters:
  ///   - text: the token as it was presented.
  ///   - use: the required kind of token.
  ///   - now: the verifier's clock, in seconds since 1970.
  ///   - revocations: the pool's revocations; nil offline, where they are unknown.
  /// - Throws: `openSSLFailed`; a text that is not a token is refused, not thrown.
  public func judge(
    _ text: String, as use: TokenKeys.Use, at now: Int64, revocations: TokenRevocations? = nil
  ) throws(CryptographyError) -> Verdict {
    guard let token = try? JSONWebToken(text) else { return .refused(.malformed) }
    guard token.algorithm.utf8.elementsEqual("RS256".utf8) else { return .refused(.algorithm) }
    guard let key = keys[token.keyID] else { return .refused(.unknownKey) }
    guard try key.verifies(signature: token.signature, message: token.signedBytes) else {
      return .refused(.signature)
    }
    guard let claims = Claims(token.claims) else { return .refused(.malformed) }
    if let refusal = refusal(of: claims, as: use, at: now) { return .refused(refusal) }
    let isRevoked = revocations?.holds(origin: claims.origin)
    return isRevoked == true ? .refused(.revoked) : .accepted(claims)
  }

  private func refusal(of claims: Claims, as use: TokenKeys.Use, at now: Int64) -> Refusal? {
    let all = claims.all
    if !Self.says(all["iss"], conventions.issuer(poolID: poolID)) { return .issuer }
    if !Self.says(all["token_use"], use.rawValue) { return .use }
    let client = use == .access && conventions.namesClientID ? "client_id" : "aud"
    if !Self.says(all[client], clientID) { return .client }
    if conventions.expires && now >= claims.expires { return .expired }
    return now < claims.issued ? .notYetValid : nil
  }

  private static func says(_ claim: JSON?, _ text: String) -> Bool {
    claim?.text.map { $0.utf8.elementsEqual(text.utf8) } ?? false
  }
}

extension TokenVerifier.Claims {
  /// Reads the claims of a token whose signature is right; nil if one is missing or of the wrong
  /// type.
  init?(_ json: JSON) {
    // The token's own kind determines the claim with the name; whether that kind is the required
    // one is checked later.
    let name = json["token_use"]?.text == "id" ? "cognito:username" : "username"
    guard let sub = json["sub"]?.text, let username = json[name]?.text,
      let signedIn = json["auth_time"]?.integer, let issued = json["iat"]?.integer,
      let expires = json["exp"]?.integer
    else { return nil }
    self.sub = sub
    self.username = username
    self.signedIn = signedIn
    self.issued = issued
    self.expires = expires
    origin = json["origin_jti"]?.text
    all = json
  }
}
