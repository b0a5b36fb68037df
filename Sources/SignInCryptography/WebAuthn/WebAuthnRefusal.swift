/// Why a relying party refuses a response: the exception that Cognito answers with, and the failed
/// check.
public struct WebAuthnRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// The exceptions of Cognito's API that can answer a WebAuthn response.
  public enum Exception: String, Sendable, CaseIterable {
    /// The response is malformed or lacks a field.
    case invalidParameter = "InvalidParameterException"
    /// The assertion does not prove what it should, or its credential is not registered.
    case notAuthorized = "NotAuthorizedException"
    /// The user has twenty passkeys already, or one of this authenticator.
    case limitExceeded = "LimitExceededException"
    /// Passkeys are not enabled for the pool.
    case notEnabled = "WebAuthnNotEnabledException"
    /// The pool has no relying party id.
    case configurationMissing = "WebAuthnConfigurationMissingException"
    /// No challenge is outstanding, it has expired, or the response answers another one.
    case challengeNotFound = "WebAuthnChallengeNotFoundException"
    /// The access token belongs to another app client than the one that began the registration.
    case clientMismatch = "WebAuthnClientMismatchException"
    /// The page or app does not belong to the relying party.
    case originNotAllowed = "WebAuthnOriginNotAllowedException"
    /// The credential is scoped to another relying party id.
    case relyingPartyMismatch = "WebAuthnRelyingPartyMismatchException"
    /// The credential's algorithm or authenticator is not supported.
    case credentialNotSupported = "WebAuthnCredentialNotSupportedException"
  }

  /// The check that failed, for tests and transcripts; the service reveals less to its callers.
  public enum Check: String, Sendable, CaseIterable {
    /// The form or the fields of the response are wrong.
    case form
    /// No challenge is outstanding, it has expired, or the response answers another one.
    case challenge
    /// The response belongs to the other ceremony: `webauthn.create` or `webauthn.get`.
    case type
    /// The response was made at an origin that is not allowed.
    case origin
    /// The relying party does not match.
    case relyingParty
    /// The UP flag is missing.
    case userPresence
    /// The UV flag is missing although it is required.
    case userVerification
    /// The algorithm or the key is not supported.
    case algorithm
    /// The attestation statement is not allowed.
    case attestation
    /// The credential is unknown or another user's, or a new one exists already.
    case credential
    /// The user handle that the authenticator stores is not this user's.
    case userHandle
    /// The flags BE and BS do not match the registration.
    case backup
    /// The signature is wrong.
    case signature
    /// The signature counter did not increase, which points to a copied authenticator.
    case counter
    /// The app client of the access token is not the one that began.
    case client
    /// The user has the maximal number of passkeys.
    case limit
  }

  /// The name of the exception in Cognito's API.
  public let exception: Exception
  /// The check that failed.
  public let check: Check

  /// Creates a refusal.
  public init(_ exception: Exception, _ check: Check) {
    self.exception = exception
    self.check = check
  }

  /// The exception and the check on one line.
  public var description: String { "\(exception.rawValue): \(check.rawValue)" }
}
