import SignInCryptography
import TransitionTables

/// Makes the bytes of the app and its user, by the name of the maker or the kind of evidence. The
/// table decides which request contains which of them.
extension WireApp: WireMaker {
  typealias Making = @Sendable (inout WireApp, WirePart) throws(CryptographyError) -> String?

  mutating func make(_ part: WirePart) throws(CryptographyError) -> JSON? {
    if let making = Self.structures[part.maker] ?? Self.structures[part.member.evidence] {
      return try making(&self, part)
    }
    if WireCodec.settingMakers.contains(part.maker) { return codec.setting(part) }
    let kind = codec.model.evidence[part.maker]?.judge ?? part.maker
    guard let making = Self.texts[kind] else { return try makeByRegistry(part) }
    return try making(&self, part).map { .string($0) }
  }

  /// Makes other evidence by the registry, as elsewhere in the test bed.
  private mutating func makeByRegistry(_ part: WirePart) throws(CryptographyError) -> JSON? {
    guard let kind = scratch.binding.kinds[part.maker] else { return nil }
    scratch.user = user
    scratch.now = now
    let made = try kind.method.make(&scratch, kind, part.value).text
    user = scratch.user
    return .string(made)
  }

  /// The makers that an app has for requests.
  static var known: Set<String> {
    Set(texts.keys).union(structures.keys).union(WireCodec.settingMakers)
  }

  // MARK: Texts

