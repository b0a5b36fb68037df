import SignInCryptography
import TransitionTables

extension TestBedRegistry {
  /// The effects that change no bytes: their rows describe them completely.
  private static let withoutBytes = [
    Effect.nothing, "createAccount", "changeAddress", "storeAddress", "newPendingAddress",
    "dropAddress",
    "storePreferredUsername", "dropPreferredUsername", "migrateUser", "loseAuthenticator",
    // The world has one account, whose `claimed` has all there is to know of others.
    "takeAliasFromOthers",
    // The judge of a code records its time step, and the maker of an attribute's code sends it.
    "useTimeStep", "sendAttributeCode",
    // Only the service has the answer that a custom-challenge trigger accepts.
    "newCustomChallenge",
  ]

  mutating func registerEffects() {
    for name in Self.withoutBytes { effects[name] = Handler(run: { _, _ in }) }
    registerSecrets()
    registerSessions()
    registerHoldings()
    registerTime()
    registerChannel()
  }

  /// Registers effects on codes, passwords and authenticators.
  private mutating func registerSecrets() {
    effects["sendSessionCode"] = Handler(needsEvidence: true) {
      world, bound throws(CryptographyError) in
      if let kind = bound.kind { try world.sendSessionCode(for: kind.name) }
    }
    effects["sendLongSessionCode"] = Handler(needsEvidence: true) {
      world, bound throws(CryptographyError) in
      if let kind = bound.kind { try world.sendSessionCode(for: kind.name, digits: 8) }
    }
    effects["mailCode"] = Handler(needsEvidence: true, needsSeconds: true) {
      world, bound throws(CryptographyError) in
      guard let kind = bound.kind else { return }
      try world.sendCode(for: kind.name, life: Int64(bound.effect.seconds))
    }
    effects["handOut"] = Handler(needsEvidence: true) { world, bound throws(CryptographyError) in
      if let kind = bound.kind { try kind.method.handOut(&world, kind) }
    }
    register([
      "forgetCode": { world, _ in world.pool.outstanding = nil },
      "storePassword": { world, _ throws(CryptographyError) in
        try world.storePassword(isTemporary: false)
      },
      "storeTemporaryPassword": { world, _ throws(CryptographyError) in
        try world.storePassword(isTemporary: true)
      },
      "newTOTPSecret": { world, _ throws(CryptographyError) in try world.newAuthenticator() },
      "dropTOTPSecret": { world, _ in world.pool.authenticator = nil },
      "verifyTOTPSecret": { world, _ in world.acceptAuthenticator() },
      "countFailure": { world, _ in world.pool.countFailure(at: world.now) },
      "clearFailures": { world, _ in (world.pool.failures, world.pool.lockedUntil) = (0, 0) },
    ])
  }

  /// Registers effects on session strings and tokens.
  private mutating func registerSessions() {
    register([
      "issueSession": { world, _ throws(CryptographyError) in try world.issueSession() },
      "endSession": { world, _ in world.retireSession() },
      "keepSession": { world, _ in world.user.session = world.sessionUnderWay },
      "issueSignUpSession": { world, _ throws(CryptographyError) in
        try world.issueSignUpSession()
      },
      "endSignUpSession": { world, _ in world.pool.signUpSession?.isUsed = true },
      "issueTokens": { world, _ throws(CryptographyError) in try world.issueTokens() },
      "renewTokens": { world, _ throws(CryptographyError) in try world.renewTokens() },
      "rotateTokens": { world, _ throws(CryptographyError) in try world.rotateTokens() },
      "revokeTokens": { world, _ in world.revokeTokens() },
      "revokeOtherTokens": { world, _ in world.revokeOtherTokens() },
      "dropTokens": { world, _ in (world.user.tokens, world.user.refreshToken) = (nil, nil) },
      "turnToOtherApp": { world, _ in world.turnToOtherApp() },
      "deleteAccount": { world, _ in world.deleteAccount() },
    ])
  }

