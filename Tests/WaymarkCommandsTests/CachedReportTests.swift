import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// `check` of a pool that was checked before, with everything as it was.
@Suite struct CachedReportTests {
  private let caches: Folder
  private let documents: Folder

  init() throws {
    caches = try Folder([:])
    documents = try Folder(["p.yaml": "pool: p\nconfiguration:\n  recovery: adminOnly\n"])
  }

  /// The output of a command, and whether the pool was explored.
  private func run(_ verb: String, _ options: String...) -> (
    output: CommandOutput, isExplored: Bool
  ) {
    let isExplored = Mutex(false)
    var environment = SmallTable.environment()
    environment.cache = ReportCache(variables: ["WAYMARK_CACHE": caches.path], program: nil)
    environment.progress = { line in
      if line.contains(": exploring") || line.contains(": weighing") {
        isExplored.withLock { $0 = true }
      }
    }
    let output = WaymarkTool.output(
      for: [verb, documents["p.yaml"]] + options, in: environment)
    return (output, isExplored.withLock(\.self))
  }

  @Test(arguments: ["text", "json", "sarif", "junit", "markdown", "github"])
  func `the report is the same, and nothing is explored`(format: String) {
    let (first, second) = (run("check", "--format", format), run("check", "--format", format))
    #expect(first.isExplored && !second.isExplored)
    #expect(first.output.stdout == second.output.stdout)
    #expect(first.output.status == second.output.status && first.output.status != .allHold)
    #expect(first.output.stderr == second.output.stderr)
  }

  @Test func `other options, another document and a limit are explored`() throws {
    #expect(run("check").isExplored)
    #expect(run("check", "--set", "recovery=email").isExplored)
    #expect(run("check", "--traces", "2").isExplored)
    #expect(!run("check").isExplored)
    let text = "# a comment\npool: p\nconfiguration:\n  recovery: adminOnly\n"
    try text.write(toFile: documents["p.yaml"], atomically: false, encoding: .utf8)
    let moved = run("check")
    #expect(moved.isExplored && moved.output.text.contains("p.yaml:4:13 recovery"))
    for _ in 1...2 {
      let limited = run("check", "--max-states", "1")
      #expect(limited.isExplored && limited.output.status == .limitReached)
    }
  }
}
