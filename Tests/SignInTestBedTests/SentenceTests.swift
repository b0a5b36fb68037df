import SignIn
import Testing
import TransitionTables

@testable import SignInTestBed

/// The service's own sentences stand in the table, so that they come over the wire.
@Suite struct SentenceTests {
  /// What the reference of facts, the measured and the later facts know of exceptions' messages;
  /// where a message goes on, its beginning.
  private static let sentences = [
    "A client attempted to write unauthorized attribute",
    "Access Token has been revoked",
    "Access Token has expired",
    "An account with the email already exists.",
    "An account with the given email already exists.",
    "Attempt limit exceeded, please try after some time.",
    "Attribute does not exist in the schema.",
    "Auth flow not enabled for this client",
    "CUSTOM_AUTH is not enabled for the client.",
    "Cannot modify an already provided email",
    "Cannot modify the non-mutable attribute [attribute]",
    "Cannot modify the non-mutable attribute email_verified",
    "Cannot resend codes. Auto verification not turned on.",
    "Cannot reset password for the user as there is no registered/verified email or phone_number",
    "Code mismatch",
    "Contact administrator to reset password.",
    "Custom auth lambda trigger is not configured for the user pool.",
    "Device does not exist.",
    "Incorrect username or password.",
    "Initiate Auth method not supported.",
    "Invalid Refresh Token",
    "Invalid attribute name. Only phone_number and email can be verified.",
    "Invalid SourceUser: Cognito users with a username/password may not be passed in",
    "Invalid code or auth state for the user.",
    "Invalid code provided, please request a code again.",
    "Invalid code received for user",
    "Invalid session for the user, session can only be used once.",
    "Invalid session for the user, session is expired.",
    "Invalid session for the user.",
    "Invalid verification code provided, please try again.",
    "Merging is not currently supported, provide a SourceUser that has not been signed up",
    "No MFA mechanism registerd in the account.",
    "Password attempts exceeded",
    "Password did not conform with policy",
    "Password did not conform with password policy",
    "Password reset required for the user",
    "Preferred username cannot be provided for unconfirmed account, since user pool is configured",
    "Refresh Token has been revoked",
    "Refresh Token has expired",
    "Refresh token reuse detected",
    "SecretHash does not match for the client",
    "SignUp is not permitted for this user pool",
    "Software Token MFA has not been enabled by the userPool",
    "Temporary password has expired and must be reset by an administrator.",
    "This API does not support refresh token rotation",
    "This feature is not enabled for this client",
    "USER_PASSWORD_AUTH flow not enabled for this client",
    "Type for attribute {[attribute]} could not be determined",
    "Unable to verify secret hash for client",
    "User account already exists for the alias.",
    "User already exists",
    "User account already exists",
    "User cannot be confirmed. Current status is CONFIRMED",
    "User does not exist.",
    "User pool client does not exist.",
    "User does not have a phone_number set to turn on SMS MFA",
    "User does not have a valid registered",
    "User does not have delivery config set to turn on SMS_MFA",
    "User does not have delivery config set to turn on SOFTWARE_TOKEN_MFA",
    "User is already confirmed.",
    "User is disabled.",
    "User is not confirmed.",
    "User password cannot be reset in the current state.",
    "Username cannot be of email format, since user pool is configured for email alias.",
    "Username/client id combination not found.",
    "Your software token has already been used once.",
    "is configured for secret but secret was not received",
  ]

  @Test func `each sentence of the service that is known is one of the table's`() throws {
    let model = try BundledTable.signIn()
    var words = model.rows.map(\.text) + model.messages.map(\.wire.text)
    words += WireCodec(model).words(of: "NotAuthorizedReason").map(\.wire)
    words += model.entries(ofWords: "refusals").flatMap { $0.value.entries ?? [] }
      .compactMap(\.value.text)
    for sentence in Self.sentences {
      #expect(words.contains { $0.contains(sentence) }, "\(sentence)")
    }
    // The canary: what no service says.
    #expect(!words.contains { $0.contains("Open sesame") })
  }
}
