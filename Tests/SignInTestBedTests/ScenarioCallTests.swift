import SignIn
import SignInTestBed
import Testing
import TransitionTables

/// A call that is written wrong is pointed at where it is wrong, with what to write instead.
@Suite struct ScenarioCallTests {
  /// What is said of a call, which begins at column 12 of line 3.
  private func complaint(about call: String, key: String = "call") throws -> String {
    let document = try LocatedDocument(
      parsing: "configuration: {}\nsteps:\n  - \(key): \"\(call)\"\n", file: "s.yaml")
    let scenario = try Scenario(reading: document)
    let runner = ScenarioRunner(model: try Bed.model.get())
    let error = #expect(throws: DiagnosticList.self) { try runner.run(scenario) }
    let found = error?.diagnostics.map { "\($0.location): \($0.code): \($0.message); \($0.remedy)" }
    return (found ?? []).joined(separator: "\n")
  }

  @Test(arguments: [
    (
      "signIn(flow: userSRP password: current)",
      "s.yaml:3:33: scenario.call: between `userSRP` and `password` a comma is missing; "
        + "write `userSRP, password`"
    ),
    (
      "signIn(flow: userSRP, password: current",
      "s.yaml:3:51: scenario.call: the call has no `)`; close it: `signIn(…)`"
    ),
    (
      "signIn flow: userSRP",
      "s.yaml:3:19: scenario.call: behind `signIn` stands `flow:`; "
        + "put the arguments in brackets: `signIn(…)`"
    ),
    (
      "signOut() twice",
      "s.yaml:3:22: scenario.call: behind the `)` of the call stands `twice`; "
        + "end the call with its `)`"
    ),
    (
      "signIn(userSRP,)",
      "s.yaml:3:27: scenario.call: an argument is missing here; "
        + "write `name: value`, or leave the comma out"
    ),
    (
      "signIn(flow:, password: current)",
      "s.yaml:3:19: scenario.call: an argument is missing here; "
        + "write `name: value`, or leave the comma out"
    ),
    (
      "signIn(confirmSignIn())",
      "s.yaml:3:32: scenario.call: the call has two `(`; write `signIn(name: value)`"
    ),
    (
      "()",
      "s.yaml:3:12: scenario.call: the call has no name; "
        + "write `signIn(flow: userSRP, password: current)`"
    ),
  ])
  func `brackets and commas are not guessed`(call: String, reported: String) throws {
    #expect(try complaint(about: call) == reported)
  }

  @Test func `a request is read in the same way`() throws {
    #expect(
      try complaint(about: "AdminUpdateUserAttributes(attribute: phone", key: "request")
        == "s.yaml:3:57: scenario.call: the call has no `)`; "
        + "close it: `AdminUpdateUserAttributes(…)`")
    #expect(
      try complaint(about: "AdminUpdateUserAttributes(attribute: fax)", key: "request")
        .hasPrefix("s.yaml:3:52: scenario.unknown-input: `fax` is no value of `attribute`; "))
  }

  @Test func `a wrong class is pointed at, with the one form that is meant`() throws {
    let reported = try complaint(about: "signIn(flow: userSRP, password: correct)")
    #expect(
      reported.hasPrefix(
        "s.yaml:3:44: scenario.unknown-input: `correct` is no class of `password`, "))
    #expect(reported.contains("; write `signIn(flow: userSRP|userPassword|"))
    #expect(reported.contains("password: current|"))
    #expect(!reported.contains("ceremony"))
  }

  @Test func `an input that no form has is pointed at, with every form on a line of its own`()
    throws
  {
    let reported = try complaint(about: "confirmSignIn(nonsense: current)")
    #expect(
      reported.hasPrefix("s.yaml:3:26: scenario.unknown-input: the call has no input `nonsense`"))
    let forms = reported.split(separator: "\n    ").dropFirst()
    #expect(forms.count > 3)
    #expect(forms.allSatisfy { $0.hasPrefix("`confirmSignIn(") && $0.hasSuffix(")`") })
  }

  private static let verified = """
    configuration: { mfa: optional, mfaMethods: [sms, totp] }
    record:
      status: confirmed
      password: permanent
      contact: { email: verified, phone: verified }
      totp: verified
      preference: { totp: preferred }
    steps:
      - call: 'signIn(flow: userSRP, password: current)'
        expect: { nextStep: STEP }
      - call: 'selectMFA(choice: sms)'
        expect: { nextStep: done }
    """

  private func remedies(expecting step: String) throws -> [String] {
    let text = Self.verified.replacing("STEP", with: step)
    let scenario = try Scenario(reading: try LocatedDocument(parsing: text, file: "s.yaml"))
    return try ScenarioRunner(model: try Bed.model.get()).run(scenario).problems.map(\.remedy)
  }

  @Test func `a form that is not offered names the form that is`() throws {
    let reported = try #require(try remedies(expecting: "confirmSignInWithTOTPCode").last)
    #expect(reported.hasPrefix("nothing fired: `selectMFA` is not offered here, where the "))
    #expect(reported.contains("; here `confirmSignIn(answer: …)` is; "))
  }

  @Test func `what nearly fired is a decision of this configuration, not what followed from it`()
    throws
  {
    let reported = try #require(try remedies(expecting: "confirmSignInWithSMSMFACode").first)
    let nearly = reported.split(separator: "\n").filter { $0.contains("nearly fired: ") }
    #expect(nearly.contains { $0.contains("pool.mfa.M3[f = sms]") })
    #expect(!reported.contains("channel."))
    #expect(!nearly.contains { $0.contains("awaiting == smsMFA") })
  }
}
