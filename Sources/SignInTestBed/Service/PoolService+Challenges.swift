import SignInCryptography

/// RespondToAuthChallenge: the answer's bytes are judged, and the verdict is the class of evidence
/// that the table's message carries.
extension PoolService {
  static let challenges = [
    "SMS_MFA": "smsMFA", "EMAIL_OTP": "emailOTP", "SOFTWARE_TOKEN_MFA": "softwareTokenMFA",
    "SELECT_MFA_TYPE": "selectMFAType", "MFA_SETUP": "mfaSetup",
    "NEW_PASSWORD_REQUIRED": "newPasswordRequired", "PASSWORD_VERIFIER": "passwordVerifier",
    "SELECT_CHALLENGE": "selectChallenge", "SMS_OTP": "smsOTP", "WEB_AUTHN": "webAuthn",
    "CUSTOM_CHALLENGE": "customChallenge", "DEVICE_SRP_AUTH": "deviceSRPAuth",
    "DEVICE_PASSWORD_VERIFIER": "devicePasswordVerifier", "PASSWORD": "password",
    "PASSWORD_SRP": "passwordSRP",
  ]

  /// What is not sent is empty or wrong, never right: the table's first values are the right ones.
  private static let nothing = [
    "code": "empty", "choice": "empty", "factor": "empty", "address": "empty",
    "newPassword": "empty", "password": "empty", "answer": "empty", "device": "altered",
    "assertion": "altered",
  ]

  mutating func respondToAuthChallenge(_ input: ServiceInput) throws(ServiceException) -> JSON {
    try checkClient(input)
    let name = try input.required("ChallengeName", limit: 64)
    guard let challenge = Self.challenges[name] else {
      throw .invalidParameter(
        "1 validation error detected: Value '\(name)' at 'challengeName' failed to satisfy "
          + "constraint: Member must satisfy enum value set")
    }
    let responses = try input.map("ChallengeResponses")
    let username = try Self.parameter("USERNAME", of: responses, limit: 128)
    let hash = try responses.text("SECRET_HASH", limit: 128)
    guard try hasSecretHash(hash, for: username) || clientSecret == nil else {
      throw .notAuthorized(
        "Client \(World.clientID) is configured with secret but SECRET_HASH was not received")
    }
    var fields = Self.nothing
    fields["challenge"] = challenge
    fields["deviceKey"] = try responses.text("DEVICE_KEY") == nil ? "false" : "true"
    if name == "PASSWORD_VERIFIER" { return try proof(responses, fields, username) }
    var turn = try turn(answering: name, input, responses, username)
    try judge(name, responses, &fields, &turn)
    let answer = try run("RespondToAuthChallenge", fields, &turn)
    let request = AnswerRequest(
      operation: "RespondToAuthChallenge", username: username,
      publicKey: try publicKey(responses, isDue: false),
      deviceKey: fields["deviceKey"] == "true" ? turn.deviceKey : nil)
    return try reply(answer, request, &turn)
  }

  /// The answer to PASSWORD_VERIFIER. The secret block carries the state, no session does.
  private mutating func proof(
    _ responses: ServiceInput, _ fields: [String: String], _ username: String
  ) throws(ServiceException) -> JSON {
    let block = try Self.parameter("PASSWORD_CLAIM_SECRET_BLOCK", of: responses)
    var exchange = exchanges[block]
    let isProved = try judge(responses, realm: nil, exchange)
    if let account = exchange?.account, !isOf(account, username) { exchange = nil }
    let key = if let exchange { exchange.account } else { try resolve(username).key }
    let deviceKey = try responses.text("DEVICE_KEY", limit: 128) ?? exchange?.deviceKey
    var turn = try turn(for: key, deviceKey: deviceKey)
    for (slot, value) in exchange?.slots ?? [:] { turn.valuation[slot] = value }
    let isRight = exchange != nil && isProved
    var fields = fields
    fields["password"] = isRight ? "current" : "neverIssued"
    turn.judged["password"] = isRight
    let pool = turn.account.world.pool
    turn.judged["temporaryPassword"] = pool.judgeTemporaryPassword(at: now).isAccepted
    let answer = try run("RespondToAuthChallenge", fields, &turn)
    // Where the device is not known the proof was not looked at, and is sent again without it.
    if answer.name != "ResourceNotFoundException" { exchanges[block] = nil }
    return try reply(
      answer,
      AnswerRequest(
        operation: "RespondToAuthChallenge", username: username, deviceKey: deviceKey), &turn)
  }

