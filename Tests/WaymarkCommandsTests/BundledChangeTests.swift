import Foundation
import SignIn
import TestSupport
import Testing
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// The rules about changes, and what `diff` and `plan` say by them, over the bundled pairs of pools.
@Suite struct BundledChangeTests {
  private func rulings(_ id: String, swapped: Bool = false) throws -> [Diagnostic] {
    let model = try BundledTable.signIn()
    let pools = try ["before", "after"].map { name -> LoadedPool in
      let path = BundledTable.directory.appending(path: "pools/changes/\(id)/\(name).yaml").path
      return try #require(
        try PoolLoader(model: model, request: PoolRequest(paths: [path])).load().first)
    }
    for pool in pools {
      let family = ConfigurationFamily(model: model, closed: pool.closed, open: [])
      #expect(family.brokenRules.isEmpty && pool.refusals.isEmpty, "\(id) is legal at both ends")
    }
    return ChangeGate(
      model: model, oldPool: pools[swapped ? 1 : 0], newPool: pools[swapped ? 0 : 1]
    ).rulings
  }

  @Test(arguments: [
    ("L2", ["error L2"]), ("L25", ["error L25"]), ("L29", ["warning legality.L29"]),
    (
      "L31",
      [
        "error L31.lite", "error L31.threat-protection", "error legality.L31",
        "error legality.L31",
      ]
    ),
    ("L32", ["warning L32", "note L34"]),
    ("L33", ["warning L33"]), ("L34", ["note L34"]), ("L43", ["error L43"]),
    ("L48", ["warning L48.refresh"]),
    (
      "installed-apps",
      [
        "warning installed-apps.custom", "warning installed-apps.userAuth",
        "warning installed-apps.userPassword", "warning installed-apps.userSRP",
      ]
    ),
  ])
  func `a pair of pools shows each rule about changes`(id: String, rules: [String]) throws {
    #expect(try rulings(id).map { "\($0.severity.rawValue) \($0.code)" } == rules)
  }

  private func compared(_ verb: String, _ id: String) -> CommandOutput {
    let folder = BundledTable.directory.appending(path: "pools/changes/\(id)")
    return WaymarkTool.output(
      for: [verb] + ["before", "after"].map { folder.appending(path: "\($0).yaml").path },
      in: ToolEnvironment())
  }

  @Test(arguments: [
    ("L48", "Users are affected: Apps hold", "Keep ALLOW_REFRESH_TOKEN_AUTH"),
    ("L29", "Users are affected: the relying party, `shop.example.com`", "keep the relying party"),
  ])
  func `a change that apps in use feel affects users`(
    id: String, headline: String, advice: String
  ) throws {
    let output = compared("diff", id)
    #expect(output.status == .safetyViolated)
    #expect(output.text.lowercased().ranges(of: "no user is affected").isEmpty, "\(output.text)")
    #expect(output.text.contains("\n\(headline)"), "\(output.text)")
    #expect(output.text.contains("\nFirst: \(advice)"), "\(output.text)")
  }

  @Test func `a plan at whose end apps in use are refused says so`() throws {
    let output = compared("plan", "L48")
    #expect(output.status == .safetyViolated)
    #expect(output.text.contains("but apps in use are.\n"), "\(output.text)")
  }

  @Test(arguments: ["L32", "L33"])
  func `a rule that warns of calls affects nobody`(id: String) throws {
    let output = compared("diff", id)
    #expect(output.status == .allHold)
    #expect(output.text.contains("but a rule warns of the change: "), "\(output.text)")
  }

  @Test func `every variable of the record is shown in a designer's words`() throws {
    let model = try BundledTable.signIn()
    let silent = model.slots.filter {
      $0.kind == .variable(component: nil) && $0.presence == .yes && $0.sayings == nil
    }
    #expect(silent.map(\.name) == [])
  }

  @Test(arguments: ["L25", "L31", "L33", "L34", "L48", "installed-apps"])
  func `the way back breaks none of them`(id: String) throws {
    #expect(try rulings(id, swapped: true).isEmpty)
  }

  @Test func `of two calls it is said which is refused when it comes first`() throws {
    let ruling = try #require(try rulings("L32").first)
    #expect(ruling.message.contains("With UpdateUserPool first, that call is refused by L11"))
    #expect(ruling.message.contains("with SetUserPoolMfaConfig first, no rule is broken"))
  }
}
