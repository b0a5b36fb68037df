import SignInCryptography
import TransitionTables

/// Writes the table's answers as the API's replies: a challenge with its parameters, tokens, or
/// another result. Their bytes (salts, sessions, options) were made by the effects.
extension PoolService {
  mutating func reply(
    _ answer: ServiceAnswer, _ request: ServiceRequest, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> JSON {
    guard let message = answer.message else { return .object([]) }
    let members = codec.members(of: message, answer.valuation)
    if members.contains(where: { $0.maker == .secretBlock }) {
      turn.offered = try passwordExchange(&turn)
    } else if members.contains(where: { $0.maker == .deviceSecretBlock }) {
      turn.offered = try deviceExchange(turn)
    }
    if answer.judged.contains(TableMaker.password.rawValue),
      let block = request.reading.text(.secretBlock)
    {
      // An exchange is used up once its proof is judged. If the proof is ignored, because the
      // device is unknown, the exchange is kept: the client sends the proof again without the
      // device.
      exchanges[block] = nil
    }
    var maker = ReplyMaker(service: self, turn: turn)
    var body = try codec.write(message, answer.valuation, by: &maker)
    if let custom = turn.triggers.custom { body = custom.shown(in: body) }
    guard codec.isChallenge(message) else { return body }
    return .object(
      JSON.members([
        .challengeName: .string(answer.name),
        .session: turn.sessionText.map { .string($0.revealedText()) },
      ]).entries + body.entries)
  }

  // MARK: Proofs

  /// An SRP exchange for the password. For an unknown name, or a user without a password, the
  /// verifier is derived from a key, so that it is the same each time.
  private mutating func passwordExchange(
    _ turn: inout ServiceTurn
  ) throws(ServiceException) -> OfferedExchange {
    guard let publicKey = turn.publicKey else { throw .missing(.srpA) }
    let isPretended = holds(.pretended, in: turn.valuation)
    let pool = turn.account.world.pool
    let stored = isPretended ? nil : pool.password?.verifier
    let typed = turn.unownedName ?? turn.username ?? ""
    let (exchange, block) = try guarded { () throws(CryptographyError) in
      var verifier = stored
      if verifier == nil {
        let made = try pool.server.simulatedVerifier(username: typed, key: pretenceKey)
        verifier = SRPServer.Verifier(
          userID: isPretended ? made.userID : turn.account.username, salt: made.salt,
          value: made.value)
      }
      guard let verifier else { throw CryptographyError(.openSSLFailed, "no verifier") }
      let exchange = try pool.server.challenge(
        publicKey: publicKey, verifier: verifier, randomness: &random)
      return (exchange, Base64.encode(try random.bytes(1_024)))
    }
    let begun =
      codec.request(.initiateAuth).map { model.messages[$0].fields }
      ?? []
    exchanges[block] = ServiceExchange(
      account: turn.key, block: block, exchange: exchange,
      slots: Dictionary(uniqueKeysWithValues: (ownSlots + begun).map { ($0, turn.valuation[$0]) }),
      expires: now + conventions.pool.sessionLife, deviceKey: turn.sentDeviceKey,
      history: turn.triggers.history)
    return OfferedExchange(exchange: exchange, block: block)
  }

  private mutating func deviceExchange(
    _ turn: ServiceTurn
  ) throws(ServiceException) -> OfferedExchange {
    guard let publicKey = turn.publicKey else { throw .missing(.srpA) }
    guard let device = turn.account.world.pool.device, let verifier = device.verifier,
      let session = turn.sessionText
    else { throw ServiceException(.resourceNotFoundException) }
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
    return OfferedExchange(exchange: exchange, block: block)
  }

  /// An address, masked as the service does: `j***@e***`, `+*******5555`.
  static func masked(_ address: String) -> String {
    if address.first == "+" { return "+*******\(address.suffix(4))" }
    let parts = address.split(separator: "@", maxSplits: 1)
    return parts.map { "\($0.prefix(1))***" }.joined(separator: "@")
  }

  /// The address that a code is sent to; for an unknown name the typed address, or a made-up one.
  func address(_ attribute: String, _ turn: ServiceTurn) -> String {
    if let own = turn.account.attributes[attribute] { return own }
    let isPhone = attribute == TableWire.phoneNumber.rawValue
    if let typed = turn.unownedName, isPhone ? typed.first == "+" : typed.isAddress { return typed }
    return isPhone ? "+15550000000" : "a@example.com"
  }
}

/// An SRP exchange offered by a reply, with the secret block that identifies it.
struct OfferedExchange: Sendable {
  let exchange: SRPServer.Exchange
  let block: String
}

/// Makes the bytes of a reply from what the effects left in a turn.
struct ReplyMaker: WireMaker {
  let service: PoolService
  let turn: ServiceTurn

