import Foundation
import SignIn
import SignInTestBed
import Testing
import TransitionTables

@Suite struct ScenarioTests {
  private func run(_ text: String) throws -> ScenarioRunner.Report {
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
  }
}
