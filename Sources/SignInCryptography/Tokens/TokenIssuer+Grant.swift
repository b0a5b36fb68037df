extension TokenIssuer {
  /// The state that a pool keeps about a sign-in that issued tokens.
  public struct Grant: Sendable {
    /// The pool's verdict on a refresh token.
    public enum Verdict: Sendable, Equatable {
      /// The token belongs to the grant and has not expired.
      case accepted
      /// The token belongs to the grant and has expired: `Refresh Token has expired`.
      case expired
      /// The token was replaced, and its grace period is over: `RefreshTokenReuseException`.
      case reused
      /// The token belongs to the grant, but the tracked device's key is missing: `Invalid Refresh
      /// Token`.
      case deviceMissing
      /// The token does not belong to the grant: `Invalid Refresh Token`.
      case mismatch
    }

    /// A refresh token that was replaced by another.
    struct Retired: Sendable {
      let token: Secret
      /// The end of its grace period, until which it is still accepted, in seconds since 1970.
      let takenUntil: Int64
    }

    /// The user whom the tokens are about.
    public var subject: Subject
    /// `auth_time`: the time of the sign-in, in seconds since 1970.
    public let signedIn: Int64
    /// `origin_jti`: the id that all tokens of this sign-in share.
    public let origin: String
    /// `event_id`: the id of the sign-in.
    public let event: String
    /// `device_key`, if the sign-in was on a tracked device; nil otherwise.
    public let deviceKey: String?
    /// When the refresh token expires, in seconds since 1970.
    public let refreshExpires: Int64
    var refreshToken: Secret
    /// The replaced refresh tokens, in order.
    var retired: [Retired] = []

    /// Whether a text is the grant's refresh token, compared in constant time.
    public func matches(refreshToken text: String) -> Bool {
      refreshToken.matches(Secret(text))
    }

    /// Judges a refresh token, comparing in constant time. `TokenRevocations` knows whether the
    /// grant was revoked.
    ///
    /// - Parameters:
    ///   - text: the refresh token as it was presented.
    ///   - deviceKey: the device key that came with it, if any.
    ///   - now: the pool's clock, in seconds since 1970.
    public func judge(
      refreshToken text: String, deviceKey: String?, at now: Int64
    ) -> Verdict {
      let presented = Secret(text)
      let isCurrent = refreshToken.matches(presented)
      let matching = retired.indices.filter { retired[$0].token.matches(presented) }
      guard isCurrent || !matching.isEmpty else { return .mismatch }
      // Of the replaced tokens only the last is accepted for a grace period (N669).
      if !isCurrent, let last = retired.indices.last {
        guard matching.contains(last), now < retired[last].takenUntil else { return .reused }
      }
      if let expected = self.deviceKey, expected != deviceKey { return .deviceMissing }
      return now < refreshExpires ? .accepted : .expired
    }
  }
}
