import SignInCryptography

/// InitiateAuth: from the request's fields to the table's message.
extension PoolService {
  private static let flows = [
    "USER_SRP_AUTH": "userSRP", "USER_PASSWORD_AUTH": "userPassword", "CUSTOM_AUTH": "custom",
    "USER_AUTH": "userAuth",
  ]

  static let factors = [
    "PASSWORD": "password", "PASSWORD_SRP": "passwordSRP", "SMS_OTP": "smsOTP",
    "EMAIL_OTP": "emailOTP", "WEB_AUTHN": "webAuthn",
  ]

  mutating func initiateAuth(_ input: ServiceInput) throws(ServiceException) -> JSON {
    try checkClient(input)
    let flow = try input.required("AuthFlow", limit: 64)
    let parameters = try input.map("AuthParameters")
    if ["REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"].contains(flow) {
      return try refresh(
        token: try Self.parameter("REFRESH_TOKEN", of: parameters),
        deviceKey: try parameters.text("DEVICE_KEY", limit: 128), byFlow: true, parameters)
    }
    guard let name = Self.flows[flow] else { throw Self.unknownFlow(flow) }
    let username = try Self.parameter("USERNAME", of: parameters, limit: 128)
    let hash = try parameters.text("SECRET_HASH", limit: 128)
    let hasHash = try hasSecretHash(hash, for: username)
    let publicKey = try self.publicKey(parameters, isDue: flow == "USER_SRP_AUTH")
    let (key, identifier) = try resolve(username)
    var turn = try turn(
      for: key, deviceKey: try parameters.text("DEVICE_KEY", limit: 128))
    var fields = [
      "flow": name, "identifier": identifier, "secretHash": hasHash ? "true" : "false",
      "deviceKey": try parameters.text("DEVICE_KEY") == nil ? "false" : "true",
      "password": "empty", "begins": "true", "preferred": "none",
    ]
    if flow == "CUSTOM_AUTH" {
      fields["flow"] = publicKey == nil ? "customWithoutSRP" : "customWithSRP"
    }
    let isSRP = flow == "USER_SRP_AUTH" || fields["flow"] == "customWithSRP"
    if flow == "USER_AUTH" {
      fields["preferred"] = try preferred(parameters)
      fields["signUpSession"] = try signUpSession(input, &turn)
    }
    if flow == "USER_PASSWORD_AUTH" || flow == "USER_AUTH" {
      fields["password"] = try judge(
        password: try parameters.text("PASSWORD", limit: 256),
        isDue: flow == "USER_PASSWORD_AUTH", &turn)
    }
    if isSRP || fields["preferred"] == "passwordSRP", publicKey == nil {
      throw .missing("SRP_A")
    }
    let answer = try run("InitiateAuth", fields, &turn)
    let request = AnswerRequest(
      operation: "InitiateAuth", username: username, publicKey: publicKey,
      deviceKey: fields["deviceKey"] == "true" ? turn.deviceKey : nil)
    return try reply(answer, request, &turn)
  }

  private static func unknownFlow(_ flow: String) -> ServiceException {
    let known = [
      "USER_SRP_AUTH", "REFRESH_TOKEN_AUTH", "REFRESH_TOKEN", "CUSTOM_AUTH", "ADMIN_NO_SRP_AUTH",
      "USER_PASSWORD_AUTH", "ADMIN_USER_PASSWORD_AUTH", "USER_AUTH",
    ]
    guard !known.contains(flow) else {
      return .invalidParameter("Initiate Auth method not supported.")
    }
    return .invalidParameter(
      "1 validation error detected: Value '\(flow)' at 'authFlow' failed to satisfy constraint: "
        + "Member must satisfy enum value set: [\(known.joined(separator: ", "))]")
  }

  static func parameter(
    _ name: String, of map: ServiceInput, limit: Int = 131_072
  ) throws(ServiceException) -> String {
    guard let text = try map.text(name, limit: limit), !text.isEmpty else { throw .missing(name) }
    return text
  }

  /// `SRP_A`, read and refused as the protocol asks: hexadecimal, in range, no multiple of N.
  func publicKey(
    _ parameters: ServiceInput, isDue: Bool
  ) throws(ServiceException) -> String? {
    guard let text = try parameters.text("SRP_A") else {
      if isDue { throw .missing("SRP_A") }
      return nil
    }
    try guarded { () throws(CryptographyError) in
      let group = try SRPGroup.cognito
      let number = try BigNumber(hex: text)
      guard try !group.modulus.divides(number) else {
        throw CryptographyError(.illegalPublicKey, "SRP_A is a multiple of N")
      }
    }
    return text
  }

  private func preferred(_ parameters: ServiceInput) throws(ServiceException) -> String {
    guard let name = try parameters.text("PREFERRED_CHALLENGE", limit: 64) else { return "none" }
    guard let factor = Self.factors[name] else {
      throw .invalidParameter("Unsupported preferred challenge \(name)")
    }
    return factor
  }

