import Foundation
import SignIn
import SignInTestBed
import Testing
import TransitionTables

@Suite struct ScenarioTests {
  private func run(_ text: String) throws -> ScenarioRunner.Report {
    let text = text.hasPrefix("configuration:") ? text : "configuration: {}\n" + text
    let document = try LocatedDocument(parsing: text, file: "scenario.yaml")
    return try ScenarioRunner(model: try BundledTable.signIn())
      .run(try Scenario(reading: document))
  }

  @Test func `a step that differs says expected, actual and the rows that fired`() throws {
    let report = try run(
      """
      configuration: { mfa: off, flows: [userSRP] }
      record: { status: confirmed, password: permanent, email: verified }
      steps:
        - call: 'signIn(userSRP, password: right)'
          expect: { nextStep: confirmSignInWithTOTPCode }
      """)
    let problem = try #require(report.problems.first)
    #expect(problem.code == "scenario.differs")
    #expect(problem.location.line == 5)
    #expect(
      problem.message
        == "nextStep is done here, not confirmSignInWithTOTPCode; the answer was done")
    #expect(problem.remedy.contains("pool.tokens → client.challenge.TOKENS"))
    #expect(problem.remedy.contains("nearly fired: "))
  }

  @Test func `an unknown call gets the nearest name`() throws {
    let error = #expect(throws: DiagnosticList.self) {
      try run(
        """
        steps:
          - call: signInn(userSRP)
        """)
    }
    #expect(error?.diagnostics.map(\.code) == ["scenario.unknown-call"])
    #expect(error?.diagnostics.first?.remedy == "did you mean `signIn`?")
  }

  @Test func `an input class that the call does not have is refused`() throws {
    let error = #expect(throws: DiagnosticList.self) {
      try run("steps: [{ call: 'signIn(userSRP, password: purple)' }]")
    }
    #expect(error?.diagnostics.map(\.code) == ["scenario.unknown-input"])
    #expect(
      error?.diagnostics.first?.message.hasPrefix("`purple` is no class of `password`, which takes")
        == true)
    let misspelt = #expect(throws: DiagnosticList.self) {
      try run("steps: [{ call: 'signIn(userSRP, pasword: right)' }]")
    }
    #expect(
      misspelt?.diagnostics.first?.message
        == "the call has no input `pasword`; did you mean `password`?")
  }

  @Test func `what no answer can have cannot be expected`() throws {
    for (wrong, remedy) in [
      ("nextStepp: done", "did you mean `nextStep`?"),
      ("nextStep: resetPasword", "did you mean `resetPassword`?"),
    ] {
      let error = #expect(throws: DiagnosticList.self) {
        try run("steps: [{ call: 'signIn(userSRP, password: right)', expect: { \(wrong) } }]")
      }
      #expect(error?.diagnostics.map(\.code) == ["scenario.unknown-expectation"])
      #expect(error?.diagnostics.first?.remedy == remedy)
    }
  }

  @Test func `a call that is not offered says so`() throws {
    let report = try run(
      "steps: [{ call: 'confirmSignIn(answer: right)', expect: { nextStep: done } }]")
    #expect(
      report.problems.first?.remedy.hasPrefix(
        "nothing fired: `confirmSignIn` is not offered here, where the ") == true)
  }

  @Test func `an impossible record is refused with the reason`() throws {
    let error = #expect(throws: DiagnosticList.self) {
      try run(
        """
        record: { status: none, password: permanent }
        steps: [{ call: 'signIn(userSRP, password: wrong)' }]
        """)
    }
    #expect(error?.diagnostics.map(\.code) == ["scenario.impossible-record"])
    #expect(error?.diagnostics.map { "\($0.location)" } == ["scenario.yaml:2:11"])
  }

  @Test func `a record that breaks a claim about every record is refused with it`() throws {
    let error = #expect(throws: DiagnosticList.self) {
      try run(
        """
        record:
          status: confirmed
          preference: { totp: preferred, sms: preferred }
        steps: [{ call: 'signIn(userSRP, password: wrong)' }]
        """)
    }
    #expect(
      error?.diagnostics.map { "\($0.location): \($0.message); \($0.remedy)" } == [
        "scenario.yaml:4:3: no pool holds this record: At most one MFA factor is preferred.; "
          + "property mfa.at-most-one-preferred: "
          + "`always count(f in MFAFactor where preference[f] == preferred) <= 1`; "
          + "change a part of the record"
      ])
  }

  @Test func `a record that breaks a claim about some pools is taken`() throws {
    // mfa.preferred-is-usable reads the configuration, and fails in pools that are to show it.
    let report = try run(
      """
      configuration: { mfa: optional, mfaMethods: [totp] }
      record: { status: confirmed, password: permanent, preference: { totp: preferred } }
      steps: [{ call: 'signIn(userSRP, password: wrong)' }]
      """)
    #expect(report.isAsExpected)
  }
}
