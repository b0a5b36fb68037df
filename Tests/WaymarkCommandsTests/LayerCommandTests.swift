import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// `--layer` on the command line, and `layer:` of a scenario.
@Suite struct LayerCommandTests {
  private func run(_ arguments: String...) -> CommandOutput {
    WaymarkTool.output(for: arguments, in: ToolEnvironment())
  }

  /// A layer of one row, which refuses what the table answers with `done`.
  private static let layer = """
    layer: strict
    extends: cognito-amplify
    replace:
      transitions:
        - id: client.confirm.alreadySignedIn
          component: client
          on: confirmSignIn
          from: signedIn
          when: answer != empty
          send: invalidState
          because: { fact: F1, source: invented, confidence: D }

    """

  private static let scenario = """
    layer: ./strict.yaml
    configuration: { mfa: off }
    record: { status: confirmed, password: permanent }
    steps:
      - call: signIn(userSRP, password: right)
        expect: { nextStep: done }
      - call: confirmSignIn(answer: neverIssued)
        expect: { error: invalidState }

    """

  @Test func `a row shows its layer in each listing`() throws {
    let folder = try Folder(["strict.yaml": Self.layer])
    let layer = folder["strict.yaml"]
    let row = run("rows", "client.confirm.alreadySignedIn", "--layer", layer)
    #expect(row.text.contains("\n  layer     strict\n  written   \(layer):5:7\n"))
    #expect(run("explain", "client.confirm.alreadySignedIn", "--layer", layer).text == row.text)
    let json = run(
      "rows", "client.confirm.alreadySignedIn", "--layer", layer, "--format", "json")
    #expect(json.text.contains("\"layer\": \"strict\""))
    let whole = run("rows", "--layer", layer).text
    #expect(whole.contains("\nLayers: strict.\n"))
    #expect(whole.contains(" | `invalidState` | invented, F1, confidence D | strict |\n"))
    #expect(!run("rows").text.contains("layer"))
  }

  @Test func `a scenario is run with the layer that it names`() throws {
    let folder = try Folder(["strict.yaml": Self.layer, "s.yaml": Self.scenario])
    let output = run("run", folder["s.yaml"])
    #expect(output.status == .allHold)
    #expect(output.text.hasSuffix("\n1 of 1 scenario as expected\n"))
    let plain = try Folder(["s.yaml": Self.scenario.replacing("layer: ./strict.yaml\n", with: "")])
    #expect(run("run", plain["s.yaml"]).status == .testBedDiffers)
    #expect(run("run", plain["s.yaml"], "--layer", folder["strict.yaml"]).status == .allHold)
  }

  @Test func `a scenario whose layer is unknown is refused where it names it`() throws {
    let text = Self.scenario.replacing("./strict.yaml", with: "amplify-andriod")
    let folder = try Folder(["s.yaml": text])
    let output = run("run", folder["s.yaml"])
    #expect(output.status == .unreadable)
    #expect(
      output.stderr == """
        \(folder["s.yaml"]):1:8: error: there is no layer `amplify-andriod` [layer.unknown]
          layer: amplify-andriod
                 ^
          → did you mean `amplify-android`?

        """)
  }

  @Test func `bundled scenarios are those of the layer that is named`() {
    let output = run("run", "--layer", "amplify-android")
    #expect(output.status == .allHold)
    #expect(output.text.hasSuffix("\n9 of 9 scenarios as expected\n"))
  }

  @Test func `an unknown layer is a wrong command line, a wrong one cannot be read`() throws {
    let output = run("inspect", "--layer", "amplify-andriod")
    #expect(output.status == .usage)
    #expect(output.stderr.contains("did you mean `amplify-android`?"))
    let folder = try Folder(["w.yaml": Self.layer.replacing("alreadySignedIn", with: "already")])
    let wrong = run("rows", "--layer", folder["w.yaml"])
    #expect(wrong.status == .unreadable)
    #expect(wrong.stderr.contains("w.yaml:5:11: error: `transitions` has no "))
    let none = try Folder(["n.yaml": "model: other\n"])
    #expect(run("rows", "--layer", none["n.yaml"]).stderr.contains("a layer file lacks `layer`"))
    let twice = run("rows", "--layer", "amplify-android", "--layer", "amplify-android")
    #expect(twice.stderr.contains("is read twice [layer.conflict]"))
  }

  @Test(arguments: [
    ("effects: { beep: { does: isueSession } }", "binding.unhandled-effect", "issueSession"),
    ("evidence: { voice: { judge: sesionCode } }", "binding.unhandled-evidence", "sessionCode"),
    (
      "extend: { messages: { ConfirmDevice: { wire: { A: { made: clientIDs } } } } }",
      "binding.unknown-maker", "clientID"
    ),
    (
      "extend: { messages: { SMS_MFA: { wire: { A: { made: sallt } } } } }",
      "binding.unknown-maker", "salt"
    ),
    (
      "messages: { Odd: { to: app, kind: nextStop } }", "binding.unknown-name", "nextStep"
    ),
  ])
  func `what a layer names and nothing carries out is refused where it stands`(
    text: String, code: String, nearest: String
  ) throws {
    let folder = try Folder(["l.yaml": "layer: odd\nextends: cognito-amplify\n\(text)\n"])
    let output = run("rows", "--layer", folder["l.yaml"])
    #expect(output.status == .unreadable)
    #expect(output.stderr.contains("l.yaml:3:"), "\(output.stderr)")
    #expect(output.stderr.contains("[\(code)]"))
    #expect(output.stderr.contains("did you mean `\(nearest)`?"))
  }

  @Test func `the command that makes a report again names its layers`() throws {
    let folder = try Folder(["strict.yaml": Self.layer])
    let pool = BundledTable.directory.appending(path: "pools/sound/beacon.yaml").path
    let output = run(
      "check", pool, "--layer", folder["strict.yaml"], "--backend", "explicit", "--max-states", "1",
      "--no-try-assumptions")
    #expect(
      output.text.contains(" --layer \(folder["strict.yaml"]) --backend explicit --max-states 1"))
  }
}
