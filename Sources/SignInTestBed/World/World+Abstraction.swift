import SignInCryptography

extension World {
  /// The concrete record in the words of the table: the present value of each variable that
  /// cryptography and the clock decide.
  var abstraction: [RecordPart] {
    let failures = pool.isQuiet(at: now) ? 0 : min(pool.failures, 7)
    return [
      passwordTerm, totpTerm, sessionTerm, mailedCodeTerm, grantTerm, deviceTerm,
      pool.passkeys.credentials.isEmpty ? .passkeyNone : .passkeyRegistered, signUpSessionTerm,
    ].map { binding.record($0) } + [
      binding.record(.usedNone, usedCodes), binding.record(.failures, failures),
      binding.record(.locked, now < pool.lockedUntil ? 1 : 0),
    ] + otherAbstraction
  }

  private var passwordTerm: TableTerm {
    guard let password = pool.password else { return .passwordNone }
    guard let expires = password.expires else { return .passwordPermanent }
    return now < expires ? .passwordTemporary : .passwordExpired
  }

  private var totpTerm: TableTerm {
    switch (pool.authenticator != nil, pool.pendingSecret != nil) {
    case (false, false): .totpNone
    case (false, true): .totpPending
    case (true, false): .totpVerified
    case (true, true): .totpReplacing
    }
  }

  private var usedCodes: Int {
    let step = now / 30
    let used = pool.authenticator?.usedSteps ?? []
    return [(TableTerm.usedCurrent, step), (.usedAdjacent, step - 1)]
      .filter { used.contains($0.1) }.reduce(0) { $0 | binding.part($1.0).code }
  }

  var sessionTerm: TableTerm {
    guard let session = pool.session else { return .sessionNone }
    return now < session.expires ? .sessionFresh : .sessionExpired
  }

  private var deviceTerm: TableTerm {
    guard let device = pool.device, device.verifier != nil else { return .deviceNone }
    return device.isRemembered ? .deviceRemembered : .deviceTracked
  }

  private var signUpSessionTerm: TableTerm {
    guard let record = pool.signUpSession else { return .signUpSessionNone }
    return record.counts(at: now) ? .signUpSessionValid : .signUpSessionUsed
  }

  private var mailedCodeTerm: TableTerm {
    guard let outstanding = pool.outstanding else { return .mailedNone }
    return now < outstanding.expires ? .mailedFresh : .mailedExpired
  }
}
