import SignInCryptography
import TransitionTables

extension TestBedRegistry {
  /// Effects whose rows say it all: nothing of them is in the bytes that the halves keep.
  private static let withoutBytes = [
    Effect.nothing, "createAccount", "changeAddress", "storeAddress", "newPendingAddress",
    "dropAddress",
    "storePreferredUsername", "dropPreferredUsername", "migrateUser", "loseAuthenticator",
    // There is one account, whose `claimed` says it all.
    "takeAliasFromOthers",
    // The judge of a code notes its time step, and the maker of an attribute's code sends it.
    "useTimeStep", "sendAttributeCode",
    // The answer that a designer's trigger takes is the service's alone.
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

  /// Codes, passwords and authenticators.
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

  /// Session strings and tokens.
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

  /// Devices and passkeys.
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

  /// The clock, which goes to just after what a row of time waits for.
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

  /// What a lossy channel does to requests and answers.
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
  /// Carries out what a row makes next to the state.
  mutating func apply(_ effect: String) throws(CryptographyError) {
    try binding.effect(named: effect).run(in: &self)
  }

  /// Moves the clock to the last of some times, if it is still to come.
  mutating func pass(until times: [Int64?]) {
    now = times.compactMap(\.self).reduce(now, max)
  }

  /// A secret for an authenticator, handed out and not yet proved.
  mutating func newAuthenticator() throws(CryptographyError) {
    let secret = Secret(bytes: try random.bytes(32))
    pool.pendingSecret = secret
    user.pendingAuthenticator = secret
  }

  /// The secret that was just proved becomes the authenticator of the account.
  mutating func acceptAuthenticator() {
    pool.authenticator = provedVerifier ?? pool.authenticator
    pool.pendingSecret = nil
    user.authenticator = user.pendingAuthenticator
    user.pendingAuthenticator = nil
  }

  /// The account is gone with all that the service keeps of it; the user keeps what they hold.
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
