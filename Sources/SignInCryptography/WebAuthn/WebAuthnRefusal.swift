/// Why a relying party does not take a response: the exception by which Cognito names it, and the
/// check that failed.
public struct WebAuthnRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// The exceptions of Cognito's API that a WebAuthn response can meet.
  public enum Exception: String, Sendable, CaseIterable {
    /// The response cannot be read, or lacks a field.
    case invalidParameter = "InvalidParameterException"
    /// An assertion that does not prove what it should, or a credential that nobody registered.
    case notAuthorized = "NotAuthorizedException"
    /// The user has twenty passkeys already, or the authenticator is one of them.
    case limitExceeded = "LimitExceededException"
    /// Passkeys are not enabled for the pool.
    case notEnabled = "WebAuthnNotEnabledException"
    /// The pool has no relying party id.
    case configurationMissing = "WebAuthnConfigurationMissingException"
    /// No challenge is outstanding, it has expired, or it is another one.
    case challengeNotFound = "WebAuthnChallengeNotFoundException"
    /// The access token is of another app client than the one that began the registration.
    case clientMismatch = "WebAuthnClientMismatchException"
    /// The page or app is not one of the relying party's.
    case originNotAllowed = "WebAuthnOriginNotAllowedException"
    /// The credential is scoped to another relying party id.
    case relyingPartyMismatch = "WebAuthnRelyingPartyMismatchException"
    /// The credential is of an algorithm or an authenticator that is not supported.
    case credentialNotSupported = "WebAuthnCredentialNotSupportedException"
  }

  /// The check that failed, for tests and transcripts; the service shows its callers less.
  public enum Check: String, Sendable, CaseIterable {
    /// The response's form and fields.
    case form
    /// Whether a challenge is outstanding, recent and this one.
    case challenge
    /// Whether the response is of the ceremony that was begun: `webauthn.create` or `webauthn.get`.
    case type
    /// Where the response was made.
    case origin
    /// Whom the credential is for.
    case relyingParty
    /// The UP flag.
    case userPresence
    /// The UV flag.
    case userVerification
    /// The algorithm and the key.
    case algorithm
    /// The attestation statement.
    case attestation
    /// Whether the credential is known and this user's, or new.
    case credential
    /// Whose the credential is, as the authenticator remembers it.
    case userHandle
    /// The flags BE and BS, against what was registered.
    case backup
    /// The signature.
    case signature
    /// The signature counter: one that does not rise points to a copied authenticator.
    case counter
    /// The app client of the access token.
    case client
    /// The number of passkeys.
    case limit
  }

  /// The exception's name in Cognito's API.
  public let exception: Exception
  /// The check that failed.
  public let check: Check

  /// A refusal.
  public init(_ exception: Exception, _ check: Check) {
    self.exception = exception
    self.check = check
  }

  /// The exception and the check on one line.
  public var description: String { "\(exception.rawValue): \(check.rawValue)" }
}
