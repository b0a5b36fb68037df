import SignInCryptography

/// The service half: its own concrete record of one user, and its judges of bytes.
///
/// It holds verifiers, secrets, used time steps, session strings and times, never the table's
/// classes. What the table calls fresh, expired, used or locked is derived from these and the clock
/// by ``World/abstraction``.
struct PoolHalf: Sendable {
  /// A stored password as salt and verifier; the password itself is not stored.
  struct StoredPassword: Sendable {
    var verifier: SRPServer.Verifier
    /// When a temporary password expires; nil for a permanent one.
    var expires: Int64?
  }

  /// A code that was sent and not yet used.
  struct OutstandingCode: Sendable {
    var code: OneTimeCode
    /// The kind of evidence that the code is for.
    var kind: String
    var expires: Int64
  }

  /// The pending session string.
  struct Session: Sendable {
    var text: Secret
    var expires: Int64
  }

  let poolID: String
  let userID: String
  let server: SRPServer
  var conventions: HalfConventions
  var password: StoredPassword?
  var authenticator: TimeBasedCodeVerifier?
  var pendingSecret: Secret?
  var mfaCode: OneTimeCode?
  var outstanding: OutstandingCode?
  var attributeCode: OneTimeCode?
  /// The nonces, keys and the like of kinds of evidence without a property of their own, by kind.
  var held: [String: Secret] = [:]
  var session: Session?
  var spentSessions: [Secret] = []
  var failures = 0
  var lastFailure: Int64 = 0
  var lockedUntil: Int64 = 0
  var device: KnownDevice?
  var passkeys = PasskeyRecord()
  var tokens = GrantRecord()
  var signUpSession: SignUpSessionRecord?

  // MARK: Judgement

  /// The largest difference of TIMESTAMP from the service's time, in seconds.
  static let timestampTolerance: Int64 = 300

  /// Judges an SRP proof: the exchange from A to the signature, which includes the client's time.
  func judge(
    proofBy client: SRPClient, password secret: Secret, at now: (pool: Int64, client: Int64),
    random: inout SeededRandomBytes
  ) throws(CryptographyError) -> Verdict {
    guard let password else { return .refused(.mismatch) }
    let exchange = try server.challenge(
      publicKey: client.publicKey, verifier: password.verifier, randomness: &random)
    let block = Base64.encode(try random.bytes(64))
    let timestamp = try TimestampFormatter.format(now.client)
    let challenge = SRPClient.Challenge(
      salt: exchange.salt, publicKey: exchange.publicKey, secretBlock: block, userID: userID)
    let signature = try client.proof(for: challenge, password: secret, timestamp: timestamp)
    let claim = SRPServer.Claim(secretBlock: block, timestamp: timestamp, signature: signature)
    let claimed = try TimestampParser.parse(claim.timestamp)
    guard abs(claimed - now.pool) <= Self.timestampTolerance else { return .refused(.mismatch) }
    return try server.verify(claim, for: exchange) ? .accepted : .refused(.mismatch)
  }

  /// Judges a password sent in clear text, by computing its verifier.
  func judge(passwordOnWire secret: Secret) throws(CryptographyError) -> Verdict {
    guard let password else { return .refused(.mismatch) }
    let isRight = try server.judge(password: secret, against: password.verifier)
    return isRight ? .accepted : .refused(.mismatch)
  }

  /// Judges an authenticator's code, and records an accepted one as used.
  mutating func judge(timeBasedCode code: String, at now: Int64) throws(CryptographyError)
    -> Verdict
  {
    guard authenticator != nil else { return .refused(.mismatch) }
    switch try authenticator?.verify(code, at: now) {
    case .accepted: return .accepted
    case .alreadyUsed: return .refused(.used)
    default: return .refused(.mismatch)
    }
  }

  /// Judges the code that proves a new secret; returns the verifier for the effect that stores it.
  func judge(
    setupCode code: String, at now: Int64
  ) throws(CryptographyError) -> (verdict: Verdict, verifier: TimeBasedCodeVerifier?) {
    guard let pendingSecret else { return (.refused(.mismatch), nil) }
    var verifier = try makeVerifier(of: pendingSecret)
    if case .accepted = try verifier.verify(code, at: now) { return (.accepted, verifier) }
    return (.refused(.mismatch), nil)
  }

  func makeVerifier(of secret: Secret) throws(CryptographyError) -> TimeBasedCodeVerifier {
    var policy = TimeBasedCodeVerifier.Policy()
    policy.window = conventions.codeWindow
    policy.isSingleUse = conventions.codesAreSingleUse
    return try TimeBasedCodeVerifier(secret: secret, policy: policy)
  }

  /// Judges the code of an MFA message, which is valid as long as its session.
  func judge(mfaCode code: String) -> Verdict {
    guard let mfaCode, case .matches = mfaCode.judge(code) else { return .refused(.mismatch) }
    return .accepted
  }

  /// Judges a code that was sent to confirm, verify or reset.
  func judge(code: String, for kind: String, at now: Int64) -> Verdict {
    guard let outstanding, outstanding.kind == kind else { return .refused(.expired) }
    guard case .matches = outstanding.code.judge(code) else { return .refused(.mismatch) }
    return now < outstanding.expires ? .accepted : .refused(.expired)
  }

  /// Judges a session string: refused where it is used, unknown or expired.
  func judge(session text: Secret, at now: Int64) -> Verdict {
    let isSpent = spentSessions.contains { $0.matches(text) }
    if isSpent && conventions.sessionsAreSingleUse { return .refused(.used) }
    let isPending = session?.text.matches(text) ?? false
    guard isPending || isSpent else { return .refused(.mismatch) }
    return now < session?.expires ?? .max ? .accepted : .refused(.expired)
  }

  /// Judges whether a temporary password is still valid.
  func judgeTemporaryPassword(at now: Int64) -> Verdict {
    guard let expires = password?.expires else { return .accepted }
    return now < expires ? .accepted : .refused(.expired)
  }

  // MARK: Failures

  /// The longest lock after failures, in seconds.
  static let longestLock: Int64 = 900

  /// Counts a failure; from the fifth on, the account is locked for 2^(n - 5) seconds, at most
  /// ``longestLock``. Where the clock moves by itself, the lock lasts one step longer.
  mutating func countFailure(at now: Int64) {
    failures = (isQuiet(at: now) ? 0 : failures) + 1
    lastFailure = now
    if failures >= 5 {
      let seconds = min(Self.longestLock, 1 << Int64(min(failures - 5, 10)))
      lockedUntil = now + seconds + conventions.clockStep
    }
  }

  /// Whether fifteen minutes have passed without a failure, and any lock has ended.
  func isQuiet(at now: Int64) -> Bool { now - lastFailure >= 900 && now >= lockedUntil }
}

extension String {
  /// Whether two texts have the same bytes, compared in time that depends only on their lengths;
  /// for texts that are presented as proof.
  func isEqualInConstantTime(to other: String) -> Bool {
    ConstantTime.areEqual(Array(utf8), Array(other.utf8))
  }
}
