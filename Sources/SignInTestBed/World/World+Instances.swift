import SignInCryptography

/// The state of one of a user's two apps: what the app holds, and what the service keeps of its
/// sign-in and tokens. The account, the user's secrets and the clock are shared.
struct AppInstance: Sendable {
  var session: Secret?
  var tokens: TokenIssuer.Tokens?
  var refreshToken: Secret?
  var codes: [String: [String]] = [:]
  var pending: PoolHalf.Session?
  var mfaCode: OneTimeCode?
  var grant = GrantRecord()
}

extension World {
  /// The kinds of codes that are valid as long as a session.
  private var sessionCodes: [String] {
    binding.kinds.values.filter { $0.kind.judge == .sessionCode }.map(\.name)
  }

  /// Switches to the user's other app; codes that were sent for a sign-in stay with its app.
  mutating func turnToOtherApp() {
    let front = AppInstance(
      session: user.session, tokens: user.tokens, refreshToken: user.refreshToken,
      codes: user.inbox.filter { sessionCodes.contains($0.key) }, pending: pool.session,
      mfaCode: pool.mfaCode, grant: pool.tokens)
    let back = other ?? AppInstance()
    other = front
    user.session = back.session
    (user.tokens, user.refreshToken) = (back.tokens, back.refreshToken)
    for kind in sessionCodes { user.inbox[kind] = back.codes[kind] }
    (pool.session, pool.mfaCode, pool.tokens) = (back.pending, back.mfaCode, back.grant)
  }

  /// Revokes the tokens of the app in the background.
  mutating func revokeOtherTokens() {
    guard let grant = other?.grant.grant else { return }
    other?.grant.revocations.revoke(grant)
  }

  /// The session and grant of the app in the background, in the words of the table.
  var otherAbstraction: [RecordPart] {
    var (session, grant) = (TableTerm.sessionNone, TableTerm.grantNone)
    if other != nil {
      var world = self
      world.turnToOtherApp()
      (session, grant) = (world.sessionTerm, world.grantTerm)
    }
    return [
      binding.record(.otherSession, binding.part(session).code),
      binding.record(.otherGrant, binding.part(grant).code),
    ]
  }
}
