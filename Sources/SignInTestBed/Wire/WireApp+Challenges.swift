import SignInCryptography

/// The app's answers to challenges.
extension WireApp {
  private static let codeKeys = [
    "SMS_MFA": "SMS_MFA_CODE", "SMS_OTP": "SMS_OTP_CODE", "EMAIL_OTP": "EMAIL_OTP_CODE",
  ]

  mutating func respond(_ fields: Fields) throws(CryptographyError) -> JSON {
    let name = PoolService.challenges.first { $0.value == fields["challenge"] }?.key ?? ""
    let typed =
      challenge["USERNAME"]?.text ?? challenge["USER_ID_FOR_SRP"]?.text ?? ownName
    var responses: [JSON.Member] = [JSON.Member("USERNAME", .string(typed))]
    func add(_ name: String, _ text: String?) {
      if let text { responses.append(JSON.Member(name, .string(text))) }
    }
    switch name {
    case "SMS_MFA", "SMS_OTP", "EMAIL_OTP":
      let kind = name == "EMAIL_OTP" ? "emailCode" : "smsCode"
      add(Self.codeKeys[name] ?? "", try user.code(fields["code"], for: kind, random: &random))
    case "SOFTWARE_TOKEN_MFA":
      let code = try user.timeBasedCode(
        fields["code"], of: user.authenticator, at: now, random: &random)
      add("SOFTWARE_TOKEN_MFA_CODE", code)
    case "SELECT_MFA_TYPE":
      let choice = PoolService.choices.first { $0.value == fields["choice"] }?.key
      add("ANSWER", fields["choice"] == "empty" ? "" : choice ?? "PIGEON_POST")
    case "SELECT_CHALLENGE":
      for (name, text) in try selectedFactor(fields) { add(name, text) }
    case "MFA_SETUP":
      // With an authenticator that was proved the session alone is the answer.
      guard !hasProvedAuthenticator else { break }
      if fields["address"] == "own" { add("EMAIL", attributes["email"] ?? "ada@example.com") }
      if fields["address"] == "malformed" { add("EMAIL", "no address") }
    case "NEW_PASSWORD_REQUIRED":
      add("NEW_PASSWORD", try newPassword(fields["newPassword"]))
      let missing = challenge["requiredAttributes"]?.text ?? ""
      for (key, value) in attributes.sorted(by: { $0.key < $1.key })
      where fields["givesMissing"] == "true" && missing.contains("\"userAttributes.\(key)\"") {
        add("userAttributes.\(key)", value)
      }
    case "CUSTOM_CHALLENGE":
      let right = user.inbox["customAnswer"]?.last ?? "000000"
      let answers = ["right": right, "wrong": right.alteringOne]
      add("ANSWER", answers[fields["answer"]] ?? "")
    case "PASSWORD_VERIFIER":
      let secret = try user.password(fields["password"], random: &random)
      for (name, text) in try claim(proof, secret, challenge["USER_ID_FOR_SRP"]?.text ?? "") {
        add(name, text)
      }
    case "PASSWORD":
      add("PASSWORD", try user.password(fields["password"], random: &random).revealedText())
    case "WEB_AUTHN": add("CREDENTIAL", try assertion(fields["assertion"]))
    case "DEVICE_SRP_AUTH":
      guard let device = user.device else { break }
      deviceProof = try SRPClient(
        realm: device.groupKey, randomness: &random, conventions: user.conventions.srp)
      add("SRP_A", deviceProof?.publicKey)
    default:
      guard let device = user.device else { break }
      let secret =
        fields["device"] == "current"
        ? device.secret : Secret(device.secret.revealedText().alteringOne)
      for (name, text) in try claim(deviceProof, secret, device.key) { add(name, text) }
    }
    let isDevice = name.hasPrefix("DEVICE_") || fields["deviceKey"] == "true"
    add("DEVICE_KEY", isDevice ? user.device?.key : nil)
    add("SECRET_HASH", try secretHash(typed))
    let session = name == "PASSWORD_VERIFIER" ? nil : sessionText
    return .members([
      "ChallengeName": .string(name), "ClientId": .string(World.clientID),
      "ChallengeResponses": .object(responses), "Session": session.map { .string($0) },
    ])
  }

  private mutating func selectedFactor(
    _ fields: Fields
  ) throws(CryptographyError) -> [(String, String)] {
    let factor = fields["factor"]
    let name = PoolService.factors.first { $0.value == factor }?.key
    var parts = [("ANSWER", factor == "empty" ? "" : name ?? "PIGEON_POST")]
    if factor == "password" {
      let password = try user.password(fields["password"], random: &random)
      parts.append(("PASSWORD", password.revealedText()))
    }
    if factor == "passwordSRP" {
      let client = try SRPClient(
        poolID: World.poolID, randomness: &random, conventions: user.conventions.srp)
      proof = client
      parts.append(("SRP_A", client.publicKey))
    }
    return parts
  }

