import SignInCryptography

/// Makes proofs of passwords, devices and passkeys that must be refused.
extension World {
  /// The parameters of an SRP exchange.
  private struct Subject {
    /// The realm that every hash includes: the pool's name, or the device group key.
    var realm: String
    var verifier: SRPServer.Verifier
    /// The right secret.
    var secret: Secret
    /// The former secret, where there is one.
    var previous: Secret?
  }

  mutating func takesPassword(_ sent: EvidenceClass) throws(CryptographyError) -> Bool? {
    guard let stored = pool.password, let secret = user.passwords.last else { return nil }
    let previous = user.passwords.count > 1 ? user.passwords[user.passwords.count - 2] : nil
    return try takes(
      Subject(
        realm: pool.server.realm, verifier: stored.verifier, secret: secret, previous: previous),
      sent)
  }

  mutating func takesDeviceProof(_ sent: EvidenceClass) throws(CryptographyError) -> Bool? {
    guard let held = user.device, let known = pool.device, let verifier = known.verifier,
      known.key == held.key
    else { return nil }
    let previous = Secret(Base64.encode(try random.bytes(40)))
    return try takes(
      Subject(
        realm: known.groupKey, verifier: verifier, secret: held.secret, previous: previous), sent)
  }

  /// Whether a proof of a class is accepted. An exchange that ends before a proof counts as
  /// refused.
  private mutating func takes(
    _ subject: Subject, _ sent: EvidenceClass
  ) throws(CryptographyError) -> Bool? {
    var secret = subject.secret
    var realm = subject.realm
    switch sent {
    case .wrong: secret = Secret(try random.password())
    case .stale:
      guard let previous = subject.previous else { return nil }
      secret = previous
    case .anotherUsers: secret = user.stranger.password
    case .anotherPools: realm += "x"
    case .empty: secret = Secret("")
    case .zeroA: return try takesForgery(subject)
    case .zeroB: return try sendsProof(subject, publicKey: "0")
    case .zeroU: return try takesZeroScrambling(subject)
    default: break
    }
    let server = try SRPServer(realm: subject.realm, conventions: pool.conventions.srp)
    let client = try SRPClient(
      realm: realm, randomness: &random, conventions: user.conventions.srp)
    let exchange = try server.challenge(
      publicKey: client.publicKey, verifier: subject.verifier, randomness: &random)
    var claim = try claim(of: client, exchange, secret)
    if sent == .malformed { claim.signature = String(claim.signature.dropLast()) }
    if sent == .oneBit {
      var bytes = try Base64.decode(claim.signature)
      bytes[bytes.count / 2] ^= 1
      claim.signature = Base64.encode(bytes)
    }
    if sent == .reused {
      // Send a proof that was right again in the next exchange.
      let next = try server.challenge(
        publicKey: client.publicKey, verifier: subject.verifier, randomness: &random)
      return try server.verify(claim, for: next)
    }
    return try refusingMalformed { () throws(CryptographyError) in
      try server.verify(claim, for: exchange)
    }
  }

  private mutating func claim(
    of client: SRPClient, _ exchange: SRPServer.Exchange, _ secret: Secret
  ) throws(CryptographyError) -> SRPServer.Claim {
    let block = Base64.encode(try random.bytes(64))
    let timestamp = try TimestampFormatter.format(now)
    let challenge = SRPClient.Challenge(
      salt: exchange.salt, publicKey: exchange.publicKey, secretBlock: block,
      userID: exchange.verifier.userID)
    return SRPServer.Claim(
      secretBlock: block, timestamp: timestamp,
      signature: try client.proof(for: challenge, password: secret, timestamp: timestamp))
  }

  /// Whether a client without the password is accepted that sends N for A.
  private mutating func takesForgery(_ subject: Subject) throws(CryptographyError) -> Bool {
    let forgery = try SRPForgery(realm: subject.realm, multiple: 1)
    let server = try SRPServer(realm: subject.realm, conventions: pool.conventions.srp)
    var drawn = random
    let (block, timestamp) = (
      Base64.encode(try drawn.bytes(64)), try TimestampFormatter.format(now)
    )
    let taken = try refusingMalformed { () throws(CryptographyError) in
      let exchange = try server.challenge(
        publicKey: forgery.publicKey, verifier: subject.verifier, randomness: &drawn)
      let challenge = SRPClient.Challenge(
        salt: exchange.salt, publicKey: exchange.publicKey, secretBlock: block,
        userID: exchange.verifier.userID)
      let claim = SRPServer.Claim(
        secretBlock: block, timestamp: timestamp,
        signature: try forgery.proof(for: challenge, timestamp: timestamp))
      return try server.verify(claim, for: exchange)
    }
    random = drawn
    return taken
  }

  /// Whether the client continues with a B that is a multiple of N.
  private mutating func sendsProof(
    _ subject: Subject, publicKey: String
  ) throws(CryptographyError) -> Bool {
    let client = try SRPClient(
      realm: subject.realm, randomness: &random, conventions: user.conventions.srp)
    let challenge = SRPClient.Challenge(
      salt: subject.verifier.salt.hex, publicKey: publicKey,
      secretBlock: Base64.encode(try random.bytes(64)), userID: subject.verifier.userID)
    let timestamp = try TimestampFormatter.format(now)
    return try refusingMalformed { () throws(CryptographyError) in
      !(try client.proof(for: challenge, password: subject.secret, timestamp: timestamp)).isEmpty
    }
  }

