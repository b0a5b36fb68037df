import SignInCryptography
import TransitionTables

extension World {
  /// Creates a world whose concrete record represents a state: the reverse of ``abstraction``.
  ///
  /// It serves to judge evidence in every reached state of credential and session without walking
  /// there; replays of paths walk and do not use it.
  init(
    standingFor state: TableState, random: SeededRandomBytes, conventions: TestBedConventions
  ) throws(CryptographyError) {
    try self.init(
      state.binding, random: random, name: state.holds(.hasPlainNames) ? UserHalf.plainName : nil,
      conventions: conventions)
    try concretise(state)
  }

  /// Gives a new world the concrete record that represents a state.
  /// - Parameter secret: the authenticator's secret; nil generates one.
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
    // The longest lock, so that it outlasts the preparation of a sign-in on a slow machine.
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
      // Draw it in any case, so that later random values are the same.
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
    // The app keeps the previous session string where the pool accepted an answer and the result
    // was an error (amplify-client §5.2).
    let kinds = binding.kinds.values.filter { $0.kind.judge == .session }
    if kinds.allSatisfy({ state.holds($0.kind.held) }) { user.session = sessionUnderWay }
    sessionUnderWay = nil
  }

  /// Issues what evidence of each kind must answer, where the table says that it is outstanding.
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

  /// Issues tokens of a sign-in that is as old as the state says.
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
