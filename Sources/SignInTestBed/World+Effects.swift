import SignInCryptography

extension World {
  /// An effect that a table names and the test bed does not know.
  struct UnknownEffect: Error {
    var name: String
  }

  /// The effects that the test bed can carry out, by the names of the table.
  static let knownEffects: Set<String> = [
    "issueSession", "endSession", "sendSMSCode", "sendEmailCode", "sendSignUpCode",
    "sendResetCode", "sendAttributeCode", "forgetCode", "storePassword", "storeTemporaryPassword",
    "newTOTPSecret", "dropTOTPSecret", "verifyTOTPSecret", "useTimeStep", "storeAddress",
    "changeAddress", "countFailure", "clearFailures", "issueTokens", "revokeTokens",
    "createAccount", "untilLockEnds", "untilNextTimeStep", "untilSessionExpires", "untilQuiet",
    "untilCodeExpires", "untilTemporaryPasswordExpires", "newDeviceKey", "confirmDevice",
    "rememberDevice", "forgetDevice", "dropDeviceKey", "passkeyOptions", "registerPasskey",
    "deletePasskey", "assertionOptions", "newCustomChallenge", "issueSignUpSession",
    "endSignUpSession", "renewTokens", "dropTokens", "untilAccessTokenExpires",
    "untilRefreshTokenExpires", "untilHourEnds", "deleteAccount", "unrememberDevice",
    "migrateUser", "storeSignUpPassword", "loseAuthenticator", "storePreferredUsername",
    "dropPreferredUsername", "dropAddress", "newPendingAddress", "rotateTokens", "disturbChannel",
    "loseRequest", "leaveToAdministrator", "keepRequest", "dropRequest", "loseAnswer",
    "deliverRequest", "discardAnswer",
    "discardOtherAnswer", "turnToOtherApp", "revokeOtherTokens",
  ]

  /// Carries out what a row makes beside the state.
  mutating func apply(_ effect: String) throws(CryptographyError) {
    // What an administrator is granted is changed by the action that follows.
    guard effect != "leaveToAdministrator", !applyToChannel(effect) else { return }
    switch effect {
    case "issueSession": try issueSession()
    case "endSession": retireSession()
    case "sendSMSCode": try sendMFACode(by: .smsMFA)
    case "sendEmailCode": try sendMFACode(by: .emailMFA)
    case "sendSignUpCode": try sendCode(for: .signUp, life: Self.signUpCodeLife)
    case "sendResetCode": try sendCode(for: .reset, life: Self.resetCodeLife)
    case "forgetCode": pool.outstanding = nil
    case "storePassword": try storePassword(isTemporary: false)
    case "storeTemporaryPassword": try storePassword(isTemporary: true)
    case "newTOTPSecret":
      let secret = Secret(bytes: try random.bytes(32))
      pool.pendingSecret = secret
      user.pendingAuthenticator = secret
    case "dropTOTPSecret": pool.authenticator = nil
    case "verifyTOTPSecret":
      pool.authenticator = provedVerifier ?? pool.authenticator
      pool.pendingSecret = nil
      user.authenticator = user.pendingAuthenticator
      user.pendingAuthenticator = nil
    case "countFailure": pool.countFailure(at: now)
    case "clearFailures": (pool.failures, pool.lockedUntil) = (0, 0)
    default: try applyToHoldings(effect)
    }
  }

  /// What changes tokens, devices and passkeys.
  private mutating func applyToHoldings(_ effect: String) throws(CryptographyError) {
    switch effect {
    case "issueTokens": try issueTokens()
    case "renewTokens": try renewTokens()
    case "rotateTokens": try rotateTokens()
    case "revokeTokens": revokeTokens()
    case "revokeOtherTokens": revokeOtherTokens()
    case "turnToOtherApp": turnToOtherApp()
    case "dropTokens": (user.tokens, user.refreshToken) = (nil, nil)
    case "newDeviceKey": try newDeviceKey()
    case "confirmDevice": try confirmDevice()
    case "rememberDevice": pool.device?.isRemembered = true
    case "unrememberDevice": pool.device?.isRemembered = false
    case "forgetDevice": pool.device = nil
    case "dropDeviceKey": user.device = nil
    case "passkeyOptions": try beginRegistration()
    case "registerPasskey":
      if let passkey = provedPasskey { pool.passkeys.credentials.append(passkey) }
      (provedPasskey, pool.passkeys.registration) = (nil, nil)
    case "deletePasskey": pool.passkeys.credentials = []
    case "assertionOptions": try beginAssertion()
    case "issueSignUpSession": try issueSignUpSession()
    case "endSignUpSession": pool.signUpSession?.isUsed = true
    case "deleteAccount": deleteAccount()
    default: passTime(effect)
    }
  }

  /// The account is gone with all that the service keeps of it; the user keeps what they hold.
  private mutating func deleteAccount() {
    revokeTokens()
    revokeOtherTokens()
    other?.pending = nil
    other?.mfaCode = nil
    (pool.password, pool.authenticator, pool.pendingSecret, pool.outstanding) = (nil, nil, nil, nil)
    (pool.device, pool.signUpSession, pool.session) = (nil, nil, nil)
    pool.passkeys = PasskeyRecord()
    (pool.failures, pool.lockedUntil) = (0, 0)
  }

  /// Moves the clock to just after what a row of time waits for.
  private mutating func passTime(_ effect: String) {
    switch effect {
    case "untilLockEnds": now = max(now, pool.lockedUntil)
    case "untilNextTimeStep": now = (now / 30 + 1) * 30 + 1
    case "untilSessionExpires":
      now = max(now, pool.session?.expires ?? now, other?.pending?.expires ?? now)
      if let record = pool.signUpSession, record.counts(at: now) { now = record.expires }
    case "untilQuiet": now += 900
    case "untilCodeExpires": now = max(now, pool.outstanding?.expires ?? now)
    case "untilTemporaryPasswordExpires": now = max(now, pool.password?.expires ?? now)
    case "untilAccessTokenExpires":
      now = max(now, pool.tokens.accessExpires, other?.grant.accessExpires ?? now)
    case "untilRefreshTokenExpires":
      let ends = [pool.tokens.grant, other?.grant.grant].compactMap { $0?.refreshExpires }
      now = max(now, ends.max() ?? now)
    case "untilHourEnds": now += 3_600
    default: break  // Nothing that leaves a trace in the concrete record.
    }
  }
}
