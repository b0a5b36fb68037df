import Foundation
import StateSpace
import TestSupport
import Testing

@testable import TransitionTables
@testable import WaymarkCommands

/// TLC runs the exported TLA+ unchanged and finds the states, steps, depth and verdicts that we do.
///
/// Needs `java` and, in the variable `TLA2TOOLS`, the path of `tla2tools.jar`; skipped with that
/// remark otherwise. TLC generates the initial state, one state for each step, and one more for
/// each state found, in which nothing happens.
@Suite(
  .enabled(
    if: InstalledTLC.tools != nil,
    "TLA2TOOLS does not name tla2tools.jar, or there is no java"))
struct TLCOracleTests {
  private func agree(_ model: RivalModel, breaks: String? = nil) throws {
    let folder = try Folder()
    let export = model.compiled.tla(name: model.name)
    let module = folder["\(export.name).tla"]
    try Data(export.module.utf8).write(to: URL(filePath: module))
    try Data(export.configuration.utf8).write(to: URL(filePath: folder["\(export.name).cfg"]))
    let tools = try #require(InstalledTLC.tools)
    let (text, _) = try SpinRunner.output(
      of: tools.java, ["-cp", tools.jar, "tlc2.TLC", "-metadir", folder["states"], module],
      in: URL(filePath: folder.path))
    let ours = try model.uncollapsed()
    if let breaks {
      #expect(text.contains("Invariant \(breaks) is violated"))
      #expect(try model.brokenClaims() == [breaks])
      return
    }
    let (states, steps) = (ours.stateCount, ours.transitionCount)
    let counts = "\(1 + steps + states) states generated, \(states) distinct states found, 0 states"
    #expect(text.contains(counts), "\(text.suffix(800))")
    #expect(text.contains("complete state graph search is \(ours.depth + 1)."))
    #expect(text.contains("No error has been found"))
    #expect(try model.brokenClaims() == [])
  }

  @Test(arguments: RivalModel.classics)
  func `TLC finds the states of a classic, takes its steps and judges it as we do`(
    model: RivalModel
  ) throws {
    try agree(model, breaks: model.name == "peterson-broken" ? "mutual_exclusion" : nil)
  }

  @Test(.long, arguments: RivalModel.smallPoolNames)
  func `TLC finds the states of a whole pool, takes its steps and judges it as we do`(
    name: String
  ) throws {
    try agree(try RivalModel.pool(name))
  }

  @Test(.long)
  func `a pool with a mistake in its table is found broken by both`() throws {
    try agree(try RivalModel.brokenPool(), breaks: "mfa_at_most_one_preferred")
  }

  @Test func `what the app receives is judged before it is forgotten`() throws {
    try agree(try RivalModel.bell(), breaks: "loud_while_new")
  }
}

/// Java and TLC, where the tests find them.
enum InstalledTLC {
  static let tools: (java: String, jar: String)? = {
    let variables = ProcessInfo.processInfo.environment
    let folders = (variables["PATH"] ?? "").split(separator: ":")
    guard let jar = variables["TLA2TOOLS"], FileManager.default.fileExists(atPath: jar),
      let java = folders.map({ "\($0)/java" }).first(where: {
        FileManager.default.isExecutableFile(atPath: $0)
      })
    else { return nil }
    return (java, jar)
  }()
}
