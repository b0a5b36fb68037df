import SignInCryptography

/// Access tokens that must be refused: signed for somebody else, for another pool, by nobody, or
/// not whole.
extension World {
  mutating func takesAccessToken(_ sent: EvidenceClass) throws(CryptographyError) -> Bool? {
    guard pool.tokens.grant != nil, let right = user.tokens?.access.revealedText() else {
      return nil
    }
    switch sent {
    case .stale: now = max(now, pool.tokens.accessExpires)
    case .anotherUsers: user.tokens = try foreignTokens(of: Self.poolID)
    case .anotherPools: user.tokens = try foreignTokens(of: "eu-west-1_Waymark02")
    case .wrong:
      // Header and claims as they are, with a signature that is nobody's.
      let parts = right.split(separator: ".").dropLast().map(String.init)
      let signature = Base64URL.encode(try random.bytes(256))
      hold((parts + [signature]).joined(separator: "."))
    case .malformed: hold("\u{0}\(right)\u{feff}")
    case .empty: hold("")
    case .oneBit:
      // Of the claims: a bit of the signature's last character may be none of its own.
      var parts = right.split(separator: ".").map(String.init)
      if parts.count == 3 { parts[1] = parts[1].turningOneBit }
      hold(parts.joined(separator: "."))
    default: return nil
    }
    return try judgeAccessToken().isAccepted
  }

  /// Tokens of another user of a pool, or of this user's name at another pool.
  private mutating func foreignTokens(of poolID: String) throws(CryptographyError)
    -> TokenIssuer.Tokens
  {
    let issuer = try TokenIssuer(
      poolID: poolID, clientID: Self.clientID, keys: try Self.tokenKeys(),
      options: TokenIssuer.Options(conventions: pool.conventions.tokens))
    let isOther = poolID == Self.poolID
    let name = isOther ? Hex.encode(try random.bytes(16)) : subject
    let subject = TokenIssuer.Subject(sub: name, username: name, attributes: [])
    return try issuer.issue(for: subject, deviceKey: nil, at: now, randomness: &random).tokens
  }

  private mutating func hold(_ access: String) {
    guard let tokens = user.tokens else { return }
    user.tokens = TokenIssuer.Tokens(
      id: tokens.id, access: Secret(access), refresh: tokens.refresh, expiresIn: tokens.expiresIn)
  }
}
