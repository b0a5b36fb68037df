import SignInCryptography
import TransitionTables

/// A member of a request whose bytes are to be judged.
struct JudgedPart {
  let member: WireMember
  let text: String?
  let json: JSON?
}

/// Judges the bytes that came over the wire, by the kind of evidence or by the maker. Each verdict
/// is the class of evidence that the table's message carries.
extension PoolService {
  typealias Judge =
    @Sendable (
      inout PoolService, JudgedPart, inout ServiceRequest, inout ServiceTurn
    ) throws(ServiceException) -> TableMember?

  private static let judges: [String: Judge] = [
    "password": { service, part, _, turn throws(ServiceException) in
      try service.judge(password: part.text, &turn)
    },
    "passwordSignature": { service, _, _, turn in
      turn.judged[.password] = turn.isProved
      service.judgeAge(&turn)
      return turn.isProved ? .current : .neverIssued
    },
    "sessionCode": { service, part, _, turn in
      service.verdict(turn.account.world.pool.judge(mfaCode: part.text ?? ""), part, &turn)
    },
    "mailedCode": { service, part, _, turn in
      let kind = part.member.evidence
      let code = part.text ?? ""
      let verdict = turn.account.world.pool.judge(code: code, for: kind, at: service.now)
      turn.judged[kind] = verdict.isAccepted
      // Whether the digits match the sent code, whatever its age or use: the table's state has
      // those.
      let spent = turn.account.spentCode.flatMap { $0.kind == kind ? $0 : nil }
      let sent = turn.account.world.pool.outstanding ?? spent
      let isMatch = sent?.code.judge(code) == .matches
      return verdict.isAccepted || (verdict.reason == .expired && isMatch)
        ? .current : .neverIssued
    },
    "attributeCode": { service, part, request, turn in
      let member = request.reading.fields[.attribute]
      let code = part.text ?? ""
      let outstanding = turn.account.attributeCodes[member]
      let spent = turn.account.spentAttributeCodes[member]
      let isSpent = outstanding == nil && spent?.judge(code) == .matches
      request.reading.set(.spent, isSpent)
      let isRight = outstanding?.judge(code) == .matches
      return service.verdict(isRight ? .accepted : .refused(.mismatch), part, &turn)
    },
    "totp": { service, part, _, turn throws(ServiceException) in
      try service.judge(timeBasedCode: part.text ?? "", &turn)
    },
    "totpSetup": { service, part, request, turn throws(ServiceException) in
      let code = part.text ?? ""
      let isCode = code.utf8.count == 6 && code.utf8.allSatisfy { (48...57).contains($0) }
      request.reading.set(.malformed, !isCode)
      return isCode ? try service.judge(setupCode: code, part, &turn) : nil
    },
    "friendlyName": { _, part, _, turn in
      turn.authenticatorName = part.text
      return nil
    },
    // The refresh itself judges the token, which it looks up among all tokens; see `refresh`.
    "refreshToken": { _, _, _, _ in nil },
    "signUpSession": { service, part, _, turn in service.judge(signUpSession: part.text, &turn) },
    "deviceProof": { service, part, request, turn throws(ServiceException) in
      let session = turn.session.flatMap { service.sessions[$0] }
      let realm = turn.account.world.pool.device?.groupKey ?? ""
      let isRight = try service.isProved(
        request.reading, realm: realm, session?.deviceExchange)
      return service.verdict(
        isRight ? .accepted : .refused(.mismatch), part, &turn, refused: .altered)
    },
    "assertion": { service, part, _, turn throws(ServiceException) in
      try service.judge(assertion: part.text ?? "", &turn)
    },
    "registration": { service, part, _, turn throws(ServiceException) in
      try service.judge(registration: part.json, &turn)
    },
    "customAnswer": { service, part, _, turn throws(ServiceException) in
      let answer = part.text ?? ""
      if !answer.isEmpty, turn.judged[.session] == true,
        let response = try service.ask(at: part.member.maker, &turn)
      {
        return response["answerCorrect"] == .bool(true) ? .right : .wrong
      }
      let expected = turn.session.flatMap { service.sessions[$0]?.customAnswer }
      let isRight = expected?.judge(answer) == .matches
      return answer.isEmpty ? .empty : isRight ? .right : .wrong
    },
    "newPassword": { service, part, _, turn throws(ServiceException) in
      turn.newPassword = Secret(part.text ?? "")
      return try service.classOfNewPassword(part.text ?? "", turn)
    },
    "administratorsPassword": { service, part, _, turn throws(ServiceException) in
      let isPadded = [part.text?.first, part.text?.last].contains { $0?.isWhitespace == true }
      let isTemporary = part.member.name == TableWire.temporaryPassword.rawValue
      guard !isPadded else {
        throw .pattern(
          "^[\\S]+.*[\\S]+$", at: isTemporary ? "temporaryPassword" : "password")
      }
      turn.newPassword = part.text.map { Secret($0) }
      return try service.classOfNewPassword(part.text ?? "", turn)
    },
    "address": { _, part, _, turn in
      let address = part.text ?? ""
      if address.isAddress { turn.attributes[.email] = address }
      return address.isEmpty ? .empty : address.isAddress ? .own : .malformed
    },
    "forceAlias": { _, part, request, _ in
      request.reading.set(.forcesAlias, part.json == .bool(true))
      return nil
    },
    "missingAttributes": { service, part, request, turn in
      let given = Set((part.json?.entries ?? []).map(\.name))
      let attributes = service.codec.words(of: .attribute)
      let present = attributes.filter { service.has($0.member, turn) && given.contains($0.wire) }
      request.reading.set(.givesPresent, !present.isEmpty)
      let marks = attributes.map { "\($0.wire)_verified" }
      request.reading.set(.givesMark, !given.isDisjoint(with: marks))
      let areAllGiven = service.judge(missingAttributes: part.json?.entries ?? [], &turn)
      request.reading.set(.givesMissing, areAllGiven)
      return nil
    },
    "smsOptions": { _, part, request, _ throws(ServiceException) in
      guard let options = part.json?.elements else {
        throw .serialization("MFAOptions can not be converted to a List")
      }
      guard options.allSatisfy({ $0[.attributeName]?.text == TableWire.phoneNumber.rawValue })
      else {
        throw .said(.optionNotSupported)
      }
      if let slot = part.member.field {
        request.reading.fields.valuation[slot] = options.isEmpty ? 0 : 1
      }
      return nil
    },
    "publicKey": { service, part, _, turn throws(ServiceException) in
      turn.publicKey = try service.publicKey(part.text)
      return nil
    },
    "devicePublicKey": { service, part, _, turn throws(ServiceException) in
      turn.publicKey = try service.publicKey(part.text)
      return nil
    },
    "deviceVerifier": { service, part, request, turn throws(ServiceException) in
      let isKnown = turn.account.world.pool.device != nil
      request.reading.set(.unknownKey, !isKnown)
      try service.judge(deviceVerifier: part.text ?? "", request.reading, &turn)
      return nil
    },
  ]