  /// Whether a half accepts a scrambling parameter of 0, which no keys that can be found would
  /// give.
  private mutating func takesZeroScrambling(
    _ subject: Subject
  ) throws(CryptographyError) -> Bool {
    var conventions = pool.conventions.srp
    conventions.scramblesToZero = true
    let server = try SRPServer(realm: subject.realm, conventions: conventions)
    conventions = user.conventions.srp
    conventions.scramblesToZero = true
    let client = try SRPClient(
      realm: subject.realm, randomness: &random, conventions: conventions)
    var drawn = random
    let serverGoesOn = try refusingMalformed { () throws(CryptographyError) in
      _ = try server.challenge(
        publicKey: client.publicKey, verifier: subject.verifier, randomness: &drawn)
      return true
    }
    let timestamp = try TimestampFormatter.format(now)
    let challenge = SRPClient.Challenge(
      salt: subject.verifier.salt.hex, publicKey: "2", secretBlock: "", userID: "user")
    let clientGoesOn = try refusingMalformed { () throws(CryptographyError) in
      _ = try client.proof(for: challenge, password: subject.secret, timestamp: timestamp)
      return true
    }
    return serverGoesOn || clientGoesOn
  }

  /// Treats an error of the protocol as a refusal; rethrows a failure of the library.
  private func refusingMalformed(
    _ body: () throws(CryptographyError) -> Bool
  ) throws(CryptographyError) -> Bool {
    do throws(CryptographyError) {
      return try body()
    } catch {
      if error.code == .openSSLFailed { throw error }
      return false
    }
  }

  // MARK: Passkeys

  mutating func takesAssertion(_ sent: EvidenceClass) throws(CryptographyError) -> Bool? {
    guard let ceremony = pool.passkeys.assertion, !user.authenticatorDevice.passkeys.isEmpty,
      !pool.passkeys.credentials.isEmpty
    else { return nil }
    switch sent {
    case .wrong:
      return try judge(assertion: try makeAssertion(TableMember.otherOrigin.rawValue)).isAccepted
    case .anotherUsers:
      return try judge(assertion: try makeAssertion(TableMember.anotherUsers.rawValue)).isAccepted
    case .anotherPools:
      return try judge(assertion: try makeAssertion(TableMember.otherRelyingParty.rawValue))
        .isAccepted
    case .oneBit:
      return try judge(assertion: try makeAssertion(TableMember.altered.rawValue)).isAccepted
    case .stale:
      now = ceremony.expires
      return try judge(assertion: try makeAssertion(TableMember.current.rawValue)).isAccepted
    default: break
    }
    let party = try relyingParty()
    var begun = ceremony
    begun.user = passkeyUser
    let response = try user.authenticatorDevice.assert(
      party.requestOptions(for: begun), origin: "https://\(Self.relyingPartyID)")
    guard let text = response?.json.serialized else { return nil }
    if sent == .reused {
      guard case .accepted(let used) = try party.judge(assertion: text, for: begun, at: now) else {
        return nil
      }
      pool.passkeys.credentials = pool.passkeys.credentials.map { $0.id == used.id ? used : $0 }
      begun.user = passkeyUser
      return isAccepted(try party.judge(assertion: text, for: begun, at: now))
    }
    let sentText = sent == .empty ? "" : String(text.dropLast())
    return isAccepted(try party.judge(assertion: sentText, for: begun, at: now))
  }

  private func isAccepted(_ verdict: RelyingParty.AssertionVerdict) -> Bool {
    if case .accepted = verdict { true } else { false }
  }

  mutating func takesRegistration(_ sent: EvidenceClass) throws(CryptographyError) -> Bool? {
    guard let ceremony = pool.passkeys.registration else { return nil }
    switch sent {
    case .wrong:
      return try judge(registration: try makeRegistration(TableMember.otherOrigin.rawValue))
        .isAccepted
    case .anotherUsers:
      return try judge(registration: try makeRegistration(TableMember.anotherUsers.rawValue))
        .isAccepted
    case .anotherPools:
      return try judge(registration: try makeRegistration(TableMember.otherRelyingParty.rawValue))
        .isAccepted
    case .stale:
      now = ceremony.expires
      return try judge(registration: try makeRegistration(TableMember.current.rawValue)).isAccepted
    default: break
    }
    let party = try relyingParty()
    var authenticator = SoftwareAuthenticator(conventions: user.conventions.webAuthn)
    let made = try authenticator.register(
      party.creationOptions(for: ceremony), origin: "https://\(Self.relyingPartyID)",
      randomness: &random)
    guard var response = made else { return nil }
    var begun = ceremony
    if sent == .reused {
      guard case .accepted(let stored) = try judged(response.json.serialized, begun) else {
        return nil
      }
      begun.user.credentials.append(stored)
    }
    if sent == .oneBit {
      // Alter the challenge, which is all that a registration without attestation binds.
      let position = response.clientDataJSON.count / 2
      response.clientDataJSON[position] ^= 1
    }
    var text = response.json.serialized
    if sent == .empty { text = "" }
    if sent == .malformed { text = String(text.dropLast()) }
    if case .accepted = try judged(text, begun) { return true }
    return false
  }

  private func judged(
    _ text: String, _ ceremony: RelyingParty.Ceremony
  ) throws(CryptographyError) -> RelyingParty.RegistrationVerdict {
    try relyingParty().judge(
      registration: text, for: ceremony, clientID: Self.clientID, at: now)
  }
}
