import TransitionTables

/// The makers of members and the kinds of evidence that service, client and reader of cases look
/// for in a message.
enum TableMaker: String, TableNames {
  case accessToken
  case address
  case administratorsPassword
  case assertion
  case attributeCode
  case clientID
  case clientSecret
  case createdName
  case credentialID
  case customAnswer
  case deliveredAttribute
  case deviceKey
  case deviceProof
  case deviceSecretBlock
  case deviceVerifierSalt
  case echoedName
  case forceAlias
  case friendlyName
  case givenAttributes
  case groupName
  case mailedCode
  case knownDeviceKey
  case maskedAddress
  case metadata
  case missingAttributes
  case namedDevice
  case newPassword
  case ownName
  case password
  case passwordSignature
  case permanence
  case refreshToken
  case registration
  case secretBlock
  case secretCode
  case secretHash
  case session
  case sessionCode
  case signUpName
  case signUpPassword
  case signUpSession
  case temporaryPassword
  case timestamp
  case totp
  case totpSetup
  case typedName
  case userSub

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    let members = model.messages.flatMap { $0.wire.members + $0.wire.answers }
    let kinds = model.evidence.values.sorted { $0.location < $1.location }
    return members.flatMap { [($0.maker, $0.location), ($0.evidence, $0.location)] }
      + model.rows.flatMap { row in row.carries.values.sorted().map { ($0, row.location) } }
      + kinds.flatMap { [($0.name, $0.location), ($0.judge, $0.location)] }
  }

  static func == (text: String, maker: TableMaker) -> Bool { text == maker.rawValue }
  static func != (text: String, maker: TableMaker) -> Bool { text != maker.rawValue }
}

extension [String: Bool] {
  /// What is noted of a kind of evidence.
  subscript(kind: TableMaker) -> Bool? {
    get { self[kind.rawValue] }
    set { self[kind.rawValue] = newValue }
  }
}

extension [String: [String]] {
  /// The texts that belong to a kind of evidence.
  subscript(kind: TableMaker, default texts: [String]) -> [String] {
    get { self[kind.rawValue, default: texts] }
    set { self[kind.rawValue] = newValue }
  }
}
