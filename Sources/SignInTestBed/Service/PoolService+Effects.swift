import SignInCryptography

/// Carries out the effects of rows, with the material that came over the wire in place of what the
/// test bed's user half would have generated.
extension PoolService {
  mutating func apply(
    _ effect: String, _ turn: inout ServiceTurn
  ) throws(CryptographyError) {
    switch TableEffect(rawValue: effect) {
    case .storePassword:
      try store(turn.newPassword, isTemporary: false, &turn)
      // Attributes that came with a new password are stored with it.
      turn.account.attributes.merge(turn.attributes) { _, new in new }
    case .storeTemporaryPassword: try store(turn.newPassword, isTemporary: true, &turn)
    case .issueSession:
      try turn.account.world.issueSession()
      turn.sessionText = turn.account.world.sessionUnderWay
    case .issueTokens: try issueTokens(&turn)
    case .renewTokens: try renewTokens(&turn)
    case .rotateTokens: try rotateTokens(&turn)
    case .revokeTokens: revokeTokens(&turn)
    case .useTimeStep:
      if let used = turn.usedAuthenticator { turn.account.world.pool.authenticator = used }
    case .verifyTOTPSecret:
      turn.account.authenticatorName = turn.authenticatorName
      try turn.account.world.apply(effect)
    case .confirmDevice:
      turn.account.world.pool.device?.verifier = turn.deviceVerifier
    case .newDeviceKey:
      try turn.account.world.newDeviceKey()
      turn.deviceKey = nil
    case .newCustomChallenge:
      guard turn.triggers.custom == nil else { return }
      let answer = try OneTimeCode(randomness: &turn.account.world.random)
      turn.customAnswer = answer
      turn.account.world.user.inbox[.customAnswer, default: []].append(answer.text)
    case .deleteAccount:
      revokeTokens(&turn)
      // Deletion also ends the sign-ins under way; a new account of the same name does not inherit
      // them.
      let key = turn.key
      sessions.removeAll { $0.account == key }
      try turn.account.world.apply(effect)
    case .forgetCode:
      turn.account.spentCode = turn.account.world.pool.outstanding ?? turn.account.spentCode
      try turn.account.world.apply(effect)
    case .sendAttributeCode: try sendAttributeCodes(&turn)
    case .spendAttributeCode:
      turn.account.spentAttributeCodes[turn.attribute] =
        turn.account.attributeCodes.removeValue(forKey: turn.attribute)
    default: try applyToAttributes(effect, &turn)
    }
  }

  private mutating func applyToAttributes(
    _ effect: String, _ turn: inout ServiceTurn
  ) throws(CryptographyError) {
    switch TableEffect(rawValue: effect) {
    case .createAccount, .changeAddress, .storeAddress, .storePreferredUsername:
      let waiting = turn.attributes.isEmpty ? turn.account.pendingAttributes : turn.attributes
      for (name, value) in waiting.sorted(by: { $0.key < $1.key }) {
        turn.account.attributes[name] = value
        turn.account.pendingAttributes[name] = nil
      }
    case .newPendingAddress:
      turn.account.pendingAttributes.merge(turn.attributes) { _, new in new }
    case .takeAliasFromOthers: takeAlias(turn)
    case .migrateUser: try bringIn(&turn)
    case .dropAddress, .dropPreferredUsername:
      for name in turn.attributes.keys.sorted() { forget(name, &turn) }
    default: try turn.account.world.apply(effect)
    }
  }

  /// Removes an attribute together with the codes that would verify it.
  private func forget(_ name: String, _ turn: inout ServiceTurn) {
    turn.account.attributes[name] = nil
    turn.account.pendingAttributes[name] = nil
    for (member, wire) in contacts where wire == name { turn.account.attributeCodes[member] = nil }
  }

  private mutating func store(
    _ password: Secret?, isTemporary: Bool, _ turn: inout ServiceTurn
  ) throws(CryptographyError) {
    let made = Secret(try turn.account.world.random.password())
    let salt = try turn.account.world.random.bytes(16)
    if password == nil || turn.isInvited {
      turn.account.mail.append(
        ServiceMail(
          purpose: TableMaker.temporaryPassword.rawValue, code: (password ?? made).revealedText(),
          at: now))
    }
    turn.account.world.pool.password = PoolHalf.StoredPassword(
      verifier: try turn.account.world.pool.server.makeVerifier(
        userID: turn.account.username, password: password ?? made, salt: salt),
      expires: isTemporary ? now + passwordPolicy.temporaryDays * 86_400 : nil)
  }

  // MARK: Tokens

