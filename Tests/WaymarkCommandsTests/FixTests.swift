import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import Atlas
@testable import PoolAnalysis
@testable import WaymarkCommands

/// `check --fix`: the settings that would make every property hold.
@Suite struct FixTests {
  private func run(_ arguments: [String]) -> CommandOutput {
    WaymarkTool.output(for: arguments, in: SmallTable.environment())
  }

  /// The options that each fix names, in the order told.
  private func fixes(in text: String) -> [[String]] {
    let lines = text.split(separator: "\n").map(String.init)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("What would ") }) else {
      return []
    }
    let told = lines[(start + 1)...].filter {
      $0.hasPrefix("  ") && !$0.hasPrefix("  and ") && !$0.hasPrefix("    then ")
    }
    // A long fix goes on in the next line, and a remark in brackets stands behind it.
    return told.reduce(into: [String]()) { fixes, line in
      if line.hasPrefix("  --set") { fixes.append(line) } else { fixes[fixes.count - 1] += line }
    }.map { fix in
      // The blanks of a set stand within its quotes.
      fix.prefix { $0 != "(" }.replacing(", ", with: ",").split(separator: " ")
        .map { $0.filter { $0 != "'" } }
    }
  }

  @Test func `each fix is told as options, the smallest in the order of declaration`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: adminOnly }\n"])
    let output = run(["check", folder["p.yaml"], "--fix"])
    #expect(
      output.text.contains(
        """

        What would make every property hold: 1 change
          --set recovery=legacy
          --set recovery=email

        """))
  }

  @Test func `a fix that is told makes the check pass`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: adminOnly }\n"])
    let told = fixes(in: run(["check", folder["p.yaml"], "--fix"]).text)
    #expect(told.count == 2)
    for fix in told { #expect(run(["check", folder["p.yaml"]] + fix).status == .allHold) }
  }

  @Test func `what is explored is not changed by a fix`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: adminOnly }\n"])
    var environment = SmallTable.environment()
    environment.loadModel = { _ in
      let text = SmallTable.text.replacing(
        "doc: Who helps.", with: "setting: false, doc: Who helps.")
      return try ModelLoader.load([try LocatedDocument(parsing: text, file: "small.yaml")])
    }
    let output = WaymarkTool.output(for: ["check", folder["p.yaml"], "--fix"], in: environment)
    #expect(
      output.text.contains(
        "\nWhat would make every property hold: nothing with up to 3 changes\n"))
  }

  @Test func `that nothing would help is said`() throws {
    let folder = try Folder(["p.yaml": "pool: p\n"])
    var environment = SmallTable.environment()
    environment.loadModel = { _ in
      let text = SmallTable.text.replacing(
        "always: status != locked\n", with: "always: lucky and not lucky\n")
      return try ModelLoader.load([try LocatedDocument(parsing: text, file: "small.yaml")])
    }
    let output = WaymarkTool.output(for: ["check", folder["p.yaml"], "--fix"], in: environment)
    #expect(
      output.text.contains(
        "\nWhat would make every property hold: nothing with up to 3 changes\n"))
  }

  /// The small table with a claim that fails as long as nobody is left to help, and another one
  /// about the methods.
  private func run(
    _ arguments: [String], with claims: String, instead: [(String, String)] = []
  ) -> CommandOutput {
    var environment = SmallTable.environment()
    environment.loadModel = { _ in
      var text = SmallTable.text + claims
      for (old, new) in instead { text = text.replacing(old, with: new) }
      return try ModelLoader.load([try LocatedDocument(parsing: text, file: "small.yaml")])
    }
    return WaymarkTool.output(for: arguments, in: environment)
  }

  private static func claim(_ id: String, _ predicate: String, severity: String) -> String {
    """

      - id: \(id)
        severity: \(severity)
        configuration: "\(predicate)"
        prose: Well set.
        remedy: None.
        because: { fact: P9, source: invented, confidence: D }
    """
  }

  @Test
  func `a fix that leaves a warning says so, and whether that is new, behind one that leaves none`()
    throws
  {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: adminOnly }\n"])
    let check = ["check", folder["p.yaml"], "--fix"]
    let breaking = run(
      check, with: Self.claim("pool.modern", "recovery != legacy", severity: "warning"))
    #expect(
      breaking.text.contains(
        """

        What would make every property hold: 1 change
          --set recovery=email

        What would leave no error: 1 change
          --set recovery=legacy
            then pool.modern fails (warning, holds now)

        """))
    let leaving = run(
      check, with: Self.claim("pool.strict", "mfa == required", severity: "warning"))
    #expect(!leaving.text.contains("What would make every property hold"))
    #expect(
      leaving.text.contains(
        """

        What would leave no error: 1 change
          --set recovery=legacy
            then pool.strict fails (warning)
          --set recovery=email
            then pool.strict fails (warning)

        """))
  }

  @Test func `to take a member of a set away is proposed beside adding one`() throws {
    let folder = try Folder([
      "p.yaml": "pool: p\nconfiguration: { recovery: email, mfa: optional, mfaMethods: [sms] }\n"
    ])
    let output = run(
      ["check", folder["p.yaml"], "--fix"],
      with: Self.claim(
        "pool.methods", "Method.totp in mfaMethods", severity: "error"))
    #expect(
      fixes(in: output.text) == [
        ["--set", "mfaMethods={sms,totp}"], ["--set", "mfaMethods={totp}"],
      ])
  }

  @Test func `another way to begin a sign-in is no fix`() throws {
    let folder = try Folder(["p.yaml": "pool: p\nconfiguration: { recovery: adminOnly }\n"])
    let told = { (enabled: String) in
      let text = self.run(
        ["check", folder["p.yaml"], "--fix"],
        with: """

          attempt: { begins: [web], continues: [], ready: status == confirmed, underway: "false" }
          """,
        instead: [
          (
            "  wait: { by: user",
            "  web: { by: user, enabled: \(enabled), doc: Signs in. }\n  wait: { by: user"
          ),
          (
            "  - id: small.delete",
            """
              - id: small.web
                on: web
                set: { status: confirmed }
                because: { fact: F4, source: invented, confidence: D }
              - id: small.delete
            """
          ),
        ]
      ).text
      return self.fixes(in: text)
    }
    #expect(told("recovery == email") == [["--set", "recovery=legacy"]])
    #expect(told("\"true\"") == [["--set", "recovery=legacy"], ["--set", "recovery=email"]])
  }

  /// A flawed pool of the bundle: its fix makes its check pass.
  private func mend(_ name: String, _ options: [String] = []) throws {
    let pool = try #require(try BundledPool.all().first { $0.name.hasSuffix("\(name).yaml") })
    let folder = try Folder(["p.yaml": String(decoding: pool.bytes, as: UTF8.self)])
    let check = ["check", folder["p.yaml"]] + options
    let broken = WaymarkTool.output(for: check + ["--fix"], in: ToolEnvironment())
    #expect(broken.status == .safetyViolated || broken.status == .livenessViolated)
    let fix = try #require(fixes(in: broken.text).first)
    let mended = WaymarkTool.output(for: check + fix, in: ToolEnvironment())
    #expect(mended.status == .allHold)
  }

  /// The round trip with every promise, and with one of a pool that takes longer; some 20 s of an
  /// optimised build.
  @Test(
    .optimised,
    arguments: [
      ("mfa.email-required/courier", nil), ("mfa.phone-required/bookshop", "mfa.phone-required"),
    ])
  func `a fix of a flawed pool makes its check pass`(name: String, property: String?) throws {
    try mend(name, property.map { ["--property", $0] } ?? [])
  }

  /// The same where liveness is broken, which takes a minute and a half of an optimised build.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["WAYMARK_LONGEST"] != nil,
      "takes minutes; set WAYMARK_LONGEST to run it"),
    arguments: ["sign-in.no-dead-end/archive", "mfa.phone-required/bookshop"])
  func `a fix of a flawed pool with every promise makes its check pass`(name: String) throws {
    try mend(name)
  }
}