  typealias Making = @Sendable (ReplyMaker, WirePart) throws(ServiceException) -> JSON?

  private static let makers: [String: Making] = [
    "userID": { maker, _ in .string(maker.turn.account.username) },
    "username": { maker, _ in .string(maker.turn.account.username) },
    "userSub": { maker, _ in .string(maker.turn.account.sub) },
    "userIDForSRP": { maker, _ in
      maker.turn.offered.map { .string($0.exchange.verifier.userID) }
    },
    "salt": { maker, _ in maker.turn.offered.map { .string($0.exchange.salt) } },
    "publicNumber": { maker, _ in maker.turn.offered.map { .string($0.exchange.publicKey) } },
    "secretBlock": { maker, _ in maker.turn.offered.map { .string($0.block) } },
    "deviceSalt": { maker, _ in maker.turn.offered.map { .string($0.exchange.salt) } },
    "devicePublicNumber": { maker, _ in
      maker.turn.offered.map { .string($0.exchange.publicKey) }
    },
    "deviceSecretBlock": { maker, _ in maker.turn.offered.map { .string($0.block) } },
    "knownDeviceKey": { maker, _ in
      maker.turn.account.world.pool.device.map { .string($0.key) }
    },
    "deviceGroupKey": { maker, _ in
      maker.turn.account.world.pool.device.map { .string($0.groupKey) }
    },
    "accessToken": { maker, _ in maker.turn.issued.map { .string($0.access.revealedText()) } },
    "idToken": { maker, _ in maker.turn.issued.map { .string($0.id.revealedText()) } },
    "refreshToken": { maker, _ in
      maker.turn.issued?.refresh.map { .string($0.revealedText()) }
    },
    "tokenLife": { maker, _ in maker.turn.issued.map { .integer($0.expiresIn) } },
    "tokenType": { maker, _ in maker.turn.issued.map { .string($0.type) } },
    "noParameters": { _, _ in .object([]) },
    "session": { maker, _ in maker.turn.sessionText.map { .string($0.revealedText()) } },
    "signUpSession": { maker, _ in
      maker.turn.account.world.pool.signUpSession.map { .string($0.text.revealedText()) }
    },
    "secretCode": { maker, _ in
      maker.turn.account.world.pool.pendingSecret.map {
        .string(Base32.encode($0.revealedBytes()))
      }
    },
    "friendlyName": { maker, _ in maker.turn.account.authenticatorName.map { .string($0) } },
    "maskedAddress": { maker, part in
      .string(PoolService.masked(maker.delivery(part).address))
    },
    "deliveredAttribute": { maker, part in .string(maker.delivery(part).attribute) },
    "userAttributes": { maker, _ in
      .string(JSON.object(maker.attributes.map { JSON.Member($0.name, $0.value) }).serialized)
    },
    "attributeList": { maker, _ in
      maker.service.attributeList(of: maker.turn.account, maker.turn.valuation)
    },
    "requestOptions": { maker, _ throws(ServiceException) in try maker.requestOptions() },
    "creationOptions": { maker, _ throws(ServiceException) in try maker.creationOptions() },
    "credentials": { maker, _ in
      .array(
        maker.turn.account.world.pool.passkeys.credentials.map {
          .members([
            "CredentialId": .string(Base64URL.encode($0.id)),
            // The service names passkeys after the authenticator; here all have one name.
            "FriendlyCredentialName": .string("Passkey"),
            "RelyingPartyId": .string($0.relyingPartyID),
            "AuthenticatorTransports": .array($0.transports.map { .string($0) }),
            "CreatedAt": .integer($0.registered),
          ])
        })
    },
    "devices": { maker, _ in maker.devices },
    "namedDevice": { maker, _ in maker.turn.account.world.pool.device.map(PoolService.describe) },
    "userStatus": { maker, _ in .string(maker.service.status(in: maker.turn.valuation)) },
    "createdAt": { maker, _ in .integer(maker.turn.account.created) },
    "modifiedAt": { maker, _ in .integer(maker.turn.account.modified) },
    "listed": { maker, _ in maker.turn.page.map { .array($0.elements) } },
    "group": { maker, _ in maker.turn.group?.json },
    "paginationToken": { maker, _ in maker.turn.page?.token.map { .string($0) } },
    "poolName": { maker, _ in .string(maker.service.pool.name) },
    "poolCreated": { maker, _ in .integer(maker.service.pool.created) },
    "poolModified": { maker, _ in .integer(maker.service.pool.modified) },
    "clientName": { maker, _ in .string(maker.service.client.name) },
    "clientCreated": { maker, _ in .integer(maker.service.client.created) },
    "clientModified": { maker, _ in .integer(maker.service.client.modified) },
    "poolARN": { _, _ in .string(PoolService.poolARN) },
    "userCount": { maker, _ in .integer(maker.service.userCount) },
    "passwordPolicy": { maker, _ in maker.service.passwordPolicy.json(by: maker.service.binding) },
    "clientLife": { maker, part in
      maker.service.clientLives.json(part.member.path.last ?? "")
    },
    "poolID": { _, _ in .string(World.poolID) },
    "clientID": { _, _ in .string(World.clientID) },
    "clientSecret": { maker, _ in
      maker.service.clientSecret.map { .string($0.revealedText()) }
    },
    "confirmationNecessary": { maker, _ in
      .bool(!(maker.turn.account.world.pool.device?.isRemembered ?? false))
    },
  ]

