import SignInCryptography

/// The operations by their names.
extension PoolService {
  /// Performs one operation.
  mutating func perform(
    _ operation: String, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    switch operation {
    case "InitiateAuth": return try initiateAuth(input)
    case "RespondToAuthChallenge": return try respondToAuthChallenge(input)
    case "GetTokensFromRefreshToken":
      try checkClient(input)
      return try refresh(
        token: try input.required("RefreshToken"),
        deviceKey: try input.text("DeviceKey", limit: 128), input)
    case "RevokeToken": return try revokeToken(input)
    case "SignUp": return try signUp(input)
    case "ConfirmSignUp": return try confirmSignUp(input)
    case "ResendConfirmationCode": return try send(operation, input)
    case "ForgotPassword": return try send(operation, input)
    case "ConfirmForgotPassword": return try confirmForgotPassword(input)
    case "AssociateSoftwareToken": return try associateSoftwareToken(input)
    case "VerifySoftwareToken": return try verifySoftwareToken(input)
    default:
      if operation.hasPrefix("TestBed") { return try control(operation, input) }
      if operation.hasPrefix("Admin") { return try administer(operation, input) }
      return try performWithToken(operation, input)
    }
  }

  // MARK: Sign-up

  private mutating func signUp(_ input: ServiceInput) throws(ServiceException) -> JSON {
    try checkClient(input)
    let name = try input.required("Username", limit: 128)
    try checkSecretHash(input, for: name)
    let attributes = try input.attributes("UserAttributes")
    let password = try input.text("Password", limit: 256) ?? ""
    let found = try resolve(name)
    let isTaken = found.identifier != "nobody"
    let fresh = try account(named: name)
    let key = isTaken ? found.key : fresh.sub
    if !isTaken { accounts[key] = fresh }
    var turn = try turn(for: key)
    turn.attributes = isTaken ? [:] : attributes
    if !isTaken { turn.attributes.merge(self.attributes(ofName: name)) { $1 } }
    turn.newPassword = password.isEmpty ? nil : Secret(password)
    let answer = try run(
      "SignUp",
      [
        "givesEmail": turn.attributes["email"] ?? attributes["email"] == nil ? "false" : "true",
        "givesPhone": turn.attributes["phone_number"] ?? attributes["phone_number"] == nil
          ? "false" : "true",
        "givesPassword": password.isEmpty ? "false" : "true",
        "weakPassword": password.policyClass == "violatesPolicy" ? "true" : "false",
        "name": name.isAddress ? "likeEmail" : name.first == "+" ? "likePhone" : "plain",
        "asked": "true",
      ], &turn)
    if text("status", in: turn.valuation) == "none" { accounts[key] = nil }
    return .members([
      "UserConfirmed": .bool(try flag("confirmed", of: answer, "SignUp")),
      "CodeDeliveryDetails": details(answer, turn), "UserSub": .string(turn.account.sub),
    ])
  }

  /// What a new account's name says of it: in pools whose names are attributes it is their value.
  func attributes(ofName name: String) -> [String: String] {
    let kinds = text("usernameAttributes", in: initial)
    var attributes: [String: String] = [:]
    if name.isAddress, kinds.contains("email") { attributes["email"] = name }
    if name.first == "+", kinds.contains("phone") { attributes["phone_number"] = name }
    return attributes
  }

  private mutating func confirmSignUp(_ input: ServiceInput) throws(ServiceException) -> JSON {
    try checkClient(input)
    let name = try input.required("Username", limit: 128)
    try checkSecretHash(input, for: name)
    let code = try input.required("ConfirmationCode", limit: 2_048)
    let key = try resolve(name).key
    var turn = try turn(for: key)
    let verdict = turn.account.world.pool.judge(code: code, for: "signUpCode", at: now)
    let fields = [
      "code": codeClass(code, verdict, turn), "asked": "true",
      "session": try input.text("Session", limit: 2_048) == nil ? "false" : "true",
    ]
    turn.judged["signUpCode"] = verdict.isAccepted
    let answer = try run("ConfirmSignUp", fields, &turn)
    let hasSession = try flag("session", of: answer, "ConfirmSignUp")
    let session = turn.account.world.pool.signUpSession?.text
    return .members(["Session": hasSession ? session.map { .string($0.revealedText()) } : nil])
  }

  /// `current` for the digits that were sent, whatever their age: the table's state says that.
  private func codeClass(_ code: String, _ verdict: Verdict, _ turn: ServiceTurn) -> String {
    let isMatch = turn.account.world.pool.outstanding?.code.judge(code) == .matches
    return verdict.isAccepted || (verdict.reason == "expired" && isMatch)
      ? "current" : "neverIssued"
  }

  /// ResendConfirmationCode and ForgotPassword.
  private mutating func send(
    _ operation: String, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    try checkClient(input)
    let name = try input.required("Username", limit: 128)
    try checkSecretHash(input, for: name)
    let key = try resolve(name).key
    var turn = try turn(for: key)
    let answer = try run(operation, ["asked": "true"], &turn)
    try refuse(answer, operation)
    return .members(["CodeDeliveryDetails": details(answer, turn)])
  }

