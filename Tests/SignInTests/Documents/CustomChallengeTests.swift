import SignIn
import Testing
import TransitionTables

/// The section `customChallenge` of Waymark's own pool files.
@Suite struct CustomChallengeTests {
  /// The table's, with histories of at most three answers.
  private static let parameters = tableParameters.filter {
    !$0.name.hasPrefix("defineAfter[") || $0.name.count <= "defineAfter[rightWrongWrong]".count
  }

  private func table(_ section: String) throws -> [String] {
    try read("pool: x\n" + section, parameters: Self.parameters).statedLines
  }

  private func complaints(_ section: String) -> [String] {
    faults("pool: x\n" + section, parameters: tableParameters)
      .map { "\($0.location.line) \($0.code): \($0.message)" }
  }

  @Test func takesAPatternByName() throws {
    #expect(
      try table("customChallenge: srpThenChallenge\n") == ["customPattern = srpThenChallenge"])
    #expect(
      try table("customChallenge: { pattern: challengeOnly, rounds: 2 }\n") == [
        "customPattern = challengeOnly", "customRounds = 2",
      ])
  }

  @Test func readsHistoriesByCognitosNames() throws {
    let section = """
      customChallenge:
        - { after: [], then: CUSTOM_CHALLENGE }
        - { after: [SRP_A], then: PASSWORD_VERIFIER }
        - { after: [SRP_A, PASSWORD_VERIFIER], then: CUSTOM_CHALLENGE }
        - { after: [SRP_A, PASSWORD_VERIFIER, SMS_MFA], then: fail }
        - { after: [{ CUSTOM_CHALLENGE: false }, { CUSTOM_CHALLENGE: true }], then: tokens }
      """
    #expect(
      try table(section) == [
        "customPattern = own", "define[start] = customChallenge",
        "define[startWithSRP] = passwordVerifier", "define[passwordProved] = customChallenge",
        "define[mfaProved] = failAuthentication", "defineAfter[wrongRight] = issueTokens",
      ])
  }

  @Test func letsTheFirstRowThatFitsDecide() throws {
    let section = """
      customChallenge:
        rounds: 2
        rows:
          - { after: rightWrong, then: failAuthentication }
          - { after: wrong2, then: nothing }
          - { after: wrong, then: customChallenge }
          - { after: right3, then: issueTokens }
      """
    #expect(
      try table(section) == [
        "customPattern = own", "customRounds = 2", "defineAfter[wrong1] = customChallenge",
        "defineAfter[rightWrong] = failAuthentication", "defineAfter[wrongWrong] = nothing",
        "defineAfter[rightRightRight] = issueTokens",
        "defineAfter[rightRightWrong] = customChallenge",
        "defineAfter[rightWrongRight] = issueTokens",
        "defineAfter[rightWrongWrong] = customChallenge",
        "defineAfter[wrongRightRight] = issueTokens",
        "defineAfter[wrongRightWrong] = customChallenge",
        "defineAfter[wrongWrongRight] = issueTokens",
        "defineAfter[wrongWrongWrong] = customChallenge",
      ])
  }

  @Test func complainsWithThePlace() {
    let section = """
      customChallenge:
        rounds: 7
        rows:
          - { after: [SRP_B], then: CUSTOM_CHALLENGE }
          - { after: wrongRihgt, then: issueTokens }
          - { after: start, then: token }
          - { after: start }
          - { after: [{ CUSTOM_CHALLENGE: true }, SMS_MFA], then: fail }
          - { after: [{ PASSWORD_VERIFIER: false }], then: fail }
          - { after: right1, then: fail }
          - { after: [CUSTOM_CHALLENGE], then: tokens }
      """
    #expect(
      complaints(section) == [
        "3 pool.out-of-range: `customRounds` cannot be 7",
        "5 pool.unknown-value: a history has no `SRP_B`",
        "6 pool.unknown-value: `after` cannot be `wrongRihgt`",
        "7 pool.unknown-value: `define[start]` cannot be `token`",
        "8 pool.wrong-type: a row needs `after` and `then`",
        "9 pool.custom-table: `SMS_MFA` cannot follow CUSTOM_CHALLENGE",
        "10 pool.custom-table: the result of PASSWORD_VERIFIER cannot be this",
        "12 pool.custom-table: `defineAfter[right1]` has a value already, at line 11",
      ])
  }

  @Test func refusesRowsBesideAPattern() {
    #expect(
      complaints("customChallenge: { pattern: challengeOnly, rows: [] }\n") == [
        "2 pool.custom-table: rows stand with a pattern, which has rows of its own"
      ])
    #expect(
      complaints("configuration: { customPattern: own }\ncustomChallenge: challengeOnly\n") == [
        "3 pool.custom-table: `customPattern` has a value already, at line 2"
      ])
  }
}
