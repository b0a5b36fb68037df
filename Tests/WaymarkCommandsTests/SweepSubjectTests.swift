import Foundation
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Sweeps of the members of families, and of the mutants of a table.
@Suite struct SweepSubjectTests {
  private static func environment() -> ToolEnvironment {
    var environment = ToolEnvironment()
    environment.loadModel = { request in
      let table = try LocatedDocument(parsing: SmallTable.text, file: "small.yaml")
      return try ModelLoader.load([table], keepsMutants: request.keepsMutants)
    }
    return environment
  }

  private func run(_ arguments: [String]) throws -> CommandOutput {
    let output = WaymarkTool.output(for: arguments, in: Self.environment())
    try FileWriter.write(output.files)
    return output
  }

  /// The merged report of a sweep in some shards.
  private func merged(_ sweep: [String], shards: Int) throws -> String {
    let out = try Folder()
    let files = (1...shards).map { out["\($0).json"] }
    for (index, file) in files.enumerated() {
      let shard = "\(index + 1)/\(shards)"
      let output = try run(["sweep"] + sweep + ["--shard", shard, "--output", file])
      #expect(output.status == .allHold)
    }
    return try run(["merge"] + files.reversed() + ["--format", "json"]).text
  }

  @Test func `each legal member of a family is checked by itself, whatever the shards`() throws {
    let folder = try Folder(["a.yaml": "pool: a\nconfiguration: { mfa: optional }\n"])
    let family = [folder.path, "--members", "--set", "recovery=open"]
    let one = try merged(family, shards: 1)
    let file = try SweepFile(bytes: Array(one.utf8), path: "one.json")
    #expect(
      file.entries.map(\.settings) == [
        ["recovery=adminOnly"], ["recovery=email"], ["recovery=legacy"],
      ])
    #expect(file.entries.map(\.status) == [.safetyViolated, .allHold, .allHold])
    #expect(file.entries.map(\.states) == [3, 2, 2])
    for shards in [2, 5] { #expect(try merged(family, shards: shards) == one) }
    let page = try run(["sweep"] + family).text
    #expect(page.contains("a.yaml --set recovery=adminOnly  account.never-locked"))
    // Each by itself says what it says as a pool of its own.
    let alone = try run(["check", folder["a.yaml"], "--set", "recovery=adminOnly"])
    #expect(alone.status == .safetyViolated)
  }

  @Test func `what the service refuses is no member, and a refused pool is one result`() throws {
    let folder = try Folder([
      "a.yaml": "pool: a\nconfiguration: { mfa: required }\n",
      "b.yaml": "pool: b\nconfiguration: { mfa: required, recovery: adminOnly }\n",
      "c.yaml": "pool: c\nconfiguration: 3\n",
    ])
    let out = try Folder()
    _ = try run([
      "sweep", folder["a.yaml"], "--members", "--set", "recovery=open", "--output", out["s.json"],
    ])
    let file = try SweepFile(path: out["s.json"])
    #expect(file.entries.map(\.settings) == [["recovery=email"], ["recovery=legacy"]])
    let refused = try run([
      "sweep", folder["b.yaml"], folder["c.yaml"], "--members", "--output", out["t.json"],
    ])
    #expect(refused.stderr.contains("2 of 2 pools, 2 not holding"))
    #expect(try SweepFile(path: out["t.json"]).entries.map(\.status) == [.illegal, .unreadable])
  }

  @Test func `the mutants of each row are judged once, whatever the shards`() throws {
    let one = try merged(["--mutants"], shards: 1)
    let file = try SweepFile(bytes: Array(one.utf8), path: "one.json")
    #expect(file.entries.map(\.name) == ["small.delete", "small.lock", "small.signUp"])
    let mutate = try run(["mutate", "--format", "json"])
    let report = try LocatedDocument(parsing: mutate.text, file: "mutate.json").root
    for (key, count) in [
      ("alive", file.mutants.alive), ("killed", file.mutants.killed),
      ("unviable", file.mutants.unviable), ("equivalent", file.mutants.equivalent),
    ] {
      #expect(report[key]?.text == "\(count)")
    }
    #expect(file.mutants.alive > 0 && file.mutants.alive == file.entries.flatMap(\.findings).count)
    for shards in [2, 7] { #expect(try merged(["--mutants"], shards: shards) == one) }
    let page = try run(["sweep", "--mutants"])
    #expect(page.status == .safetyViolated)
    #expect(page.text.contains("Mutants that nothing kills\n  small.delete: "))
  }

  @Test func `shards of pools and of mutants are not merged`() throws {
    let folder = try Folder(["a.yaml": "pool: a\nconfiguration: {}\n"])
    let out = try Folder()
    _ = try run(["sweep", folder.path, "--output", out["a.json"]])
    _ = try run(["sweep", "--mutants", "--output", out["b.json"]])
    let mixed = try run(["merge", out["a.json"], out["b.json"]])
    #expect(mixed.status == .cannotEvaluate)
    #expect(mixed.stderr.contains("sweep.mixed"))
  }

  @Test(arguments: [
    ["sweep", "--mutants", "a.yaml"], ["sweep", "--mutants", "--members"],
    ["sweep", "--mutants", "--timeout", "3"], ["sweep", "a.yaml", "--cases", "cases.json"],
    ["sweep", "--members"],
  ])
  func `options that have nothing to do with each other are refused`(
    arguments: [String]
  ) throws {
    #expect(try run(arguments).status == .usage)
  }
}
