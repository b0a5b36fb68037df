import Testing

@testable import TransitionTables

/// A mutant of one row of the bundled table, with the property that it breaks.
///
/// The pools are small and only some actions are open, so that a debug build explores each within a
/// second. Unchanged the table has the property in the same slice, so it is the mutant that breaks it.
struct RowMutant: Sendable, CustomTestStringConvertible {
  var property: String
  var file: String
  var old: String
  var new: String
  /// The parameters in addition to ``commonPool``.
  var pool: String
  /// The actions that are open in addition to ``commonActions``.
  var actions: [String]
  /// Whether evidence is always right.
  var isRight = true
  /// The shortest way to the failure.
  var trace: [String]

  var testDescription: String { "\(property) by \(file)" }

  private static let commonPool = """
    selfSignUp: false
    recovery: adminOnly
    flows: [userSRP]
    emailSender: ses

    """
  private static let commonActions = ["createUser", "signIn", "setNewPassword"]

  static let newUser = created(email: false, phone: false)
  static let newUserWithPhone = created(email: false, phone: true)
  static let newUserWithBoth = created(email: true, phone: true)

  /// The step in which an administrator creates a user with a temporary password.
  static func created(email: Bool, phone: Bool, verified: Bool = false) -> String {
    "createUser(givesEmail: \(email), givesPhone: \(phone), "
      + "marksEmail: \(verified && email), marksPhone: \(verified && phone), "
      + "withoutPassword: false)"
  }

  /// The lines of ``commonPool`` that ``pool`` does not override.
  private var common: String {
    let keys = pool.split(separator: "\n").map { $0.prefix { $0 != ":" } }
    return Self.commonPool.split(separator: "\n")
      .filter { line in !keys.contains(line.prefix { $0 != ":" }) }
      .map { $0 + "\n" }.joined()
  }

  /// What a check of the property finds, in the mutant or in the table.
  func verdict(mutated: Bool) throws -> (status: PropertyVerdict.Status, trace: [String]) {
    var model =
      mutated
      ? try SignInTables.model(replacing: old, with: new, in: file) : try SignInTables.whole.get()
    let open = Set(actions + Self.commonActions)
    for position in model.actions.indices {
      var parts = [model.actions[position].enabled]
      if !open.contains(model.actions[position].name) { parts = [.no] }
      for input in model.actions[position].inputs where isRight && input.evidence != nil {
        parts.append(.equal(.slot(input.slot), .constant(0)))
      }
      model.actions[position].enabled = .and(parts)
    }
    var checker = PropertyChecker(model: model)
    let parameters = try model.configuration(common + pool)
    let found = try checker.check([try model.property(property)], parameters: parameters)[0]
    return (found.status, model.texts(found.trace))
  }

  static let all = first + records