  private static let texts: [String: Making] = [
    "clientID": { app, _ in app.clientID },
    "poolID": { app, _ in app.poolID },
    "typedName": { app, part in app.name(part.fields[.identifier]) },
    "ownName": { app, part in
      part.fields.holds(.byAlias) ? app.name(TableMember.email.rawValue) : app.ownName
    },
    "echoedName": { app, _ in app.echoedName },
    "signUpName": { app, part in app.signUpName(part.fields) },
    "createdName": { app, part in
      part.fields.holds(.resends) ? app.ownName : app.signUpName(part.fields)
    },
    "secretHash": { app, part throws(CryptographyError) in
      try app.secretHash(try app.nameInRequest(part))
    },
    "clientSecret": { app, _ in app.clientSecret?.revealedText() },
    "publicKey": { app, _ throws(CryptographyError) in try app.begunProof() },
    "devicePublicKey": { app, _ throws(CryptographyError) in try app.begunDeviceProof() },
    "deviceKey": { app, _ in app.user.device?.key },
    "namedDevice": { app, _ in app.user.device?.key ?? "none" },
    "secretBlock": { app, _ in app.challenge[.secretBlock]?.text },
    "deviceSecretBlock": { app, _ in app.challenge[.secretBlock]?.text },
    "timestamp": { app, _ throws(CryptographyError) in try app.timestamp() },
    "passwordSignature": { app, part throws(CryptographyError) in
      let secret = try app.user.password(part.value, random: &app.random)
      let userID = app.challenge[.userIDForSRP]?.text ?? ""
      return try app.signature(app.proof, secret, userID)
    },
    "deviceProof": { app, part throws(CryptographyError) in
      guard let device = app.user.device else { return nil }
      let altered = Secret(device.secret.revealedText().alteringOne)
      let secret = part.value == .current ? device.secret : altered
      return try app.signature(app.deviceProof, secret, device.key)
    },
    "password": { app, part throws(CryptographyError) in
      let text = try app.user.password(part.value, random: &app.random).revealedText()
      // An empty password is omitted where none is required.
      let isNeeded = ConcreteEvaluator(part.fields.valuation).holds(part.member.required)
      return text.isEmpty && !isNeeded ? nil : text
    },
    "session": { app, _ in app.user.session?.revealedText() ?? "none-was-issued-to-this-app" },
    "signUpSession": { app, part in
      part.value == .noValue ? nil : app.user.signUpSession?.revealedText()
    },
    "accessToken": { app, _ in app.user.tokens?.access.revealedText() ?? "none" },
    "refreshToken": { app, part throws(CryptographyError) in
      if part.fields.holds(.isAccessToken) {
        return app.user.tokens?.access.revealedText() ?? "none"
      }
      return switch TableMember(rawValue: part.value) {
      case .retired: app.user.retiredRefreshToken?.revealedText() ?? "none"
      case .neverIssued: Base64URL.encode(try app.random.bytes(192))
      default: app.user.refreshToken?.revealedText() ?? "none"
      }
    },
    "sessionCode": { app, part throws(CryptographyError) in
      try app.user.code(part.value, for: part.maker, random: &app.random)
    },
    "mailedCode": { app, part throws(CryptographyError) in
      try app.user.code(part.value, for: part.maker, random: &app.random)
    },
    "attributeCode": { app, part throws(CryptographyError) in
      let code = part.fields.holds(.spent) ? EvidenceClass.rightName : part.value
      return try app.user.code(code, for: part.maker, random: &app.random)
    },
    "totp": { app, part throws(CryptographyError) in
      try app.user.timeBasedCode(
        part.value, of: app.user.authenticator, at: app.now, random: &app.random)
    },
    "totpSetup": { app, part throws(CryptographyError) in
      guard !part.fields.holds(.malformed) else { return "12345" }
      return try app.user.timeBasedCode(
        part.value, of: app.user.pendingAuthenticator ?? app.user.authenticator, at: app.now,
        random: &app.random)
    },
    "customAnswer": { app, part in
      let right = app.user.inbox[part.member.maker]?.last ?? "000000"
      return part.value == .empty ? "" : part.value == .right ? right : right.alteringOne
    },
    "newPassword": { app, part throws(CryptographyError) in try app.newPassword(part.value) },
    "signUpPassword": { app, part throws(CryptographyError) in
      try app.newPassword(
        (part.fields.holds(.weakPassword) ? TableMember.violatesPolicy : .valid).rawValue)
    },
    "administratorsPassword": { app, part throws(CryptographyError) in
      switch TableMember(rawValue: part.value) {
      case .empty: nil
      case .valid: "Aa1!administrator"
      default: try app.newPassword(part.value)
      }
    },
    "address": { app, part in
      switch TableMember(rawValue: part.value) {
      case .own: app.attributes[.email] ?? "ada@example.com"
      case .malformed: "no address"
      default: nil
      }
    },
    "emailAddress": { app, _ in app.attributes[.email] ?? "" },
    "phoneNumber": { app, _ in app.attributes[.phoneNumber] ?? "" },
    "markVerified": { _, _ in "true" },
    "assertion": { app, part throws(CryptographyError) in try app.assertion(part.value) },
    "deviceVerifier": { app, _ throws(CryptographyError) in
      app.deviceVerifier = try app.newDeviceVerifier()
      return app.deviceVerifier?.passwordVerifier
    },
    "deviceVerifierSalt": { app, _ in app.deviceVerifier?.salt },
    "groupName": { _, _ in "editors" },
    // An app may send these; this one does not.
    "groupText": { _, _ in nil },
    "groupRole": { _, _ in nil },
    "groupPrecedence": { _, _ in nil },
    "friendlyName": { _, _ in nil },
    "authorizationCode": { _, _ in nil },
    "credentialID": { app, _ in
      Base64URL.encode(app.user.authenticatorDevice.passkeys.first?.id ?? [0])
    },
  ]

  // MARK: Lists and objects

  private typealias Structuring =
    @Sendable (inout WireApp, WirePart) throws(CryptographyError)
    -> JSON?