  private mutating func confirmForgotPassword(
    _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    try checkClient(input)
    let name = try input.required("Username", limit: 128)
    try checkSecretHash(input, for: name)
    let code = try input.required("ConfirmationCode", limit: 2_048)
    let password = try input.required("Password", limit: 256)
    let key = try resolve(name).key
    var turn = try turn(for: key)
    let verdict = turn.account.world.pool.judge(code: code, for: "resetCode", at: now)
    turn.judged["resetCode"] = verdict.isAccepted
    turn.newPassword = Secret(password)
    let answer = try run(
      "ConfirmForgotPassword",
      [
        "code": codeClass(code, verdict, turn), "newPassword": password.policyClass,
        "asked": "true",
      ], &turn)
    try refuse(answer, "ConfirmForgotPassword")
    return .object([])
  }

  // MARK: Authenticator

  private mutating func associateSoftwareToken(
    _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    var turn = try softwareTokenTurn(input)
    let byToken = turn.grant != nil
    let answer = try run(
      "AssociateSoftwareToken", ["byToken": byToken ? "true" : "false"], &turn)
    try refuse(answer, "AssociateSoftwareToken")
    guard let secret = turn.account.world.pool.pendingSecret else {
      throw .internalError("no secret was made")
    }
    return .members([
      "SecretCode": .string(Base32.encode(secret.revealedBytes())),
      "Session": turn.sessionText.map { .string($0.revealedText()) },
    ])
  }

  private mutating func verifySoftwareToken(
    _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    let code = try input.required("UserCode", limit: 2_048)
    guard code.utf8.count == 6, code.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw .invalidParameter(
        "1 validation error detected: Value at 'userCode' failed to satisfy constraint: "
          + "Member must satisfy regular expression pattern: [0-9]+")
    }
    var turn = try softwareTokenTurn(input)
    let world = turn.account.world
    let now = self.now
    let judged = try guarded { () throws(CryptographyError) in
      try world.pool.judge(setupCode: code, at: now)
    }
    turn.judged["totpSetup"] = judged.verdict.isAccepted
    turn.account.world.provedVerifier = judged.verifier
    let answer = try run(
      "VerifySoftwareToken",
      [
        "code": judged.verdict.isAccepted ? "current" : "neverIssued",
        "byToken": turn.grant == nil ? "false" : "true",
      ], &turn)
    try refuse(answer, "VerifySoftwareToken")
    return .members([
      "Status": .string((answer.fields["status"] ?? "success").uppercased()),
      "Session": turn.sessionText.map { .string($0.revealedText()) },
    ])
  }

  /// By the session of MFA_SETUP or by the access token.
  private mutating func softwareTokenTurn(
    _ input: ServiceInput
  ) throws(ServiceException) -> ServiceTurn {
    guard let text = try input.text("Session", limit: 2_048) else {
      guard try input.text("AccessToken") != nil else { throw .missing("AccessToken or Session") }
      return try turn(withToken: input)
    }
    guard let session = sessions[text] else {
      throw .notAuthorized("Invalid session for the user.")
    }
    var turn = try turn(for: session.account, session: Secret(text))
    turn.judged["session"] = session.pending.map { now < $0.expires } ?? false
    return turn
  }

  // MARK: Answers

  /// Throws what the table answers with an exception.
  func refuse(_ answer: ServiceAnswer, _ operation: String) throws(ServiceException) {
    guard answer.isException else { return }
    throw ServiceException(
      name: answer.name,
      message: ServiceTexts.text(
        of: answer.name, reason: answer.fields["reason"] ?? "", operation: operation))
  }

  private func flag(
    _ field: String, of answer: ServiceAnswer, _ operation: String
  ) throws(ServiceException) -> Bool {
    try refuse(answer, operation)
    return answer.fields[field] == "true"
  }

  /// Where a code goes. For a name that nobody has it is what was typed, or made up.
  func address(_ attribute: String, _ turn: ServiceTurn) -> String {
    if let own = turn.account.attributes[attribute] { return own }
    let typed = String(turn.key.dropFirst())
    let isPhone = attribute == "phone_number"
    if turn.key.first == "?", isPhone ? typed.first == "+" : typed.isAddress { return typed }
    return isPhone ? "+15550000000" : "a@example.com"
  }

  /// `CodeDeliveryDetails`; nil where no code was sent. For a name that nobody has they are made
  /// up.
  func details(_ answer: ServiceAnswer, _ turn: ServiceTurn) -> JSON? {
    let medium = answer.fields["medium"] ?? "none"
    guard medium != "none" else { return nil }
    let attribute = medium == "sms" ? "phone_number" : "email"
    let address = turn.account.pendingAttributes[attribute] ?? address(attribute, turn)
    return .members([
      "Destination": .string(Self.masked(address, medium == "sms" ? "SMS" : "EMAIL")),
      "DeliveryMedium": .string(medium == "sms" ? "SMS" : "EMAIL"),
      "AttributeName": .string(attribute),
    ])
  }
}
