import TestSupport
import Testing

@testable import PoolAnalysis
@testable import WaymarkCommands

/// Counterexamples that are taken again from the report that holds them.
@Suite struct StoredTraceTests {
  private func run(_ arguments: String...) -> CommandOutput {
    WaymarkTool.output(for: arguments, in: SmallTable.environment())
  }

  /// A folder with the report of a pool whose users can be locked out.
  private func stored(_ change: (String) -> String = { $0 }) throws -> Folder {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: adminOnly }\n"])
    let report = run(
      "check", folder["p.yaml"], "--property", "account.never-locked", "--format", "json")
    return try Folder(["report.json": change(report.text)])
  }

  @Test func `the report of a check is taken again without checking`() throws {
    let folder = try stored()
    let output = run("run", folder["report.json"])
    #expect(output.stderr == "")
    #expect(
      output.text == """
        ✓ \(folder["report.json"]): p: account.never-locked  2 steps

        1 of 1 trace as stored

        """)
    #expect(output.status == .allHold)
  }

  @Test func `a family's report names the member in which the run goes wrong`() throws {
    let pool = try Folder(["p.yaml": "pool: p\nopen: [mfa, recovery]\n"])
    let report = run("check", pool["p.yaml"], "--format", "json")
    #expect(report.text.contains(#""recovery": "adminOnly""#))
    let folder = try Folder(["report.json": report.text])
    let output = run("run", folder["report.json"])
    #expect(output.text.hasSuffix("\n2 of 2 traces as stored\n"))
    #expect(output.status == .allHold)
  }

  @Test func `another row is 14 with its place in the report`() throws {
    let folder = try stored { $0.replacing("\"small.lock\"", with: "\"small.delete\"") }
    let output = run("run", folder["report.json"])
    #expect(output.status == .testBedDiffers)
    #expect(
      output.text.contains(
        "error: `small.delete` is not what begins with `lock()` in the table [trace.differs]"))
    #expect(output.text.hasSuffix("\n0 of 1 trace as stored\n"))
  }

  @Test func `another effect is 14 with its place in the report`() throws {
    let folder = try stored { $0.replacing(#""after": "locked""#, with: #""after": "none""#) }
    let output = run("run", folder["report.json"])
    #expect(output.status == .testBedDiffers)
    #expect(
      output.text.contains(
        "error: `status` goes from confirmed to locked, not from confirmed to none"))
  }

  @Test func `a step that is not enabled in the table of today is 14`() throws {
    let folder = try stored {
      $0.replacing(#""recovery": "adminOnly""#, with: #""recovery": "email""#)
    }
    let output = run("run", folder["report.json"])
    #expect(output.status == .testBedDiffers)
    #expect(output.text.contains("error: `small.lock` does not fire here; nothing does"))
  }

  @Test func `a property that holds at the end is 14`() throws {
    let folder = try stored {
      $0.replacing("account.never-locked", with: "account.confirmed-keeps")
    }
    let output = run("run", folder["report.json"])
    #expect(output.status == .testBedDiffers)
    #expect(
      output.text.contains(
        "the steps are as stored, but `account.confirmed-keeps` holds in their last state"))
  }

  @Test func `a report without a counterexample is 150`() throws {
    let pool = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: email }\n"])
    let report = run("check", pool["p.yaml"], "--format", "json")
    let folder = try Folder(["report.json": report.text])
    let output = run("run", folder["report.json"])
    #expect(output.status == .unreadable)
    #expect(output.stderr.contains("the report holds no counterexample [trace.shape]"))
  }

  @Test func `a parameter that the table does not know is 150`() throws {
    let folder = try stored { $0.replacing("\"lucky\"", with: "\"happy\"") }
    let output = run("run", folder["report.json"])
    #expect(output.status == .unreadable)
    #expect(output.stderr.contains("the table has no parameter `happy` [trace.shape]"))
  }
}