  /// Registers effects on devices and passkeys.
  private mutating func registerHoldings() {
    register([
      "newDeviceKey": { world, _ throws(CryptographyError) in try world.newDeviceKey() },
      "confirmDevice": { world, _ throws(CryptographyError) in try world.confirmDevice() },
      "rememberDevice": { world, _ in world.pool.device?.isRemembered = true },
      "unrememberDevice": { world, _ in world.pool.device?.isRemembered = false },
      "forgetDevice": { world, _ in world.pool.device = nil },
      "passkeyOptions": { world, _ throws(CryptographyError) in try world.beginRegistration() },
      "registerPasskey": { world, _ in world.storePasskey() },
      "deletePasskey": { world, _ in world.pool.passkeys.credentials = [] },
      "assertionOptions": { world, _ throws(CryptographyError) in try world.beginAssertion() },
    ])
  }

  /// Registers effects of the clock, which moves to just after the time that a row waits for.
  private mutating func registerTime() {
    effects["passTime"] = Handler(needsSeconds: true) { world, bound in
      world.now += Int64(bound.effect.seconds)
    }
    register([
      "untilLockEnds": { world, _ in world.pass(until: [world.pool.lockedUntil]) },
      "untilNextTimeStep": { world, _ in world.now = (world.now / 30 + 1) * 30 + 1 },
      "untilSessionExpires": { world, _ in
        world.pass(until: [world.pool.session?.expires, world.other?.pending?.expires])
        if let record = world.pool.signUpSession, record.counts(at: world.now) {
          world.now = record.expires
        }
      },
      "untilCodeExpires": { world, _ in world.pass(until: [world.pool.outstanding?.expires]) },
      "untilTemporaryPasswordExpires": { world, _ in
        world.pass(until: [world.pool.password?.expires])
      },
      "untilAccessTokenExpires": { world, _ in
        world.pass(until: [world.pool.tokens.accessExpires, world.other?.grant.accessExpires])
      },
      "untilRefreshTokenExpires": { world, _ in
        world.pass(
          until: [world.pool.tokens, world.other?.grant].map { $0?.grant?.refreshExpires })
      },
    ])
  }

  /// Registers effects of a lossy channel on requests and answers.
  private mutating func registerChannel() {
    register([
      "keepRequest": { world, _ in world.late = LateRequest(session: world.user.session) },
      "dropRequest": { world, _ in world.late = nil },
      "loseAnswer": { world, _ in world.sessionUnderWay = nil },
      "deliverRequest": { world, _ in world.deliverLate() },
      "discardAnswer": { world, _ in world.discardAnswer(keepingPending: false) },
      "discardOtherAnswer": { world, _ in world.discardAnswer(keepingPending: true) },
    ])
  }
}

extension World {
  /// Carries out an effect of a row.
  mutating func apply(_ effect: String) throws(CryptographyError) {
    try binding.effect(named: effect).run(in: &self)
  }

  /// Moves the clock forward to the last of some times.
  mutating func pass(until times: [Int64?]) {
    now = times.compactMap(\.self).reduce(now, max)
  }

  /// Issues a secret for a new authenticator, which is not yet proved.
  mutating func newAuthenticator() throws(CryptographyError) {
    let secret = Secret(bytes: try random.bytes(32))
    pool.pendingSecret = secret
    user.pendingAuthenticator = secret
  }

  /// Makes the secret that was just proved the account's authenticator.
  mutating func acceptAuthenticator() {
    pool.authenticator = provedVerifier ?? pool.authenticator
    pool.pendingSecret = nil
    user.authenticator = user.pendingAuthenticator
    user.pendingAuthenticator = nil
  }

  /// Deletes the account with all that the service keeps of it; the user keeps what they hold.
  mutating func deleteAccount() {
    revokeTokens()
    revokeOtherTokens()
    other?.pending = nil
    other?.mfaCode = nil
    (pool.password, pool.authenticator, pool.pendingSecret, pool.outstanding) = (nil, nil, nil, nil)
    (pool.device, pool.signUpSession, pool.session) = (nil, nil, nil)
    pool.passkeys = PasskeyRecord()
    (pool.failures, pool.lockedUntil) = (0, 0)
  }
}
