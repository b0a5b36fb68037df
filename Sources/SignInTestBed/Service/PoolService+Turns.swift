import SignInCryptography
import TransitionTables

/// Finds the account of a request: by its access token, its session, or the name in it.
extension PoolService {
  /// The turn of a request; sets the request's fields that say how the account was found.
  mutating func turn(for request: inout ServiceRequest) throws(ServiceException) -> ServiceTurn {
    let reading = request.reading
    if let token = reading.text(.accessToken) {
      let deviceKey = reading.text(.namedDevice) ?? reading.text(.deviceKey)
      return try turn(withToken: token, deviceKey: deviceKey)
    }
    if reading[.secretBlock] != nil { return try turn(ofProof: &request) }
    if reading.parts.contains(where: { $0.member.evidence == .session }) {
      let turn = try turn(ofSession: request)
      request.reading.set(.pendingSession, turn.judged[.session] == true)
      return turn
    }
    return try turn(ofName: &request)
  }

  private mutating func turn(
    ofName request: inout ServiceRequest
  ) throws(ServiceException) -> ServiceTurn {
    let members = model.messages[request.reading.message].wire.members
    guard members.contains(where: { $0.isNaming }) else {
      return try turnOfNobody()
    }
    let name = try self.name(in: request.reading)
    let isPublic = request.reading[.poolID] == nil
    let isSignIn = TableMessage(rawValue: request.operation) == .initiateAuth
    let found = try resolve(name, bySub: !(isSignIn && isPublic))
    request.reading.set(.identifier, found.identifier)
    let isAlias = found.identifier != .username && found.identifier != .nobody
    request.reading.set(.byAlias, isAlias && holds(.hasPlainNames, in: initial))
    try checkSecretHash(&request.reading, for: name)
    // An administrator revokes all of a user's tokens; the table follows one grant, so take a valid
    // one.
    var grant: Int?
    if model.messages[request.reading.message].kind == .administration {
      let grants = accounts[found.key]?.grants ?? []
      grant = grants.lastIndex { $0.counts(at: now) } ?? grants.indices.last
    }
    return try turn(
      for: found.key,
      deviceKey: request.reading.text(.namedDevice) ?? request.reading.text(.deviceKey),
      grant: grant)
  }

  /// The user name in a request.
  func name(in reading: WireReading) throws(ServiceException) -> String {
    let found = WireMember.naming.lazy.compactMap { reading.text($0) }.first
    guard let name = found, !name.isEmpty else { throw .missing(.username) }
    try checkForm(ofName: name)
    return name
  }

  /// Refuses a name with white space.
  func checkForm(ofName name: String) throws(ServiceException) {
    guard !name.contains(where: \.isWhitespace) else {
      throw .pattern("[\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+", at: "username")
    }
  }

  /// Checks a secret hash, which must be right. Where a field says whether one came along, the rows
  /// decide what a missing one means.
  private func checkSecretHash(
    _ reading: inout WireReading, for name: String
  ) throws(ServiceException) {
    guard let part = reading.parts.first(where: { $0.member.maker == .secretHash }) else { return }
    let isRight = try hasSecretHash(part.json?.text, for: name)
    if let field = part.member.field {
      reading.fields.valuation[field] = isRight ? 1 : 0
    } else if !isRight, clientSecret != nil {
      // The text names the member where it is a parameter of the sign-in.
      throw part.member.path.count > 1
        ? notAuthorized(.secretHashMissing) : .said(.secretMissing, World.clientID)
    }
  }

  // MARK: Sessions

  /// The turn of an answer to a challenge: by its session or, for a device's proof, by the device's
  /// key.
  private mutating func turn(
    ofSession request: ServiceRequest
  ) throws(ServiceException) -> ServiceTurn {
    var reading = request.reading
    let username = reading.text(.echoedName)
    if let username { try checkSecretHash(&reading, for: username) }
    let deviceKey = reading.text(.deviceKey)
    var text = reading.text(.session).map { Secret($0) }
    if text == nil, let deviceKey {
      // Some clients omit the session of a device's proof.
      let asking = sessions.all.last { $0.deviceKey == deviceKey && asksForDevice($0) }
      text = asking?.pending?.text
    }
    guard let text else {
      throw username == nil ? .missing("AccessToken or Session") : .missing(.session)
    }
    guard username == nil || text.count >= 20 else {
      throw .broken("", at: "session", "have length greater than or equal to 20")
    }
    guard let session = sessions[text], username.map({ isOf(session.account, $0) }) ?? true else {
      throw notAuthorized(.sessionInvalid)
    }
    var turn = try turn(
      for: session.account, session: text, deviceKey: deviceKey ?? session.deviceKey,
      grant: session.grant)
    turn.judged[.session] = session.pending.map { now < $0.expires } ?? false
    return turn
  }

