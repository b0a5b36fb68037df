extension TokenIssuer {
  /// What a pool keeps about a sign-in whose tokens are out.
  public struct Grant: Sendable {
    /// What a pool makes of a refresh token.
    public enum Verdict: Sendable, Equatable {
      /// It is the grant's, and its time is not over.
      case accepted
      /// It is the grant's and too old: `Refresh Token has expired`.
      case expired
      /// It was replaced, and its grace is over: `RefreshTokenReuseException`.
      case reused
      /// It is the grant's, but the tracked device did not name itself: `Invalid Refresh Token`.
      case deviceMissing
      /// It is not the grant's: `Invalid Refresh Token`.
      case mismatch
    }

    /// A refresh token that was replaced by another.
    struct Retired: Sendable {
      let token: Secret
      /// Until when it is taken all the same, in seconds since 1970.
      let takenUntil: Int64
    }

    /// Whom it was granted to.
    public var subject: Subject
    /// `auth_time`: when the user signed in, in seconds since 1970.
    public let signedIn: Int64
    /// `origin_jti`: what all tokens of this sign-in share.
    public let origin: String
    /// `event_id` of the sign-in.
    public let event: String
    /// `device_key`, if the sign-in was on a tracked device.
    public let deviceKey: String?
    /// When the refresh token expires, in seconds since 1970.
    public let refreshExpires: Int64
    var refreshToken: Secret
    /// Those that were replaced, in their order.
    var retired: [Retired] = []

    /// Whether a text is the grant's refresh token, in time that does not show where it differs.
    public func matches(refreshToken text: String) -> Bool {
      refreshToken.matches(Secret(text))
    }

    /// Judges a refresh token, in time that does not show where it differs. Whether the grant was
    /// revoked is for `TokenRevocations` to say.
    ///
    /// - Parameters:
    ///   - text: the refresh token as it was presented.
    ///   - deviceKey: the key that came with it, if any.
    ///   - now: the pool's clock, in seconds since 1970.
    public func judge(
      refreshToken text: String, deviceKey: String?, at now: Int64
    ) -> Verdict {
      let presented = Secret(text)
      let isCurrent = refreshToken.matches(presented)
      let matching = retired.indices.filter { retired[$0].token.matches(presented) }
      guard isCurrent || !matching.isEmpty else { return .mismatch }
      // Of those that were replaced the last alone is taken for a while (N669).
      if !isCurrent, let last = retired.indices.last {
        guard matching.contains(last), now < retired[last].takenUntil else { return .reused }
      }
      if let expected = self.deviceKey, expected != deviceKey { return .deviceMissing }
      return now < refreshExpires ? .accepted : .expired
    }
  }
}
