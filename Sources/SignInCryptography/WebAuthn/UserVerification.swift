/// How strictly a relying party requires that the user was verified, and not just that somebody was
/// present: `UserVerification` of Cognito's `WebAuthnConfiguration`.
public enum UserVerification: String, Sendable, CaseIterable {
  /// A response without the UV flag is refused.
  case required
  /// The authenticator verifies the user if it can; a response without the UV flag is accepted.
  case preferred
}