  /// Whether a name is one of an account's.
  private func isOf(_ key: String, _ name: String) -> Bool {
    guard let account = accounts[key] else { return false }
    return account.username == name || account.sub == name || account.typedName == name
      || key == "?\(name)"
      || account.attributes.values.contains(name)
  }

  /// The turn of an answer: by its session, or by what stands for it where a device proves itself.
  private mutating func turn(
    answering name: String, _ input: ServiceInput, _ responses: ServiceInput, _ username: String
  ) throws(ServiceException) -> ServiceTurn {
    let deviceKey = try responses.text("DEVICE_KEY", limit: 128)
    var text = try input.text("Session", limit: 2_048).map { Secret($0) }
    if text == nil, name.hasPrefix("DEVICE_") {
      // Some clients leave the session of a device's proof out.
      text =
        sessions.all.last { session in
          session.pending != nil && session.deviceKey != nil && session.deviceKey == deviceKey
        }?.pending?.text
    }
    guard let text else { throw .missing("Session") }
    guard text.count >= 20 else {
      throw .invalidParameter(
        "1 validation error detected: Value at 'session' failed to satisfy constraint: "
          + "Member must have length greater than or equal to 20")
    }
    guard let session = sessions[text], isOf(session.account, username) else {
      throw .notAuthorized("Invalid session for the user.")
    }
    return try turn(
      for: session.account, session: text, deviceKey: deviceKey ?? session.deviceKey)
  }

  // MARK: Judgement

  private mutating func judge(
    _ name: String, _ responses: ServiceInput, _ fields: inout [String: String],
    _ turn: inout ServiceTurn
  ) throws(ServiceException) {
    let session = turn.session.flatMap { sessions[$0] }
    let pending = session?.pending
    turn.judged["session"] = pending.map { now < $0.expires } ?? false
    switch name {
    case "SMS_MFA", "SMS_OTP", "EMAIL_OTP":
      let code = try Self.parameter("\(name)_CODE", of: responses, limit: 64)
      let isRight = turn.account.world.pool.judge(mfaCode: code).isAccepted
      fields["code"] = isRight ? "current" : "neverIssued"
      turn.judged[name == "EMAIL_OTP" ? "emailCode" : "smsCode"] = isRight
    case "SOFTWARE_TOKEN_MFA":
      let code = try Self.parameter("SOFTWARE_TOKEN_MFA_CODE", of: responses, limit: 64)
      fields["code"] = try judge(timeBasedCode: code, &turn)
    case "SELECT_MFA_TYPE":
      let answer = try responses.text("ANSWER", limit: 64) ?? ""
      fields["choice"] = answer.isEmpty ? "empty" : Self.choices[answer] ?? "unknownWord"
    case "SELECT_CHALLENGE":
      let answer = try responses.text("ANSWER", limit: 64) ?? ""
      fields["factor"] = answer.isEmpty ? "empty" : Self.factors[answer] ?? "unknownWord"
      if answer == "PASSWORD" {
        fields["password"] = try judge(
          password: try responses.text("PASSWORD", limit: 256), isDue: true, &turn)
      }
      if answer == "PASSWORD_SRP" { _ = try publicKey(responses, isDue: true) }
    case "PASSWORD":
      fields["password"] = try judge(
        password: try responses.text("PASSWORD", limit: 256), isDue: true, &turn)
    case "PASSWORD_SRP": _ = try publicKey(responses, isDue: true)
    case "MFA_SETUP":
      let address = try responses.text("EMAIL", limit: 2_048) ?? ""
      fields["address"] = address.isEmpty ? "empty" : address.isAddress ? "own" : "malformed"
      if address.isAddress { turn.attributes["email"] = address }
    case "NEW_PASSWORD_REQUIRED": try judge(newPassword: responses, &fields, &turn)
    case "CUSTOM_CHALLENGE":
      let answer = try responses.text("ANSWER", limit: 2_048) ?? ""
      let isRight = session?.customAnswer?.judge(answer) == .matches
      fields["answer"] = answer.isEmpty ? "empty" : isRight ? "right" : "wrong"
    case "WEB_AUTHN":
      let text = try Self.parameter("CREDENTIAL", of: responses)
      fields["assertion"] = try judge(assertion: text, &turn)
    case "DEVICE_SRP_AUTH": _ = try publicKey(responses, isDue: true)
    default:
      let device = turn.account.world.pool.device
      let isRight = try judge(
        responses, realm: device?.groupKey ?? "", session?.deviceExchange)
      fields["device"] = isRight ? "current" : "altered"
      turn.judged["deviceProof"] = isRight
    }
  }

