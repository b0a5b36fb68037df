import TransitionTables

/// Names of one sort that the test bed knows of the table, which ``TestBedBinding`` looks up when a
/// model is bound.
protocol TableNames: RawRepresentable<String>, CaseIterable, Sendable {
  /// What of the model has such names, each with a place.
  static func known(in model: Model) -> [(name: String, location: SourceLocation)]
}

/// The fields of messages that service, client and reader of cases read or set by name.
enum TableField: String, TableNames {
  case anotherSecret
  case answer
  case attribute
  case badNumber
  case blank
  case byToken
  case confirmed
  case deviceKey
  case forcesAlias
  case givesEmail
  case givesMark
  case givesMissing
  case givesPassword
  case givesPhone
  case givesPresent
  case identifier
  case incomplete
  case isAccessToken
  case isFull
  case isTaken
  case isThere
  case lacksParameters
  case malformed
  case mark
  case marksEmail
  case marksPhone
  case marksVerified
  case medium
  case name
  case pendingSession
  case resends
  case secret
  case signUpSession
  case spent
  case token
  case unchanged
  case unknownKey
  case value
  case weakPassword

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.messages.flatMap(\.fields).map { slot in
      (model.slots[slot].ownName, model.slots[slot].location)
    }
  }
}

/// The effects that service and replays look for or carry out in a way of their own; all others are
/// the affair of the registry.
enum TableEffect: String, TableNames {
  case changeAddress
  case changeGroup
  case changeSettings
  case confirmDevice
  case createAccount
  case deleteAccount
  case deliverRequest
  case disturbChannel
  case dropAddress
  case dropGroup
  case dropPreferredUsername
  case dropRequest
  case dropTokens
  case endSettings
  case forgetCode
  case issueSession
  case issueTokens
  case joinGroup
  case keepRequest
  case leaveGroup
  case leaveToAdministrator
  case loseAnswer
  case loseAuthenticator
  case loseRequest
  case makeGroup
  case migrateUser
  case newCustomChallenge
  case newDeviceKey
  case newPendingAddress
  case renewTokens
  case revokeTokens
  case rotateTokens
  case sendAttributeCode
  case spendAttributeCode
  case storeAddress
  case storePassword
  case storePreferredUsername
  case storeTemporaryPassword
  case takeAliasFromOthers
  case turnToOtherApp
  case untilAccessTokenExpires
  case untilRefreshTokenExpires
  case untilSessionExpires
  case useTimeStep

  /// What another app or another store of users takes part in.
  static let elsewhere: Set = [migrateUser, .disturbChannel, .turnToOtherApp]
  /// What no network and no other app can be made to do.
  static let faults = [
    migrateUser, .disturbChannel, .loseRequest, .keepRequest, .loseAnswer, .deliverRequest,
    .dropRequest, .turnToOtherApp,
  ]

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.effects.values.map { ($0.name, $0.location) }.sorted { $0.0 < $1.0 }
  }

  /// Those of a row.
  static func all(in row: Row) -> Set<TableEffect> { Set(row.effects.compactMap(Self.init)) }
}

extension Model {
  /// Those effects of some rows that fired.
  func effects(of firings: some Sequence<Interpreter.Firing>) -> Set<TableEffect> {
    firings.reduce(into: []) { $0.formUnion(TableEffect.all(in: rows[$1.row])) }
  }
}

/// The members of enums that makers, judges and the service know by name: the classes of evidence
/// above all.
enum TableMember: String, TableNames {
  case adjacent
  case altered
  case anotherUsers
  case blank
  case current
  case email
  case empty
  case formerEmail
  case given
  case kept
  case likeEmail
  case likePhone
  case malformed
  case neverIssued
  case newEmail
  case nobody
  case noValue = "none"
  case otherOrigin
  case otherRelyingParty
  case own
  case phone
  case plain
  case preferredUsername
  case previous
  case retired
  case right
  case sameAgain
  case unverified
  case used
  case username
  case valid
  case violatesPolicy
  case wrong

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.slots.flatMap { slot in
      model.types.members(of: slot.type).map { ($0, slot.location) }
    }
  }

  static func == (text: String, member: TableMember) -> Bool { text == member.rawValue }
  static func != (text: String, member: TableMember) -> Bool { text != member.rawValue }
}

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
