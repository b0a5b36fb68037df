import SignInCryptography

/// Assigns sessions and grants of the service to one of the user's two apps.
extension WireReplay {
  /// The pending session of the foreground app, or else of the other app.
  func pendingSession() -> Secret? {
    [app.user.session, otherApp?.user.session].compactMap(\.self).first {
      service.sessions[$0]?.pending != nil
    }
  }

  /// The grant of the foreground app's tokens, or else of the other app's; by default the last
  /// issued.
  func heldGrant(of key: String) -> Int? {
    let grants = service.accounts[key]?.grants ?? []
    let held = [app.user.refreshToken, otherApp?.user.refreshToken].compactMap(\.self)
    for token in held {
      let found = grants.lastIndex { $0.grant?.matches(refreshToken: token.revealedText()) == true }
      if let found { return found }
    }
    return grants.indices.last
  }

  /// Lets time pass for both apps: what expires for one has expired for the other.
  mutating func passTime(_ effects: Set<TableEffect>, of key: String) {
    guard otherApp != nil else { return }
    let grants = service.accounts[key]?.grants ?? []
    var ends: [Int64] = []
    if effects.contains(.untilSessionExpires) {
      let sessions = [app.user.session, otherApp?.user.session].compactMap(\.self)
      ends += sessions.compactMap { service.sessions[$0]?.pending?.expires }
    }
    if effects.contains(.untilAccessTokenExpires) { ends += grants.map(\.accessExpires) }
    if effects.contains(.untilRefreshTokenExpires) {
      ends += grants.compactMap { $0.grant?.refreshExpires }
    }
    service.now = max(service.now, ends.max() ?? service.now)
  }
}
