/// The conventions of Cognito and Amplify beyond SRP-6a itself; tests inject a fault into one half
/// by changing them.
///
/// Each half has its own value, `.cognito` unless a test sets another. A deviation in one half must
/// make the halves disagree; the same deviation in both halves goes unnoticed between them, and
/// only the recorded vectors reveal it.
public struct SRPConventions: Sendable, Equatable {
  /// Whether a number whose top bit is set is hashed with a leading 00, as a signed integer.
  ///
  /// This applies to the salt, A, B, u and S. The multiplier k is a constant of the group and not
  /// affected, so a missing byte shows only in exchanges in which one of those five has its top bit
  /// set (31 of 32).
  public var padsTopBit: Bool

  /// The HKDF info under which the session key is derived.
  public var keyInfo: String

  /// Whether a public key that is a multiple of N, or u = 0, ends the exchange, as it must: a
  /// server that accepts A = 0 accepts a proof that anyone can make (see `SRPForgery`).
  public var refusesDegenerateKeys: Bool

  /// Whether u is 0 whatever the public keys are: this simulates two keys whose hash is 0, which
  /// nobody can find, so that the refusal can be tested.
  public var scramblesToZero: Bool

  /// Creates conventions with the given deviations from the right ones.
  public init(
    padsTopBit: Bool = true, keyInfo: String = "Caldera Derived Key",
    refusesDegenerateKeys: Bool = true, scramblesToZero: Bool = false
  ) {
    self.padsTopBit = padsTopBit
    self.keyInfo = keyInfo
    self.refusesDegenerateKeys = refusesDegenerateKeys
    self.scramblesToZero = scramblesToZero
  }

  /// The right conventions.
  public static let cognito = SRPConventions()
}