  mutating func newPassword(_ sent: String) throws(CryptographyError) -> String {
    switch sent {
    case "empty": return ""
    case "violatesPolicy": return "weak"
    default:
      let password = try random.password()
      proposed = Secret(password)
      return password
    }
  }

  /// The three parameters of a proof, from the last challenge.
  private func claim(
    _ client: SRPClient?, _ secret: Secret, _ userID: String
  ) throws(CryptographyError) -> [(String, String)] {
    guard let client else { return [] }
    let block = challenge["SECRET_BLOCK"]?.text ?? ""
    let timestamp = try TimestampFormatter.format(now + clientSkew)
    let asked = SRPClient.Challenge(
      salt: challenge["SALT"]?.text ?? "", publicKey: challenge["SRP_B"]?.text ?? "",
      secretBlock: block, userID: userID)
    let signature = try client.proof(for: asked, password: secret, timestamp: timestamp)
    return [
      ("TIMESTAMP", timestamp), ("PASSWORD_CLAIM_SECRET_BLOCK", block),
      ("PASSWORD_CLAIM_SIGNATURE", signature),
    ]
  }

  // MARK: Passkeys

  private static let origin = "https://\(World.relyingPartyID)"

  private mutating func assertion(_ sent: String) throws(CryptographyError) -> String {
    let text = challenge["CREDENTIAL_REQUEST_OPTIONS"]?.text ?? "{}"
    var options = try WebAuthnRequestOptions(json: JSON(parsing: text))
    var authenticator = user.authenticatorDevice
    if sent == "anotherUsers" { authenticator = try stranger() }
    authenticator.behaviour.verifiesUser = sent != "unverified"
    if sent == "anotherUsers" { options.allowed = [] }
    if sent == "otherRelyingParty" { options.challenge = Array(options.challenge.reversed()) }
    let origin = sent == "otherOrigin" ? "https://phish.example" : Self.origin
    guard var response = try authenticator.assert(options, origin: origin) else { return "{}" }
    if sent == "altered", !response.signature.isEmpty {
      response.signature[response.signature.count / 2] ^= 1
    }
    if sent != "anotherUsers" {
      authenticator.behaviour.verifiesUser = true
      user.authenticatorDevice = authenticator
    }
    return response.json.serialized
  }

  /// An authenticator with another user's passkey.
  private mutating func stranger() throws(CryptographyError) -> SoftwareAuthenticator {
    var authenticator = SoftwareAuthenticator(conventions: user.conventions.webAuthn)
    _ = try authenticator.register(
      try foreignOptions(), origin: Self.origin, randomness: &random)
    return authenticator
  }

  /// Options of a registration that the service never began.
  private mutating func foreignOptions() throws(CryptographyError) -> WebAuthnCreationOptions {
    let party = try RelyingParty(id: World.relyingPartyID)
    let other = RelyingParty.User(handle: Array("another".utf8), name: "another")
    return party.creationOptions(
      for: try party.begin(for: other, clientID: World.clientID, at: now, randomness: &random))
  }

  /// The credential that a registration brings; one of nobody's asking where none was begun.
  mutating func credential(_ sent: String) throws(CryptographyError) -> JSON {
    let begun = try creationOptions.map { json throws(CryptographyError) in
      try WebAuthnCreationOptions(json: json)
    }
    var options = if let begun { begun } else { try foreignOptions() }
    let isTaken = !user.authenticatorDevice.passkeys.isEmpty
    var authenticator =
      sent == "anotherUsers" || isTaken
      ? SoftwareAuthenticator(conventions: user.conventions.webAuthn) : user.authenticatorDevice
    authenticator.behaviour.verifiesUser = sent != "unverified"
    if sent == "otherRelyingParty" { options.relyingPartyID = "other.example" }
    if ["anotherUsers", "altered"].contains(sent) {
      options.challenge = Array(options.challenge.reversed())
    }
    let origin = sent == "otherOrigin" ? "https://phish.example" : Self.origin
    let made = try authenticator.register(options, origin: origin, randomness: &random)
    guard let response = made else { return .object([]) }
    if begun != nil, sent == "current" || sent == "unverified" {
      authenticator.behaviour.verifiesUser = true
      user.authenticatorDevice = authenticator
    }
    return response.json
  }
}
