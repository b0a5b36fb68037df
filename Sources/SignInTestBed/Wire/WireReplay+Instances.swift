import SignInCryptography

/// What of the service's record belongs to the app in front, or else to the user's other app.
extension WireReplay {
  /// The pending session of the app in front; of the other one where that has none.
  func pendingSession() -> Secret? {
    [app.user.session, otherApp?.user.session].compactMap(\.self).first {
      service.sessions[$0]?.pending != nil
    }
  }

  /// The tokens of the app in front, or of the other one; by default those that were issued last.
  func heldGrant(of key: String) -> Int? {
    let grants = service.accounts[key]?.grants ?? []
    let held = [app.user.refreshToken, otherApp?.user.refreshToken].compactMap(\.self)
    for token in held {
      let found = grants.lastIndex { $0.grant?.matches(refreshToken: token.revealedText()) == true }
      if let found { return found }
    }
    return grants.indices.last
  }

  /// Time passes for both apps: what ends for one has ended for the other.
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
