extension RowMutant {
  private static let signedIn = [
    newUser,
    "signIn(flow: userSRP, password: current)",
    "confirmSignIn(newPassword: valid, givesMissing: false)",
  ]

  /// Mutants that break properties of records, codes, tokens and the app.
  static let records = [
    RowMutant(
      property: "mfa.record-tells-the-truth", file: "cognito/mfa.yaml",
      old: "when: mfa == off\n", new: "when: mfa == off or password == permanent\n",
      pool: "mfa: optional\nmfaMethods: [sms]\nsmsConfigured: true\nrequiredAttributes: [phone]",
      actions: ["updateMFAPreference", "confirmSignIn", "signOut"],
      trace: [
        newUser,
        "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: true)",
        "updateMFAPreference(factor: sms, value: enabled)",
        "signOut()",
        "signIn(flow: userSRP, password: current)",
      ]),
    RowMutant(
      property: "mfa.preferred-is-usable[f = sms]", file: "cognito/contact.yaml",
      old: "(a in requiredAttributes or a in usernameAttributes)",
      new: "a in usernameAttributes",
      pool: "mfa: optional\nmfaMethods: [sms]\nsmsConfigured: true\nrequiredAttributes: [phone]",
      actions: ["updateMFAPreference", "deleteContact"],
      trace: [
        newUser,
        "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: true)",
        "updateMFAPreference(factor: sms, value: preferred)",
        "deleteUserAttribute(attribute: phone)",
      ]),
    RowMutant(
      property: "mfa.channels-are-independent[f = sms]", file: "cognito/recovery.yaml",
      old: "and (recovery == legacy or (a == email",
      new: "and (recovery != adminOnly or (a == email",
      pool: "mfa: optional\nmfaMethods: [sms]\nsmsConfigured: true\nrecovery: phoneThenEmail",
      actions: ["updateMFAPreference", "confirmSignIn", "signOut"],
      trace: [
        created(email: false, phone: true, verified: true),
        "signIn(flow: userSRP, password: current)",
        "confirmSignIn(newPassword: valid, givesMissing: false)",
        "updateMFAPreference(factor: sms, value: enabled)",
        "signOut()",
        "signIn(flow: userSRP, password: current)",
      ]),
    RowMutant(
      property: "sign-in.first-time", file: "cognito/mfa.yaml",
      old: "when: mfa == off\n        to: issuingTokens",
      new: "when: mfa == off\n        to: idle\n        send: MFAMethodNotFoundException",
      pool: "mfa: off", actions: [],
      trace: [newUser]),
    RowMutant(
      property: "sign-in.right-answers-end", file: "cognito/mfa.yaml",
      old: "when: mfa == off\n        to: issuingTokens",
      new: "when: mfa == off\n        to: idle\n        send: MFAMethodNotFoundException",
      pool: "mfa: off", actions: [],
      trace: [newUser, "signIn(flow: userSRP, password: current)"]),
    RowMutant(
      property: "recovery.reachable", file: "cognito/recovery.yaml",
      old: "enabled and (status == confirmed or status == resetRequired) and any(",
      new: "enabled and status == resetRequired and any(",
      pool: "mfa: off\nrecovery: email",
      actions: ["resetPassword", "setPermanentPassword", "resetUserPassword"],
      trace: [created(email: true, phone: false, verified: true), "setPermanentPassword()"]),
    RowMutant(
      property: "recovery.verified-only", file: "cognito/recovery.yaml",
      old: "recoveryLists(a) and contact[a] == verified",
      new: "recoveryLists(a) and contact[a] != absent",
      pool: "mfa: off\nrecovery: email", actions: ["resetPassword", "setPermanentPassword"],
      trace: [
        created(email: true, phone: false), "setPermanentPassword()", "resetPassword()",
      ]),
    RowMutant(
      property: "codes.single-use", file: "cognito/answers-code.yaml",
      old: """
        (RespondToAuthChallenge.code == current and TimeStep.current in usedCodes)
                  or (RespondToAuthChallenge.code
        """,
      new: "(RespondToAuthChallenge.code",
      pool: "mfa: required\nmfaMethods: [totp]", actions: ["confirmSignIn", "signOut"],
      trace: signedIn + [
        "confirmSignIn(answer: current)", "signOut()", "signIn(flow: userSRP, password: current)",
        "confirmSignIn(answer: current)",
      ]),
    RowMutant(
      property: "lockout.holds", file: "cognito/gates.yaml",
      old: "locked and InitiateAuth.flow != customWithoutSRP",
      new: "locked and InitiateAuth.flow == userPassword",
      pool: "mfa: off", actions: ["setPermanentPassword"], isRight: false,
      trace: [
        newUser,
        "signIn(flow: userSRP, password: previous)",
        "signIn(flow: userSRP, password: previous)",
        "signIn(flow: userSRP, password: previous)",
        "signIn(flow: userSRP, password: previous)",
        "signIn(flow: userSRP, password: previous)",
        "signIn(flow: userSRP, password: current)",
      ]),
    RowMutant(
      property: "tokens.revoked-are-refused", file: "cognito/preferences.yaml",
      old: "{ id: pool.getUser.revoked, with: tokenRefused }",
      new: "{ id: pool.getUser.revoked, with: tokenRefused, when: grant == expired }",
      pool: "mfa: off", actions: ["signOutUser", "fetchMFAPreference"],
      trace: signedIn + ["signOutUser()", "fetchMFAPreference()"]),
    RowMutant(
      property: "existence.not-told", file: "cognito/recovery.yaml",
      old: "when: status == none and existenceErrors == legacy", new: "when: status == none",
      pool: "mfa: off\nrecovery: email\nexistenceErrors: prevent", actions: ["resetPassword"],
      trace: ["resetPassword()"]),
    RowMutant(
      property: "existence.status-needs-password", file: "cognito/gates.yaml",
      old: "when: \"not enabled and (existenceErrors == legacy or not provesPasswordFirst)\"",
      new: "when: not enabled", pool: "mfa: off\nexistenceErrors: prevent",
      actions: ["disableUser"], isRight: false,
      trace: [newUser, "disableUser()", "signIn(flow: userSRP, password: previous)"]),
    RowMutant(
      property: "app.handles-every-step", file: "amplify/challenges.yaml",
      old: "send: { confirmSignInWithNewPassword: { missing: missing } }",
      new: "send: confirmSignInWithPassword",
      pool: "mfa: off\nhandledNextSteps: [confirmSignInWithNewPassword, done]", actions: [],
      trace: [newUser, "signIn(flow: userSRP, password: current)"]),
  ]
}
