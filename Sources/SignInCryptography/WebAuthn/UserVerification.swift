/// How much a relying party wants to know that it was the user who consented, and not just anyone
/// at the device: `UserVerification` of Cognito's `WebAuthnConfiguration`.
public enum UserVerification: String, Sendable, CaseIterable {
  /// A response without the UV flag is refused.
  case required
  /// The authenticator verifies the user if it can; a response without the UV flag is taken.
  case preferred
}
