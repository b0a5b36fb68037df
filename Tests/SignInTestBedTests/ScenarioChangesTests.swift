import SignIn
import SignInTestBed
import Testing
import TransitionTables

/// What a scenario's step leaves behind: all that it changes, and nothing else.
@Suite struct ScenarioChangesTests {
  /// Two wrong passwords and a right one, with what the first and the last step leave.
  private func run(
    first: String, last: String = "{ grant: valid, failures: 0, client.at: signedIn }"
  ) throws -> ScenarioRunner.Report {
    let document = try LocatedDocument(
      parsing: """
        configuration: { mfa: off, flows: [userSRP] }
        record: { status: confirmed, password: permanent, email: verified }
        steps:
          - call: 'signIn(userSRP, password: wrong)'
            leaves: \(first)
          - call: 'signIn(userSRP, password: wrong)'
          - call: 'signIn(userSRP, password: right)'
            leaves: \(last)
        """, file: "scenario.yaml")
    return try ScenarioRunner(model: try BundledTable.signIn())
      .run(try Scenario(reading: document))
  }

  @Test func `a step that changes what it says, and no more, is as expected`() throws {
    let report = try run(first: "{ failures: 1 }")
    #expect(report.isAsExpected)
    #expect(
      report.steps.map(\.changes) == [
        "{ failures: 1 }", "{ failures: 2 }", "{ failures: 0, grant: valid, client.at: signedIn }",
      ])
  }

  @Test func `another value, no change and a change that is not said are distinguished`() throws {
    let other = try run(first: "{ failures: 2 }").problems
    #expect(
      other.map(\.message) == [
        "failures becomes 1 here, not 2; the step leaves { failures: 1 }"
      ])
    #expect(other.map(\.code) == ["scenario.differs"])
    #expect(other.map { "\($0.location)" } == ["scenario.yaml:5:25"])
    #expect(other.first?.remedy.hasPrefix("fired: client.signIn") == true)
    #expect(
      try run(first: "{ failures: 1, locked: false }").problems.map(\.message) == [
        "locked stays false here; the step leaves { failures: 1 }"
      ])
    let unsaid = try run(first: "{}").problems
    #expect(
      unsaid.map(\.message) == [
        "failures becomes 1 here, which was 0 and is not in `leaves`; "
          + "the step leaves { failures: 1 }"
      ])
    #expect(unsaid.map { "\($0.location)" } == ["scenario.yaml:5:5"])
  }

  @Test func `the members of an indexed variable stand together`() throws {
    let document = try LocatedDocument(
      parsing: """
        configuration: { mfa: off, flows: [userSRP] }
        steps:
          - call: 'createUser(givesEmail: true, givesPhone: true, marksEmail: true, marksPhone: true)'
            leaves:
              status: forceChangePassword
              password: temporary
              contact: { email: verified, phone: verified }
        """, file: "scenario.yaml")
    let report = try ScenarioRunner(model: try BundledTable.signIn())
      .run(try Scenario(reading: document))
    #expect(report.problems.map(\.message) == [])
    #expect(
      report.steps.map(\.changes) == [
        "{ status: forceChangePassword, password: temporary, "
          + "contact: { email: verified, phone: verified } }"
      ])
  }

  @Test(arguments: [
    ("{ failuers: 1 }", "scenario.unknown-name", "did you mean `failures`?"),
    ("{ mfa: off }", "scenario.unknown-name", ""),
    ("{ client.at: signdIn }", "table.unknown-name", "did you mean `signedIn`?"),
    ("{ contact: { email: absent }, email: absent }", "scenario.shape", "say it once"),
    ("failures", "scenario.shape", ""),
  ])
  func `what no step can leave is refused`(written: String, code: String, remedy: String) throws {
    let error = #expect(throws: DiagnosticList.self) { try run(first: written) }
    #expect(error?.diagnostics.map(\.code) == [code])
    #expect(error?.diagnostics.map(\.location.line) == [5])
    if !remedy.isEmpty { #expect(error?.diagnostics.first?.remedy == remedy) }
  }

  @Test func `a key that no step has is refused with the nearest`() throws {
    let document = try LocatedDocument(
      parsing: "configuration: {}\nsteps: [{ call: 'signOut()', leave: {} }]", file: "scenario.yaml"
    )
    let error = #expect(throws: DiagnosticList.self) { try Scenario(reading: document) }
    #expect(error?.diagnostics.map(\.message) == ["a step has no key `leave`"])
    #expect(error?.diagnostics.map(\.remedy) == ["did you mean `leaves`?"])
  }
}
