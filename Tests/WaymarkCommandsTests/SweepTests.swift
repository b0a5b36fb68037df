import Foundation
import SafeText
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Sweeps of a small table: shards, restarts, and one report whatever the number of shards.
@Suite struct SweepTests {
  private static let broken = "pool: p\nconfiguration: { recovery: adminOnly }\n"
  private static let sound = "pool: q\nconfiguration: { recovery: email }\n"
  private static let illegal = "pool: r\nconfiguration: { mfa: required, recovery: adminOnly }\n"

  /// Two dozen pools in folders of two teams, some of which fail, one that is refused and one that
  /// cannot be read.
  private static func pools() throws -> Folder {
    var files = ["shop/illegal.yaml": illegal, "shop/unread.yaml": "pool: x\nconfiguration: 3\n"]
    for number in 0..<22 {
      let team = number.isMultiple(of: 2) ? "bank" : "shop"
      files["\(team)/\(number).yaml"] = number.isMultiple(of: 3) ? broken : sound
    }
    return try Folder(files)
  }

  private func run(_ arguments: String...) throws -> CommandOutput {
    let output = WaymarkTool.output(for: arguments, in: SmallTable.environment())
    try FileWriter.write(output.files)
    return output
  }

  /// The merged report of a sweep in some shards.
  private func merged(_ folder: Folder, shards: Int, pools: [String]) throws -> String {
    let out = try Folder()
    for index in 1...shards {
      let file = out["\(index).json"]
      let output = WaymarkTool.output(
        for: ["sweep"] + pools + ["--shard", "\(index)/\(shards)", "--output", file],
        in: SmallTable.environment())
      #expect(output.status == .allHold)
      try FileWriter.write(output.files)
    }
    let files = (1...shards).reversed().map { out["\($0).json"] }
    return WaymarkTool.output(
      for: ["merge"] + files + ["--format", "json"], in: SmallTable.environment()
    ).text
  }

  @Test(arguments: ["text", "markdown"])
  func `neither names of files nor what another machine has written is obeyed`(
    format: String
  ) throws {
    let hostile = "a\u{1B}[31m\u{202E}\n::error::x <b>|"
    let folder = try Folder(["\(hostile).yaml": Self.broken])
    let output = try run("sweep", folder.path)
    #expect(output.text.contains("a\u{FFFD}[31m\u{FFFD} ::error::x <b>|.yaml"))
    #expect(!output.text.unicodeScalars.contains { $0.isObeyed })
    _ = try run("sweep", folder.path, "--output", folder["shard.json"])
    // As if someone had changed it.
    let shard = try String(contentsOfFile: folder["shard.json"], encoding: .utf8)
      .replacing("\"severity\":\"error\"", with: "\"severity\":\"\\u001b[31m\\n::error::<i>|\"")
    try shard.write(toFile: folder["shard.json"], atomically: true, encoding: .utf8)
    let merged = try run("merge", folder["shard.json"], "--format", format)
    #expect(merged.text.contains("31m"))
    #expect(!merged.text.unicodeScalars.contains { $0.isObeyed })
    #expect(HostileTextTests.lines(merged.text, beginning: "::") == 0)
    #expect(format == "text" || !merged.text.contains("<i>"))
  }

  @Test func `the merged report is the same for one, two and seven shards`() throws {
    let folder = try Self.pools()
    let one = try merged(folder, shards: 1, pools: [folder.path])
    #expect(one.split(separator: "\n").count == 24 + 3)
    #expect(try merged(folder, shards: 2, pools: [folder.path]) == one)
    #expect(try merged(folder, shards: 7, pools: [folder.path]) == one)
    // Named one by one, and in a list.
    let names = folder.contents.filter { $0.hasSuffix(".yaml") }.map { folder[$0] }
    #expect(try merged(folder, shards: 3, pools: names.reversed()) == one)
    let list = try Folder(["pools.txt": "# all\n\n" + names.joined(separator: "\n")])
    #expect(try merged(folder, shards: 2, pools: [list["pools.txt"]]) == one)
  }

  @Test func `every pool is in one shard, and stays there when others come`() throws {
    let folder = try Self.pools()
    let plan = try SweepPlan([folder.path], basis: [])
    func shard(of name: String, in plan: SweepPlan) -> [Int] {
      (1...5).filter { index in
        plan.items(of: .init(index: index, count: 5)).contains { $0.documents == [name] }
      }
    }
    try Self.sound.write(toFile: folder["new.yaml"], atomically: true, encoding: .utf8)
    let later = try SweepPlan([folder.path], basis: [])
    #expect(later.items.count == plan.items.count + 1)
    for item in plan.items {
      let name = item.documents[0]
      #expect(shard(of: name, in: plan).count == 1)
      #expect(shard(of: name, in: plan) == shard(of: name, in: later))
    }
  }