  private static let first = [
    RowMutant(
      property: "mfa.at-most-one-preferred", file: "cognito/preferences.yaml",
      old: """
        if blockOf(f) == PreferenceBlock.absent and preference[f] == preferred then enabled
                    else preferenceAsked(f)
        """,
      new: "preferenceAsked(f)",
      pool: "mfa: optional\nmfaMethods: [sms, totp]\nsmsConfigured: true",
      actions: ["updateMFAPreference", "setUpTOTP", "verifyTOTPSetup"],
      trace: [
        newUserWithPhone,
        "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: false)",
        "setUpTOTP()",
        "verifyTOTPSetup(answer: current)",
        "updateMFAPreference(factor: sms, value: preferred)",
        "updateMFAPreference(factor: totp, value: preferred)",
      ]),
    RowMutant(
      property: "mfa.at-most-one-preferred", file: "cognito/preferences.yaml",
      old: """
                send: InvalidParameterException
                doc: Only one factor can be set as preferred
        """,
      new: """
                set: { "preference[f in MFAFactor]": preferenceAsked(f) }
                send: SetUserMFAPreferenceResult
        """,
      pool: "mfa: off", actions: ["preferTwoFactors"],
      trace: [
        newUser,
        "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: false)",
        "updateMFAPreference(one: sms, other: totp)",
      ]),
    RowMutant(
      property: "mfa.no-tokens-without-second-factor", file: "cognito/mfa.yaml",
      old: "when: mfa == off\n", new: "when: mfa == off or password == permanent\n",
      pool: "mfa: required\nmfaMethods: [totp]", actions: ["confirmSignIn"],
      trace: [
        newUser,
        "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: false)",
      ]),
    RowMutant(
      property: "session.single-use", file: "cognito/session.yaml",
      old: "when: session == expired\n", new: "when: session == expired and not enabled\n",
      pool: "mfa: required\nmfaMethods: [sms]\nsmsConfigured: true",
      actions: ["confirmSignIn", "expireSession"],
      trace: [
        newUser,
        "signIn(flow: userSRP, password: current)",
        "expireSession()",
        "confirmSignIn(newPassword: valid, givesMissing: false)",
      ]),
    RowMutant(
      property: "session.single-use", file: "cognito/session.yaml",
      old: "on: replayAnswer\n    refuses: { session: used }",
      new: "on: replayAnswer\n    accepts: session", pool: "mfa: off",
      actions: ["replayAnswer"], isRight: false,
      trace: [
        newUser,
        "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: false)",
        "replayAnswer(session: previous)",
      ]),
    RowMutant(
      property: "sign-in.stays-reachable", file: "cognito/contact.yaml",
      old: "(a in requiredAttributes or a in usernameAttributes)",
      new: "a in usernameAttributes",
      pool: """
        mfa: optional
        mfaMethods: [sms]
        smsConfigured: true
        requiredAttributes: [phone]
        """,
      actions: [
        "updateMFAPreference", "deleteContact", "updateContact", "confirmSignIn", "signOut",
      ],
      trace: [
        newUser,
        "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: true)",
        "updateMFAPreference(factor: sms, value: enabled)",
        "deleteUserAttribute(attribute: phone)",
        "signOut()",
      ]),
    RowMutant(
      property: "sign-in.no-dead-end", file: "cognito/mfa.yaml",
      old: "when: mfa == off\n        to: issuingTokens",
      new: "when: mfa == off\n        to: idle\n        send: MFAMethodNotFoundException",
      pool: "mfa: off", actions: [],
      trace: [
        newUser,
        "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: false)",
      ]),
    RowMutant(
      property: "app.no-dead-end", file: "amplify/errors.yaml",
      old: "when: beginning or client.at == showingWebUI\n        to: signedOut",
      new: "when: beginning or client.at == showingWebUI\n        to: failed",
      pool: "mfa: off", actions: ["restartApp"], isRight: false,
      trace: ["signIn(flow: userPassword, password: neverIssued)"]),
    RowMutant(
      property: "app.every-call-returns[u = totpSetUpByChoice]", file: "amplify/challenges.yaml",
      old: "receive: MFA_SETUP\n        from: signingInByChoice",
      new: "receive: MFA_SETUP\n        from: [signingInByChoice, respondingPasswordVerifier]",
      pool: "mfa: required\nmfaMethods: [totp]", actions: ["setPermanentPassword"],
      trace: [newUser, "setPermanentPassword()", "signIn(flow: userSRP, password: current)"]),
    RowMutant(
      property: "sign-in.survives-a-loss", file: "cognito/pool.yaml",
      old: "(if f == totp then totpVerified else f in mfaMethods) and preference[f] != off",
      new: "if f == totp then totpVerified else f in mfaMethods and preference[f] != off",
      pool: "mfa: optional\nmfaMethods: [totp]\nlosses: true",
      actions: ["setUpTOTP", "verifyTOTPSetup", "loseAuthenticator", "signOut", "confirmSignIn"],
      trace: [
        newUser,
        "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: false)",
        "setUpTOTP()", "verifyTOTPSetup(answer: current)", "loseAuthenticator()", "signOut()",
      ]),
    RowMutant(
      property: "pool.no-dead-end", file: "cognito/administrator-answers.yaml",
      old: "usernameAttributes != {} and not (email",
      new: "usernameAttributes == {} and not (email",
      pool: "mfa: off", actions: ["signOut"],
      trace: []),
    RowMutant(
      property: "selection.answerable[f = sms]", file: "cognito/selection.yaml",
      old: "set: { awaiting: smsMFA }", new: "set: { awaiting: emailMFA }",
      pool: "mfa: required\nmfaMethods: [sms, email]\nsmsConfigured: true",
      actions: ["selectMFA"],
      trace: [
        newUserWithBoth,
        "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: false)",
      ]),
    RowMutant(
      property: "setup.answerable[f = email]", file: "amplify/confirm-sign-in.yaml",
      old: "when: choice == email\n    to: waitingEmailSetup",
      new: "when: choice == email\n    to: waitingSetupSelection",
      pool: "mfa: required\nmfaMethods: [totp, email]",
      actions: ["selectMFA", "setUpEmail"],
      trace: [
        newUser,
        "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: false)",
      ]),
    RowMutant(
      property: "lockout.ends", file: "cognito/time.yaml",
      old: "on: endLock\n    set: { locked: false }",
      new: "on: endLock\n    set: { failures: failures }",
      pool: "mfa: off", actions: ["setPermanentPassword", "endLock"], isRight: false,
      trace: [
        newUser,
        "signIn(flow: userSRP, password: previous)",
        "signIn(flow: userSRP, password: previous)",
        "signIn(flow: userSRP, password: previous)",
        "signIn(flow: userSRP, password: previous)",
        "signIn(flow: userSRP, password: previous)",
        "endLock()",
      ]),
    RowMutant(
      property: "lockout.third-level", file: "cognito/pool.yaml",
      old: "if failures < 7 then failures + 1 else 7",
      new: "if failures < 5 then failures + 1 else 5",
      pool: "mfa: off", actions: ["endLock"], isRight: false,
      trace: []),
  ]
}