  /// The session string of ConfirmSignUp, compared in time that does not tell where it differs.
  private func signUpSession(
    _ input: ServiceInput, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> String {
    guard let text = try input.text("Session", limit: 2_048) else { return "none" }
    guard let record = turn.account.world.pool.signUpSession,
      record.text.matches(Secret(text))
    else {
      turn.judged["signUpSession"] = false
      return "used"
    }
    let counts = record.counts(at: now)
    turn.judged["signUpSession"] = counts
    return counts ? "current" : "used"
  }

  // MARK: Proofs

  /// A password on the wire, judged by the verifier that it would have.
  func judge(
    password text: String?, isDue: Bool, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> String {
    guard let text, !text.isEmpty else {
      if isDue { throw .missing("PASSWORD") }
      turn.judged["password"] = false
      return "empty"
    }
    let pool = turn.account.world.pool
    let verdict = try guarded { () throws(CryptographyError) in
      try pool.judge(passwordOnWire: Secret(text))
    }
    turn.judged["password"] = verdict.isAccepted
    turn.judged["temporaryPassword"] = pool.judgeTemporaryPassword(at: now).isAccepted
    return verdict.isAccepted ? "current" : "neverIssued"
  }

  /// A claim of an SRP exchange. The timestamp must be the pool's time, within five minutes.
  func judge(
    _ responses: ServiceInput, realm: String?, _ exchange: ServiceExchange?
  ) throws(ServiceException) -> Bool {
    let claim = SRPServer.Claim(
      secretBlock: try Self.parameter("PASSWORD_CLAIM_SECRET_BLOCK", of: responses),
      timestamp: try Self.parameter("TIMESTAMP", of: responses, limit: 64),
      signature: try Self.parameter("PASSWORD_CLAIM_SIGNATURE", of: responses))
    guard let exchange, now < exchange.expires,
      ConstantTime.areEqual(Array(exchange.block.utf8), Array(claim.secretBlock.utf8)),
      let time = try? TimestampParser.parse(claim.timestamp), abs(time - now) <= 300
    else {
      // Malformed base64 is told as such, whatever else is wrong.
      _ = try guarded { () throws(CryptographyError) in
        (try Base64.decode(claim.signature), try Base64.decode(claim.secretBlock))
      }
      return false
    }
    return try guarded { () throws(CryptographyError) in
      let server =
        if let realm { try SRPServer(realm: realm, conventions: conventions.pool.srp) } else {
          try SRPServer(poolID: World.poolID, conventions: conventions.pool.srp)
        }
      return try server.verify(claim, for: exchange.exchange)
    }
  }

  // MARK: Refresh

  /// Whose refresh token it is, and which of theirs, sought among all that were handed out.
  private func holder(
    ofRefreshToken token: String
  ) -> (key: String, grant: Int, kind: String)? {
    var found: (key: String, grant: Int, kind: String)?
    for (key, account) in accounts.sorted(by: { $0.key < $1.key }) {
      for (position, record) in account.grants.enumerated() {
        switch record.grant?.judge(refreshToken: token, deviceKey: nil, at: now) {
        case nil, .mismatch: continue
        case .reused: found = (key, position, "retired")
        default: found = (key, position, "current")
        }
      }
    }
    return found
  }

  /// New tokens for a refresh token.
  ///
  /// - Parameter byFlow: whether it came with the flow REFRESH_TOKEN_AUTH.
  mutating func refresh(
    token: String, deviceKey: String?, byFlow: Bool = false, _ parameters: ServiceInput
  ) throws(ServiceException) -> JSON {
    var fields = ["token": "neverIssued", "byFlow": byFlow ? "true" : "false"]
    guard let found = holder(ofRefreshToken: token), let account = accounts[found.key] else {
      var turn = try turnOfNobody()
      turn.judged["refreshToken"] = false
      try refuse(try run("GetTokensFromRefreshToken", fields, &turn), "GetTokensFromRefreshToken")
      throw .notAuthorized("Invalid Refresh Token")
    }
    let bare = try parameters.text("ClientSecret", limit: 64)
    let hash = try parameters.text("SECRET_HASH", limit: 128)
    if let clientSecret, !clientSecret.matches(Secret(bare ?? "")) {
      guard try hasSecretHash(hash, for: account.username) else {
        throw .notAuthorized("Unable to verify secret hash for client \(World.clientID)")
      }
    }
    let isKnown = deviceKey.map { account.devices[$0] != nil } ?? false
    var turn = try turn(
      for: found.key, deviceKey: isKnown ? deviceKey : nil, grant: found.grant)
    let counts = turn.account.world.pool.tokens.counts(at: now)
    turn.judged["refreshToken"] = found.kind == "current" && counts
    fields["token"] = found.kind
    fields["deviceKey"] = isKnown ? "true" : "false"
    let answer = try run("GetTokensFromRefreshToken", fields, &turn)
    return try reply(
      answer,
      AnswerRequest(operation: "GetTokensFromRefreshToken", username: account.username), &turn)
  }

  /// The turn of a request that names nobody.
  private mutating func turnOfNobody() throws(ServiceException) -> ServiceTurn {
    let key = "?"
    if accounts[key] == nil { accounts[key] = try account(named: "nobody", sub: key) }
    return try turn(for: key)
  }
}
