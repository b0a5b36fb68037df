import Testing

@testable import WaymarkCommands

@Suite struct RunTests {
  private static let scenario = """
    doc: No MFA.
    configuration: { mfa: off, usernameAttributes: [email], requiredAttributes: [email] }
    record: { status: confirmed, password: permanent, email: verified }
    steps:
      - call: signIn(userSRP, password: right)
        expect: { nextStep: done }
    """

  @Test func `a scenario that comes out as it says is 0`() throws {
    let folder = try Folder(["s.yaml": Self.scenario])
    let output = WaymarkTool.output(for: ["run", folder["s.yaml"]], in: ToolEnvironment())
    #expect(output.stderr == "")
    #expect(output.text == "✓ \(folder["s.yaml"])  1 step\n\n1 of 1 scenario as expected\n")
    #expect(output.status == .allHold)
  }

  @Test func `a step that differs is 14 with its place`() throws {
    let wrong = Self.scenario.replacing("nextStep: done", with: "nextStep: resetPassword")
    let folder = try Folder(["s.yaml": wrong])
    let output = WaymarkTool.output(for: ["run", folder["s.yaml"]], in: ToolEnvironment())
    #expect(output.status == .testBedDiffers)
    #expect(output.text.contains("\(folder["s.yaml"]):6:15: error: nextStep is done here"))
  }

  @Test(arguments: [
    ("  - call: signIn(userSRP, password: right)", "  - call: 'signIn(userSRP, password: right)'"),
    ("    call: f(a: 'x')  # why", "    call: 'f(a: ''x'')' # why"),
    ("  - call: signOut()", "  - call: signOut()"),
    ("  - call: \"f(a: b)\"", "  - call: \"f(a: b)\""),
    ("doc: call: x", "doc: call: x"),
  ])
  func `calls may be written without quotes`(line: String, read: String) {
    #expect(ScenarioText.quotingCalls(line) == read)
  }

  @Test func `what is no scenario is 150`() throws {
    let folder = try Folder(["s.yaml": "steps: []\n"])
    let output = WaymarkTool.output(
      for: ["run", folder["s.yaml"], "missing.yaml"], in: ToolEnvironment())
    #expect(output.status == .unreadable)
    #expect(output.stderr.contains("[scenario.shape]"))
    #expect(output.stderr.contains("missing.yaml: error: there is no such file"))
  }
}
