import PoolAnalysis
import TestSupport
import Testing

@testable import WaymarkCommands

/// What every verb has in common: help with an example, and no flag that is silently ignored.
@Suite struct VerbTests {
  private func run(_ arguments: [String]) -> CommandOutput {
    WaymarkTool.output(for: arguments, in: SmallTable.environment())
  }

  @Test(arguments: WaymarkCommand.verbNames.filter { $0 != "help" })
  func `the help of a verb has an example and fits a terminal`(verb: String) {
    let help = run(["help", verb]).text
    #expect(help.contains("Example: waymark \(verb)"))
    #expect(help.split(separator: "\n").filter { $0.count > 80 } == [])
  }

  @Test(arguments: [
    "mutate --seed 2", "mutate --sample 0", "statements --prove --format json",
    "draw p.yaml --factor sms", "draw p.yaml --path 1",
    "draw p.yaml --view trace --path 1 --property a",
    "draw p.yaml --against q.yaml", "draw p.yaml --view account --level full",
    "draw p.yaml --as swift --level overview", "draw p.yaml --level pages",
    "draw p.yaml --view table --level pages", "draw p.yaml --view trace --path all",
    "export p.yaml --as tla --rows",
    "export p.yaml --as json --max-states 9", "run --cases c.json --transcript",
    "explain --pages d L1", "explain --schemas d --format json", "bench engine --rounds 2",
    "bench engine --keys 2",
    "check p.yaml --update-baseline", "explore p.yaml --reveal-secrets",
  ])
  func `a flag without the one that it needs is refused`(line: String) {
    let output = run(line.split(separator: " ").map(String.init))
    #expect(output.status == .usage)
    #expect(output.stderr.hasPrefix("command line: error: "))
    #expect(output.stderr.contains(" [usage.arguments]\n  → `waymark "))
  }

  @Test(arguments: ["next-steps", "account"])
  func `a drawing replays nothing and tries no remedy and no assumption`(view: String) throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { selfSignUp: false }\n"])
    let environment = ToolEnvironment()
    let output = WaymarkTool.output(
      for: ["draw", folder["p.yaml"], "--view", view, "--as", "dot"], in: environment)
    #expect(output.status == .allHold)
    let times = environment.stopwatch.json.text
    #expect(times.contains("\"explore\"") || view == "account")
    for phase in ["replay", "remedies", "assumptions"] {
      #expect(!times.contains(phase), "\(phase)")
    }
  }

  @Test func `a drawing turns to portrait, and speaks plainly where it is asked to`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { selfSignUp: false }\n"])
    func draw(_ options: String...) -> String {
      WaymarkTool.output(
        for: ["draw", folder["p.yaml"], "--as", "mermaid"] + options, in: ToolEnvironment()
      ).text
    }
    let usual = draw()
    #expect(usual.hasPrefix("flowchart LR\n"))
    #expect(usual.contains("(\"confirmSignInWithNew<br/>Password<br/>"))
    #expect(draw("--layout", "portrait").hasPrefix("flowchart TB\n"))
    let plain = draw("--labels", "plain")
    #expect(plain.contains("Boxes are what a person is asked for, lines what is answered"))
    #expect(plain.contains("A new password is asked<br/>for"))
    #expect(plain.contains("(((\"Signed in\")))"))
    #expect(!plain.contains("confirmSignInWithNew<br/>"))
    #expect(plain.contains("sign in<br/>with a password"))
    #expect(!plain.contains("#123;"), "a list has no braces")
    let choice = draw("--labels", "plain", "--set", "flows={userAuth, refresh}")
    #expect(choice.contains("|\"no preference<br/>code by SMS"))
    #expect(choice.contains("|\"password\"|"), "two names for a password are one")
    #expect(choice.contains("|\"password: has a temporary<br/>password\"|"))
    for options in [
      ["--view", "account", "--labels", "plain"], ["--view", "trace", "--layout", "portrait"],
    ] {
      let output = WaymarkTool.output(
        for: ["draw", folder["p.yaml"]] + options, in: ToolEnvironment())
      #expect(output.status == .usage)
    }
  }

  @Test func `the six tasks of table are verbs`() {
    #expect(run(["table", "--inspect"]).status == .usage)
    for verb in ["rows", "inspect", "coverage", "statements", "mutate"] {
      #expect(run([verb, "--format", "sarif"]).status == .usage)
    }
  }
}
