import TestSupport
import Testing

@testable import PoolAnalysis
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

  @Test func `each scenario of a list is run, and what is wrong in one is at its place`() throws {
    func listed(_ texts: [String]) throws -> CommandOutput {
      let items = texts.map { "- " + $0.replacing("\n", with: "\n  ") }
      let folder = try Folder(["s.yaml": items.joined(separator: "\n")])
      return WaymarkTool.output(for: ["run", folder["s.yaml"]], in: ToolEnvironment())
    }
    let named = ["scenario: a\n", "scenario: b\n"].map { $0 + Self.scenario }
    let output = try listed(named)
    #expect(output.text == "✓ a  1 step\n✓ b  1 step\n\n2 of 2 scenarios as expected\n")
    let refused = try listed(named.map { $0.replacing("mfa: off", with: "mfa: never") })
    #expect(refused.status == .unreadable)
    #expect(refused.stderr.contains("s.yaml:3:25: error"))
    #expect(refused.stderr.contains("s.yaml:10:25: error"))
  }

  @Test func `a bundled scenario has a name of its own, which is that of its file`() throws {
    var names: Set<String> = []
    for file in try ScenarioFiles.bundled() {
      let entries = try ScenarioFiles.entries(of: file)
      let own = file.url.deletingPathExtension().lastPathComponent
      let isList = file.name.hasPrefix("Models/scenarios/rows/")
      #expect(isList || entries.map(\.name) == [own], "\(file.name)")
      for name in entries.map({ $0.name ?? "" }) {
        #expect(names.insert(name).inserted, "\(name)")
      }
    }
    #expect(names == Set(ScenarioFiles.named.keys))
    #expect(names.count >= 636)
  }

  @Test(.optimised)
  func `the bundled scenarios are answered over the wire as by the table`() throws {
    let output = WaymarkTool.output(for: ["run", "--transcript"], in: ToolEnvironment())
    let differing = output.stderr.split(separator: "\n").compactMap { line in
      line.contains(" is answered by ") ? line.prefix { $0 != ":" } : nil
    }
    #expect(differing.map(String.init) == [])
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

  @Test func `a mistake in a call without quotes is pointed at in its line as written`() throws {
    let wrong = Self.scenario.replacing("password: right", with: "pasword: right")
    let refused = try refusal(of: wrong)
    #expect(refused.status == .unreadable)
    #expect(refused.lines.first?.hasPrefix("s.yaml:5:27: error: the call has no input") == true)
    #expect(refused.lines.dropFirst().first == "    - call: signIn(userSRP, pasword: right)")
    #expect(refused.lines.dropFirst(2).first == String(repeating: " ", count: 28) + "^")
  }

  @Test func `what is no scenario is 150`() throws {
    let folder = try Folder(["s.yaml": "steps: []\n"])
    let output = WaymarkTool.output(
      for: ["run", folder["s.yaml"], "missing.yaml"], in: ToolEnvironment())
    #expect(output.status == .unreadable)
    #expect(output.stderr.contains("[scenario.shape]"))
    #expect(output.stderr.contains("missing.yaml: error: there is no such file"))
  }

  /// The status of a run and what it says first.
  private func refusal(of text: String, nextTo files: [String: String] = [:]) throws -> (
    status: PoolAnalysis.ExitStatus, lines: [String]
  ) {
    let folder = try Folder(files.merging(["s.yaml": text]) { $1 })
    let output = WaymarkTool.output(for: ["run", folder["s.yaml"]], in: ToolEnvironment())
    let lines = output.stderr.replacing(folder["s.yaml"], with: "s.yaml").split(separator: "\n")
    return (output.status, lines.map(String.init))
  }

  @Test func `a configuration that the service refuses is 151 at its setting`() throws {
    let illegal = Self.scenario.replacing("mfa: off,", with: "mfa: required,")
    let own = try refusal(of: illegal)
    #expect(own.status == .illegal)
    // MFA without a method is one fault, also where nothing sends SMS.
    let refused = "s.yaml:2:18: error: the service refuses this: “"
    #expect(own.lines.count { $0.hasPrefix(refused) } == 1)
    let complaint = own.lines.first { $0.hasSuffix("[L8]") }
    #expect(
      complaint?.hasPrefix(
        "s.yaml:2:18: error: the service refuses this: “Invalid MFA Configuration given. ") == true)
    #expect(
      complaint?.hasSuffix(
        "; here mfa = required (line 2), mfaMethods = {} (confidence A) [L8]") == true)
    // A file that cannot be read weighs more.
    let output = WaymarkTool.output(for: ["run", "missing.yaml"], in: ToolEnvironment())
    #expect(output.status == .unreadable)
  }

  @Test(arguments: [("OPTIONAL", true), ("ON", true), ("OFF", false)])
  func `the remedy of MFA without a method names the call`(
    mfa: String, isNamed: Bool
  ) throws {
    let folder = try Folder([
      "setup.sh":
        "aws cognito-idp create-user-pool --pool-name shop --mfa-configuration \(mfa)\n"
    ])
    let output = WaymarkTool.output(
      for: ["check", folder["setup.sh"], "--no-try-assumptions"], in: ToolEnvironment())
    #expect((output.status == .illegal) == isNamed)
    let words = (output.stderr + output.text).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(
      words.contains(
        "and then call `aws cognito-idp set-user-pool-mfa-config --user-pool-id ID"
          + " --software-token-mfa-configuration Enabled=true --mfa-configuration \(mfa)`.")
        == isNamed, "\(words)")
  }

  @Test func `a pool that the service refuses is 151 where the scenario names it`() throws {
    let text = """
      pool: p.yaml
      steps: [{ call: signOut() }]
      """
    let pool = "pool: p\nconfiguration: { mfa: required }\n"
    let whole = try refusal(of: text, nextTo: ["p.yaml": pool])
    #expect(whole.status == .illegal)
    #expect(whole.lines.first?.hasPrefix("s.yaml:1:7: error: the service refuses this: ") == true)
    // What the scenario lays over it counts.
    let mended = try refusal(
      of: "configuration: { mfa: off }\n" + text, nextTo: ["p.yaml": pool])
    #expect(mended.status == .allHold)
  }

  @Test func `the next step's name on the wire may be expected`() throws {
    let passes = Self.scenario.replacing("nextStep: done", with: "nextStep: DONE")
    #expect(try refusal(of: passes).status == .allHold)
    let folder = try Folder([
      "s.yaml": Self.scenario.replacing("nextStep: done", with: "nextStep: CONFIRM_SIGN_UP")
    ])
    let output = WaymarkTool.output(for: ["run", folder["s.yaml"]], in: ToolEnvironment())
    #expect(output.status == .testBedDiffers)
    #expect(output.text.contains("error: nextStep is done here, not confirmSignUp; "))
  }

  @Test func `a bound of the exploration keeps no scenario from running`() throws {
    let text = """
      configuration: { twoApps: true, devices: always }
      steps: [{ call: signOut() }]
      """
    let ran = try refusal(of: text)
    #expect(ran.status == .allHold)
    #expect(ran.lines == [])
  }
}