  private mutating func issueTokens(_ turn: inout ServiceTurn) throws(CryptographyError) {
    let deviceKey = turn.account.world.pool.device?.key
    let issued = try turn.account.world.issuer().issue(
      for: subject(of: turn), deviceKey: deviceKey, at: now,
      randomness: &turn.account.world.random)
    turn.account.world.pool.tokens = GrantRecord(
      grant: issued.grant, accessExpires: now + issued.tokens.expiresIn)
    turn.account.world.user.tokens = issued.tokens
    turn.issued = issued.tokens
    if let refresh = issued.tokens.refresh { refreshTokens[refresh] = turn.key }
  }

  private mutating func renewTokens(_ turn: inout ServiceTurn) throws(CryptographyError) {
    guard var grant = turn.account.world.pool.tokens.grant else { return }
    grant.subject = subject(of: turn)
    turn.issued = try turn.account.world.issuer().refresh(
      grant, at: now, randomness: &turn.account.world.random)
    turn.account.world.pool.tokens.accessExpires = now + (turn.issued?.expiresIn ?? 0)
  }

  private mutating func rotateTokens(_ turn: inout ServiceTurn) throws(CryptographyError) {
    guard var grant = turn.account.world.pool.tokens.grant else { return }
    grant.subject = subject(of: turn)
    let rotated = try turn.account.world.issuer().rotate(
      grant, at: now, randomness: &turn.account.world.random)
    turn.issued = rotated.tokens
    turn.account.world.pool.tokens.grant = rotated.grant
    turn.account.world.pool.tokens.accessExpires = now + rotated.tokens.expiresIn
    turn.account.world.user.refreshToken = rotated.tokens.refresh
    if let refresh = rotated.tokens.refresh { refreshTokens[refresh] = turn.key }
  }

  private func revokeTokens(_ turn: inout ServiceTurn) {
    turn.account.world.revokeTokens()
    guard !turn.revokesOneGrant else { return }
    for position in turn.account.grants.indices {
      guard let grant = turn.account.grants[position].grant else { continue }
      turn.account.grants[position].revocations.revoke(grant)
    }
  }

  /// The subject of tokens, with the user's present attributes.
  private func subject(of turn: ServiceTurn) -> TokenIssuer.Subject {
    TokenIssuer.Subject(
      sub: turn.account.sub, username: turn.account.username,
      attributes: publicAttributes(of: turn.account, turn.reached).filter { $0.name != "sub" }
        .map { JSON.Member($0.name, $0.isFlag ? .bool($0.value == "true") : .string($0.value)) }
        + roleClaims(of: turn.account),
      groups: groups(of: turn.account).map(\.name),
      changes: turn.triggers.tokens)
  }

  /// The attributes of a user, with their verification from the table, sorted by name.
  func publicAttributes(
    of account: ServiceAccount, _ valuation: [Int]
  ) -> [(name: String, value: String, isFlag: Bool)] {
    var found: [(name: String, value: String, isFlag: Bool)] = [("sub", account.sub, false)]
    for (name, value) in account.attributes.sorted(by: { $0.key < $1.key }) {
      found.append((name, value, false))
      guard let member = contacts.first(where: { $0.wire == name })?.member else { continue }
      let isVerified = text(contact: member, in: valuation) == .verified
      guard isVerified || !account.unmarked.contains(name) else { continue }
      found.append(("\(name)_verified", isVerified ? "true" : "false", true))
    }
    return found
  }

  /// The attributes that codes are sent to, by the table's names and by the API's.
  var contacts: [(member: String, wire: String)] { codec.words(of: .attribute) }

  func text(contact member: String, in valuation: [Int]) -> String {
    slot(contact: member).map { model.text(of: valuation[$0], in: $0) } ?? ""
  }

  /// The slot of a contact attribute; nil for any other.
  func slot(contact member: String) -> Int? {
    contacts.firstIndex { $0.member == member }.map { model.slots(of: .contact)[$0] }
  }

  /// The attributes that serve as user names in this pool.
  func nameKinds(in valuation: [Int]) -> [String] {
    let names = text(.usernameAttributes, in: valuation)
    return contacts.map(\.member).filter { names.contains($0) }
  }

  /// The contact attributes, of those given, that the account has.
  func held(_ members: [String], in valuation: [Int]) -> [String] {
    members.filter { text(contact: $0, in: valuation) != .absent }
  }

  // MARK: Codes

  private mutating func sendAttributeCodes(_ turn: inout ServiceTurn) throws(CryptographyError) {
    for (member, _) in contacts where member == turn.attribute {
      let code = try OneTimeCode(randomness: &turn.account.world.random)
      turn.account.attributeCodes[member] = code
      turn.account.world.user.inbox[.attributeCode, default: []].append(code.text)
    }
  }
}
