import Atlas
import Endpoint
import Foundation
import SignInTestBed
import TestSupport
import TransitionTables

@testable import PoolAnalysis
@testable import WaymarkCommands

/// What reads files that programs have recorded, logs, coverage, answers and journals, and pages that
/// something is put into.
enum CommandReader: String, CaseIterable, HostileReader {
  case records, coverage, experiments, journals, budgets, markers

  func files(of bytes: [UInt8]) -> [String: [UInt8]] {
    [.experiments, .markers].contains(self) ? FileArchive(bytes).files : [Self.document: bytes]
  }

  func notes(reading bytes: [UInt8]) throws -> [Diagnostic] {
    switch self {
    case .records:
      let codec = WireCodec(try Self.served.get().model)
      let record = try JudgeCommand.record(of: bytes, file: Self.document, by: codec)
      // Each entry costs a look at all paths.
      guard record.entries.count <= 12 else { break }
      let judgement = LogJudgement("log", record, by: try Self.paths.get())
      _ = judgement.text + judgement.value.text
    case .coverage:
      let log = try RecordedJSON.value(of: bytes, file: Self.document, CoverageCommand.kind) {
        SignInLog($0)
      }
      guard log.ways.joined().count <= 2_000 else { break }
      let coverage = try Self.paths.get().coverage("desk", seen: log.ways)
      _ = coverage.text + coverage.html + coverage.value.text
    case .experiments:
      return try FileArchive(bytes).notes { path in
        _ = try ProbeCommand.read(path)
        return []
      }
    case .journals:
      let folder = try Folder()
      let journal = SweepJournal(for: folder["shard.json"])
      try Data(bytes).write(to: URL(filePath: journal.path))
      _ = journal.known(in: folder["shard.json"])
    case .budgets:
      let text = try BenchEngineCommand.text(of: bytes, file: Self.document)
      _ = Budgets.page(text, with: [])
    case .markers:
      return try FileArchive(bytes).notes { path in
        _ = try PublishedFile.injecting(
          "x", named: "shop/next-steps", into: "\(path)/\(Self.document)")
        return []
      }
    }
    return []
  }

  // MARK: The pool that they are of

  /// A pool with few paths.
  private static let served = Result {
    let folder = try Folder([
      "desk.yaml": """
      pool: desk
      configuration: { selfSignUp: false, flows: [userPassword, refresh] }
      """
    ])
    return try ServedPool(PoolRequest(paths: [folder["desk.yaml"]]), in: ToolEnvironment())
  }

  /// Its paths over the wire.
  private static let paths = Result {
    try served.get().paths(seed: 1, request: ExplorationRequest(), in: ToolEnvironment())
  }
}
