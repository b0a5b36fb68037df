import SignIn
import Testing
import TransitionTables

/// YAML's merge keys.
@Suite struct MergeKeyTests {
  @Test func addsTheEntriesOfAnotherRecord() throws {
    let pool = try read(
      template(
        pool: "<<: *strict\nMfaConfiguration: OPTIONAL",
        sections: """
          Metadata:
            Strict: &strict
              MfaConfiguration: "ON"
              EnabledMfas: [SOFTWARE_TOKEN_MFA]
          """))
    #expect(
      pool.statedLines
        == [
          "mfa = optional", "mfaMethods = [totp]", "flows = open",
        ].filter { $0 != "flows = open" })
    #expect(pool.notes.map { "\($0.location.line) \($0.code)" } == ["11 template.merge-key"])
    #expect(
      pool["mfaMethods"]?.origin
        == .document(SourceLocation(file: "pool.yaml", line: 5, column: 18)))
  }

  @Test func letsTheFirstOfSeveralRecordsCount() throws {
    let pool = try read(
      """
      pool: x
      configuration:
        <<: [{ mfa: required, tier: lite }, { mfa: optional, clientSecret: true }]
        tier: plus
      """)
    #expect(pool.statedLines == ["mfa = required", "tier = plus", "clientSecret = true"])
  }

  @Test func readsMergedRecordsThatMergeThemselves() throws {
    let pool = try read(
      """
      pool: x
      configuration:
        <<: { <<: { tier: lite }, mfa: required }
      """)
    #expect(pool.statedLines == ["mfa = required", "tier = lite"])
  }

  @Test(arguments: ["<<: optional", "<<: [a]", "<<: !Ref X"])
  func refusesAnythingElse(line: String) {
    #expect(
      faults("pool: x\nconfiguration:\n  \(line)\n").map(\.rendered) == [
        """
        pool.yaml:3:3: error: the merge key `<<` is given something else than a record \
        [document.malformed-merge]
            \(line)
            ^
          → write `<<: *name`, where `&name` stands at a record, or a list of such

        """
      ])
  }
}