  @Test func `a shard that was killed goes on where it was, past half a line`() throws {
    let folder = try Self.pools()
    let out = try Folder()
    let whole = try run("sweep", folder.path, "--output", out["a.json"])
    let text = String(decoding: try #require(whole.files.first).bytes, as: UTF8.self)
    // What the killed run left: three results, one of which is marked, and half of the fourth.
    let lines = text.split(separator: "\n").dropFirst(2).map(String.init)
    let marked = lines[0].replacing("\"states\":", with: "\"states\":77")
    let journal = [marked, lines[1], lines[2], String(lines[3].prefix(30))]
      .joined(separator: "\n")
    try journal.write(toFile: out["b.partial.json"], atomically: true, encoding: .utf8)
    let again = try run("sweep", folder.path, "--output", out["b.json"])
    let rest = String(decoding: try #require(again.files.first).bytes, as: UTF8.self)
    #expect(rest == text.replacing(lines[0], with: marked))
    #expect(out.contents == ["a.json", "b.json"])
  }

  @Test func `a result is used again as long as nothing it depends on has changed`() throws {
    let folder = try Self.pools()
    let out = try Folder()
    let first = try run("sweep", folder.path, "--output", out["a.json"]).files[0].bytes
    let marked = String(decoding: first, as: UTF8.self)
      .replacing("\"states\":", with: "\"states\":77")
    try marked.write(toFile: out["a.json"], atomically: true, encoding: .utf8)
    try Self.broken.write(toFile: folder["bank/2.yaml"], atomically: true, encoding: .utf8)
    let second = try run("sweep", folder.path, "--output", out["a.json"])
    let text = String(decoding: second.files[0].bytes, as: UTF8.self)
    let fresh = text.split(separator: "\n").filter {
      $0.contains("\"states\":") && !$0.contains("\"states\":77")
    }
    #expect(fresh.count == 1)
    #expect(fresh.first?.contains("bank/2.yaml") == true)
    let other = try run("sweep", folder.path, "--output", out["a.json"], "--strict")
    #expect(!String(decoding: other.files[0].bytes, as: UTF8.self).contains("\"states\":77"))
  }

  @Test func `the page names what fails by property, by folder and by pool`() throws {
    let folder = try Folder(["bank/a.yaml": Self.broken, "shop/b.yaml": Self.sound])
    let output = try run("sweep", folder.path)
    #expect(output.status == .safetyViolated)
    #expect(
      output.text.replacing(folder.path + "/", with: "") == """
        Sweep of 2 pools: 1 fail, 0 cannot be checked, 1 hold

        By property
          error    account.never-locked  1 pool
          warning  account.recoverable   1 pool

        By folder
          bank  1 pool  1 not holding
          shop  1 pool  0 not holding

        Pools that fail
          bank/a.yaml  account.never-locked, account.recoverable

        """)
  }

  @Test func `a finding keeps the label of the sweep that had it first`() throws {
    let folder = try Folder(["a.yaml": Self.broken, "b.yaml": Self.sound])
    let out = try Folder()
    _ = try run("sweep", folder.path, "--output", out["s.json"])
    _ = try run("merge", out["s.json"], "--label", "May", "--output", out["may.json"])
    try Self.broken.write(toFile: folder["b.yaml"], atomically: true, encoding: .utf8)
    _ = try run("sweep", folder.path, "--output", out["s.json"])
    let june = try run("merge", out["s.json"], "--label", "June", "--earlier", out["may.json"])
    #expect(june.text.contains("a.yaml  account.never-locked (since May)"))
    #expect(june.text.contains("b.yaml  account.never-locked (since June)"))
    #expect(june.text.contains("account.never-locked  2 pools  1 new"))
  }

  @Test func `a missing shard, a foreign one and half a file are refused`() throws {
    let folder = try Self.pools()
    let out = try Folder()
    _ = try run("sweep", folder.path, "--shard", "1/2", "--output", out["1.json"])
    let alone = try run("merge", out["1.json"])
    #expect(alone.status == .limitReached)
    #expect(alone.stderr.contains("shard 2/2 is missing [sweep.incomplete]"))
    _ = try run("sweep", folder.path, "--shard", "2/2", "--strict", "--output", out["2.json"])
    let mixed = try run("merge", out["1.json"], out["2.json"])
    #expect(mixed.status == .cannotEvaluate)
    #expect(mixed.stderr.contains("the list of options is another one than in"))
    let text = try String(contentsOfFile: out["1.json"], encoding: .utf8)
    try String(text.prefix(text.count / 2)).write(
      toFile: out["1.json"], atomically: true, encoding: .utf8)
    #expect(try run("merge", out["1.json"]).stderr.contains("[sweep.shape]"))
    #expect(try run("sweep", folder.path, "--shard", "3/2").status == .usage)
  }

  @Test func `an interrupt keeps what is done in the journal and writes no shard`() throws {
    let folder = try Self.pools()
    let out = try Folder()
    var environment = SmallTable.environment()
    environment.progress = { [limits = environment.limits] text in
      if text.hasPrefix("pool 5 of") { _ = limits.interrupt() }
    }
    let output = WaymarkTool.output(
      for: ["sweep", folder.path, "--output", out["s.json"]], in: environment)
    #expect(output.status == .limitReached)
    #expect(output.files.isEmpty)
    let journal = try String(contentsOfFile: out["s.partial.json"], encoding: .utf8)
    #expect(journal.split(separator: "\n").count == 4)
  }

  @Test func `accepted findings do not fail a sweep`() throws {
    let folder = try Folder(["a.yaml": Self.broken])
    let check = try run(
      "check", folder["a.yaml"], "--baseline", folder["b.json"], "--update-baseline")
    #expect(check.status == .allHold)
    #expect(try run("sweep", folder["a.yaml"]).status == .safetyViolated)
    #expect(
      try run("sweep", folder["a.yaml"], "--baseline", folder["b.json"]).status == .allHold)
  }
}
