import Foundation
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

  private func run(_ verb: String, _ options: String...) -> CommandOutput {
    var environment = SmallTable.environment()
    environment.cache = ReportCache(variables: ["WAYMARK_CACHE": caches.path], program: nil)
    return WaymarkTool.output(for: [verb, documents["p.yaml"]] + options, in: environment)
  }

  @Test(arguments: ["text", "json", "sarif", "junit", "markdown", "github"])
  func `the report is the same in each format`(format: String) {
    let (first, second) = (run("check", "--format", format), run("check", "--format", format))
    #expect(caches.contents.count == 1)
    #expect(first.stdout == second.stdout && first.stderr == second.stderr)
    #expect(first.status == .safetyViolated && second.status == .safetyViolated)
  }

  @Test func `the report comes from the cache, unless the times are measured`() throws {
    let first = run("check")
    let file = caches[try #require(caches.contents.first)]
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("Nobody is locked out.", with: "Nobody is kept.")
      .write(toFile: file, atomically: false, encoding: .utf8)
    #expect(
      run("check").text == first.text.replacing("Nobody is locked out.", with: "Nobody is kept."))
    #expect(run("check", "--measurements", "\(documents.path)/times").text == first.text)
  }

  @Test func `other options, another document and a limit are explored`() throws {
    _ = run("check")
    _ = run("check", "--set", "recovery=email")
    _ = run("check", "--traces", "2")
    #expect(caches.contents.count == 3)
    // The layers are applied by the table, which is given here; their names are in the digest.
    _ = run("check", "--layer", "amplify-android")
    #expect(caches.contents.count == 4)
    let text = "# a comment\npool: p\nconfiguration:\n  recovery: adminOnly\n"
    try text.write(toFile: documents["p.yaml"], atomically: false, encoding: .utf8)
    #expect(run("check").text.contains("p.yaml:4:13 recovery"))
    #expect(caches.contents.count == 5)
    #expect(run("check", "--max-states", "1").status == .limitReached)
    #expect(caches.contents.count == 5)
  }
}
