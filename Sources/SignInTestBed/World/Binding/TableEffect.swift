import TransitionTables

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
