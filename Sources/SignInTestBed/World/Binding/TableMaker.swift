import TransitionTables

/// The makers of members and the kinds of evidence that the service, the client and the reader of
/// cases look up in a message.
enum TableMaker: String, TableNames {
  case accessToken, address, administratorsPassword, assertion, attributeCode, clientID,
    clientSecret, createdName, credentialID, customAnswer, deliveredAttribute, deviceKey,
    deviceProof, deviceSecretBlock, deviceVerifierSalt, echoedName, forceAlias, friendlyName,
    givenAttributes, groupName, mailedCode, knownDeviceKey, maskedAddress, metadata,
    missingAttributes, namedDevice, newPassword, ownName, password, passwordSignature, permanence,
    poolID,
    refreshToken, registration, secretBlock, secretCode, secretHash, session, sessionCode,
    signUpName, signUpPassword, signUpSession, temporaryPassword, timestamp, totp, totpSetup,
    typedName, userSub

  static var sort: String { "maker" }

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
  /// The value for a kind of evidence.
  subscript(kind: TableMaker) -> Bool? {
    get { self[kind.rawValue] }
    set { self[kind.rawValue] = newValue }
  }
}

extension [String: [String]] {
  /// The texts of a kind of evidence.
  subscript(kind: TableMaker, default texts: [String]) -> [String] {
    get { self[kind.rawValue, default: texts] }
    set { self[kind.rawValue] = newValue }
  }
}
