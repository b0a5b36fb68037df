import SignInCryptography

/// Refreshes and revokes tokens.
extension PoolService {
  /// The account and the grant of a refresh token, with the token's class.
  private func holder(
    ofRefreshToken token: String
  ) -> (key: String, grant: Int, kind: TableMember)? {
    guard let key = refreshTokens[token], let account = accounts[key] else { return nil }
    var found: (key: String, grant: Int, kind: TableMember)?
    for (position, record) in account.grants.enumerated() {
      switch record.grant?.judge(refreshToken: token, deviceKey: nil, at: now) {
      case nil, .mismatch: continue
      case .reused: found = (key, position, .retired)
      default: found = (key, position, .current)
      }
    }
    return found
  }

  /// Issues new tokens for a refresh token. The secret hash, or the secret itself, is checked for
  /// the user that the token belongs to.
  mutating func refresh(_ request: ServiceRequest) throws(ServiceException) -> JSON {
    var request = request
    let found = holder(ofRefreshToken: request.reading.text(.refreshToken) ?? "")
    guard let found, let account = accounts[found.key] else {
      var turn = try turnOfNobody()
      turn.judged[.refreshToken] = false
      request.reading.set(.token, .neverIssued)
      request.reading.set(.deviceKey, false)
      request.reading.set(.secret, true)
      try refuse(try run(request.reading, &turn))
      throw notAuthorized(.refreshTokenInvalid)
    }
    let isSecret = try isSecret(of: account, in: request.reading)
    request.reading.set(.secret, isSecret)
    let hash = request.reading.text(.secretHash)
    request.reading.set(.anotherSecret, hash != nil && !isSecret)
    let deviceKey = request.reading.text(.deviceKey).flatMap { account.devices[$0] }?.key
    var turn = try turn(for: found.key, deviceKey: deviceKey, grant: found.grant)
    let counts = turn.account.world.pool.tokens.counts(at: now)
    turn.judged[.refreshToken] = found.kind == .current && counts
    request.reading.set(.token, found.kind)
    request.reading.set(.deviceKey, deviceKey != nil)
    return try answer(&request, &turn)
  }

  /// Whether the client's secret came along, or its hash with the name of the token's user.
  private func isSecret(
    of account: ServiceAccount, in reading: WireReading
  ) throws(ServiceException) -> Bool {
    guard let clientSecret else { return false }
    if let bare = reading.text(.clientSecret) {
      guard clientSecret.matches(Secret(bare)) else {
        throw notAuthorized(.secretHashWrong)
      }
      return true
    }
    guard let hash = reading.text(.secretHash) else { return false }
    return try guarded { () throws(CryptographyError) in
      try SecretHash.isRight(
        hash, username: account.username, clientID: World.clientID, clientSecret: clientSecret)
    }
  }

  /// The turn of a request that names no user.
  mutating func turnOfNobody() throws(ServiceException) -> ServiceTurn {
    let key = "?"
    if accounts[key] == nil {
      accounts[key] = try account(named: TableMember.nobody.rawValue, sub: key)
    }
    return try turn(for: key)
  }

  mutating func revokeToken(_ request: ServiceRequest) throws(ServiceException) -> JSON {
    var request = request
    let secret = Secret(request.reading.text(.clientSecret) ?? "")
    let isClient = clientSecret.map { $0.matches(secret) } ?? true
    let token = request.reading.text(.refreshToken) ?? ""
    let isAccessToken = if case .accepted = try verdict(on: token) { true } else { false }
    request.reading.set(.secret, isClient)
    request.reading.set(.isAccessToken, isAccessToken)
    if !isClient || isAccessToken {
      var turn = try turnOfNobody()
      try refuse(try run(request.reading, &turn))
    }
    if let key = refreshTokens[token],
      let grant = accounts[key]?.grants.firstIndex(where: {
        switch $0.grant?.judge(refreshToken: token, deviceKey: nil, at: now) {
        case nil, .mismatch: false
        default: true  // Also one that another took the place of (N144).
        }
      })
    {
      var turn = try turn(for: key, grant: grant)
      turn.revokesOneGrant = true
      try refuse(try run(request.reading, &turn))
    }
    return .object([])  // Of a token that nobody has the service says nothing.
  }
}
