import SignInCryptography
import TransitionTables

extension World {
  /// A world whose concrete record stands for a valuation: the reverse of ``abstraction``.
  ///
  /// Used to judge evidence in every credential and session state that was reached, without walking
  /// there; replays of paths walk, and use nothing of this.
  init(
    standingFor valuation: [Int], of model: Model, seed: UInt64, purpose: String,
    conventions: TestBedConventions
  ) throws(CryptographyError) {
    let state = ValuationReader(model: model, valuation: valuation)
    let isPlain = state["usernameAttributes"] == "{}"
    try self.init(
      seed: seed, purpose: purpose, name: isPlain ? WireApp.name : nil, conventions: conventions)
    try concretisePassword(state["password"])
    try concretiseAuthenticator(state["totp"], usedCodes: state["usedCodes"])
    try concretiseSession(state)
    try concretiseMailedCode(state)
    try concretiseHoldings(state)
    pool.failures = Int(state["failures"]) ?? 0
    if pool.failures > 0 { pool.lastFailure = now - 1 }
    if state["locked"] == "true" { pool.lockedUntil = now + 1 }
  }

  /// Devices, passkeys, tokens and the session of a sign-up.
  private mutating func concretiseHoldings(_ state: ValuationReader) throws(CryptographyError) {
    if ["tracked", "remembered"].contains(state["device"]) {
      try newDeviceKey()
      try confirmDevice()
      pool.device?.isRemembered = state["device"] == "remembered"
    } else if state["deviceKey"] == "kept" {
      try newDeviceKey()
      pool.device = nil
    }
    if state["passkey"] == "registered" {
      try beginRegistration()
      _ = try judgeRegistration("current")
      try apply("registerPasskey")
    }
    if state["awaiting"] == "webAuthn" { try beginAssertion() }
    if ["valid", "used"].contains(state["signUpSession"]) {
      try issueSignUpSession()
      pool.signUpSession?.isUsed = state["signUpSession"] == "used"
    }
    try concretiseTokens(state["grant"])
  }

  /// Tokens of a sign-in that is as long ago as they have aged.
  private mutating func concretiseTokens(_ grant: String) throws(CryptographyError) {
    guard !["", "none"].contains(grant) else { return }
    let present = now
    if grant == "stale" { now -= 3_600 }
    if grant == "expired" { now -= 2_592_000 }
    try issueTokens()
    now = present
    if grant == "revoked" { revokeTokens() }
  }

  private mutating func concretisePassword(_ state: String) throws(CryptographyError) {
    guard state != "none" else { return }
    try storePassword(isTemporary: false)
    try storePassword(isTemporary: state != "permanent")
    if state == "temporaryExpired" { pool.password?.expires = now - 1 }
  }

  private mutating func concretiseAuthenticator(
    _ state: String, usedCodes: String
  ) throws(CryptographyError) {
    if state == "verified" || state == "replacing" {
      let secret = Secret(bytes: try random.bytes(32))
      var verifier = try pool.makeVerifier(of: secret)
      let codes = try TimeBasedCode(secret: secret)
      for (name, time) in [("adjacent", now - 30), ("current", now)]
      where usedCodes.contains(name) {
        _ = try verifier.verify(try codes.code(at: time), at: now)
      }
      pool.authenticator = verifier
      user.authenticator = secret
    }
    if state == "pending" || state == "replacing" { try apply("newTOTPSecret") }
  }

  private mutating func concretiseSession(_ state: ValuationReader) throws(CryptographyError) {
    try issueSession()  // One that was spent, for replays of it.
    user.session = sessionUnderWay
    retireSession()
    guard state["session"] != "none" else { return }
    try issueSession()
    if holdsPendingSession(state) { user.session = sessionUnderWay }
    sessionUnderWay = nil
    if ["smsMFA", "smsOTP"].contains(state["awaiting"]) { try sendMFACode(by: .smsMFA) }
    if ["emailMFA", "emailSetup", "emailOTP"].contains(state["awaiting"]) {
      try sendMFACode(by: .emailMFA)
    }
    if state["session"] == "expired" { pool.session?.expires = now }
  }

  /// Whether the app waits for the answer to the pending challenge. It keeps the string of the one
  /// before where an answer was accepted and what came of it was an error (amplify-client §5.2).
  private func holdsPendingSession(_ state: ValuationReader) -> Bool {
    let awaited = [
      "waitingSMS": ["smsMFA"], "waitingTOTP": ["totpMFA"],
      "waitingEmailCode": ["emailMFA", "emailSetup", "emailOTP"],
      "waitingNewPassword": ["newPassword"], "waitingMFASelection": ["mfaSelection"],
      "waitingSMSOTP": ["smsOTP"], "waitingPasskey": [],
      "waitingCustomChallenge": ["customChallenge"], "waitingFactorSelection": ["firstFactor"],
    ]
    return awaited[state["client.at"]]?.contains(state["awaiting"]) ?? true
  }

  private mutating func concretiseMailedCode(_ state: ValuationReader) throws(CryptographyError) {
    guard state["mailedCode"] != "none" else { return }
    let isSignUp = state["status"] == "unconfirmed"
    try sendCode(for: isSignUp ? .signUp : .reset, life: 60)
    if state["mailedCode"] == "expired" { pool.outstanding?.expires = now }
  }
}

/// The values of a valuation by name, as a model writes them; empty for what the model lacks.
struct ValuationReader {
  let model: Model
  let valuation: [Int]

  subscript(name: String) -> String {
    guard let slot = model.symbols[name]?.slots.first else { return "" }
    return model.text(of: valuation[slot], in: slot)
  }
}
