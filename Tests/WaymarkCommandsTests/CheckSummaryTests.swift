import Findings
import Synchronization
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// What `check` says without `--verbose`, and while it works.
@Suite struct CheckSummaryTests {
  private func run(
    _ arguments: [String], isTerminal: Bool = false, width: Int = 80
  ) throws -> (output: CommandOutput, path: String) {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration:\n  recovery: adminOnly\n"])
    var environment = SmallTable.environment()
    (environment.outputIsTerminal, environment.width) = (isTerminal, width)
    environment.variables["NO_COLOR"] = "1"
    let path = folder["p.yaml"]
    return (WaymarkTool.output(for: ["check", path] + arguments, in: environment), path)
  }

  @Test func `the summary comes first, then findings with their place, and no more`() throws {
    let (output, path) = try run(["--property", "account.never-locked"])
    #expect(
      output.text == """
        p  \(path) (Waymark pool file)
        1 error

        ✗ Finding  account.never-locked (error; rests on the assumption `lucky`)
          Broken: Nobody is locked out.
          Who:    users after signUp, lock (administrator)
          Where:  \(path):3:13 recovery
          Remedy: Let users recover by themselves.
          The shortest way there, 2 steps:
            1. user           signUp()
                              status: none ⇒ confirmed
            2. administrator  lock()
                              status: confirmed ⇒ locked
          Source: invented, P1, confidence D
          Again:  waymark check \(path) --property account.never-locked

        more:  --verbose adds configuration, assumptions and what holds
        again: waymark check \(path) --property account.never-locked

        """)
  }

  @Test(arguments: [
    (["main.tf", "more.tf"], ""), (["main.tf"], "/main.tf"),
    (["a/main.tf", "a/more.tf", "b/main.tf"], " --pool 'shop (a)'"),
  ])
  func `the folder of a pool makes its report again, however many files it has`(
    paths: [String], rest: String
  ) throws {
    let more = "variable \"a\" {}\n"
    let files = paths.map { ($0, $0.hasSuffix("more.tf") ? more : ProjectFolder.pool) }
    let folder = try Folder(Dictionary(uniqueKeysWithValues: files))
    let output = WaymarkTool.output(for: ["check", folder.path], in: SmallTable.environment())
    let line = "\nagain: waymark check \(folder.path)\(rest)\n"
    #expect(output.text.contains(line), "\(output.text)")
  }

  @Test func `the line about all pools counts what is doubtful in documents by itself`() throws {
    let folder = try Folder([
      "p.yaml": "pool: p\nconfiguration: { recovery: adminOnly }\n",
      "t.yaml": """
      Resources:
        Pool:
          Type: AWS::Cognito::UserPool
          Properties:
            Tags: { team: access }
            AccountRecoverySetting:
              RecoveryMechanisms: [{ Name: verified_email, Priority: 1 }]
      """,
    ])
    func line(_ files: String...) -> String {
      let output = WaymarkTool.output(
        for: ["check", "--no-try-assumptions"] + files.map { folder[$0] },
        in: SmallTable.environment())
      return output.stderr.split(separator: "\n").last.map(String.init) ?? ""
    }
    #expect(line("p.yaml", "p.yaml") == "2 pools: 2 errors in 2 pools, 0 warnings")
    let doubtful = line("p.yaml", "t.yaml")
    #expect(doubtful.hasPrefix("2 pools: 1 error in 1 pool, 0 warnings; about documents: "))
    #expect(doubtful.hasSuffix(" in 1 pool"))
  }

  @Test func `the line about all pools counts what is doubtful in those that were refused`() throws
  {
    let folder = try Folder([
      "a.yaml": "pool: a\nconfiguration: { recovery: email }\n",
      "t.yaml": """
      Resources:
        Pool:
          Type: AWS::Cognito::UserPool
          Properties: { Tags: { team: access }, AccountRecoverySetting: [verified_email] }
      """,
    ])
    let output = WaymarkTool.output(
      for: ["check", "--no-try-assumptions", folder.path], in: SmallTable.environment())
    #expect(
      output.stderr.hasSuffix(
        "2 pools: 1 error in 1 pool, 0 warnings, 1 not checked; about documents: 1 warning in 1"
          + " pool\n"), "\(output.stderr)")
  }

  @Test func `the line about all pools counts the errors of those that were refused`() throws {
    let folder = try Folder([
      "p.yaml": "pool: p\nconfiguration: { recovery: adminOnly }\n",
      "q.yaml": "pool: q\nconfiguration: { mfa: required, recovery: adminOnly }\n",
    ])
    let output = WaymarkTool.output(
      for: ["check", "--no-try-assumptions", folder["p.yaml"], folder["q.yaml"]],
      in: SmallTable.environment())
    #expect(
      output.stderr.hasSuffix("2 pools: 2 errors in 2 pools, 0 warnings, 1 not checked\n"),
      "\(output.stderr)")
  }

  @Test func `of what holds the summary names the assumption that it rests on`() throws {
    let (output, _) = try run(["--property", "account.never-locked", "--assume", "lucky=false"])
    #expect(
      output.text.contains(
        "\n! account.never-locked rests on what is assumed of lucky (not so: Luck.)\n"))
  }

  @Test func `the summary counts by severity and verdict, and stands first in the long text too`()
    throws
  {
    #expect(try run([]).output.text.contains("\n1 error, 1 holds\n\n✗ Finding  "))
    let verbose = try run(["--verbose"]).output.text
    #expect(verbose.contains("\n1 error, 1 holds\n\nConfiguration\n"))
    #expect(verbose.contains("  assumed: lucky = true\n"))
    #expect(try run(["--max-states", "1"]).output.text.contains("undetermined: "))
  }

  @Test func `a quiet check is two lines, and shows no progress`() throws {
    let (output, path) = try run(["--quiet"])
    #expect(output.text == "p  \(path) (Waymark pool file)\n1 error, 1 holds\n")
    #expect(output.status == .safetyViolated)
    #expect(try run(["--quiet", "--verbose"]).output.status == .usage)
  }

  @Test func `the time is shown on a terminal alone`() throws {
    let shown = try run(["--quiet"], isTerminal: true).output.text
    #expect(shown.contains(/\n1 error, 1 holds; [0-9]+ s\n/))
  }

  @Test func `a command goes on in the next line of a terminal, and nowhere else`() throws {
    for isTerminal in [true, false] {
      let (output, path) = try run([], isTerminal: isTerminal, width: 50)
      let rest = "--property account.never-locked\n"
      #expect(
        output.text.contains(" waymark check \\\n          \(path) \\\n          \(rest)")
          == isTerminal)
      #expect(output.text.contains("  Again:  waymark check \(path) \(rest)") != isTerminal)
    }
  }

  @Test func `text is broken at the width that there is`() throws {
    let (output, path) = try run([], width: 40)
    for line in output.text.split(separator: "\n") where !line.contains(path) {
      // What is different after a step is not broken.
      #expect(line.count <= (line.contains("⇒") ? 48 : 40), "\(line)")
    }
  }

  @Test func `-V is the version`() {
    let long = WaymarkTool.output(for: ["--version"], in: SmallTable.environment())
    let short = WaymarkTool.output(for: ["-V"], in: SmallTable.environment())
    #expect(short.status == .allHold)
    #expect(short.text == long.text)
    let ofVerb = WaymarkTool.output(for: ["check", "-V"], in: SmallTable.environment())
    #expect(ofVerb.status == .allHold && ofVerb.text == long.text)
    for arguments in [["--help"], ["check", "--help"], ["help", "draw"]] {
      let help = WaymarkTool.output(for: arguments, in: SmallTable.environment())
      #expect(help.text.contains("\n  -V, --version           Show the version.\n"))
    }
  }

  @Test func `a line is written over on a terminal and added elsewhere, not too often`() {
    let written = Mutex<[String]>([])
    func lines(isTerminal: Bool, pause: Duration) -> [String] {
      written.withLock { $0 = [] }
      let line = ProgressLine(
        isTerminal: isTerminal, pause: pause,
        write: { text in written.withLock { $0.append(text) } })
      for number in 1...2 { line.show("assumption \(number) of 2") }
      line.clear()
      return written.withLock { $0 }
    }
    let clear = "\r\u{1B}[K"
    #expect(lines(isTerminal: true, pause: .seconds(60)) == ["\(clear)assumption 1 of 2", clear])
    #expect(lines(isTerminal: false, pause: .seconds(60)) == [])
    #expect(
      lines(isTerminal: false, pause: .zero) == ["assumption 1 of 2\n", "assumption 2 of 2\n"])
  }

  @Test func `a line is never as wide as the terminal, however wide that is now`() {
    let written = Mutex<[String]>([])
    let width = Mutex(20)
    let line = ProgressLine(
      isTerminal: true, pause: .zero, width: { width.withLock(\.self) },
      write: { text in written.withLock { $0.append(text) } })
    let text = String(repeating: "x", count: 120)
    line.show(text)
    width.withLock { $0 = 100 }
    line.show(text)
    line.show("short")
    let clear = "\r\u{1B}[K"
    #expect(
      written.withLock { $0.map { $0.dropFirst(clear.count).count } } == [19, 99, 5])
  }

  @Test(arguments: [
    (120, "shop: trying remedy 2 of 8: exploring, 84,500 states, depth 15"),
    (60, "shop: trying remedy 2 of 8: exploring, 84,500 states"),
    (48, "shop: trying remedy 2 of 8: exploring"),
    (30, "shop: trying remedy 2 of 8"),
    (27, "shop: trying remedy 2 of 8"),
  ])
  func `a line that is too long loses whole parts, the last first`(width: Int, shown: String) {
    let written = Mutex<[String]>([])
    let line = ProgressLine(
      isTerminal: true, pause: .zero, width: { width },
      write: { text in written.withLock { $0.append(text) } })
    line.show("shop: trying remedy 2 of 8: exploring, 84,500 states, depth 15")
    #expect(written.withLock { $0 } == ["\r\u{1B}[K\(shown)"])
  }
}
