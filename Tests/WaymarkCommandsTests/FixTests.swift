import Findings
import Foundation
import SignIn
import Synchronization
import TestSupport
import Testing
import TransitionTables

@testable import Atlas
@testable import PoolAnalysis
@testable import WaymarkCommands

/// `check --fix`: what the remedies of the findings come to together.
@Suite struct FixTests {
  /// The small table with remedies, and with further claims about its settings.
  private func environment(
    remedies: String, claims: [(String, String, String)] = []
  ) -> ToolEnvironment {
    var text = SmallTable.text
    for (id, severity, predicate) in claims {
      text += """

          - id: \(id)
            severity: \(severity)
            configuration: "\(predicate)"
            prose: Well set.
            remedy: None.
            because: { fact: P9, source: invented, confidence: D }
        """
    }
    text += "\nremedies:\n\(remedies)\n"
    var environment = ToolEnvironment()
    environment.loadModel = { [text] _ in
      try ModelLoader.load([try LocatedDocument(parsing: text, file: "small.yaml")])
    }
    return environment
  }

  private func run(
    _ pool: String, _ arguments: [String] = [], remedies: String, claims: [(String, String, String)]
  ) throws -> CommandOutput {
    let environment = environment(remedies: remedies, claims: claims)
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { \(pool) }\n"])
    return WaymarkTool.output(
      for: ["check", folder["p.yaml"], "--fix", "--no-try-assumptions"] + arguments,
      in: environment)
  }

  private static let byEmail = "  - { id: by-email, set: { recovery: email }, doc: By e-mail. }"
  private static let totp =
    "  - { id: totp, set: { mfaMethods: \"mfaMethods union {totp}\" }, doc: TOTP. }"

  @Test func `the fix is the remedy that the finding shows, and leaves no finding`() throws {
    let output = try run("recovery: adminOnly", remedies: Self.byEmail, claims: [])
    #expect(output.text.contains("Remedy: By e-mail. Tried: `--set recovery=email`."))
    #expect(output.text.hasSuffix("\nWhat would leave no finding:\n  --set recovery=email\n"))
  }

  @Test func `progress names the remedy that is tried, and how many there are`() throws {
    let said = Mutex([String]())
    var environment = environment(remedies: Self.byEmail + "\n" + Self.totp)
    environment.progress = { line in said.withLock { $0.append(line) } }
    let folder = try Folder([
      "p.yaml": "pool: p\nconfiguration: { recovery: adminOnly, mfa: optional }\n"
    ])
    _ = WaymarkTool.output(for: ["check", folder["p.yaml"]], in: environment)
    let lines = said.withLock { Set($0) }
    // The counterexample is one with TOTP, too, so that this remedy need not be tried.
    #expect(lines.contains("p: trying remedy 1 of 1"), "\(lines)")
    #expect(lines.contains("p: checking all with by-email"), "\(lines)")
  }

