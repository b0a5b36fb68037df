import SignInCryptography

/// Makes access tokens that must be refused: of another user, of another pool, with a wrong
/// signature, or incomplete.
extension World {
  mutating func takesAccessToken(_ sent: EvidenceClass) throws(CryptographyError) -> Bool? {
    guard pool.tokens.grant != nil, let right = user.tokens?.access.revealedText() else {
      return nil
    }
    let text: String
    switch sent {
    case .stale:
      now = max(now, pool.tokens.accessExpires)
      text = right
    case .anotherUsers: text = try foreignToken(of: Self.poolID)
    case .anotherPools: text = try foreignToken(of: "eu-west-1_Waymark02")
    case .wrong:
      // The header and claims unchanged, with a random signature.
      let parts = right.split(separator: ".").dropLast().map(String.init)
      text = (parts + [Base64URL.encode(try random.bytes(256))]).joined(separator: ".")
    case .malformed: text = "\u{0}\(right)\u{feff}"
    case .empty: text = ""
    case .oneBit:
      // Flip a bit of the claims: the last character of the signature has unused bits.
      var parts = right.split(separator: ".").map(String.init)
      if parts.count == 3 { parts[1] = parts[1].turningOneBit }
      text = parts.joined(separator: ".")
    default: return nil
    }
    return try judge(accessToken: text).isAccepted
  }

  /// A token of another user of the pool, or of this user's name in another pool.
  private mutating func foreignToken(of poolID: String) throws(CryptographyError) -> String {
    let issuer = try TokenIssuer(
      poolID: poolID, clientID: Self.clientID, keys: try Self.tokenKeys(),
      options: TokenIssuer.Options(conventions: pool.conventions.tokens))
    let isOther = poolID == Self.poolID
    let name = isOther ? Hex.encode(try random.bytes(16)) : subject
    let subject = TokenIssuer.Subject(sub: name, username: name, attributes: [])
    let issued = try issuer.issue(for: subject, deviceKey: nil, at: now, randomness: &random)
    return issued.tokens.access.revealedText()
  }
}
