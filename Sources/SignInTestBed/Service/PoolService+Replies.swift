import SignInCryptography

/// What the reply needs to know of the request.
struct AnswerRequest {
  var operation: String
  var username: String
  /// `SRP_A`, where a proof of the password may be asked for.
  var publicKey: String?
  var deviceKey: String?
}

/// Answers of the table as the API writes them: a challenge with its parameters, tokens, or an
/// exception. Bytes (salts, sessions, options) are those that the effects have made.
extension PoolService {
  mutating func reply(
    _ answer: ServiceAnswer, _ request: AnswerRequest, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> JSON {
    if answer.isException {
      throw ServiceException(
        name: answer.name,
        message: ServiceTexts.text(
          of: answer.name, reason: answer.fields["reason"] ?? "", operation: request.operation))
    }
    switch answer.name {
    case "TOKENS", "GetTokensFromRefreshTokenResult":
      return .members([
        "ChallengeParameters": .object([]),
        "AuthenticationResult": try result(answer, turn),
      ])
    case "PASSWORD_VERIFIER": return try passwordVerifier(request, &turn)
    case "DEVICE_PASSWORD_VERIFIER": return try deviceVerifier(request, turn)
    default:
      return .members([
        "ChallengeName": .string(answer.name),
        "Session": turn.sessionText.map { .string($0.revealedText()) },
        "ChallengeParameters": .object(try parameters(of: answer, turn)),
        "AvailableChallenges": answer.name == "SELECT_CHALLENGE" ? available(answer) : nil,
      ])
    }
  }

  private func result(
    _ answer: ServiceAnswer, _ turn: ServiceTurn
  ) throws(ServiceException) -> JSON {
    guard let tokens = turn.issued else { throw .internalError("no tokens were issued") }
    var device: JSON?
    if answer.fields["newDevice"] == "true", let made = turn.account.world.pool.device {
      device = .members([
        "DeviceKey": .string(made.key), "DeviceGroupKey": .string(made.groupKey),
      ])
    }
    return .members([
      "AccessToken": .string(tokens.access.revealedText()),
      "ExpiresIn": .integer(tokens.expiresIn), "TokenType": .string(tokens.type),
      "RefreshToken": tokens.refresh.map { .string($0.revealedText()) },
      "IdToken": .string(tokens.id.revealedText()), "NewDeviceMetadata": device,
    ])
  }

  private func available(_ answer: ServiceAnswer) -> JSON {
    let chosen = answer.list("available")
    let names = Self.factors.sorted { $0.key < $1.key }.filter { chosen.contains($0.value) }
    return .array(names.map { .string($0.key) })
  }

  // MARK: Proofs

  private mutating func passwordVerifier(
    _ request: AnswerRequest, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> JSON {
    guard let publicKey = request.publicKey else { throw .missing("SRP_A") }
    let isPretended = text("pretended", in: turn.valuation) == "true"
    let pool = turn.account.world.pool
    let made = try guarded { () throws(CryptographyError) in
      let verifier: SRPServer.Verifier
      if let stored = pool.password?.verifier, !isPretended {
        verifier = stored
      } else {
        // A name that nobody has is kept behind a mark; see `resolve`.
        let typed = isPretended ? String(turn.key.dropFirst()) : request.username
        let made = try pool.server.simulatedVerifier(username: typed, key: pretenceKey)
        // A user without a password has a name of their own all the same.
        verifier = SRPServer.Verifier(
          userID: isPretended ? made.userID : turn.account.username, salt: made.salt,
          value: made.value)
      }
      let exchange = try pool.server.challenge(
        publicKey: publicKey, verifier: verifier, randomness: &random)
      return (exchange, Base64.encode(try random.bytes(1_024)))
    }
    let (exchange, block) = made
    let slots = ownSlots + fields(of: "InitiateAuth")
    exchanges[block] = ServiceExchange(
      account: turn.key, block: block, exchange: exchange,
      slots: Dictionary(uniqueKeysWithValues: slots.map { ($0, turn.valuation[$0]) }),
      expires: now + conventions.pool.sessionLife, deviceKey: request.deviceKey)
    let user = exchange.verifier.userID
    return .members([
      "ChallengeName": .string("PASSWORD_VERIFIER"),
      "ChallengeParameters": .members([
        "SALT": .string(exchange.salt), "SRP_B": .string(exchange.publicKey),
        "SECRET_BLOCK": .string(block), "USERNAME": .string(turn.account.username),
        "USER_ID_FOR_SRP": .string(user),
      ]),
    ])
  }

  private mutating func deviceVerifier(
    _ request: AnswerRequest, _ turn: ServiceTurn
  ) throws(ServiceException) -> JSON {
    guard let publicKey = request.publicKey else { throw .missing("SRP_A") }
    guard let device = turn.account.world.pool.device, let verifier = device.verifier,
      let session = turn.sessionText
    else { throw .notFound("Device does not exist.") }
    let (exchange, block) = try guarded { () throws(CryptographyError) in
      let server = try SRPServer(realm: device.groupKey, conventions: conventions.pool.srp)
      let exchange = try server.challenge(
        publicKey: publicKey, verifier: verifier, randomness: &random)
      return (exchange, Base64.encode(try random.bytes(1_024)))
    }
    sessions[session]?.deviceKey = device.key
    sessions[session]?.deviceExchange = ServiceExchange(
      account: turn.key, block: block, exchange: exchange, slots: [:],
      expires: now + conventions.pool.sessionLife)
    return .members([
      "ChallengeName": .string("DEVICE_PASSWORD_VERIFIER"),
      "Session": .string(session.revealedText()),
      "ChallengeParameters": .members([
        "SALT": .string(exchange.salt), "SRP_B": .string(exchange.publicKey),
        "SECRET_BLOCK": .string(block), "DEVICE_KEY": .string(device.key),
        "USERNAME": .string(turn.account.username),
      ]),
    ])
  }

  // MARK: Parameters

  private func parameters(
    of answer: ServiceAnswer, _ turn: ServiceTurn
  ) throws(ServiceException) -> [JSON.Member] {
    let user = JSON.Member("USER_ID_FOR_SRP", .string(turn.account.username))
    switch answer.name {
    case "SMS_MFA", "SMS_OTP":
      return delivery("SMS", address("phone_number", turn)) + [user]
    case "EMAIL_OTP":
      return delivery("EMAIL", address("email", turn)) + [user]
    case "SELECT_MFA_TYPE":
      return [JSON.Member("MFAS_CAN_CHOOSE", .string(Self.names(answer.list("canChoose")))), user]
    case "MFA_SETUP":
      return [JSON.Member("MFAS_CAN_SETUP", .string(Self.names(answer.list("canSetUp")))), user]
    case "NEW_PASSWORD_REQUIRED":
      let missing = Self.contacts.filter { answer.list("missing").contains($0.member) }
      let names = JSON.array(missing.map { .string("userAttributes.\($0.attribute)") })
      let given = publicAttributes(of: turn.account, turn.valuation).filter { $0.name != "sub" }
      let members = given.map { JSON.Member($0.name, .string($0.value)) }
      return [
        JSON.Member("requiredAttributes", .string(names.serialized)),
        JSON.Member("userAttributes", .string(JSON.object(members).serialized)), user,
      ]
    case "WEB_AUTHN":
      let world = turn.account.world
      let options = try guarded { () throws(CryptographyError) -> JSON in
        var ceremony: RelyingParty.Ceremony
        if let begun = world.pool.passkeys.assertion {
          ceremony = begun
          ceremony.user = world.passkeyUser
        } else {
          var drawn = SeededRandomBytes(
            seed: seed, purpose: "options \(turn.sessionText?.revealedText() ?? "")")
          ceremony = try world.relyingParty().begin(
            for: RelyingParty.User(handle: [0], name: ""), clientID: World.clientID, at: now,
            randomness: &drawn)
        }
        return try world.relyingParty().requestOptions(for: ceremony).json
      }
      return [JSON.Member("CREDENTIAL_REQUEST_OPTIONS", .string(options.serialized)), user]
    case "DEVICE_SRP_AUTH":
      let key = turn.account.world.pool.device?.key ?? ""
      return [
        JSON.Member("DEVICE_KEY", .string(key)),
        JSON.Member("USERNAME", .string(turn.account.username)), user,
      ]
    case "CUSTOM_CHALLENGE":
      return [
        JSON.Member("USERNAME", .string(turn.account.username)),
        JSON.Member("delivery", .string("TestBedMailbox")),
      ]
    default: return [user]
    }
  }

  private func delivery(_ medium: String, _ address: String) -> [JSON.Member] {
    [
      JSON.Member("CODE_DELIVERY_DELIVERY_MEDIUM", .string(medium)),
      JSON.Member("CODE_DELIVERY_DESTINATION", .string(Self.masked(address, medium))),
    ]
  }

  /// An address as the service shows it: `j***@e***`, `+*******5555`.
  static func masked(_ address: String, _ medium: String) -> String {
    if medium == "SMS" { return "+*******\(address.suffix(4))" }
    let parts = address.split(separator: "@", maxSplits: 1)
    return parts.map { "\($0.prefix(1))***" }.joined(separator: "@")
  }

  /// Factors as the text of a list of wire names.
  private static func names(_ members: [String]) -> String {
    let names = choices.sorted { $0.key < $1.key }.filter { members.contains($0.value) }
    return JSON.array(names.map { .string($0.key) }).serialized
  }
}