  func make(_ part: WirePart) throws(ServiceException) -> JSON? {
    guard let making = Self.makers[part.maker] else {
      if WireCodec.settingMakers.contains(part.maker) { return service.codec.setting(part) }
      // The value that evidence of this kind must answer, such as a nonce.
      return turn.account.world.pool.held[part.maker].map { .string($0.revealedText()) }
    }
    return try making(self, part)
  }

  /// The makers that the service has for replies.
  static var known: Set<String> { Set(makers.keys).union(WireCodec.settingMakers) }

  // MARK: Parts

  private var attributes: [(name: String, value: JSON)] {
    service.publicAttributes(of: turn.account, turn.valuation).filter { $0.name != "sub" }
      .map { ($0.name, .string($0.value)) }
  }

  /// The attribute that a code is sent to, and its value; the pending value where the request is
  /// about the attribute. A member's `words:` names the attribute where no medium does.
  private func delivery(_ part: WirePart) -> (attribute: String, address: String) {
    let byMedium = PoolService.attribute(of: part.fields[.medium]) ?? .email
    let attribute = part.member.words.first ?? byMedium.rawValue
    let pending = turn.attribute.isEmpty ? nil : turn.account.pendingAttributes[attribute]
    return (attribute, pending ?? service.address(attribute, turn))
  }

  private func requestOptions() throws(ServiceException) -> JSON? {
    let world = turn.account.world
    let options = try service.guarded { () throws(CryptographyError) -> JSON in
      var ceremony: RelyingParty.Ceremony
      if let begun = world.pool.passkeys.assertion {
        ceremony = begun
        ceremony.user = world.passkeyUser
      } else {
        var drawn = SeededRandomBytes(
          seed: service.seed, purpose: "options \(turn.sessionText?.revealedText() ?? "")")
        ceremony = try world.relyingParty().begin(
          for: RelyingParty.User(handle: [0], name: ""), clientID: World.clientID,
          at: service.now, randomness: &drawn)
      }
      return try world.relyingParty().requestOptions(for: ceremony).json
    }
    return .string(options.serialized)
  }

  private func creationOptions() throws(ServiceException) -> JSON? {
    let world = turn.account.world
    return try service.guarded { () throws(CryptographyError) in
      try world.pool.passkeys.registration.map { ceremony throws(CryptographyError) in
        try world.relyingParty().creationOptions(for: ceremony).json
      }
    }
  }

  private var devices: JSON {
    let remembered = turn.account.devices.values.filter { $0.verifier != nil && $0.isRemembered }
    return .array(remembered.sorted { $0.key < $1.key }.map(PoolService.describe))
  }
}
