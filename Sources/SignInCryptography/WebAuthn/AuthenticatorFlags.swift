/// The flags of authenticator data (Web Authentication section 6.1).
public struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
  /// The byte that contains the flags.
  public let rawValue: UInt8

  /// Reads the flags of a byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// UP: a person was present and consented.
  public static let userPresent = AuthenticatorFlags(rawValue: 1 << 0)
  /// UV: the person was verified as the user.
  public static let userVerified = AuthenticatorFlags(rawValue: 1 << 2)
  /// BE: the credential may be backed up, as a synchronised passkey is.
  public static let backupEligible = AuthenticatorFlags(rawValue: 1 << 3)
  /// BS: the credential is backed up now; never without BE.
  public static let backedUp = AuthenticatorFlags(rawValue: 1 << 4)
  /// AT: the id and key of a new credential follow.
  public static let attestedCredential = AuthenticatorFlags(rawValue: 1 << 6)
  /// ED: extension outputs follow.
  public static let extensions = AuthenticatorFlags(rawValue: 1 << 7)
}
