import SignInCryptography

/// Makes evidence that must be refused, in bytes, and has the pool half judge it, on a copy of the
/// world in which the table judges the same kind.
extension World {
  /// Whether the pool half accepts evidence of a kind in a class; nil where this state has nothing
  /// to make it from, such as a former password that never existed.
  func takes(_ kind: BoundKind, _ sent: EvidenceClass) throws(CryptographyError) -> Bool? {
    var copy = self
    return try kind.method.probe(&copy, kind, sent)
  }

  // MARK: Strings

  /// A wrong text of a class, made from the right one; nil for `stale` and `reused`.
  mutating func altered(
    _ right: String, _ sent: EvidenceClass
  ) throws(CryptographyError) -> String? {
    switch sent {
    case .wrong: return Base64.encode(try random.bytes(right.utf8.count * 3 / 4))
    case .anotherUsers, .anotherPools:
      var other = SeededRandomBytes(seed: 0, purpose: "\(sent) of \(pool.userID)")
      return Base64.encode(try other.bytes(right.utf8.count * 3 / 4))
    case .malformed: return "\u{0}\(right)\u{feff}"
    case .empty: return ""
    case .oneBit: return right.turningOneBit
    default: return nil
    }
  }

  mutating func takesSession(_ sent: EvidenceClass) throws(CryptographyError) -> Bool? {
    guard let session = pool.session else { return nil }
    if sent == .stale {
      return pool.judge(session: session.text, at: session.expires).isAccepted
    }
    if sent == .reused {
      retireSession()
      return pool.judge(session: session.text, at: now).isAccepted
    }
    guard let text = try altered(session.text.revealedText(), sent) else { return nil }
    return pool.judge(session: Secret(text), at: now).isAccepted
  }

  mutating func takesSignUpSession(
    _ sent: EvidenceClass
  ) throws(CryptographyError) -> Bool? {
    guard let record = pool.signUpSession else { return nil }
    if sent == .reused || sent == .stale {
      if sent == .reused { pool.signUpSession?.isUsed = true } else { now = record.expires }
      return pool.judge(signUpSession: record.text, at: now).isAccepted
    }
    guard let text = try altered(record.text.revealedText(), sent) else { return nil }
    return pool.judge(signUpSession: Secret(text), at: now).isAccepted
  }

  mutating func takesRefreshToken(
    _ sent: EvidenceClass
  ) throws(CryptographyError) -> Bool? {
    guard let grant = pool.tokens.grant, let token = user.refreshToken?.revealedText() else {
      return nil
    }
    switch sent {
    case .stale:
      now = grant.refreshExpires
      return judge(refreshToken: token).isAccepted
    case .reused:
      // Where tokens rotate, the previous refresh has used it.
      guard rotatesTokens else { return nil }
      try rotateTokens()
      return judge(refreshToken: token).isAccepted
    default:
      guard let text = try altered(token, sent) else { return nil }
      return judge(refreshToken: text).isAccepted
    }
  }

  // MARK: Codes

  /// A wrong code of a class, made from the right one.
  private mutating func alteredCode(
    _ right: String, _ sent: EvidenceClass
  ) throws(CryptographyError) -> String? {
    switch sent {
    case .wrong: return try OneTimeCode(randomness: &random).text.differing(from: right)
    case .anotherUsers: return user.stranger.code.differing(from: right)
    case .anotherPools:
      var other = SeededRandomBytes(seed: 0, purpose: "code of another pool")
      return try OneTimeCode(randomness: &other).text.differing(from: right)
    case .malformed: return " \(right.dropLast())x"
    case .empty: return ""
    case .oneBit: return right.turningOneBit
    default: return nil
    }
  }

