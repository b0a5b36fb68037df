import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

@Suite struct ArgumentTests {
  private func run(_ arguments: String...) -> CommandOutput { run(arguments) }

  private func run(_ arguments: [String]) -> CommandOutput {
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

  @Test(arguments: ["check", "plan", "step"])
  func `a pool that is missing behind a verb is a missing file`(verb: String) {
    let output = run(verb, "chekc", "other.yaml")
    #expect(output.status == .unreadable)
    #expect(
      output.stderr.hasPrefix("chekc: error: there is no such file [document.missing]\n"))
  }

  @Test func `a baseline stands for one of two pools`() {
    let output = run(
      "diff", "--no-new", "a.yaml", "b.yaml", "--baseline", "c.json", "--update-baseline")
    #expect(output.status == .usage)
    #expect(
      output.stderr == """
        command line: error: `diff` with a baseline is about one pool, not 2 [usage.two-pools]
          → name the new pool alone; the baseline stands for the old one

        """)
  }

  @Test func `an unknown option is a usage error`() {
    #expect(run("check", "--frmat", "json").status == .usage)
    #expect(run("check", "--format", "xml").status == .usage)
    #expect(run("check", "--max-states", "0").status == .usage)
    #expect(run("bench", "--runs", "0").status == .usage)
    let linked = run("explore", "pool.yaml", "--means", "linked.yaml")
    #expect(linked.status == .usage && linked.stderr.contains("--means is for --answers"))
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

  @Test func `an empty value and an empty name of a file are called empty`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    #expect(
      run("check", folder["p.yaml"], "--set", "mfa=").stderr.hasPrefix(
        "--set mfa=: error: no value is given for `mfa` [usage.value]\n"))
    let nameless = run("check", "")
    #expect(nameless.status == .unreadable)
    #expect(
      nameless.stderr == """
        command line: error: the name of a file is empty [document.missing]
          → name a file or a folder; in a shell a variable may have no value

        """)
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

  @Test func `help shows a default as it is typed`() {
    let output = WaymarkTool.output(for: ["help", "sweep"], in: SmallTable.environment())
    #expect(output.text.contains("(default: 1/1)"))
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

  @Test func `a pool file is chosen by its name, and has no app client to choose`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n", "q.yaml": "pool: q\n"])
    let client = run("check", folder["p.yaml"], "--client", "web")
    #expect(client.status == .usage)
    #expect(client.stderr.contains("`--client web` chooses an app client, and a pool file has"))
    let other = run("check", folder["p.yaml"], folder["q.yaml"], "--pool", "r")
    #expect(other.status == .usage)
    #expect(other.stderr.contains("no pool file has the name `r`"))
    let chosen = run("check", folder["p.yaml"], folder["q.yaml"], "--pool", "q")
    #expect(chosen.text.contains(folder["q.yaml"]) && !chosen.text.contains(folder["p.yaml"]))
  }

  @Test func `a pool of a folder is chosen as its report is headed`() throws {
    let folder = try Folder([
      "dev/main.tf": ProjectFolder.pool, "dev/more.tf": "locals {\n  a = 1\n}\n",
      "prod/main.tf": ProjectFolder.pool, "user-pool.json": #"{"UserPool":{"Name":"staff"}}"#,
    ])
    func headings(_ arguments: String...) -> [String] {
      run(["check", folder.path] + arguments).text.split(separator: "\n").compactMap { line in
        let name = line.firstRange(of: "  ").map { String(line[..<$0.lowerBound]) } ?? ""
        return ["shop", "shop (dev)", "shop (prod)", "staff"].contains(name) ? name : nil
      }
    }
    #expect(headings() == ["shop (dev)", "shop (prod)", "staff"])
    #expect(headings("--pool", "shop (prod)") == ["shop (prod)"])
    #expect(headings("--pool", "shop") == ["shop (dev)", "shop (prod)"])
    #expect(headings("--pool", "staff") == ["staff"])
    let all = run("check", folder.path)
    #expect(all.text.contains("again: waymark check \(folder.path) --pool 'shop (dev)'\n"))
    #expect(all.text.contains("again: waymark check \(folder["prod/main.tf"])\n"))
    #expect(run("check", folder.path, "--pool", "shpo").status != .allHold)
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
    (
      ["check", "--bogus"], "unknown option `--bogus`", "`waymark check --help` lists what it takes"
    ),
    (
      ["check", "--sett", "x"], "unknown option `--sett`",
      "did you mean `--set`? `waymark check --help` lists what it takes"
    ),
    (
      ["draw", "--theme", "pink", "x.yaml"],
      "the value `pink` is invalid for `--theme <theme>`", "write `light` or `dark`"
    ),
    (
      ["check", "--format", "xml"], "the value `xml` is invalid for `--format <format>`",
      "write `text`, `json`, `sarif`, `junit`, `markdown` or `github`"
    ),
    (
      ["check", "--traces", "0"], "--traces takes 1 to 1000",
      "`waymark check --help` lists what it takes"
    ),
    (
      ["check", "--timeout", "-3"], "--timeout takes a number of seconds above 0",
      "`waymark check --help` lists what it takes"
    ),
    (
      ["check", "--timeout", "soon"], "the value `soon` is invalid for `--timeout <SECONDS>`",
      "`--timeout`: Stops with status 152 after so many seconds. "
        + "`waymark check --help` lists what it takes"
    ),
    (
      ["check", "--output", "-x"], "missing value for `--output <DIR>`",
      "a value that begins with `-` is joined to it: `--output=-x`"
    ),
    (
      ["check", "--report", "xml=a"],
      "the value `xml=a` is invalid for `--report <format=FILE>`",
      "`--report`: Writes the report in a further format to a file, such as "
        + "sarif=findings.sarif. `waymark check --help` lists what it takes"
    ),
  ])
  func `the parser complains like the rest of the program`(
    words: [String], message: String, remedy: String
  ) {
    let output = WaymarkTool.output(for: words, in: ToolEnvironment())
    #expect(output.status == .usage)
    #expect(
      output.stderr == """
        command line: error: \(message) [usage.arguments]
          → \(remedy)

        """)
  }

  @Test(arguments: [
    (["--as", "png", "--output", "p.png"], "`> p.png`"),
    (["--output", "p.png"], "`--as png > p.png`"),
  ])
  func `a picture's file is not made a folder`(options: [String], remedy: String) throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    let output = WaymarkTool.output(
      for: ["draw", folder["p.yaml"]] + options, in: SmallTable.environment())
    #expect(output.status == .usage)
    #expect(output.files.isEmpty)
    #expect(output.stderr.contains("`--output` names a folder, and `p.png` reads like a file"))
    #expect(output.stderr.contains("  → \(remedy) writes that file"))
  }

  @Test func `a negative number belongs to the option before it, and to nothing else`() {
    let joined = ArgumentComplaint.joiningNumbers
    #expect(joined(["check", "--timeout", "-3", "p"]) == ["check", "--timeout=-3", "p"])
    #expect(joined(["check", "-3"]) == ["check", "-3"])
    #expect(joined(["check", "--set", "a=b", "-q"]) == ["check", "--set", "a=b", "-q"])
    #expect(joined(["check", "--", "-3"]) == ["check", "--", "-3"])
  }

  /// Wrong command lines and bad files of every kind, each by one manner of complaint.
  @Test(arguments: [
    ["check"], ["draw"], ["diff"], ["diff", "a.yaml"], ["compare"], ["plan"], ["merge"], ["sweep"],
    ["merge", "nope.json"], ["chekc"], ["zzzzzz"], ["check", "nope.yaml"], ["run", "nope"],
    ["rows", "nope"], ["explain", "nope"], ["serve", "--port", "-1"], ["check", "--seed", "-1"],
    ["check", "--max-memory", "5X"], ["check", "--threads", "-1"], ["check", "--property"],
    ["check", "tab.yaml"], ["check", "twice.yaml"], ["check", "twice.json"], ["check", "bad.yaml"],
    ["check", "bad.json"], ["check", "empty.yaml"], ["check", "other.yaml"],
    ["check", "key.yaml"], ["check", "value.yaml"], ["check", "binary.yaml"],
    ["check", "p.yaml", "--set", "mfa"], ["check", "p.yaml", "--baseline", "nope"],
    ["check", "p.yaml", "--project", "nope"], ["draw", "p.yaml", "--view", "factor"],
    ["export", "p.yaml"], ["conform", "p.yaml"], ["probe"], ["mutate", "--sample", "-1"],
  ])
  func `a complaint has a place, a code and a remedy`(words: [String]) throws {
    let files = try Folder([
      "p.yaml": "pool: p\n", "tab.yaml": "pool: a\nconfiguration:\n\tmfa: off\n",
      "twice.yaml": "pool: a\nconfiguration:\n  mfa: off\n  mfa: off\n",
      "twice.json": "{\"Id\": 1, \"Id\": 2}", "bad.yaml": "a: [\n", "bad.json": "{\"a\": 1,}",
      "empty.yaml": "", "other.yaml": "hello: world\n",
      "key.yaml": "pool: a\nconfiguration: { mfaa: off }\n",
      "value.yaml": "pool: a\nconfiguration: { mfa: maybe }\n", "binary.yaml": "a\u{0}b",
    ])
    let named = words.map { word in
      word.contains(".yaml") || word.contains(".json") ? files[word] : word
    }
    let output = WaymarkTool.output(for: named, in: SmallTable.environment())
    #expect([.usage, .unreadable].contains(output.status))
    let lines = output.stderr.split(separator: "\n")
    let first = try #require(lines.first)
    #expect(first.wholeMatch(of: /[^:]+(:\d+:\d+)?: error: \S.* \[[a-z]+(\.[a-z-]+)+\]/) != nil)
    #expect(lines.contains { $0.hasPrefix("  → ") })
    #expect(output.text.isEmpty)
  }
}
