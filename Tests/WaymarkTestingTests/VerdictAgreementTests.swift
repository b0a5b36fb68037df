import Findings
import Foundation
import PoolAnalysis
import SignIn
import Testing
import TransitionTables
import WaymarkTesting

/// A test of a pool and `waymark check` say the same of it.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["WAYMARK_LONG"] != nil,
    "too slow for a debug build; set WAYMARK_LONG to run it"))
struct VerdictAgreementTests {
  /// What a report says of a property.
  private struct Judged: Hashable {
    var id: String
    var verdict: PropertyReport.Verdict
    var condition: String?

    init(_ report: PropertyReport) {
      (id, verdict, condition) = (report.id, report.verdict, report.condition)
    }
  }

  /// The pools of a folder, but for those that the service refuses.
  private static func documents(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
      .filter { path in
        [".yaml", ".yml", ".json"].contains { path.hasSuffix($0) }
          && !["malformed/", "large/", "small/"].contains { path.hasPrefix($0) }
      }.map { folder.appending(path: $0).path }
  }

  /// The bundled pools, and those of the folder that `WAYMARK_POOLS` names.
  private static func documents() throws -> [String] {
    let own = try documents(in: BundledTable.directory.appending(path: "pools"))
    guard let folder = ProcessInfo.processInfo.environment["WAYMARK_POOLS"] else { return own }
    return own + (try documents(in: URL(filePath: folder)))
  }

  @Test(arguments: try documents())
  func `a test of a pool has the verdicts of check`(path: String) throws {
    var request = ExplorationRequest()
    request.listsPaths = false
    let batch = PoolBatch(
      verb: "check", poolRequest: PoolRequest(paths: [path]), request: request,
      environment: ToolEnvironment())
    let outcomes = try batch.outcomes(model: try BundledTable.signIn())
    guard outcomes.count == 1, let report = outcomes[0].result?.report else {
      #expect(throws: (any Error).self) { try PoolUnderTest(path) }
      return
    }
    #expect(try PoolUnderTest(path).verdicts.map(Judged.init) == report.properties.map(Judged.init))
  }
}
