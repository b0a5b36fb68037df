import Foundation
import Synchronization
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

@Suite struct LimitTests {
  private func check(_ options: String...) throws -> CommandOutput {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: email }\n"])
    return WaymarkTool.output(
      for: ["check", folder["p.yaml"], "--verbose"] + options, in: SmallTable.environment())
  }

  @Test func `too little memory is 152 and says so`() throws {
    let output = try check("--max-memory", "1K")
    #expect(output.status == .limitReached)
    #expect(output.text.contains("stopped at a limit"))
    #expect(output.stderr.contains("limit of memory"))
    #expect(output.stderr.contains("`--max-memory`"))
    #expect(try check("--max-memory", "1G").status == .allHold)
  }

  @Test func `too little time is 152 and says so`() throws {
    let output = try check("--timeout", "0.0000001")
    #expect(output.status == .limitReached)
    #expect(output.text.contains("stopped at a limit before any search came to its end\n"))
    #expect(output.stderr.hasPrefix("stopped: the time of `--timeout` is over"))
    #expect(try check("--timeout", "1000").status == .allHold)
    #expect(try check("--timeout", "0").status == .usage)
  }

  @Test func `the time of a run counts from its beginning, reading included`() {
    let limits = RunLimits()
    Thread.sleep(forTimeInterval: 0.02)
    limits.begin(timeout: 0.01)
    #expect(limits.shouldStop)
    limits.reset()
    limits.begin(timeout: 1_000)
    #expect(!limits.shouldStop)
  }

  @Test func `the time that is left is that of the run and of the one around it`() throws {
    let outer = RunLimits()
    let inner = RunLimits(within: outer)
    #expect(inner.secondsLeft == nil)
    inner.begin(timeout: 1_000)
    #expect((900...1_000).contains(try #require(inner.secondsLeft)))
    outer.begin(timeout: 100)
    #expect((50...100).contains(try #require(inner.secondsLeft)))
    outer.reset()
    inner.begin(timeout: 0.0000001)
    #expect(inner.secondsLeft == 0)
  }

  @Test func `configurations are not compared after a limit`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    let said = Mutex([String]())
    var environment = ToolEnvironment()
    environment.progress = { line in said.withLock { $0.append(line) } }
    let output = WaymarkTool.output(
      for: [
        "explore", folder["p.yaml"], "--set", "selfSignUp=open", "--timeout", "0.0000001",
        "--output",
        folder["out"],
      ], in: environment)
    #expect(output.status == .limitReached)
    #expect(said.withLock { $0 }.count { $0.contains("comparing configuration") } == 1)
  }

  @Test func `an open pool is not taken for one of its configurations after a limit`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    let words = ["draw", folder["p.yaml"], "--view", "account", "--set", "selfSignUp=open"]
    let whole = WaymarkTool.output(for: words, in: ToolEnvironment())
    #expect(whole.status == .cannotEvaluate)
    let cut = WaymarkTool.output(for: words + ["--timeout", "0.0000001"], in: ToolEnvironment())
    #expect(cut.status == .limitReached)
    #expect(cut.text == "")
    #expect(cut.stderr.contains("a limit was reached before all configurations were compared"))
  }

  @Test func `a limit that ends a search before its first state says so`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: email }\n"])
    let output = WaymarkTool.output(
      for: ["check", folder["p.yaml"], "--backend", "symbolic", "--timeout", "0.0000001"],
      in: ToolEnvironment())
    #expect(output.status == .limitReached)
    #expect(output.text.contains("stopped at a limit before any search came to its end\n"))
  }

  @Test func `pools after a limit are not begun, and are named`() throws {
    let folder = try Folder([
      "a.yaml": "pool: a\nconfiguration: { recovery: email }\n",
      "b.yaml": "pool: b\nconfiguration: { recovery: email }\n",
    ])
    let output = WaymarkTool.output(
      for: ["check", folder["a.yaml"], folder["b.yaml"], "--timeout", "0.0000001"],
      in: SmallTable.environment())
    #expect(output.status == .limitReached)
    #expect(output.text.contains("a  \(folder["a.yaml"])"))
    #expect(!output.text.contains("b.yaml"))
    #expect(output.stderr.contains("b.yaml: error: the run was stopped before this pool"))
    #expect(output.stderr.contains("2 pools: 0 errors, 0 warnings, 1 not checked\n"))
  }

  @Test(arguments: ["export POOL --as aut", "probe POOL"])
  func `a verb that lists states stops in time`(line: String) throws {
    let folder = try Folder([
      "p.yaml": "pool: p\nconfiguration: { recovery: email, flows: [userSRP, refresh] }\n"
    ])
    let words = line.split(separator: " ").map { $0 == "POOL" ? folder["p.yaml"] : String($0) }
    let output = WaymarkTool.output(
      for: words + ["--timeout", "0.0000001"], in: ToolEnvironment())
    #expect(output.status == .limitReached)
    let wrong = WaymarkTool.output(for: words + ["--timeout", "0"], in: ToolEnvironment())
    #expect(wrong.status == .usage)
  }

  @Test(arguments: [["coverage"], ["coverage", "--pools"]])
  func `rows are called unfired by all scenarios, not by half of them`(words: [String]) {
    let output = WaymarkTool.output(
      for: words + ["--timeout", "0.0000001"], in: ToolEnvironment())
    #expect(output.status == .limitReached)
    #expect(output.text == "")
    #expect(output.stderr.hasPrefix("stopped: the time of `--timeout` is over"))
  }

  @Test func `a path that a limit has cut off is not called missing`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: email }\n"])
    let output = WaymarkTool.output(
      for: [
        "draw", folder["p.yaml"], "--view", "trace", "--path", "1", "--timeout", "0.0000001",
      ], in: SmallTable.environment())
    #expect(output.status == .limitReached)
    #expect(output.stderr.hasPrefix("stopped: the time of `--timeout` is over"))
  }

  @Test func `too few states say so too`() throws {
    #expect(try check("--max-states", "1").stderr.contains("`--max-states`"))
    #expect(try check().stderr == "")
  }

  @Test func `progress names the phase and how many assumptions are tried`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: email }\n"])
    let said = Mutex([String]())
    var environment = SmallTable.environment()
    environment.progress = { line in said.withLock { $0.append(line) } }
    _ = WaymarkTool.output(
      for: ["check", folder["p.yaml"], "--assume", "lucky=false"], in: environment)
    #expect(said.withLock { $0 }.contains("p: trying 1 assumption at once"))
  }

  @Test func `a gallery that is cut off judges no more pools, and says so`() throws {
    let output = WaymarkTool.output(
      for: ["gallery", "--timeout", "0.0000001", "--output", "unused"], in: ToolEnvironment())
    #expect(output.status == .limitReached)
    #expect(output.text.contains("Bundled pools  0 explored or refused; "))
    #expect(output.text.contains("; stopped before \(try BundledPool.all().count) more\n"))
  }

  /// A check that is interrupted as soon as its progress says a word.
  private func check(
    interruptedAt word: String, _ options: String..., verbose: Bool = true
  ) throws -> CommandOutput {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: email }\n"])
    var environment = SmallTable.environment()
    let limits = environment.limits
    environment.progress = { if $0.contains(word) { _ = limits.interrupt() } }
    // With one thread nothing is begun before the exploration has ended.
    return WaymarkTool.output(
      for: ["check", folder["p.yaml"], "--threads", "1"] + (verbose ? ["--verbose"] : []) + options,
      in: environment)
  }

  @Test func `an assumption that was cut off decides no verdict, and what was cut off is 152`()
    throws
  {
    let text = try check(interruptedAt: "1 assumption at once", "--assume", "lucky=false")
    #expect(text.status == .limitReached)
    #expect(text.text.contains("! stopped before these assumptions were tried: lucky\n"))
    #expect(!text.text.contains("another verdict"))
    #expect(!text.text.contains("decides a verdict"))
    #expect(text.text.contains("1 state, 0 transitions, depth 0; all there are\n"))
    #expect(text.text.contains("Properties  1 holds, 1 fails, 1 vacuous\n"))
    let json = try check(
      interruptedAt: "1 assumption at once", "--assume", "lucky=false", "--format", "json")
    #expect(json.status == .limitReached)
    #expect(json.text.contains("\"assumptionsCutOff\": [\n      \"lucky\"\n    ]"))
    #expect(json.text.contains("\"decisiveAssumptions\": []"))
    #expect(!json.text.contains("\"flips\""))
    let whole = try check(interruptedAt: "assumption 2 of 1", "--assume", "lucky=false")
    #expect(whole.status == .cannotEvaluate)
    #expect(whole.text.contains("with lucky = true alone, another verdict"))
  }

  @Test func `what an interrupt cuts off is called interrupted, not stopped at a limit`() throws {
    let output = try check(
      interruptedAt: "1 assumption at once", "--assume", "lucky=false", verbose: false)
    #expect(output.status == .limitReached)
    #expect(output.stderr.hasPrefix("stopped: interrupted; "))
    #expect(output.text.contains("\ninterrupted before every assumption was tried\n"))
    #expect(!output.text.contains("limit"))
  }

  @Test func `a search that has ended is not called stopped where a property's own was`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: email }\n"])
    var environment = SmallTable.environment()
    environment.loadModel = { _ in
      let text = SmallTable.text.replacing(
        "\nproperties:",
        with: """

          observers:
            times: { range: 0..9, initially: 0, doc: How often, updates: [{ onRow: small.signUp, to: if times < 9 then times + 1 else times }] }
          properties:
            - id: account.seldom
              severity: error
              always: times < 10
              prose: Few accounts.
              remedy: None.
              because: { fact: P4, source: invented, confidence: D }
          """)
      return try ModelLoader.load([try LocatedDocument(parsing: text, file: "small.yaml")])
    }
    let output = WaymarkTool.output(
      for: ["check", folder["p.yaml"], "--verbose", "--max-states", "4"], in: environment)
    #expect(output.status == .limitReached)
    #expect(output.text.contains("2 states, 2 transitions, depth 1; all there are\n"))
    #expect(output.text.contains("  stopped at a limit before every property was judged\n"))
    #expect(output.text.contains("undetermined  account.seldom"))
  }

  private func bench(_ options: String...) -> CommandOutput {
    WaymarkTool.output(
      for: ["bench", "--model", "two-phase-commit-5", "--runs", "1"] + options,
      in: ToolEnvironment())
  }

  @Test func `a bench that is cut off says what it has seen, and 152`() {
    let states = bench("--max-states", "1000")
    #expect(states.status == .limitReached)
    #expect(states.text.contains("two-phase-commit-5 (stopped)  1,000"))
    #expect(states.stderr.contains("`--max-states`"))
    let memory = bench("--max-memory", "64K")
    #expect(memory.status == .limitReached)
    #expect(memory.stderr.contains("limit of memory"))
    #expect(bench("--timeout", "0.0000001").status == .limitReached)
    #expect(bench("--timeout", "0").status == .usage)
    #expect(bench("--timeout", "1000", "--max-memory", "1G").status == .allHold)
    #expect(bench("--timeout", "1", "--against", "spin").status == .usage)
  }

  @Test func `the first interrupt asks to stop, the second is not waited for`() {
    let limits = RunLimits()
    #expect(!limits.interrupt())
    limits.begin(timeout: nil)
    #expect(!limits.shouldStop)
    #expect(limits.interrupt())
    #expect(limits.shouldStop)
    #expect(!limits.interrupt())
    #expect(limits.message(reports: true).hasPrefix("stopped: interrupted; "))
    limits.reset()
    #expect(!limits.shouldStop)
    #expect(limits.message(reports: true) == "")
  }

  @Test(arguments: [("900", 900), ("64K", 65_536), ("3m", 3 << 20), ("4G", 4 << 30)])
  func `memory is read with its unit`(text: String, bytes: Int) {
    #expect(MemorySize(argument: text)?.bytes == bytes)
  }

  @Test(arguments: ["", "G", "0", "-1", "1.5G", "9999999999T", "5X"])
  func `what is no amount of memory is refused`(text: String) {
    #expect(MemorySize(argument: text) == nil)
  }

  @Test func `free memory is what the system calls available`() {
    let text = "MemTotal:  24 kB\nMemFree:  5 kB\nMemAvailable:   17 kB\n"
    #expect(MemorySize.free(in: text)?.bytes == 17_408)
    #expect(MemorySize.free(in: "MemTotal: 24 kB\n") == nil)
  }

  @Test func `the store is verified and the verdict shown`() {
    let output = WaymarkTool.output(
      for: ["bench", "--verify", "--keys", "20000"], in: SmallTable.environment())
    #expect(output.status == .allHold)
    #expect(output.text.contains("40 bits, tags alone"))
    #expect(!output.text.contains("WRONG"))
  }
}
