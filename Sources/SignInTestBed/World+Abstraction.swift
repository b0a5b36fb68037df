import SignInCryptography

extension World {
  /// The concrete record in the words of the table: what each part that cryptography and the clock
  /// decide stands for now. Members and booleans as text, as a model writes them.
  var abstraction: [(variable: String, value: String)] {
    [
      ("password", passwordState), ("totp", totpState), ("usedCodes", usedCodes),
      ("failures", String(pool.isQuiet(at: now) ? 0 : min(pool.failures, 7))),
      ("locked", now < pool.lockedUntil ? "true" : "false"), ("session", sessionState),
      ("mailedCode", mailedCodeState), ("grant", grantState), ("device", deviceState),
      ("passkey", pool.passkeys.credentials.isEmpty ? "none" : "registered"),
      ("signUpSession", signUpSessionState),
    ] + otherAbstraction
  }

  private var passwordState: String {
    guard let password = pool.password else { return "none" }
    guard let expires = password.expires else { return "permanent" }
    return now < expires ? "temporary" : "temporaryExpired"
  }

  private var totpState: String {
    switch (pool.authenticator != nil, pool.pendingSecret != nil) {
    case (false, false): "none"
    case (false, true): "pending"
    case (true, false): "verified"
    case (true, true): "replacing"
    }
  }

  private var usedCodes: String {
    let step = now / 30
    let used = pool.authenticator?.usedSteps ?? []
    let names = [("current", step), ("adjacent", step - 1)].filter { used.contains($0.1) }
    return "{\(names.map(\.0).joined(separator: ", "))}"
  }

  var sessionState: String {
    guard let session = pool.session else { return "none" }
    return now < session.expires ? "fresh" : "expired"
  }

  private var deviceState: String {
    guard let device = pool.device, device.verifier != nil else { return "none" }
    return device.isRemembered ? "remembered" : "tracked"
  }

  private var signUpSessionState: String {
    guard let record = pool.signUpSession else { return "none" }
    return record.counts(at: now) ? "valid" : "used"
  }

  private var mailedCodeState: String {
    guard let outstanding = pool.outstanding else { return "none" }
    return now < outstanding.expires ? "fresh" : "expired"
  }
}
