import Foundation
import TestSupport
import Testing

@testable import WaymarkCommands

/// Whatever the other end of a stream does, the process ends by itself, with a status that says so.
@Suite struct BrokenStreamTests {
  /// The status and the complaints of a shell's command, in which `$W` is the program.
  private static func run(_ command: String) throws -> (status: Int32, stderr: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "set -o pipefail; " + command]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["W": PythonOracle.waymark.path], uniquingKeysWith: { _, new in new })
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test(arguments: [
    ("\"$W\" explain > /dev/full", 153, "system.not-printed"),
    ("\"$W\" explain nothing.known 2> /dev/full", 64, ""),
    ("\"$W\" explain >&-", 153, "standard output: it is closed"),
    ("\"$W\" explain nothing.known 2>&- >&-", 64, ""),
    ("\"$W\" explain | true", 0, ""),
    ("{ sleep 1; printf 'x\\ny\\n'; } | \"$W\" testbed --stdio | true", 0, ""),
  ])
  func `nobody's output kills the process`(
    command: String, status: Int32, code: String
  ) throws {
    let (found, stderr) = try Self.run(command)
    #expect(found == status, "\(command): \(stderr)")
    #expect(code.isEmpty || stderr.contains(code))
    #expect(stderr.split(separator: "\n").count <= 4, "\(stderr)")
  }

  @Test(.optimised) func `what SIGTERM ends reports what is known until then`() throws {
    let command = "\"$W\" check --every-pool & p=$!; sleep 4; kill -TERM $p; wait $p"
    let (status, stderr) = try Self.run(command)
    #expect(status == 152, "\(stderr)")
    #expect(stderr.contains("the report says what is known until then"), "\(stderr)")
  }

  /// What verbs are given that need something else than a pool; what takes long is refused.
  private static let lines = [
    "help": "help", "ask": "ask p.yaml exists:status==confirmed", "diff": "diff p.yaml p.yaml",
    "compare": "compare p.yaml --variant mfa=optional", "plan": "plan p.yaml p.yaml",
    "design": "design sign-in-by-email --timeout 1", "init": "init .",
    "sweep": "sweep p.yaml --output sweep.json", "merge": "merge sweep.json",
    "gallery": "gallery --timeout 0.001 --output out", "serve": "serve p.yaml --port none",
    "testbed": "testbed --operations", "coverage": "coverage --timeout 0.001",
    "conform": "conform p.yaml --endpoint http://127.0.0.1:1",
    "judge": "judge p.yaml --pool p.yaml", "explain": "explain", "rows": "rows",
    "statements": "statements", "run": "run p.yaml", "inspect": "inspect --format sarif",
    "mutate": "mutate --row none", "export": "export p.yaml --as promela", "answer": "answer",
    "bench": "bench --model two-phase-commit-5 --runs 1", "completions": "completions bash",
  ]

  @Test(.optimised, arguments: WaymarkCommand.verbNames)
  func `no verb is ended by its streams, and each says where its result is lost`(
    verb: String
  ) throws {
    let line = "timeout -s KILL 120 \"$W\" \(Self.lines[verb] ?? "\(verb) p.yaml")"
    /// In a folder of its own, since some verbs find there what they have written.
    func status(_ streams: String) throws -> (status: Int32, isEmpty: Bool) {
      let folder = try Folder([
        "p.yaml": "pool: p\nconfiguration: { flows: [refresh], selfSignUp: false, "
          + "administratorActs: [], environmentActs: [] }\n"
      ])
      let found = try Self.run("cd '\(folder.path)'; \(line) \(streams)").status
      let result = FileManager.default.contents(atPath: folder["result"])
      return (found, result?.isEmpty ?? true)
    }
    let usual = try status("> result")
    #expect(usual.status < 124 || usual.status >= 150, "\(verb)")
    let lost = usual.isEmpty ? usual.status : Outcome.systemFailure.rawValue
    let lostStreams = ["> /dev/full", ">&-", "> /dev/full 2> /dev/full", ">&- 2>&-"]
    for streams in Effort.isSampled ? Array(lostStreams.prefix(1)) : lostStreams {
      #expect(try status(streams).status == lost, "\(verb) \(streams)")
    }
    let otherStreams = ["| true", "2>&-", "2> /dev/full"]
    for streams in Effort.isSampled ? Array(otherStreams.prefix(1)) : otherStreams {
      #expect(try status(streams).status == usual.status, "\(verb) \(streams)")
    }
  }

  private static let root = PythonOracle.folder.appending(path: "../..").standardizedFileURL
  private static let small = "Models/pools/sound/retail.yaml"
  /// A large pool: what is asked of it takes longer than a test waits.
  private static let large = "Models/pools/large/canyon.yaml"

  @Test(arguments: [
    // Too little for a thread: the system's queues would wait for one for ever.
    ("ulimit -v 120000; exec \"$W\" check \(large)", 153, "system.out-of-memory"),
    ("ulimit -v 170000; exec \"$W\" check \(large)", 153, "system.out-of-memory"),
    ("ulimit -n 4; exec \"$W\" check \(small)", 153, "system.too-few-files"),
    ("ulimit -f 1; \"$W\" draw \(small) --output $(mktemp -d)", 153, "system.not-written"),
  ])
  func `what ulimit takes away ends the process with its words`(
    command: String, status: Int32, words: String
  ) throws {
    let (found, stderr) = try Self.run("cd '\(Self.root.path)'; " + command)
    #expect(found == status, "\(command): \(stderr)")
    #expect(stderr.contains(words))
    #expect(!stderr.contains("Domain"))
    let lines = stderr.split(separator: "\n").filter { $0.contains("error: ") }
    #expect(lines.count == 1, "\(stderr)")
  }

  @Test(arguments: ["> /dev/full", ">&-"])
  func `a service whose address nobody can read does not go on`(streams: String) throws {
    let (status, stderr) = try Self.run(
      "cd '\(Self.root.path)'; timeout 60 \"$W\" serve \(Self.small) --port 0 \(streams)")
    #expect(status == 153, "\(stderr)")
  }

  @Test func `as few files as are needed suffice`() throws {
    let (status, stderr) = try Self.run(
      "cd '\(Self.root.path)'; ulimit -n 10; "
        + "exec \"$W\" check Models/pools/sound/newsletter.yaml --no-try-assumptions")
    #expect(status == 0, "\(stderr)")
  }

  @Test func `an interrupt stops a run whose messages go nowhere`() throws {
    // After 60 hundredths of a second of processor time, however long they take here.
    let isWorking = "(($(cut -d ' ' -f 14 /proc/$!/stat) > 60))"
    let (status, _) = try Self.run(
      "cd '\(Self.root.path)'; \"$W\" check \(Self.large) 2>/dev/full & "
        + "until \(isWorking); do sleep 0.05; done; kill -INT $!; wait $!")
    #expect(status == Outcome.limitReached.rawValue)
  }

  @Test func `a request that does not end is refused`() throws {
    let (status, stderr) = try Self.run("\"$W\" testbed --stdio < /dev/zero")
    #expect(status == Outcome.unreadable.rawValue)
    #expect(stderr.contains("testbed.line-too-long"))
  }

  @Test func `files that are no files are refused before they are waited for`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    for arguments in [
      ["run", folder.path], ["run", "--cases", folder.path],
      ["check", folder["p.yaml"], "--baseline", folder.path], ["run", "/dev/zero"],
      ["bench", "--budgets", "--page", "/dev/zero"], ["bench", "--budgets", "--page", "no.md"],
    ] {
      let output = WaymarkTool.output(for: arguments, in: SmallTable.environment())
      #expect(output.status == .unreadable, "\(arguments)")
      #expect(output.stderr.contains("document."), "\(output.stderr)")
    }
  }
}
