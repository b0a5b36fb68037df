import Foundation
import SignIn
import StateSpace
import TestSupport
import Testing

@testable import PoolAnalysis
@testable import TransitionTables
@testable import WaymarkCommands

/// SPIN explores what we export and must count what we count, and judge as we do.
///
/// Counts are defined alike: the collapse off, one atomic step a row instance, self-loops counted,
/// equal successors by different rows counted separately. Needs `spin` and a C compiler
/// (`apt-get install spin gcc`); skipped with that remark otherwise.
@Suite(
  .enabled(
    if: InstalledSpin.runner != nil, "spin or a C compiler is not installed; both count here"))
struct SpinOracleTests {
  /// SPIN's counts; where an assertion fails, those of a second run without assertions.
  private func explore(_ model: RivalModel) throws -> SpinVerifier.Counts {
    let spin = try #require(InstalledSpin.runner)
    let text = model.compiled.promela(name: model.name)
    let judged = try spin.verifier(of: text, counting: false).run().counts
    guard !judged.broken.isEmpty else { return judged }
    var counted = try spin.verifier(of: text, counting: true).run().counts
    counted.broken = judged.broken
    return counted
  }

  /// Of our search, whose states are gone before SPIN needs the memory.
  private func counts(_ model: RivalModel) throws -> (states: Int, transitions: Int) {
    let ours = try model.uncollapsed()
    #expect(ours.completeness == .complete)
    return (ours.stateCount, ours.transitionCount)
  }

  private func agree(_ model: RivalModel) throws -> SpinVerifier.Counts {
    let ours = try counts(model)
    let theirs = try explore(model)
    #expect(theirs.states == ours.states)
    #expect(theirs.transitions == ours.transitions)
    #expect(theirs.broken == (try model.brokenClaims()))
    return theirs
  }

  @Test(arguments: RivalModel.classics)
  func `SPIN stores the states of a classic, takes its steps and judges it as we do`(
    model: RivalModel
  ) throws {
    let theirs = try agree(model)
    #expect(theirs.broken == (model.name == "peterson-broken" ? ["mutual_exclusion"] : []))
  }

  @Test(.long, arguments: RivalModel.poolNames)
  func `SPIN stores the states of a whole pool, takes its steps and judges it as we do`(
    name: String
  ) throws {
    let theirs = try agree(try RivalModel.pool(name))
    #expect(theirs.states > 100_000)
    #expect(theirs.broken == (name == "courier" ? ["mfa_preferred_is_usable_f_email"] : []))
  }

  @Test func `the pools are at least twenty`() {
    #expect(Set(RivalModel.poolNames).count >= 20)
  }

  @Test(.long)
  func `a pool with a mistake in its table is found broken by both`() throws {
    let model = try RivalModel.brokenPool()
    let theirs = try agree(model)
    // The second one fails in the pool as it is, too.
    #expect(theirs.broken == ["mfa_at_most_one_preferred", "mfa_preferred_is_usable_f_totp"])
  }

  @Test func `a classic with a mistake in its table is found broken by both`() throws {
    var table = try #require(BundledClassic("two-phase-commit-3")).model()
    let commit = try #require(table.rows.firstIndex { $0.id == "TMCommit" })
    // The transaction manager commits before it has heard from all.
    table.rows[commit].when = .yes
    let model = RivalModel(
      name: "hasty", compiled: ModelExport(name: "hasty", model: table).compiled)
    #expect(try agree(model).broken == ["consistent"])
  }

  @Test func `urgent states, answers and what is forgotten at rest are SPIN's as they are ours`()
    throws
  {
    let model = try RivalModel.bell()
    #expect(try model.uncollapsed().stateCount > model.compiled.system.explore().stateCount)
    // What the app receives is judged before it is forgotten, where only the end of a step shows it.
    #expect(try agree(model).broken == ["loud_while_new"])
  }

  @Test func `the export of a classic by its verb is what SPIN gets`() throws {
    let output = WaymarkTool.output(
      for: ["export", "two-phase-commit-3", "--as", "promela"], in: ToolEnvironment())
    let counts = try #require(InstalledSpin.runner).verifier(of: output.text, counting: false).run()
      .counts
    #expect(counts == SpinVerifier.Counts(states: 288, transitions: 1145, broken: []))
  }

  @Test func `SPIN is raced in turn, and the counts have to agree`() throws {
    var environment = ToolEnvironment()
    environment.variables = ProcessInfo.processInfo.environment
    let output = WaymarkTool.output(
      for: [
        "bench", "--model", "two-phase-commit-3", "--against", "spin", "--rounds", "2", "--format",
        "json",
      ], in: environment)
    #expect(output.status == .allHold)
    let json = try JSONSerialization.jsonObject(with: Data(output.stdout))
    let results = try #require(json as? [[String: Any]])
    #expect(results.count == 1)
    #expect(results[0]["states"] as? Int == 288)
    #expect(results[0]["transitions"] as? Int == 1145)
    let spin = try #require(results[0]["spin"] as? [String: Any])
    #expect((spin["milliseconds"] as? [Any])?.count == 2)
  }
}

/// SPIN and a C compiler, where the tests find them.
enum InstalledSpin {
  static let runner = SpinRunner(
    searching: ProcessInfo.processInfo.environment["PATH"] ?? "")
}
