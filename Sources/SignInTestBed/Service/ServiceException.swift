/// What the service refuses a request with: the exception's name in the API, and its text.
struct ServiceException: Error, Sendable, Equatable {
  var name: String
  var message: String

  static func invalidParameter(_ message: String) -> ServiceException {
    ServiceException(name: "InvalidParameterException", message: message)
  }

  static func notAuthorized(_ message: String) -> ServiceException {
    ServiceException(name: "NotAuthorizedException", message: message)
  }

  /// A field of another type than the API's, or a text that is no JSON.
  static func serialization(_ message: String) -> ServiceException {
    ServiceException(name: "SerializationException", message: message)
  }

  static func notFound(_ message: String) -> ServiceException {
    ServiceException(name: "ResourceNotFoundException", message: message)
  }

  /// The table and its mapping do not fit together; never a client's fault.
  static func internalError(_ message: String) -> ServiceException {
    ServiceException(name: "InternalErrorException", message: message)
  }

  static func unknownOperation(_ name: String) -> ServiceException {
    ServiceException(
      name: "UnknownOperationException", message: "Unknown operation \(name)")
  }

  static func missing(_ name: String) -> ServiceException {
    invalidParameter("Missing required parameter \(name)")
  }
}

/// The texts of the service's exceptions, which the table keeps apart by reason only.
///
/// Source: the reference of facts, sections 2 and 3.
enum ServiceTexts {
  static func text(of exception: String, reason: String, operation: String) -> String {
    if exception == "NotAuthorizedException" { return reasons[reason] ?? reason }
    if exception == "UsernameExistsException", operation == "AdminCreateUser" {
      return "User account already exists"
    }
    if exception == "InvalidParameterException", operation == "AdminResetUserPassword" {
      return "Cannot reset password for the user as there is no registered/verified email or "
        + "phone_number"
    }
    if exception == "CodeMismatchException", operation == "RespondToAuthChallenge" {
      return "Invalid code or auth state for the user."
    }
    if exception == "ExpiredCodeException", operation == "RespondToAuthChallenge" {
      return "Your software token has already been used once."
    }
    return exceptions[exception] ?? exception
  }

  private static let reasons = [
    "incorrectUsernameOrPassword": "Incorrect username or password.",
    "userDisabled": "User is disabled.",
    "passwordAttemptsExceeded": "Password attempts exceeded",
    "temporaryPasswordExpired":
      "Temporary password has expired and must be reset by an administrator.",
    "secretHashMissing": "Client is configured with secret but SECRET_HASH was not received",
    "sessionUsed": "Invalid session for the user, session can only be used once.",
    "sessionExpired": "Invalid session for the user, session is expired.",
    "accessTokenRevoked": "Access Token has been revoked",
    "accessTokenExpired": "Access Token has expired",
    "signUpNotPermitted": "SignUp is not permitted for this user pool",
    "alreadyConfirmed": "User cannot be confirmed. Current status is CONFIRMED",
    "cannotResetInCurrentState": "User password cannot be reset in the current state.",
    "contactAdministrator": "Contact administrator to reset password.",
    "refreshTokenRevoked": "Refresh Token has been revoked",
    "refreshTokenExpired": "Refresh Token has expired",
    "refreshTokenInvalid": "Invalid Refresh Token",
  ]

  private static let exceptions = [
    "CodeMismatchException": "Invalid verification code provided, please try again.",
    "EnableSoftwareTokenMFAException": "Code mismatch",
    "ExpiredCodeException": "Invalid code provided, please request a code again.",
    "InvalidParameterException": "The request is not allowed in this state or by this pool.",
    "InvalidPasswordException": "Password did not conform with policy",
    "LimitExceededException": "Attempt limit exceeded, please try after some time.",
    "PasswordResetRequiredException": "Password reset required for the user",
    "RefreshTokenReuseException": "Refresh token has been used already",
    "ResourceNotFoundException": "Device does not exist.",
    "SoftwareTokenMFANotFoundException": "Software Token MFA has not been enabled by the userPool",
    "UnsupportedUserStateException": "The user's status does not allow this.",
    "UserNotConfirmedException": "User is not confirmed.",
    "UserNotFoundException": "User does not exist.",
    "UsernameExistsException": "User already exists",
  ]
}
