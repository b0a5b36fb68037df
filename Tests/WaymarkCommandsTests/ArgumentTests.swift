import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

@Suite struct ArgumentTests {
  private func run(_ arguments: String...) -> CommandOutput {
    WaymarkTool.output(for: arguments, in: SmallTable.environment())
  }

  @Test func `a misspelt verb is a usage error with the nearest verb`() {
    let output = run("chekc")
    #expect(output.status == .usage)
    #expect(
      output.stderr == """
        command line: error: `chekc` is neither a verb nor a file [usage.unknown-verb]
          → did you mean `waymark check`?

        """)
  }

  @Test func `an unknown option is a usage error`() {
    #expect(run("check", "--frmat", "json").status == .usage)
    #expect(run("check", "--format", "xml").status == .usage)
    #expect(run("check", "--max-states", "0").status == .usage)
    #expect(run("bench", "--runs", "0").status == .usage)
  }

  @Test func `unknown parameters and values come with suggestions, all at once`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    let output = run(
      "check", folder["p.yaml"], "--set", "recovrey=email", "--set", "mfa=requird", "--set",
      "lucky=true", "--assume", "lucki=true")
    #expect(output.status == .usage)
    #expect(output.stderr.contains("did you mean `recovery`?"))
    #expect(output.stderr.contains("did you mean `required`?"))
    #expect(output.stderr.contains("`lucky` is an assumption"))
    #expect(output.stderr.contains("did you mean `lucky`?"))
  }

  @Test func `what is no assignment is refused`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    #expect(run("check", folder["p.yaml"], "--set", "mfa").stderr.contains("[usage.assignment]"))
    #expect(run("check", folder["p.yaml"], "--set", "=off").status == .usage)
  }

  @Test func `a property that does not exist is a usage error with the nearest`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    let output = run("check", folder["p.yaml"], "--property", "account.never-lockd")
    #expect(output.status == .usage)
    #expect(output.stderr.contains("did you mean `account.never-locked`?"))
  }

  @Test func `every file that cannot be read is complained about, with 150`() {
    let output = run("check", "no/such.yaml", "neither/this.yaml")
    #expect(output.status == .unreadable)
    #expect(output.stderr.contains("no/such.yaml: error:"))
    #expect(output.stderr.contains("neither/this.yaml: error:"))
    #expect(output.text == "")
  }

  @Test func `check without a pool says what is missing`() {
    let output = run("check")
    #expect(output.status == .usage)
    #expect(output.stderr.contains("[usage.no-pool]"))
  }

  @Test func `help and version go to stdout with 0`() {
    for arguments in [["--help"], ["help"], ["help", "check"], ["--version"], ["draw", "-h"]] {
      let output = WaymarkTool.output(for: arguments, in: SmallTable.environment())
      #expect(output.status == .allHold)
      #expect(!output.text.isEmpty)
      #expect(output.stderr == "")
    }
  }

  @Test func `cases that are not there are refused with the path`() {
    let output = run("run", "--cases", "x.json")
    #expect(output.status == .unreadable)
    #expect(output.stderr.contains("x.json: error: there is no such file"))
  }

  @Test func `a picture does not go to a terminal`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    var environment = SmallTable.environment()
    environment.outputIsTerminal = true
    let output = WaymarkTool.output(
      for: ["draw", folder["p.yaml"], "--as", "png"], in: environment)
    #expect(output.status == .usage)
    #expect(output.stderr.contains("--output DIR"))
  }

  @Test(arguments: [
    ("mfa=off", "mfa=off"), ("a={x, y}", "'a={x, y}'"), ("it's", #"'it'\''s'"#), ("", "''"),
  ])
  func `words are quoted for a shell only where it needs them`(word: String, quoted: String) {
    #expect(ShellText.quoted(word) == quoted)
  }

  @Test(arguments: [
    (["check", "--bogus"], "unknown option `--bogus`", "check"),
    (
      ["draw", "--theme", "pink", "x.yaml"],
      "the value `pink` is invalid for `--theme <theme>`. Please provide one of `light` and `dark`",
      "draw"
    ),
    (["check", "--traces", "0"], "--traces takes 1 to 1000", "check"),
  ])
  func `the parser complains like the rest of the program`(
    words: [String], message: String, verb: String
  ) {
    let output = WaymarkTool.output(for: words, in: ToolEnvironment())
    #expect(output.status == .usage)
    #expect(
      output.stderr == """
        command line: error: \(message) [usage.arguments]
          → `waymark \(verb) --help` lists what it takes

        """)
  }
}
