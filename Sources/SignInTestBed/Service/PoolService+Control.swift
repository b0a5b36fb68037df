import SignInCryptography

/// The test bed's own operations, such as those on the clock and the mailbox.
extension PoolService {
  mutating func control(
    _ operation: String, _ input: ServiceInput
  ) throws(ServiceException) -> JSON {
    switch operation {
    case "TestBedDescribe":
      return .members([
        "UserPoolId": .string(World.poolID), "ClientId": .string(World.clientID),
        "ClientSecret": clientSecret.map { .string($0.revealedText()) },
        "RelyingPartyId": .string(conventions.pool.relyingPartyID), "Clock": .integer(now),
        "Issuer": .string(conventions.pool.tokens.issuer(poolID: World.poolID)),
      ])
    case "TestBedKeys":
      return try guarded { () throws(CryptographyError) in
        try World.tokenKeys().publicKeys.json
      }
    case "TestBedClock":
      let to = try input.integer("To") ?? now
      let by = try input.integer("By") ?? 0
      // The clock never goes back, and stops at the last time that can be written.
      let (sum, overflows) = max(now, to).addingReportingOverflow(max(0, by))
      guard !overflows, sum < 253_402_300_799 else {
        throw .invalidParameter("The clock ends with the year 9999.")
      }
      moveClock(to: sum)
      return .members(["Clock": .integer(now)])
    case "TestBedMailbox":
      return try mailbox(input)
    case "TestBedUsers":
      return try users(input)
    case "TestBedSettings":
      return try settings(input)
    case "TestBedAddUser":
      return try addUser(input)
    case "TestBedAct":
      return try act(input)
    case "TestBedDifferences":
      return .members([
        "Differences": .array(
          differences.map {
            .string("\($0.row): \($0.evidence) is \($0.actual), not \($0.expected)")
          })
      ])
    default:
      throw .unknownOperation(operation)
    }
  }
}
