import Findings
import Foundation
import PoolAnalysis
import SignIn
import TransitionTables

/// Explores all bundled pools and checks each against the expectation of its folder.
package struct BundledPools {
  package let poolRequest: PoolRequest
  package let request: ExplorationRequest
  package let environment: ToolEnvironment

  package init(poolRequest: PoolRequest, request: ExplorationRequest, environment: ToolEnvironment)
  {
    self.poolRequest = poolRequest
    self.request = request
    self.environment = environment
  }

  /// The result for one pool.
  struct Line {
    var pool: BundledPool
    var name: String
    /// The difference from the folder's expectation; empty if there is none.
    var complaint: String
    var report: PoolReport?
    /// The rendered reason why the pool could not be explored.
    var refusal: String
    /// The logs of its paths on the wire.
    var transcript = ""
  }

  /// Whether a pool is one of the two examples, one sound and one flawed, of which the gallery has
  /// every file. For the others it has only the findings as text, the map as Mermaid, and digests
  /// of the other files, so that it stays small. `explore POOL` and `draw` make all files of any
  /// pool.
  static func isShown(_ pool: BundledPool) -> Bool {
    ["Models/pools/sound/retail.yaml", "Models/pools/flawed/mfa.phone-required/bookshop.yaml"]
      .contains(pool.name)
  }

  /// - Parameter maps: the folder for the maps of all pools as SVG; nil for none.
  package func explore(
    model: Model, into folder: String, maps: String? = nil, format: ReportFormat
  ) throws(CommandFailure) -> CommandOutput {
    var lines: [Line] = []
    var output = CommandOutput()
    var (digests, refusals) = ("", "")
    let pools = try BundledPool.all()
    let links = [folder, maps].compactMap(\.self).map(OutputFolder.init).flatMap { folder in
      pools.flatMap { folder.faults(ofPool: Self.stem(of: $0)) }
    }
    guard links.isEmpty else { throw CommandFailure(links, status: .usage) }
    for pool in pools {
      guard !environment.limits.shouldStop else { break }
      let line = try judge(pool, model: model)
      // A pool whose exploration was cut off gets no verdict.
      guard !environment.limits.shouldStop else { break }
      lines.append(line)
      if let report = line.report {
        if let maps { output.files += try PoolGallery.maps(of: report, in: maps) }
        if Self.isShown(line.pool) {
          output.files += try PoolGallery.files(for: report, in: folder)
          output.files.append(
            try PoolGallery.atlas(
              of: report, model: model, transcript: line.transcript, in: folder))
          output.files.append(try PoolGallery.darkDrawing(of: report, in: folder))
        } else {
          let kept = try PoolGallery.keptFiles(for: report, in: folder)
          output.files += kept.files
          digests += kept.digests
        }
        if request.tellsWire {
          output.files += PoolGallery.transcript(line.transcript, of: report, in: folder)
        }
      } else {
        refusals += "\(line.name)\n\n\(line.refusal)\n"
      }
    }
    output.files.append(
      CommandOutput.File("README.md", in: folder, text: BundledSummary.markdown(lines)))
    output.files.append(CommandOutput.File("refused.txt", in: folder, text: refusals))
    output.files.append(CommandOutput.File("digests.txt", in: folder, text: digests))
    let reports = lines.compactMap(\.report)
    let text =
      switch format {
      case .text:
        BundledSummary.text(lines, of: pools.count, style: environment.style, folder: folder)
      case .json: JSONValue.array(reports.map(JSONSink().value)).text
      case .sarif: SARIFSink().value(of: reports).text
      case .junit: JUnitSink().text(of: reports)
      case .markdown: MarkdownSink().text(of: reports)
      case .github: GitHubSink().text(of: reports)
      }
    output.stdout = Array(text.utf8)
    output.beginsLinesWithColons = format == .github
    if lines.contains(where: { !$0.complaint.isEmpty }) { output.status = .safetyViolated }
    return output
  }

  /// The name of a pool's file without its suffix.
  private static func stem(of pool: BundledPool) -> String {
    let name = (pool.name as NSString).lastPathComponent
    return (name as NSString).deletingPathExtension
  }

  private func judge(_ pool: BundledPool, model: Model) throws(CommandFailure) -> Line {
    environment.progress("reading \(pool.name)")
    let name = Self.stem(of: pool)
    do throws(CommandFailure) {
      if case .malformed(let code) = pool.expectation {
        return try judge(malformed: pool, code: code, name: name, model: model)
      }
      var request = poolRequest
      request.paths = [pool.name]
      let loaded = try PoolLoader(model: model, request: request).load(
        PoolLoader.Document(name: pool.name, bytes: pool.bytes))
      var exploration = self.request
      exploration.tellsWire = exploration.tellsWire || Self.isShown(pool)
      var result = try PoolExplorer(
        model: model, request: exploration, environment: environment
      ).explore(loaded)
      PoolBatch(
        verb: "explore", poolRequest: request, request: self.request, environment: environment
      ).addCommands(to: &result.report, files: [pool.name])
      return Line(
        pool: pool, name: name,
        complaint: BundledJudgement.complaint(about: result, loaded, expecting: pool.expectation),
        report: result.report, refusal: "", transcript: result.transcript)
    } catch {
      // An error of the program or of the command line is no verdict about a pool.
      guard error.status != .systemFailure, error.status != .usage else { throw error }
      var complaint = BundledJudgement.complaint(about: error, expecting: pool.expectation)
      if complaint.isEmpty, case .malformed(let code) = pool.expectation {
        complaint = neighbourComplaint(pool, code: code, model)
      }
      return Line(
        pool: pool, name: name, complaint: complaint, report: nil, refusal: error.output.stderr)
    }
  }

  /// Judges a malformed pool without exploring it: it must be rejected or get a warning, and its
  /// legal neighbour neither.
  private func judge(
    malformed pool: BundledPool, code: String, name: String, model: Model
  ) throws(CommandFailure) -> Line {
    let warnings = try warnings(about: .init(name: pool.name, bytes: pool.bytes), model)
    var complaint = BundledJudgement.complaint(aboutWarnings: warnings, expecting: code)
    if complaint.isEmpty { complaint = neighbourComplaint(pool, code: code, model) }
    return Line(
      pool: pool, name: name, complaint: complaint, report: nil,
      refusal: warnings.map(\.rendered).joined())
  }

  /// The warnings about a pool that the service accepts; throws if the service rejects it.
  private func warnings(
    about document: PoolLoader.Document, _ model: Model
  ) throws(CommandFailure) -> [Diagnostic] {
    let loaded = try PoolLoader(model: model, request: poolRequest).load(document)
    let family = ConfigurationFamily(model: model, closed: loaded.closed, open: loaded.open)
    let gate = LegalityGate(model: model, pool: loaded, family: family)
    try gate.pass()
    return loaded.notes.filter { $0.severity == .warning } + gate.warnings
  }

  /// The problem of the legal neighbour of a malformed pool; empty if there is none.
  private func neighbourComplaint(_ pool: BundledPool, code: String, _ model: Model) -> String {
    guard let neighbour = pool.neighbour else { return "has no legal neighbour" }
    do throws(CommandFailure) {
      let codes = try warnings(about: neighbour, model).map(\.code)
      return codes.contains { $0 == code || $0 == "legality.\(code)" }
        ? "its neighbour is warned of by \(code)" : ""
    } catch {
      let codes = error.diagnostics.filter { $0.severity == .error }.map(\.code)
      return "its neighbour is refused by \(codes.joined(separator: ", "))"
    }
  }
}
