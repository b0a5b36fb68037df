/// The flags of authenticator data (Web Authentication section 6.1).
public struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
  /// The byte.
  public let rawValue: UInt8

  /// Flags of a byte.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// UP: someone was there and consented.
  public static let userPresent = AuthenticatorFlags(rawValue: 1 << 0)
  /// UV: that someone was verified to be the user.
  public static let userVerified = AuthenticatorFlags(rawValue: 1 << 2)
  /// BE: the credential may be backed up, as a synchronised passkey is.
  public static let backupEligible = AuthenticatorFlags(rawValue: 1 << 3)
  /// BS: the credential is backed up now; never without BE.
  public static let backedUp = AuthenticatorFlags(rawValue: 1 << 4)
  /// AT: a new credential's id and key follow.
  public static let attestedCredential = AuthenticatorFlags(rawValue: 1 << 6)
  /// ED: extension outputs follow.
  public static let extensions = AuthenticatorFlags(rawValue: 1 << 7)
}
