import Foundation
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// `.waymark.yaml`: documents, severities and suppressions of a repository.
@Suite struct ProjectSettingsTests {
  private func run(
    _ settings: String, _ arguments: [String] = [], today: String = "2026-11-22"
  ) throws -> CommandOutput {
    let folder = try Folder([
      "p.yaml": "pool: p\nconfiguration: { recovery: adminOnly }\n",
      "q.yaml": "pool: q\nconfiguration: { recovery: email }\n", ".waymark.yaml": settings,
    ])
    var environment = SmallTable.environment()
    environment.today = today
    let output = WaymarkTool.output(
      for: ["check", "--project", folder[".waymark.yaml"], "--no-try-assumptions"] + arguments,
      in: environment)
    return output
  }

  private static let off = """
    documents: [p.yaml]
    properties:
      - { id: account.never-locked, severity: off, reason: The desk helps., until: 2026-12-31 }
    """

  @Test func `the documents of the file are checked where the command names none`() throws {
    let output = try run("documents: [p.yaml, q.yaml]\n")
    #expect(output.status == .safetyViolated)
    #expect(output.text.contains("p  ") && output.text.contains("q  "))
    #expect(
      output.stderr.hasSuffix("2 pools: 1 error in 1 pool, 0 warnings\n"), "\(output.stderr)")
  }

  @Test func `a property that is off fails no run, and the reason is shown`() throws {
    let output = try run(Self.off)
    #expect(output.status == .allHold)
    #expect(output.text.contains("✗ Finding  account.recoverable (warning"))
    #expect(!output.text.contains("(error"))
    #expect(
      output.stderr.contains(
        "taken down: account.never-locked in p until 2026-12-31, The desk helps.\n"))
  }

  @Test func `a reason takes one line, whatever is in it`() throws {
    let reason = #""a\n\u3000::error::b\u001b[31m""#
    let output = try run(Self.off.replacing("The desk helps.", with: reason))
    #expect(
      output.stderr.contains("until 2026-12-31, a \u{3000}::error::b\u{FFFD}[31m\n"),
      "\(output.stderr)")
  }

  @Test func `after its last day it counts again, with a warning`() throws {
    let output = try run(Self.off, today: "2027-01-01")
    #expect(output.status == .safetyViolated)
    #expect(output.text.contains("[project.expired]"))
    #expect(try run(Self.off, today: "2026-12-31").status == .allHold)
  }

  @Test func `a lower severity takes the status with it, for the pool that is named alone`() throws
  {
    let lower = Self.off.replacing("severity: off", with: "severity: warning")
    #expect(try run(lower).status == .allHold)
    #expect(try run(lower, ["--strict"]).status == .safetyViolated)
    let other = Self.off.replacing("reason:", with: "pool: q, reason:")
    #expect(try run(other).status == .safetyViolated)
  }

  @Test(arguments: [
    ("documents: [p.yaml]\nsevere: 1\n", "`severe` is none of its keys"),
    ("properties: [{ id: account.nevr-locked, severity: off }]\n", "did you mean"),
    ("properties: [{ id: account.never-locked, severity: off }]\n", "without a reason"),
    (
      "properties: [{ id: account.never-locked, reason: x, until: soon }]\n", "`soon` is no day"
    ),
    (
      "properties: [{ id: account.never-locked, severity: off, reason: x, until: 2027-02-30 }]\n",
      "`2027-02-30` is no day"
    ),
    ("properties: [{ id: account.never-locked, severity: hard }]\n", "`hard` is no severity"),
  ])
  func `a mistake in the file is named with its place`(text: String, words: String) throws {
    let output = try run(text)
    #expect(output.status == .unreadable)
    #expect(output.stderr.contains(words), "\(output.stderr)")
    #expect(output.stderr.contains("[project.settings]"))
  }
}
