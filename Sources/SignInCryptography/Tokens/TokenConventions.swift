/// The conventions of the issuer and the verifier of tokens beyond the formats; tests inject a
/// fault into one half by changing them.
///
/// Each half has its own value, `.cognito` unless a test sets another.
public struct TokenConventions: Sendable, Equatable {
  /// The text before the pool's region in `iss`.
  public var issuerPrefix: String
  /// The whole `iss`, where it is not the service's own; nil for the service's own.
  public var issuer: String?
  /// Whether the expiry of tokens is written and checked.
  public var expires: Bool
  /// Whether an access token names its client as `client_id`, as it must, or as `aud`, as an ID
  /// token does.
  public var namesClientID: Bool

  /// Creates conventions with the given deviations from the right ones.
  public init(
    issuerPrefix: String = "https://cognito-idp.", expires: Bool = true, namesClientID: Bool = true
  ) {
    self.issuerPrefix = issuerPrefix
    self.expires = expires
    self.namesClientID = namesClientID
  }

  /// The right conventions.
  public static let cognito = TokenConventions()

  /// `iss`: the address under which a pool publishes its keys.
  ///
  /// - Parameter poolID: the pool's id, such as `eu-west-1_AbCdEf123`; the region is the part
  ///   before the first underscore.
  public func issuer(poolID: String) -> String {
    if let issuer { return issuer }
    let region = poolID.prefix { $0 != "_" }
    return "\(issuerPrefix)\(region).amazonaws.com/\(poolID)"
  }
}
