/// What the issuer and the verifier of tokens agree on beyond the formats; the seam for injecting a
/// fault into one half.
///
/// Each half takes its own value, `.cognito` unless a test says otherwise.
public struct TokenConventions: Sendable, Equatable {
  /// What stands before the pool's region in `iss`.
  public var issuerPrefix: String
  /// All of `iss`, where it is not the service's own; nil where it is.
  public var issuer: String?
  /// Whether a token's end is written, and judged, to the second.
  public var expires: Bool
  /// Whether an access token names its client as `client_id`, as it must, or as `aud`, as an ID
  /// token does.
  public var namesClientID: Bool

  /// Conventions with the given deviations from the true ones.
  public init(
    issuerPrefix: String = "https://cognito-idp.", expires: Bool = true, namesClientID: Bool = true
  ) {
    self.issuerPrefix = issuerPrefix
    self.expires = expires
    self.namesClientID = namesClientID
  }

  /// The true conventions.
  public static let cognito = TokenConventions()

  /// `iss`: the address under which a pool publishes its keys.
  ///
  /// - Parameter poolID: such as `eu-west-1_AbCdEf123`; the region stands before the first
  ///   underscore.
  public func issuer(poolID: String) -> String {
    if let issuer { return issuer }
    let region = poolID.prefix { $0 != "_" }
    return "\(issuerPrefix)\(region).amazonaws.com/\(poolID)"
  }
}
