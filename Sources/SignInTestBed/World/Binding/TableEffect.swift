import TransitionTables

/// The effects that service and replays look for or carry out in a way of their own; all others are
/// the affair of the registry.
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

  /// What another app or another store of users takes part in.
  static let elsewhere: Set = [migrateUser, .disturbChannel, .turnToOtherApp]
  /// What no network and no other app can be made to do.
  static let faults = [
    migrateUser, .disturbChannel, .loseRequest, .keepRequest, .loseAnswer, .deliverRequest,
    .dropRequest, .turnToOtherApp,
  ]

  static var sort: String { "effect" }

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
