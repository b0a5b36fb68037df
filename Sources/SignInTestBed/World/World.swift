import SignInCryptography

/// One run of the test bed: both halves, the clock and the source of randomness.
///
/// A world is a value and a pure function of its seed and of the operations on it. Times are Unix
/// seconds; the clock starts one second into a TOTP time step.
struct World: Sendable {
  /// The model, bound to the code that carries out what it names.
  let binding: TestBedBinding
  var now: Int64 = 1_767_225_601
  var random: SeededRandomBytes
  var user: UserHalf
  var pool: PoolHalf
  var counts = CryptographyCounts()
  /// The state of the user's other app, once there is one.
  var other: AppInstance?
  /// The difference of the device's clock from the service's, in seconds.
  var clientSkew: Int64 = 0
  /// The request that arrives late or a second time.
  var late: LateRequest?
  /// The session string that is on its way from pool to app.
  var sessionUnderWay: Secret?
  /// The verifier of a secret that was just proved, until a row stores it.
  var provedVerifier: TimeBasedCodeVerifier?
  /// Whether the password is proved, and not sent (PASSWORD_VERIFIER).
  var provesPassword = false
  /// The `sub` of the user; it may differ from the internal user name.
  var subject: String
  /// Whether the pool requires passkeys to verify their user
  /// (WebAuthnConfiguration.UserVerification).
  var verifiesUsers = true
  /// Whether each refresh brings a new refresh token (RefreshTokenRotation).
  var rotatesTokens = false
  /// A passkey whose registration was just judged, until a row stores it.
  var provedPasskey: RelyingParty.Credential?

  static let poolID = "eu-west-1_Waymark01"
  /// The difference of a wrong clock from the right time, in seconds.
  private static let skew: Int64 = 7_200
  static let temporaryPasswordLife: Int64 = 7 * 86_400

  /// - Parameters:
  ///   - binding: the model that is executed.
  ///   - random: the source of randomness of this world alone.
  ///   - name: `USER_ID_FOR_SRP`, where user names are plain; nil where it is the `sub`.
  ///   - conventions: the conventions of both halves.
  init(
    _ binding: TestBedBinding, random: SeededRandomBytes, name: String? = nil,
    conventions: TestBedConventions
  ) throws(CryptographyError) {
    self.binding = binding
    var random = random
    let sub = try random.identifier()
    subject = sub
    let stranger = UserHalf.Stranger(
      password: Secret(try random.password()), authenticator: Secret(bytes: try random.bytes(32)),
      code: try OneTimeCode(randomness: &random).text)
    self.random = random
    user = UserHalf(stranger: stranger, conventions: conventions.client)
    user.authenticatorDevice = SoftwareAuthenticator(conventions: conventions.client.webAuthn)
    pool = PoolHalf(
      poolID: Self.poolID, userID: name ?? sub,
      server: try SRPServer(poolID: Self.poolID, conventions: conventions.pool.srp),
      conventions: conventions.pool)
  }

  /// Starts the user's side of an SRP exchange with a fresh key.
  mutating func makeSRPClient() throws(CryptographyError) -> SRPClient {
    try SRPClient(
      poolID: Self.poolID, randomness: &random, conventions: user.conventions.srp)
  }

  /// Sets a new password of the account, at the user and at the pool.
  mutating func storePassword(isTemporary: Bool) throws(CryptographyError) {
    let password = Secret(try random.password())
    user.passwords.append(password)
    let salt = try random.bytes(16)
    pool.password = PoolHalf.StoredPassword(
      verifier: try pool.server.makeVerifier(
        userID: pool.userID, password: password, salt: salt),
      expires: isTemporary ? now + Self.temporaryPasswordLife : nil)
  }

  /// Issues a session string; the previous one is spent.
  mutating func issueSession() throws(CryptographyError) {
    retireSession()
    let text = try random.opaqueText()
    pool.session = PoolHalf.Session(text: text, expires: now + pool.conventions.sessionLife)
    sessionUnderWay = text
  }

  mutating func retireSession() {
    if let text = pool.session?.text {
      pool.spentSessions.append(text)
      user.spentSessions.append(text)
    }
    pool.session = nil
  }

  /// Sends a code that confirms, verifies or resets, with a life of its own.
  mutating func sendCode(for kind: String, life: Int64) throws(CryptographyError) {
    let code = try OneTimeCode(randomness: &random)
    pool.outstanding = PoolHalf.OutstandingCode(code: code, kind: kind, expires: now + life)
    user.inbox[kind, default: []].append(code.text)
  }

  /// Sends a code that is valid as long as the session.
  mutating func sendSessionCode(
    for kind: String, digits: Int = 6
  ) throws(CryptographyError) {
    let code = try OneTimeCode(digits: digits, randomness: &random)
    pool.mfaCode = code
    user.inbox[kind, default: []].append(code.text)
  }

  /// Applies the configuration of the pool and the app's device.
  mutating func setUp(for state: TableState) {
    verifiesUsers = state.holds(.userVerificationRequired) || state.holds(.multiFactorPasskeys)
    rotatesTokens = state.holds(.rotatesTokens)
    clientSkew = Self.clientSkew(in: state)
  }

  /// The difference of the app's clock from the service's, in seconds.
  static func clientSkew(in state: TableState) -> Int64 {
    state.holds(.slowClock) ? -skew : state.holds(.fastClock) ? skew : 0
  }
}