  mutating func takesSessionCode(
    _ sent: EvidenceClass, _ kind: String
  ) throws(CryptographyError) -> Bool? {
    guard let right = pool.mfaCode?.text else { return nil }
    if sent == .stale || sent == .reused {
      // The next message has another code; a used code ends with its session.
      try sendSessionCode(for: kind)
      guard pool.mfaCode?.text != right else { return nil }
      return pool.judge(mfaCode: right).isAccepted
    }
    guard let code = try alteredCode(right, sent) else { return nil }
    return pool.judge(mfaCode: code).isAccepted
  }

  mutating func takesMailedCode(
    _ sent: EvidenceClass, _ kind: String
  ) throws(CryptographyError) -> Bool? {
    guard let outstanding = pool.outstanding, outstanding.kind == kind else { return nil }
    let right = outstanding.code.text
    if sent == .stale {
      return pool.judge(code: right, for: kind, at: outstanding.expires).isAccepted
    }
    if sent == .reused {
      pool.outstanding = nil
      return pool.judge(code: right, for: kind, at: now).isAccepted
    }
    guard let code = try alteredCode(right, sent) else { return nil }
    return pool.judge(code: code, for: kind, at: now).isAccepted
  }

  mutating func takesAttributeCode(
    _ sent: EvidenceClass
  ) throws(CryptographyError) -> Bool? {
    let first = try OneTimeCode(randomness: &random)
    let next = try OneTimeCode(first.text.alteringOne)
    if sent == .stale || sent == .reused { return next.judge(first.text) == .matches }
    guard let code = try alteredCode(first.text, sent) else { return nil }
    return first.judge(code) == .matches
  }

  // MARK: Authenticators

  private mutating func timeBasedCode(
    of secret: Secret, _ sent: EvidenceClass
  ) throws(CryptographyError) -> String? {
    let own = try TimeBasedCode(secret: secret)
    let near = try [-1, 0, 1].map { step throws(CryptographyError) in
      try own.code(at: now + 30 * step)
    }
    switch sent {
    case .stale: return try own.code(at: now - 60).outside(near)
    case .anotherUsers:
      return try TimeBasedCode(secret: user.stranger.authenticator).code(at: now).outside(near)
    case .anotherPools:
      var other = SeededRandomBytes(seed: 0, purpose: "authenticator with another pool")
      return try TimeBasedCode(secret: Secret(bytes: other.bytes(32))).code(at: now).outside(near)
    default: return try alteredCode(near[1], sent)?.outside(near)
    }
  }

  mutating func takesTimeBasedCode(
    _ sent: EvidenceClass
  ) throws(CryptographyError) -> Bool? {
    guard let secret = user.authenticator, pool.authenticator != nil else { return nil }
    if sent == .reused {
      let code = try TimeBasedCode(secret: secret).code(at: now)
      _ = try pool.judge(timeBasedCode: code, at: now)
      return try pool.judge(timeBasedCode: code, at: now).isAccepted
    }
    guard let code = try timeBasedCode(of: secret, sent) else { return nil }
    return try pool.judge(timeBasedCode: code, at: now).isAccepted
  }

  mutating func takesSetupCode(
    _ sent: EvidenceClass
  ) throws(CryptographyError) -> Bool? {
    guard let secret = user.pendingAuthenticator, pool.pendingSecret != nil else { return nil }
    if sent == .reused {
      // The code that proved the secret is used, for signing in too.
      let code = try TimeBasedCode(secret: secret).code(at: now)
      pool.authenticator = try pool.judge(setupCode: code, at: now).verifier
      return try pool.judge(timeBasedCode: code, at: now).isAccepted
    }
    guard let code = try timeBasedCode(of: secret, sent) else { return nil }
    return try pool.judge(setupCode: code, at: now).verdict.isAccepted
  }
}

extension String {
  /// The text with the lowest bit of its last byte flipped.
  var turningOneBit: String {
    var bytes = Array(utf8)
    guard let last = bytes.popLast() else { return "\u{1}" }
    return String(decoding: bytes + [last ^ 1], as: UTF8.self)
  }
}