  @Test func `a pool with the fix is checked without a finding`() throws {
    let broken = try run("recovery: adminOnly", remedies: Self.byEmail, claims: [])
    #expect(broken.status == .safetyViolated)
    let mended = try run(
      "recovery: adminOnly", ["--set", "recovery=email"], remedies: Self.byEmail, claims: [])
    #expect(mended.status == .allHold)
    #expect(
      mended.text.hasSuffix(
        "\n`--fix` has nothing to mend: no property fails as an error or a warning.\n"))
  }

  @Test func `the remedies of errors come first, then those of all findings together`() throws {
    let output = try run(
      "recovery: adminOnly, mfa: optional", remedies: Self.byEmail + "\n" + Self.totp,
      claims: [("pool.methods", "warning", "Method.totp in mfaMethods")])
    #expect(
      output.text.hasSuffix(
        """

        What would leave no error:
          --set recovery=email
            still fails: pool.methods (warning)

        What would leave no finding:
          --set recovery=email --set 'mfaMethods={totp}'

        """))
  }

  @Test(arguments: [
    ("json", "\"settings\": [\n          \"--set recovery=email\"\n        ],\n"),
    (
      "markdown",
      "### Fixes\n\n```\nWhat would leave no finding:\n  --set recovery=email\n```\n"
    ),
    (
      "github",
      "::notice title=p%3A fixes::What would leave no finding:%0A  --set recovery=email%0A\n"
    ),
    (
      "junit",
      "<system-out>&#10;What would leave no finding:&#10;  --set recovery=email&#10;</system-out>"
    ),
    ("sarif", "\"fixes\": {\n          \"p\": {\n"),
  ])
  func `every format has the fix, and none that was not asked for`(
    format: String, fix: String
  ) throws {
    let output = try run(
      "recovery: adminOnly", ["--format", format], remedies: Self.byEmail, claims: [])
    #expect(output.text.contains(fix), "\(output.text)")
    let mended = try run(
      "recovery: email", ["--format", format], remedies: Self.byEmail, claims: [])
    #expect(!mended.text.contains("What would leave") && !mended.text.contains("--set recovery"))
  }

  @Test func `what was cut off before a remedy was tried is not said to be beyond remedy`() throws {
    var report = PoolReport(
      pool: "p", configuration: ConfigurationReport(closed: []),
      coverage: .init(states: 1, transitions: 1, depth: 1))
    report.properties = ["a", "b"].map { PropertyReport(id: $0, severity: .error, verdict: .fails) }
    report.properties[1].lackOfRemedies = "A limit was reached first."
    let request = PoolRequest(paths: ["p.yaml"])
    let model = try SmallTable.model()
    let pool = try PoolLoader(model: model, request: request).load(
      .init(name: "p.yaml", bytes: Array("pool: p\n".utf8)))
    let fix = try FixFinder(
      model: model, request: ExplorationRequest(), environment: ToolEnvironment()
    ).fix(for: pool, nextTo: report)
    #expect(
      fix.text(width: 80) == """

        No remedy that was tried mends a

        No remedy was tried for b
        A limit was reached first.

        """)
  }

  @Test func `a finding that weighs more with a fix says what it weighed before`() {
    var report = FixReport()
    report.fixes = [.init(settings: ["--set a=b"], refused: [], isChecked: true)]
    report.fixes[0].failures = [
      .init(id: "x", severity: .warning, before: .note),
      .init(id: "y", severity: .note, before: nil), .init(id: "z", severity: .note, before: .note),
    ]
    #expect(
      report.text(width: 80) == """

        What would leave no error:
          --set a=b
            still fails: x (warning, note before), y (note, new), z (note)

        """)
  }

  @Test func `what no remedy mends is named`() throws {
    let output = try run(
      "recovery: adminOnly", remedies: Self.byEmail,
      claims: [("pool.asks", "error", "mfa == required")])
    #expect(output.text.contains("    still fails: pool.asks (error)\n"))
    #expect(output.text.hasSuffix("\nNo remedy that was tried mends pool.asks\n"))
  }

  @Test func `a remedy that brings an error or warning is not proposed, a note does not count`()
    throws
  {
    let worse = try run(
      "recovery: adminOnly", remedies: Self.byEmail,
      claims: [("pool.modern", "error", "recovery != email")])
    #expect(worse.text.hasSuffix("\nNo remedy that was tried mends account.never-locked\n"))
    let noted = try run(
      "recovery: adminOnly", remedies: Self.byEmail,
      claims: [("pool.modern", "note", "recovery != email")])
    #expect(
      noted.text.hasSuffix(
        """

        What would leave no error and no warning:
          --set recovery=email
            still fails: pool.modern (note, new)

        """))
  }

  /// A flawed pool of the bundle: with its fix its check passes.
  @Test(.optimised, arguments: ["mfa.email-required/courier", "mfa.phone-required/bookshop"])
  func `a fix of a flawed pool makes its check pass`(name: String) throws {
    let pool = try #require(try BundledPool.all().first { $0.name.hasSuffix("\(name).yaml") })
    let folder = try Folder(["p.yaml": String(decoding: pool.bytes, as: UTF8.self)])
    let check = ["check", folder["p.yaml"], "--no-try-assumptions"]
    let broken = WaymarkTool.output(for: check + ["--fix"], in: ToolEnvironment())
    #expect(broken.status == .safetyViolated || broken.status == .livenessViolated)
    let fix = try #require(broken.text.firstMatch(of: /What would leave no [^:]*:\n  (--set .*)\n/))
    let assignments = fix.1.prefix { $0 != "(" }.replacing("'", with: "")
    let words = assignments.replacing(", ", with: ",").split(separator: " ")
    let mended = WaymarkTool.output(for: check + words.map(String.init), in: ToolEnvironment())
    #expect(mended.status == .allHold)
  }
}
