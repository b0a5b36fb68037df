import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Accepted findings: reported, and no failure; what is new or gone is one.
@Suite struct BaselineTests {
  private static let broken = "pool: p\nconfiguration: { recovery: adminOnly }\n"
  private static let mended = "pool: p\nconfiguration: { recovery: email }\n"

  private func run(_ arguments: String...) -> CommandOutput {
    WaymarkTool.output(for: arguments, in: SmallTable.environment())
  }

  /// The baseline of a pool file.
  private func baseline(of pool: String) throws -> String {
    let folder = try Folder(["p.yaml": pool])
    let output = run("check", folder["p.yaml"], "--baseline", "b.json", "--update-baseline")
    #expect(output.status == .allHold)
    let file = try #require(output.files.first)
    #expect(file.path == "b.json")
    return String(decoding: file.bytes, as: UTF8.self)
  }

  @Test func `an accepted finding is reported and does not fail`() throws {
    let folder = try Folder(["p.yaml": Self.broken, "b.json": try baseline(of: Self.broken)])
    #expect(run("check", folder["p.yaml"]).status == .safetyViolated)
    let output = run("check", folder["p.yaml"], "--baseline", folder["b.json"])
    #expect(output.status == .allHold)
    #expect(output.stderr == "baseline: 2 known, 0 new, 0 vanished\n")
    #expect(
      output.text.contains(
        "account.never-locked (error, accepted by the baseline;\n"
          + "  rests on the assumption `lucky`)\n"
      ))
  }

  @Test func `a new finding fails, and one that is gone does too`() throws {
    let both = try Folder(["p.yaml": Self.broken, "b.json": try baseline(of: Self.mended)])
    let new = run("check", both["p.yaml"], "--baseline", both["b.json"])
    #expect(new.status == .safetyViolated)
    #expect(new.stderr == "baseline: 0 known, 2 new, 0 vanished\n")
    let less = try Folder(["p.yaml": Self.mended, "b.json": try baseline(of: Self.broken)])
    let gone = run("check", less["p.yaml"], "--baseline", less["b.json"])
    #expect(gone.status == .cannotEvaluate)
    #expect(gone.stderr.hasPrefix("baseline: 0 known, 0 new, 2 vanished\n  vanished: account."))
    #expect(gone.stderr.hasSuffix("  → `--update-baseline` takes them out\n"))
  }

  @Test func `what was not checked has not vanished`() throws {
    let folder = try Folder(["p.yaml": Self.broken, "b.json": try baseline(of: Self.broken)])
    let output = run(
      "check", folder["p.yaml"], "--baseline", folder["b.json"], "--property",
      "account.never-locked")
    #expect(output.status == .allHold)
    #expect(output.stderr == "baseline: 1 known, 0 new, 0 vanished\n")
  }

  @Test func `code scanning, JUnit and annotations know what is accepted`() throws {
    let folder = try Folder(["p.yaml": Self.broken, "b.json": try baseline(of: Self.broken)])
    let words = ["check", folder["p.yaml"], "--baseline", folder["b.json"], "--format"]
    func text(_ format: String) -> String {
      WaymarkTool.output(for: words + [format], in: SmallTable.environment()).text
    }
    #expect(text("sarif").contains("\"baselineState\": \"unchanged\""))
    #expect(!text("junit").contains("<failure"))
    #expect(!text("github").contains("::error"))
  }

  @Test(arguments: [
    ("{}", "b.json:1:1: error: a baseline is an object with a list `findings` [baseline.shape]"),
    (
      "{\"findings\": [{\"pool\": \"p\"}]}",
      "b.json:1:15: error: an accepted finding needs `pool`, `property` and `fingerprint`"
        + " [baseline.shape]"
    ),
  ])
  func `a file of another shape is refused with the place`(text: String, message: String) throws {
    let folder = try Folder(["p.yaml": Self.broken, "b.json": text])
    let output = run("check", folder["p.yaml"], "--baseline", folder["b.json"])
    #expect(output.status == .unreadable)
    #expect(output.stderr.contains(message))
  }

  @Test func `without a file, or without its name, nothing is guessed`() throws {
    let folder = try Folder(["p.yaml": Self.broken])
    let missing = run("check", folder["p.yaml"], "--baseline", folder["b.json"])
    #expect(missing.status == .unreadable)
    #expect(missing.stderr.contains("[document.missing]"))
    #expect(run("check", folder["p.yaml"], "--update-baseline").status == .usage)
  }
}
