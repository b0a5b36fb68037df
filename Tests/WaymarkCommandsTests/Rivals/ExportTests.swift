import Foundation
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// `waymark export`: which files, which refusals.
@Suite struct ExportTests {
  private func run(_ arguments: String...) -> CommandOutput {
    WaymarkTool.output(for: ["export"] + arguments, in: ToolEnvironment())
  }

  @Test func `a classic goes to stdout, in any size that its name asks for`() {
    let output = run("two-phase-commit-4", "--as", "aut")
    #expect(output.status == .allHold)
    #expect(output.stderr == "")
    #expect(output.text.hasPrefix("des (0, "))
    // 1,568 states for four managers, as the community counts them.
    #expect(output.text.prefix { $0 != "\n" }.hasSuffix(", 1568)"))
    #expect(run("peterson", "--as", "promela").text.contains("active proctype table()"))
    #expect(run("peterson", "--as", "dot").text.hasPrefix("digraph \"peterson\" {"))
    #expect(run("peterson", "--as", "json").text.contains("\"model\": \"peterson\""))
  }

  @Test func `TLA+ on stdout has its configuration below the module`() {
    let text = run("peterson", "--as", "tla").text
    #expect(text.hasPrefix("---- MODULE peterson ----\n"))
    #expect(
      text.hasSuffix(
        "\n---- CONFIG peterson ----\nSPECIFICATION Spec\nINVARIANT mutual_exclusion\n====\n"))
  }

  @Test func `TLA+ in a folder is a module and its configuration, named as the module is`() {
    let output = run("two-phase-commit-3", "--as", "tla", "--output", "exports")
    #expect(
      output.files.map(\.path) == [
        "exports/two_phase_commit_3.tla", "exports/two_phase_commit_3.cfg",
      ])
    #expect(output.text == "exports/two_phase_commit_3.tla\nexports/two_phase_commit_3.cfg\n")
    #expect(
      String(decoding: output.files[1].bytes, as: UTF8.self)
        == "SPECIFICATION Spec\nINVARIANT consistent\n")
  }

  private func small(_ arguments: String..., pool: String = "") throws -> CommandOutput {
    let folder = try Folder(["small.yaml": "pool: small\n" + pool])
    return WaymarkTool.output(
      for: ["export", folder["small.yaml"]] + arguments, in: SmallTable.environment())
  }

  @Test func `a pool's configuration is fixed and named`() throws {
    let text = try small("--as", "promela", pool: "configuration: { recovery: adminOnly }\n").text
    #expect(
      text.hasPrefix("/* small, exported by Waymark\n   mfa = off\n   recovery = adminOnly\n"))
    #expect(text.contains("hidden byte account_never_locked; /* account.never-locked */"))
    let graph = try small("--as", "aut", pool: "configuration: { recovery: adminOnly }\n").text
    #expect(
      graph == """
        des (0, 3, 3)
        (0,"signUp()",1)
        (1,"lock()",2)
        (1,"wait()",0)

        """)
  }

  @Test func `an open configuration is refused with a legal way to close it`() throws {
    let output = try small("--as", "tla", pool: "open: [mfa, recovery]\n")
    #expect(output.status == .cannotEvaluate)
    #expect(output.text == "")
    #expect(output.stderr.contains("[export.open]"))
    #expect(output.stderr.contains("8 legal ones are left open by"))
    #expect(output.stderr.contains("close them, for instance with --set mfa=off --set recovery="))
    let closed = try small(
      "--as", "json", "--set", "mfa=off", "--set", "recovery=legacy",
      pool: "open: [mfa, recovery]\n")
    #expect(closed.status == .allHold)
  }

  @Test func `an illegal configuration is 151`() throws {
    let output = try small(
      "--as", "dot", pool: "configuration: { mfa: required, recovery: adminOnly }\n")
    #expect(output.status == .illegal)
    #expect(output.stderr.contains("[L1]"))
  }

  @Test func `half a graph is none`() {
    let output = run("two-phase-commit-3", "--as", "aut", "--max-states", "100")
    #expect(output.status == .limitReached)
    #expect(output.text == "")
    #expect(output.stderr.contains("[export.incomplete]"))
  }

  @Test func `several pools need a folder`() throws {
    let folder = try Folder(["a.yaml": "pool: a\n", "b.yaml": "pool: b\n"])
    let files = [folder["a.yaml"], folder["b.yaml"]]
    let environment = SmallTable.environment()
    let refused = WaymarkTool.output(
      for: ["export"] + files + ["--as", "json"], in: environment)
    #expect(refused.status == .usage)
    #expect(refused.stderr.contains("[export.several]"))
    let written = WaymarkTool.output(
      for: ["export"] + files + ["--as", "json", "--output", "x"], in: environment)
    #expect(written.files.map(\.path) == ["x/a.json", "x/b.json"])
  }

  @Test func `without a pool the classics are named`() {
    let output = run("--as", "tla")
    #expect(output.status == .usage)
    #expect(output.stderr.contains("`two-phase-commit`"))
    #expect(run("two-phase-commit-64", "--as", "tla").status == .unreadable)
    #expect(run("peterson-3", "--as", "tla").status == .unreadable)
  }

  @Test func `a race without a rival is 75`() {
    var environment = ToolEnvironment()
    environment.variables = ["PATH": "/nowhere"]
    let output = WaymarkTool.output(
      for: ["bench", "--model", "peterson", "--against", "spin"], in: environment)
    #expect(output.status == .cannotEvaluate)
    #expect(output.stderr.contains("[bench.no-rival]"))
  }

  @Test func `bench measures the model that it is asked for`() {
    let output = WaymarkTool.output(
      for: ["bench", "--model", "two-phase-commit-3", "--runs", "1"], in: ToolEnvironment())
    #expect(output.status == .allHold)
    #expect(output.text.contains("two-phase-commit-3  288     1,145        10"))
    let unknown = WaymarkTool.output(for: ["bench", "--model", "petersn"], in: ToolEnvironment())
    #expect(unknown.status == .usage)
    #expect(unknown.stderr.contains("did you mean `peterson`?"))
  }

  @Test func `classics are the tables, two-phase commit in sizes`() {
    #expect(
      BundledClassic.all(managers: [3, 5]).map(\.name) == [
        "dining-philosophers-ordered", "dining-philosophers", "peterson-broken", "peterson",
        "two-phase-commit-3", "two-phase-commit-5",
      ])
  }
}
