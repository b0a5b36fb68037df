/// The other half of tokens: judges one as an application's server does, by the keys that the pool
/// publishes, and as Cognito's own operations do, by what it has revoked.
///
/// It shares the JSON values and base64 with `TokenIssuer`; signatures are judged by libcrypto from
/// the published numbers.
///
/// Cost: one RSA verification, below 0.1 ms.
public struct TokenVerifier: Sendable {
  /// Why a token is not taken; the first check that fails, in this order.
  public enum Refusal: String, Sendable, CaseIterable {
    /// It is no token, or a claim is missing or of another type.
    case malformed
    /// It is signed by another algorithm than RS256; `none` above all.
    case algorithm
    /// No published key has its key id.
    case unknownKey
    /// The signature is not the key's.
    case signature
    /// It is of another pool.
    case issuer
    /// It is an ID token where an access token is due, or the other way round.
    case use
    /// It is for another app client.
    case client
    /// Its time is over.
    case expired
    /// It was issued later than now.
    case notYetValid
    /// The pool took it back.
    case revoked
  }

  /// What a verifier makes of a token.
  public enum Verdict: Sendable, Equatable {
    /// It is right; these are its claims.
    case accepted(Claims)
    /// It is not.
    case refused(Refusal)
  }

  /// The claims that both kinds of token have, and the rest as they stand.
  public struct Claims: Sendable, Equatable {
    /// `sub`.
    public let sub: String
    /// `username`, or `cognito:username` in an ID token.
    public let username: String
    /// `auth_time`, in seconds since 1970.
    public let signedIn: Int64
    /// `iat`, in seconds since 1970.
    public let issued: Int64
    /// `exp`, in seconds since 1970.
    public let expires: Int64
    /// `origin_jti`; nil where tokens cannot be revoked.
    public let origin: String?
    /// All claims.
    public let all: JSON
  }

  /// The pool's id.
  public let poolID: String
  /// The app client that tokens must be for.
  public let clientID: String
  /// The keys that the pool publishes.
  public let keys: JSONWebKeySet
  private let conventions: TokenConventions

  /// A verifier for an app client of a pool.
  public init(
    poolID: String, clientID: String, keys: JSONWebKeySet,
    conventions: TokenConventions = .cognito
  ) {
    self.poolID = poolID
    self.clientID = clientID
    self.keys = keys
    self.conventions = conventions
  }

  /// Judges a token.
  ///
  /// - Parameters:
  ///   - text: the token as it was presented.
  ///   - use: which kind is due.
  ///   - now: the verifier's clock, in seconds since 1970.
  ///   - revocations: what the pool has revoked; nil offline, where nobody can know.
  /// - Throws: `openSSLFailed`; a text that is no token is refused, not thrown.
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
  /// The claims of a token whose signature is right; nil if one is missing or of another type.
  init?(_ json: JSON) {
    // The kind that it says it is decides where the name stands; whether that kind is due comes
    // later.
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
