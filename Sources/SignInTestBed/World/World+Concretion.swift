import SignInCryptography
import TransitionTables

extension World {
  /// A world whose concrete record stands for a valuation: the reverse of ``abstraction``.
  ///
  /// Used to judge evidence in every credential and session state that was reached, without walking
  /// there; replays of paths walk, and use nothing of this.
  init(
    standingFor state: TableState, random: SeededRandomBytes, conventions: TestBedConventions
  ) throws(CryptographyError) {
    try self.init(
      state.binding, random: random, name: state.holds(.hasPlainNames) ? UserHalf.plainName : nil,
      conventions: conventions)
    try concretise(state)
  }

  /// Gives a new world the concrete record that a valuation stands for.
  /// - Parameter secret: the authenticator's, where it has one; nil draws one.
  mutating func concretise(
    _ state: TableState, secret: Secret? = nil
  ) throws(CryptographyError) {
    try concretisePassword(state)
    try concretiseAuthenticator(state, given: secret)
    try concretiseSession(state)
    try concretiseDevice(state)
    try concretisePasskey(state)
    try handOutWhatIsOutstanding(state)
    if state.holds(.sessionExpired) { pool.session?.expires = now }
    if state.holds(.mailedExpired) { pool.outstanding?.expires = now }
    try concretiseSignUpSession(state)
    try concretiseTokens(state)
    pool.failures = state.value(.failures)
    if pool.failures > 0 { pool.lastFailure = now - 1 }
    // A lock that outlasts the setting up of a sign-in, however slow the machine is.
    if state.holds(.locked) { pool.lockedUntil = now + PoolHalf.longestLock }
  }

  private mutating func concretisePassword(_ state: TableState) throws(CryptographyError) {
    guard !state.holds(.passwordNone) else { return }
    try storePassword(isTemporary: false)
    try storePassword(isTemporary: !state.holds(.passwordPermanent))
    if state.holds(.passwordExpired) { pool.password?.expires = now - 1 }
  }

  private mutating func concretiseAuthenticator(
    _ state: TableState, given: Secret?
  ) throws(CryptographyError) {
    let isReplacing = state.holds(.totpReplacing)
    if state.holds(.totpVerified) || isReplacing {
      // Drawn in any case, so that what is drawn behind it is the same.
      let drawn = Secret(bytes: try random.bytes(32))
      let secret = given ?? drawn
      var verifier = try pool.makeVerifier(of: secret)
      let codes = try TimeBasedCode(secret: secret)
      for (term, time) in [(TableTerm.usedAdjacent, now - 30), (.usedCurrent, now)]
      where state.includes(term) {
        _ = try verifier.verify(try codes.code(at: time), at: now)
      }
      pool.authenticator = verifier
      user.authenticator = secret
    }
    if state.holds(.totpPending) || isReplacing { try newAuthenticator() }
  }

  private mutating func concretiseSession(_ state: TableState) throws(CryptographyError) {
    try issueSession()  // One that was spent, for replays of it.
    user.session = sessionUnderWay
    retireSession()
    guard !state.holds(.sessionNone) else { return }
    try issueSession()
    // The app keeps the string of the one before where an answer was accepted and what came of it
    // was an error (amplify-client §5.2).
    let kinds = binding.kinds.values.filter { $0.kind.judge == .session }
    if kinds.allSatisfy({ state.holds($0.kind.held) }) { user.session = sessionUnderWay }
    sessionUnderWay = nil
  }

  /// What evidence of each kind answers is handed out where the table says that it is outstanding.
  private mutating func handOutWhatIsOutstanding(
    _ state: TableState
  ) throws(CryptographyError) {
    for kind in binding.kinds.values.sorted(by: { $0.name < $1.name })
    where state.holds(kind.kind.outstanding) {
      try kind.method.handOut(&self, kind)
    }
  }

  private mutating func concretiseDevice(_ state: TableState) throws(CryptographyError) {
    let isRemembered = state.holds(.deviceRemembered)
    if isRemembered || state.holds(.deviceTracked) {
      try newDeviceKey()
      try confirmDevice()
      pool.device?.isRemembered = isRemembered
    } else if state.holds(.deviceKeyKept) {
      try newDeviceKey()
      pool.device = nil
    }
  }

  private mutating func concretisePasskey(_ state: TableState) throws(CryptographyError) {
    guard state.holds(.passkeyRegistered) else { return }
    try beginRegistration()
    _ = try judge(registration: try makeRegistration(EvidenceClass.rightName))
    storePasskey()
  }

  private mutating func concretiseSignUpSession(_ state: TableState) throws(CryptographyError) {
    guard !state.holds(.signUpSessionNone) else { return }
    try issueSignUpSession()
    pool.signUpSession?.isUsed = state.holds(.signUpSessionUsed)
  }

  /// Tokens of a sign-in that is as long ago as they have aged.
  private mutating func concretiseTokens(_ state: TableState) throws(CryptographyError) {
    guard !state.holds(.grantNone) else { return }
    let present = now
    if state.holds(.grantStale) { now -= 3_600 }
    if state.holds(.grantExpired) { now -= 2_592_000 }
    try issueTokens()
    now = present
    if state.holds(.grantRevoked) { revokeTokens() }
  }
}