  static let choices = ["SMS_MFA": "sms", "SOFTWARE_TOKEN_MFA": "totp", "EMAIL_OTP": "email"]

  /// An authenticator's code. Which of the steps it is of matters to the table only as far as one
  /// is used already.
  private func judge(
    timeBasedCode code: String, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> String {
    guard var verifier = turn.account.world.pool.authenticator else {
      turn.judged["totp"] = false
      return "neverIssued"
    }
    let verdict = try guarded { () throws(CryptographyError) in try verifier.verify(code, at: now) }
    let used = text("usedCodes", in: turn.valuation)
    switch verdict {
    case .accepted:
      turn.judged["totp"] = true
      turn.usedAuthenticator = verifier
      return used.contains("current") ? "adjacent" : "current"
    case .alreadyUsed:
      turn.judged["totp"] = false
      return used.contains("current") ? "current" : "adjacent"
    case .mismatch, .malformed:
      turn.judged["totp"] = false
      return "neverIssued"
    }
  }

  private func judge(
    newPassword responses: ServiceInput, _ fields: inout [String: String],
    _ turn: inout ServiceTurn
  ) throws(ServiceException) {
    let password = try responses.text("NEW_PASSWORD", limit: 256) ?? ""
    fields["newPassword"] = password.policyClass
    turn.newPassword = Secret(password)
    for name in responses.names {
      guard name.hasPrefix("userAttributes."), let value = try responses.text(name) else {
        continue
      }
      turn.attributes[String(name.dropFirst("userAttributes.".count))] = value
    }
    let missing = Self.contacts.filter { contact in
      text("requiredAttributes", in: initial).contains(contact.member)
        && text(contact: contact.member, in: turn.valuation) == "absent"
    }
    let gives = missing.allSatisfy { turn.attributes[$0.attribute] != nil }
    fields["givesMissing"] = gives ? "true" : "false"
  }

  private mutating func judge(
    assertion text: String, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> String {
    let world = turn.account.world
    let verdict = try guarded { () throws(CryptographyError) in
      var ceremony = world.pool.passkeys.assertion
      ceremony?.user = world.passkeyUser
      return try world.relyingParty().judge(assertion: text, for: ceremony, at: now)
    }
    switch verdict {
    case .accepted(let credential):
      turn.judged["assertion"] = true
      turn.account.world.pool.passkeys.credentials = world.pool.passkeys.credentials.map {
        $0.id == credential.id ? credential : $0
      }
      return credential.wasUserVerified ? "current" : "unverified"
    case .refused(let refusal):
      turn.judged["assertion"] = false
      if refusal.exception == .invalidParameter { throw .invalidParameter("Invalid CREDENTIAL.") }
      switch refusal.check {
      case .userVerification: return "unverified"
      case .origin: return "otherOrigin"
      case .relyingParty: return "otherRelyingParty"
      case .credential: return "anotherUsers"
      default: return "altered"
      }
    }
  }
}

extension String {
  /// Whether a text has the form of an e-mail address.
  var isAddress: Bool {
    let parts = split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
      && parts[1].first != "." && parts[1].last != "."
  }

  /// The table's class of a new password, by the service's default policy: eight characters or
  /// more, a lower-case and an upper-case letter and a digit.
  var policyClass: String {
    if isEmpty { return "empty" }
    let isStrong =
      utf8.count >= 8 && utf8.contains { (97...122).contains($0) }
      && utf8.contains { (65...90).contains($0) } && utf8.contains { (48...57).contains($0) }
    return isStrong ? "valid" : "violatesPolicy"
  }
}
