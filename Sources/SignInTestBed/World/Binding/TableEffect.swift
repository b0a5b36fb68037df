import TransitionTables

/// The effects that the service or the replays handle themselves; the registry carries out all
/// others.
enum TableEffect: String, TableNames {
  case changeAddress, changeGroup, changeSettings, confirmDevice, createAccount, deleteAccount,
    deliverRequest, disturbChannel, dropAddress, dropGroup, dropPreferredUsername, dropRequest,
    dropTokens, endSettings, forgetCode, issueSession, issueTokens, joinGroup, keepRequest,
    leaveGroup, leaveToAdministrator, loseAnswer, loseAuthenticator, loseRequest, makeGroup,
    migrateUser, newCustomChallenge, newDeviceKey, newPendingAddress, renewTokens, revokeTokens,
    rotateTokens, sendAttributeCode, spendAttributeCode, storeAddress, storePassword,
    storePreferredUsername, storeTemporaryPassword, takeAliasFromOthers, turnToOtherApp,
    untilAccessTokenExpires, untilRefreshTokenExpires, untilSessionExpires, useTimeStep,
    verifyTOTPSecret

  /// The effects in which another app or another store of users takes part.
  static let elsewhere: Set = [migrateUser, .disturbChannel, .turnToOtherApp]
  /// The effects that no network or other app can be made to cause.
  static let faults = [
    migrateUser, .disturbChannel, .loseRequest, .keepRequest, .loseAnswer, .deliverRequest,
    .dropRequest, .turnToOtherApp,
  ]

  static var sort: String { "effect" }

  static func known(in model: Model) -> [(name: String, location: SourceLocation)] {
    model.effects.values.map { ($0.name, $0.location) }.sorted { $0.0 < $1.0 }
  }

  /// The effects of a row that are known here.
  static func all(in row: Row) -> Set<TableEffect> { Set(row.effects.compactMap(Self.init)) }
}

extension Model {
  /// The effects, of those known here, of the rows that fired.
  func effects(of firings: some Sequence<Interpreter.Firing>) -> Set<TableEffect> {
    firings.reduce(into: []) { $0.formUnion(TableEffect.all(in: rows[$1.row])) }
  }
}
