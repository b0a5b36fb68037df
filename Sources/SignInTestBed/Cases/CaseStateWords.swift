/// The words of one part of an `initial_state`.
struct CaseStateWords {
  /// As written, without punctuation.
  private let words: [String]
  private let lowered: Set<String>
  private let text: String

  init(_ part: String) {
    words = part.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    text = part.lowercased()
    // `signed in` is the same as `signedIn`.
    let pairs = zip(words, words.dropFirst()).map { ($0 + $1).lowercased() }
    lowered = Set(words.map { $0.lowercased() } + pairs)
  }

  var isEmpty: Bool { words.isEmpty }
  var count: Int { words.count }
  var first: String? { words.first?.lowercased() }

  /// Whether one of the names stands there by itself, whatever its case.
  func has(_ names: String...) -> Bool { names.contains { lowered.contains($0.lowercased()) } }

  /// Whether a word has one of the texts within it.
  func speaks(of texts: String...) -> Bool { texts.contains { text.contains($0) } }

  /// Whether it is about the sign-up machine.
  var isOfSignUp: Bool {
    has(
      "SignUpState", "signedUp", "awaitingUserConfirmation", "initiatingSignUp",
      "confirmingSignUp")
  }

  /// Whether it is about the authorization machine alone, which the table does not follow.
  var isOfAuthorization: Bool {
    has("AuthorizationState", "sessionEstablished") && !has("signedIn", "signedOut", "signingIn")
  }

  /// What stands in the brackets of the sign-up machine's state.
  func signUpArguments(in part: String) -> Substring {
    for state in ["awaitingUserConfirmation", "signedUp", "initiatingSignUp", "error"] {
      guard let range = part.firstRange(of: state) else { continue }
      let rest = part[range.upperBound...]
      return rest.first == "(" ? rest.dropFirst() : ""
    }
    return ""
  }

  /// Why the model has no such state, where that is known.
  var beyond: String? {
    let isKnown = has("signedIn", "signedOut", "signingIn")
    if has("notConfigured"), !isKnown {
      return "an app without a user pool is no part of the model"
    }
    if has("signingOut", "deletingUser", "refreshingSession") {
      return "the client is between two requests of another call"
    }
    if has("federatedToIdentityPool", "federatingToIdentityPool", "clearingFederation") {
      return "a federation with an identity pool is no part of the model"
    }
    return nil
  }

  /// The place where a challenge is waited for, by the challenge's name on the wire, in the client
  /// or as a next step.
  var challengePlace: String? {
    words.lazy.compactMap { Self.places[$0] ?? Self.kinds[$0.lowercased()] }.first
  }

  /// By the names of the wire and of the next steps.
  private static let places = [
    "SMS_MFA": "waitingSMS", "SOFTWARE_TOKEN_MFA": "waitingTOTP", "EMAIL_OTP": "waitingEmailCode",
    "SMS_OTP": "waitingSMSOTP", "NEW_PASSWORD_REQUIRED": "waitingNewPassword",
    "PASSWORD": "waitingPassword", "PASSWORD_SRP": "waitingPasswordSRP",
    "CUSTOM_CHALLENGE": "waitingCustomChallenge", "SELECT_MFA_TYPE": "waitingMFASelection",
    "SELECT_CHALLENGE": "waitingFactorSelection", "WEB_AUTHN": "waitingPasskey",
    "MFA_SETUP": "waitingSetupSelection",
    "confirmSignInWithSMSMFACode": "waitingSMS", "confirmSignInWithTOTPCode": "waitingTOTP",
    "confirmSignInWithOTP": "waitingEmailCode",
    "confirmSignInWithNewPassword": "waitingNewPassword",
    "confirmSignInWithPassword": "waitingPassword",
    "confirmSignInWithCustomChallenge": "waitingCustomChallenge",
    "continueSignInWithMFASelection": "waitingMFASelection",
    "continueSignInWithFirstFactorSelection": "waitingFactorSelection",
    "continueSignInWithMFASetupSelection": "waitingSetupSelection",
    "continueSignInWithEmailMFASetup": "waitingEmailSetup",
  ]

  /// By the client's own kinds of challenges, whatever their case.
  private static let kinds = [
    "smsmfa": "waitingSMS", "totpmfa": "waitingTOTP", "emailmfa": "waitingEmailCode",
    "emailotp": "waitingEmailCode", "smsotp": "waitingSMSOTP",
    "newpasswordrequired": "waitingNewPassword", "customchallenge": "waitingCustomChallenge",
    "selectmfatype": "waitingMFASelection", "selectauthfactor": "waitingFactorSelection",
    "setupmfa": "waitingSetupSelection",
  ]
}