  private static let structures: [String: Structuring] = [
    "registration": { app, part throws(CryptographyError) in try app.credential(part.value) },
    "newValue": { app, part in
      let name = app.attribute(part.fields)
      if part.fields.holds(.mark) {
        return .array([.pair("\(name)_verified", .string("true"))])
      }
      if part.fields.holds(.blank) { return .array([.pair(name, .string(""))]) }
      let shaped =
        name == TableWire.preferredUsername.rawValue ? shapedName(part.fields[.name]) : nil
      let same = part.fields.holds(.unchanged) ? app.attributes[name] : nil
      return .array([.pair(name, .string(shaped ?? same ?? app.newValue(of: name)))])
    },
    "markedValue": { app, part in
      let preferred = part.fields[.name]
      if preferred != .untouched {
        let text = preferred == .blank ? "" : shapedName(preferred) ?? "countess"
        return .array([.pair(TableWire.preferredUsername.rawValue, .string(text))])
      }
      let name = app.attribute(part.fields)
      let given = part.fields[.value]
      let value = JSON.pair(name, .string(given == .blank ? "" : app.attributes[name] ?? ""))
      let mark = JSON.pair("\(name)_verified", .string(part.fields[.marksVerified]))
      return .array((given == .kept ? [] : [value]) + (given == .blank ? [] : [mark]))
    },
    "deletedNames": { app, part in
      let name = app.attribute(part.fields)
      return .array([.string(part.fields.holds(.mark) ? "\(name)_verified" : name)])
    },
    "missingAttributes": { app, part in
      let missing = app.challenge[.requiredAttributes]?.text ?? ""
      let present = (app.challenge[.presentAttributes]?.text).flatMap { try? JSON(parsing: $0) }
      let given = app.attributes.sorted { $0.key < $1.key }.filter {
        part.fields.holds(.givesMissing) && missing.contains("\"userAttributes.\($0.key)\"")
          || part.fields.holds(.givesPresent) && present?[$0.key] != nil
      }
      let marks = part.fields.holds(.givesMark) ? [TableWire.emailVerified.rawValue: "true"] : [:]
      return .object((given + marks).map { JSON.Member($0.key, .string($0.value)) })
    },
    "permanence": { _, _ in .bool(true) },
    "mostPools": { _, _ in .integer(60) },
    "noParameters": { _, _ in .object([]) },
    "forceAlias": { _, part in part.fields.holds(.forcesAlias) ? .bool(true) : nil },
    // An app may send these; this one does not.
    "metadata": { _, _ in nil },
    "givenAttributes": { _, _ in nil },
    "smsOptions": { _, part in
      let option = JSON.members([
        .attributeName: .string(TableWire.phoneNumber.rawValue),
        .deliveryMedium: .string(TableWire.sms.rawValue),
      ])
      return .array(part.value == "true" ? [option] : [])
    },
  ]

  // MARK: Parts

  /// The user name in the last challenge, as the service returned it.
  private var echoedName: String {
    challenge[.authUsername]?.text ?? challenge[.userIDForSRP]?.text ?? ownName
  }

  /// The user name in the request that a part belongs to.
  private mutating func nameInRequest(_ part: WirePart) throws(CryptographyError) -> String {
    let form = codec.model.messages[part.fields.message].wire
    for member in form.members where member.isNaming {
      if let making = Self.texts[member.maker], let name = try making(&self, part) { return name }
    }
    return ownName
  }

  /// An example of a name with the form that a request asks for, such as that of an address.
  private static func shapedName(_ shape: String) -> String? {
    switch TableMember(rawValue: shape) {
    case .likeEmail: "ada@elsewhere.example"
    case .likePhone: "+15550001111"
    case .ofAnother: nameOfAnother
    default: nil
    }
  }

  /// The user name of another user.
  static let nameOfAnother = "grace"

  /// The name that the user types at a sign-up with the fields' attributes.
  private func signUpName(_ fields: WireFields) -> String {
    let kinds: [(TableField, TableMember)] = [(.givesEmail, .email), (.givesPhone, .phone)]
    return Self.shapedName(fields[.name])
      ?? signUpName(kinds.filter { fields.holds($0.0) }.map(\.1.rawValue))
  }

  /// The attribute that a request is about, by its name in the API.
  private func attribute(_ fields: WireFields) -> String {
    fields.slot(.attribute).flatMap { codec.wireName(of: fields.valuation[$0], in: $0) } ?? ""
  }

  mutating func newValue(of attribute: String) -> String {
    guard attribute == TableWire.email.rawValue else {
      return attribute == TableWire.phoneNumber.rawValue ? "+15559876543" : "countess"
    }
    let isNext = attributes[.email] == "ada.next@example.com"
    let value = isNext ? "ada.third@example.com" : "ada.next@example.com"
    pending = value
    return value
  }

  private mutating func newPassword(_ sent: String) throws(CryptographyError) -> String {
    switch TableMember(rawValue: sent) {
    case .empty: return ""
    case .violatesPolicy: return "weak"
    case .sameAgain:
      return try user.password(EvidenceClass.rightName, random: &random).revealedText()
    default:
      let password = try random.password()
      proposed = Secret(password)
      return password
    }
  }
}