  /// The kinds of evidence that are judged, by the table's names.
  static var judged: Set<String> { Set(judges.keys) }

  /// Judges the bytes of all members of a request, in order.
  mutating func judge(
    _ request: inout ServiceRequest, _ turn: inout ServiceTurn
  ) throws(ServiceException) {
    turn.username = try? name(in: request.reading)
    turn.sentDeviceKey = request.reading.text(.deviceKey)
    if request.reading[.missingAttributes] == nil,
      request.reading.fields.slot(.givesMissing) != nil
    {
      request.reading.set(.givesMissing, false)
    }
    for (member, json) in request.reading.parts {
      let kind = model.evidence[member.evidence]?.judge ?? ""
      let part = JudgedPart(member: member, text: json?.text, json: json)
      guard let judge = Self.judges[member.maker] ?? Self.judges[kind] else {
        try judgeByRegistry(part, &request, &turn)
        continue
      }
      guard let sent = try judge(&self, part, &request, &turn), let slot = member.field,
        let value = model.value(sent.rawValue, in: slot)
      else { continue }
      request.reading.fields.valuation[slot] = value
    }
    noteHistory(of: request, &turn)
  }

  /// Judges other evidence by the registry, as elsewhere in the test bed.
  private func judgeByRegistry(
    _ part: JudgedPart, _ request: inout ServiceRequest, _ turn: inout ServiceTurn
  ) throws(ServiceException) {
    guard let slot = part.member.field, let kind = binding.kinds[part.member.evidence],
      case .member(let id) = model.slots[slot].type
    else { return }
    var world = turn.account.world
    let verdict = try guarded { () throws(CryptographyError) in
      try kind.method.judge(&world, kind, .text(Secret(part.text ?? "")))
    }
    turn.account.world = world
    turn.judged[part.member.evidence] = verdict.isAccepted
    let refused = [TableMember.neverIssued, .altered, .wrong].lazy.compactMap {
      self.model.value($0.rawValue, in: slot)
    }.first
    let members = model.types.enums[id].members
    request.reading.fields.valuation[slot] =
      verdict.isAccepted ? 0 : refused ?? members.indices.last ?? 0
  }

