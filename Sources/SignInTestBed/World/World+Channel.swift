import SignInCryptography

/// The effects of a lossy channel on the bytes of the test bed: the late request, and what user and
/// pool hold while it is judged.
///
/// A late request carries the session that the app had when it was sent. Nobody waits for its
/// answer: the session string, tokens and code in it are dropped.
struct LateRequest: Sendable {
  /// The session string in the request.
  var session: Secret?
  /// The state of the app and the user, put aside while the request is judged.
  var held: Held?
  /// The pending sign-in at the pool, put aside meanwhile.
  var pending: Pending?

  /// The tokens and codes of the app's current sign-in.
  struct Held: Sendable {
    var session: Secret?
    var tokens: TokenIssuer.Tokens?
    var refreshToken: Secret?
    var inbox: [String: [String]]
    var grant: GrantRecord
  }

  /// The state that the pool keeps of one sign-in.
  struct Pending: Sendable {
    var session: PoolHalf.Session?
    var mfaCode: OneTimeCode?
  }
}

extension World {
  /// Delivers the late request: while it is judged, the app's session is the one in the request.
  mutating func deliverLate() {
    late = late ?? LateRequest(session: user.session)
    late?.held = LateRequest.Held(
      session: user.session, tokens: user.tokens, refreshToken: user.refreshToken,
      inbox: user.inbox, grant: pool.tokens)
    late?.pending = LateRequest.Pending(session: pool.session, mfaCode: pool.mfaCode)
    user.session = late?.session
  }

  /// Drops the answer; the app holds what it held before.
  mutating func discardAnswer(keepingPending: Bool) {
    defer { late = nil }
    sessionUnderWay = nil
    guard let held = late?.held else { return }
    user.session = held.session
    (user.tokens, user.refreshToken) = (held.tokens, held.refreshToken)
    (user.inbox, pool.tokens) = (held.inbox, held.grant)
    guard keepingPending, let pending = late?.pending else { return }
    (pool.session, pool.mfaCode) = (pending.session, pending.mfaCode)
    guard let text = pending.session?.text else { return }
    pool.spentSessions.removeAll { $0.matches(text) }
    user.spentSessions.removeAll { $0.matches(text) }
  }
}