  /// Whether a session waits for a device's proof.
  private func asksForDevice(_ session: ServiceSession) -> Bool {
    guard session.pending != nil else { return false }
    var valuation = initial
    for (slot, value) in session.slots { valuation[slot] = value }
    return holds(.awaitsDevice, in: valuation) || holds(.awaitsDeviceProof, in: valuation)
  }

  /// The turn of a password proof, whose state is found by the secret block and not by a session.
  private mutating func turn(
    ofProof request: inout ServiceRequest
  ) throws(ServiceException) -> ServiceTurn {
    let username = try name(in: request.reading)
    try checkSecretHash(&request.reading, for: username)
    var exchange = exchanges[request.reading.text(.secretBlock) ?? ""]
    // A malformed proof is refused as malformed, whoever sent it.
    let isProved = try isProved(request.reading, realm: nil, exchange)
    if let account = exchange?.account, !isOf(account, username) { exchange = nil }
    let key = if let exchange { exchange.account } else { try resolve(username).key }
    let deviceKey = request.reading.text(.deviceKey) ?? exchange?.deviceKey
    var turn = try turn(for: key, deviceKey: deviceKey)
    for (slot, value) in exchange?.slots ?? [:] { turn.valuation[slot] = value }
    turn.triggers.history = exchange?.history ?? []
    // The password may have been replaced or removed since the exchange began.
    let isOld = turn.account.world.pool.password?.verifier.salt.hex != exchange?.exchange.salt
    turn.isProved = exchange != nil && isProved && !isOld
    return turn
  }

  /// Whether a name belongs to an account.
  private func isOf(_ key: String, _ name: String) -> Bool {
    guard let account = accounts[key] else { return false }
    let names = [account.username, account.sub, account.typedName].compactMap(\.self)
    let form = accounts.form(of: name)
    return key == "?\(form)"
      || (names + account.attributes.values).contains { accounts.form(of: $0) == form }
  }

  // MARK: Tokens

  /// The turn of a request with an access token.
  func turn(
    withToken text: String, deviceKey: String? = nil
  ) throws(ServiceException) -> ServiceTurn {
    let holder = try holder(ofAccessToken: text)
    if let turn = try turn(ofNameAnew: holder.key, holder.grant) { return turn }
    var turn = try turn(for: holder.key, deviceKey: deviceKey, grant: holder.grant)
    // Use the life of this token, not of the last one issued.
    turn.account.world.pool.tokens.accessExpires = holder.expires
    set(.grant, turn.account.world.grantState, &turn)
    return turn
  }

  /// If the account of a token was deleted and its name is in use again: the turn of the new
  /// account, for which the token is not valid; nil otherwise.
  private func turn(
    ofNameAnew key: String, _ grant: Int
  ) throws(ServiceException) -> ServiceTurn? {
    guard let old = accounts[key], holds(.accountNone, in: old.valuation) else { return nil }
    let heir = accounts.keys(named: old.username).first { key in
      guard let account = accounts[key], account.username == old.username else { return false }
      return !holds(.accountNone, in: account.valuation)
    }
    guard let heir else { return nil }
    var turn = try turn(for: heir)
    turn.account.world.pool.tokens = old.grants[grant]
    turn.account.world.user.tokens = old.world.user.tokens
    set(.grant, turn.account.world.grantState, &turn)
    return turn
  }

  /// The account, the grant and the expiry of an access token.
  private func holder(
    ofAccessToken text: String
  ) throws(ServiceException) -> (key: String, grant: Int, expires: Int64) {
    let verdict = try self.verdict(on: text)
    guard case .accepted(let claims) = verdict, let origin = claims.origin else {
      throw .said(
        verdict == .refused(.signature) ? .accessTokenForged : .accessTokenUnknown)
    }
    if let key = accounts.key(ofOrigin: origin),
      let grant = accounts[key]?.grants.firstIndex(where: { $0.grant?.origin == origin })
    {
      return (key, grant, claims.expires)
    }
    throw ServiceException(.userNotFoundException)
  }

  /// The verdict whether a text is an access token of this pool; the table judges its age.
  func verdict(on text: String) throws(ServiceException) -> TokenVerifier.Verdict {
    try guarded { () throws(CryptographyError) in
      let verifier = TokenVerifier(
        poolID: World.poolID, clientID: World.clientID, keys: try World.tokenKeys().publicKeys,
        conventions: conventions.pool.tokens)
      var verdict = try verifier.judge(text, as: .access, at: now)
      if verdict == .refused(.expired), let issued = Self.issued(text) {
        verdict = try verifier.judge(text, as: .access, at: issued)
      }
      return verdict
    }
  }

  /// The claim `iat` of a token, read without verification.
  private static func issued(_ text: String) -> Int64? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = try? Base64URL.decode(String(parts[1])),
      let json = try? JSON(parsing: bytes)
    else { return nil }
    return json["iat"]?.integer
  }
}