  /// Records a verdict, and returns the class that stands for it.
  private func verdict(
    _ verdict: Verdict, _ part: JudgedPart, _ turn: inout ServiceTurn,
    refused: TableMember = .neverIssued
  ) -> TableMember {
    turn.judged[part.member.evidence] = verdict.isAccepted
    return verdict.isAccepted ? .current : refused
  }

  // MARK: Passwords

  /// Judges a password sent in clear text, by computing its verifier.
  private func judge(
    password text: String?, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> TableMember {
    guard let text, !text.isEmpty else {
      turn.judged[.password] = false
      return .empty
    }
    let pool = turn.account.world.pool
    let verdict = try guarded { () throws(CryptographyError) in
      try pool.judge(passwordOnWire: Secret(text))
    }
    turn.judged[.password] = verdict.isAccepted
    judgeAge(&turn)
    return verdict.isAccepted ? .current : .neverIssued
  }

  /// The class of a new password: by the policy, or `sameAgain` if it is the current one.
  private func classOfNewPassword(
    _ text: String, _ turn: ServiceTurn
  ) throws(ServiceException) -> TableMember {
    let pool = turn.account.world.pool
    let ordinary = passwordPolicy.classOf(text, by: binding)
    guard ordinary == .valid, pool.password != nil else { return ordinary }
    let verdict = try guarded { () throws(CryptographyError) in
      try pool.judge(passwordOnWire: Secret(text))
    }
    return verdict.isAccepted ? .sameAgain : .valid
  }

  private func judgeAge(_ turn: inout ServiceTurn) {
    let verdict = turn.account.world.pool.judgeTemporaryPassword(at: now)
    turn.judged[.temporaryPassword] = verdict.isAccepted
  }

  /// Whether the claim of an SRP exchange is right. Its timestamp must be within five minutes of
  /// the pool's time.
  func isProved(
    _ reading: WireReading, realm: String?, _ exchange: ServiceExchange?
  ) throws(ServiceException) -> Bool {
    let signature = reading.text(.passwordSignature) ?? reading.text(.deviceProof) ?? ""
    let claim = SRPServer.Claim(
      secretBlock: reading.text(.secretBlock) ?? reading.text(.deviceSecretBlock) ?? "",
      timestamp: reading.text(.timestamp) ?? "", signature: signature)
    guard let exchange, now < exchange.expires,
      ConstantTime.areEqual(Array(exchange.block.utf8), Array(claim.secretBlock.utf8)),
      let time = try? TimestampParser.parse(claim.timestamp), abs(time - now) <= 300
    else {
      // Malformed Base64 is refused as malformed, whatever else is wrong.
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

  /// Checks `SRP_A` as the service does: hexadecimal and in range. The service accepts a multiple
  /// of N (K36); the exchange is then made for another number, so that no proof of it is right.
  private func publicKey(_ text: String?) throws(ServiceException) -> String? {
    guard let text else { return nil }
    guard !text.isEmpty, Array(text.utf8).allSatisfy(Hex.isDigit) else {
      throw .pattern("^[0-9a-fA-F]+$", at: "a", value: text)
    }
    let isDegenerate = try guarded { () throws(CryptographyError) in
      try SRPGroup.cognito.modulus.divides(BigNumber(hex: text))
    }
    return isDegenerate ? "2" : text
  }

  private func judge(
    deviceVerifier text: String, _ reading: WireReading, _ turn: inout ServiceTurn
  ) throws(ServiceException) {
    guard let device = turn.account.world.pool.device else { return }
    let salt = reading.text(.deviceVerifierSalt) ?? ""
    turn.deviceVerifier = try guarded { () throws(CryptographyError) in
      try SRPServer(realm: device.groupKey, conventions: conventions.pool.srp)
        .acceptVerifier(deviceKey: device.key, passwordVerifier: text, salt: salt)
    }
  }

  // MARK: Codes and sessions

  /// Judges an authenticator's code.
  private func judge(
    timeBasedCode code: String, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> TableMember {
    guard var verifier = turn.account.world.pool.authenticator else {
      turn.judged[.totp] = false
      return .neverIssued
    }
    let verdict = try guarded { () throws(CryptographyError) in try verifier.verify(code, at: now) }
    turn.judged[.totp] = false
    switch verdict {
    case .accepted(let step):
      turn.judged[.totp] = true
      turn.usedAuthenticator = verifier
      return classOfUnused(step, &turn)
    case .alreadyUsed: return classOfUsed(turn)
    case .mismatch, .malformed: return .neverIssued
    }
  }

  /// The class of an accepted code: of this time step or of the one before. The table has no class
  /// for the step ahead: of its code and this step's, the one used first is `current` and the other
  /// `adjacent`.
  private func classOfUnused(_ step: Int64, _ turn: inout ServiceTurn) -> TableMember {
    if step < now / 30 { return .adjacent }
    guard binding.state(turn.valuation).includes(.usedCurrent) else { return .current }
    set(.usedCurrent, &turn)
    return .adjacent
  }

  private func classOfUsed(_ turn: ServiceTurn) -> TableMember {
    binding.state(turn.valuation).includes(.usedCurrent) ? .current : .adjacent
  }

  private func judge(
    setupCode code: String, _ part: JudgedPart, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> TableMember {
    let world = turn.account.world
    let judged = try guarded { () throws(CryptographyError) in
      try world.pool.judge(setupCode: code, at: now)
    }
    turn.account.world.provedVerifier = judged.verifier
    turn.judged[part.member.evidence] = judged.verdict.isAccepted
    if let step = judged.verifier?.usedSteps.last { return classOfUnused(step, &turn) }
    // A code of the authenticator that is already set up may have been used before.
    guard world.pool.pendingSecret == nil, var verifier = world.pool.authenticator else {
      return .neverIssued
    }
    let again = try guarded { () throws(CryptographyError) in try verifier.verify(code, at: now) }
    return again == .alreadyUsed ? classOfUsed(turn) : .neverIssued
  }

  /// Judges the session string of ConfirmSignUp, comparing in constant time.
  private func judge(signUpSession text: String?, _ turn: inout ServiceTurn) -> TableMember {
    guard let text else { return .noValue }
    let record = turn.account.world.pool.signUpSession
    let isOwn = record?.text.matches(Secret(text)) ?? false
    let counts = isOwn && record?.counts(at: now) ?? false
    turn.judged[.signUpSession] = counts
    return counts ? .current : .used
  }

  /// Whether the account has an attribute, by its name in the enum `Attribute`.
  private func has(_ attribute: String, _ turn: ServiceTurn) -> Bool {
    text(contact: attribute, in: turn.valuation) != .absent
  }

  /// Records the attributes that came along; returns whether all missing required ones are among
  /// them.
  private func judge(missingAttributes given: [JSON.Member], _ turn: inout ServiceTurn) -> Bool {
    for member in given { turn.attributes[member.name] = member.value.text }
    let required = text(.requiredAttributes, in: initial)
    let missing = codec.words(of: .attribute).filter { contact in
      required.contains(contact.member) && !has(contact.member, turn)
    }
    return missing.allSatisfy { turn.attributes[$0.wire] != nil }
  }

  // MARK: Passkeys

  private func judge(
    assertion text: String, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> TableMember {
    let world = turn.account.world
    let verdict = try guarded { () throws(CryptographyError) in
      var ceremony = world.pool.passkeys.assertion
      ceremony?.user = world.passkeyUser
      return try world.relyingParty().judge(assertion: text, for: ceremony, at: now)
    }
    switch verdict {
    case .accepted(let credential):
      turn.judged[.assertion] = true
      turn.account.world.pool.passkeys.credentials = world.pool.passkeys.credentials.map {
        $0.id == credential.id ? credential : $0
      }
      return credential.wasUserVerified ? .current : .unverified
    case .refused(let refusal):
      turn.judged[.assertion] = false
      if refusal.exception == .invalidParameter { throw .said(.credentialMalformed) }
      switch refusal.check {
      case .userVerification: return .unverified
      case .origin: return .otherOrigin
      case .relyingParty: return .otherRelyingParty
      case .credential: return .anotherUsers
      default: return .altered
      }
    }
  }

  private func judge(
    registration json: JSON?, _ turn: inout ServiceTurn
  ) throws(ServiceException) -> TableMember {
    guard let json else { throw .missing(.credential) }
    let credential = try ServiceInput(json)
    let world = turn.account.world
    let verdict = try guarded { () throws(CryptographyError) in
      var ceremony = world.pool.passkeys.registration
      ceremony?.user = world.passkeyUser
      return try world.relyingParty().judge(
        registration: credential.json.serialized, for: ceremony, clientID: World.clientID, at: now)
    }
    switch verdict {
    case .accepted(let passkey):
      turn.account.world.provedPasskey = passkey
      turn.judged[.registration] = true
      return passkey.wasUserVerified ? .current : .unverified
    case .refused(let refusal):
      turn.judged[.registration] = false
      switch refusal.exception {
      case .originNotAllowed: return .otherOrigin
      case .relyingPartyMismatch: return .otherRelyingParty
      case .challengeNotFound: return .altered
      case .credentialNotSupported where refusal.check == .userVerification: return .unverified
      default:
        throw ServiceException(
          name: refusal.exception.rawValue, message: "Credential data is not valid")
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

  /// The form of a user name, in the table's words.
  var nameShape: TableMember { isAddress ? .likeEmail : first == "+" ? .likePhone : .plain }
}
