/// What Cognito and Amplify agree on beyond SRP-6a itself; the seam for injecting a fault into one
/// half.
///
/// Each half takes its own value, `.cognito` unless a test says otherwise. A value that differs in
/// one half must make the halves disagree; the same fault in both halves goes unnoticed between
/// them, and only the recorded vectors catch it.
public struct SRPConventions: Sendable, Equatable {
  /// Whether a number whose top bit is set is hashed with a leading 00, as a signed integer.
  ///
  /// Applies to the salt, A, B, u and S. The multiplier k is a constant of the group and not
  /// affected, so a missing byte shows only in exchanges in which one of those five has its top bit
  /// set (31 of 32).
  public var padsTopBit: Bool

  /// The HKDF info under which the session key is derived.
  public var keyInfo: String

  /// Whether a public key that is a multiple of N, and u = 0, end the exchange, as they must: a
  /// server that takes A = 0 takes a proof that anyone can make (see `SRPForgery`).
  public var refusesDegenerateKeys: Bool

  /// Whether u is 0 whatever the public keys are: a stand-in for two keys whose hash is 0, which
  /// nobody can find, so that the refusal can be exercised.
  public var scramblesToZero: Bool

  /// Conventions with the given deviations from the true ones.
  public init(
    padsTopBit: Bool = true, keyInfo: String = "Caldera Derived Key",
    refusesDegenerateKeys: Bool = true, scramblesToZero: Bool = false
  ) {
    self.padsTopBit = padsTopBit
    self.keyInfo = keyInfo
    self.refusesDegenerateKeys = refusesDegenerateKeys
    self.scramblesToZero = scramblesToZero
  }

  /// The true conventions.
  public static let cognito = SRPConventions()
}
