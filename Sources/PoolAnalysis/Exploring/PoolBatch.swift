import Findings
import SafeText
import TransitionTables

/// Explores the pools of a command line one after the other.
package struct PoolBatch {
  package let verb: String
  package let poolRequest: PoolRequest
  package let request: ExplorationRequest
  package let environment: ToolEnvironment

  package init(
    verb: String, poolRequest: PoolRequest, request: ExplorationRequest,
    environment: ToolEnvironment
  ) {
    self.verb = verb
    self.poolRequest = poolRequest
    self.request = request
    self.environment = environment
  }

  /// A pool with its result.
  package struct Outcome {
    package var pool: LoadedPool
    /// The result; nil where the pool could not be explored.
    package var result: PoolResult?
    package var failure: CommandFailure?

    package var status: ExitStatus { result?.status ?? failure?.status ?? .systemFailure }
  }

  /// Explores every pool; a pool that cannot be explored does not affect the others.
  /// - Throws: an error where documents cannot be read or the command line is wrong.
  package func outcomes(model: Model) throws(CommandFailure) -> [Outcome] {
    let found = try PoolLoader(model: model, request: poolRequest).loadReadable()
    let explorer = PoolExplorer(model: model, request: request, environment: environment)
    let table =
      environment.cache == nil ? "" : try ContentDigest.table(layers: environment.layers)
    var outcomes: [Outcome] = []
    for pool in found.pools {
      // The first pool is always begun, so that its report shows the limit that was reached.
      guard outcomes.isEmpty || !environment.limits.shouldStop else {
        outcomes.append(Outcome(pool: pool, failure: Self.unexplored(pool)))
        continue
      }
      do throws(CommandFailure) {
        var result = try self.result(of: pool, by: explorer, table: table)
        // The original arguments find all files of the pool again, and also its programs, which
        // decide settings that no document states.
        let hasMore =
          pool.files.count > poolRequest.paths.count || pool.open.contains(where: pool.isUntold)
        let isOnly = found.pools.count == 1 && found.unread.isEmpty
        let isNamed = found.pools.count { $0.name == pool.name } == 1
        let isFound = hasMore && (isOnly || found.areFound && isNamed)
        addCommands(
          to: &result.report, files: isFound ? poolRequest.paths : pool.files,
          poolName: isFound && !isOnly ? pool.name : pool.chosenName)
        outcomes.append(Outcome(pool: pool, result: result))
      } catch {
        guard error.status != .usage else { throw error }
        outcomes.append(Outcome(pool: pool, failure: error))
      }
    }
    return outcomes
      + found.unread.map { documents in
        var pool = LoadedPool.unnamed
        (pool.name, pool.files) = (documents.files.first ?? "", documents.files)
        return Outcome(
          pool: pool, failure: CommandFailure(documents.problems, status: .unreadable))
      }
  }

  /// The memory in bytes with which no search for a counterexample or a remedy is cut short.
  private static let ampleBytes = 1 << 30

  /// The result for a pool; one without paths comes from the cache where there is one.
  /// - Parameter table: the digest of the table.
  private func result(
    of pool: LoadedPool, by explorer: PoolExplorer, table: String
  ) throws(CommandFailure) -> PoolResult {
    guard let cache = environment.cache, !request.listsPaths,
      request.maximumBytes ?? .max >= Self.ampleBytes
    else { return try explorer.explore(pool) }
    // With ample memory, its size and the number of threads decide only whether a search ends.
    var asked = request
    (asked.maximumBytes, asked.threads) = (nil, ExplorationRequest().threads)
    return try cache.value(of: [table, pool, asked]) { result in
      result.report.coverage.isComplete && result.report.coverage.isJudged
        && !(result.statuses + [result.otherStatus]).contains(.limitReached)
        && !environment.limits.shouldStop
        && !result.report.causes.contains { $0.trace == nil }
    } compute: { () throws(CommandFailure) in
      try explorer.explore(pool)
    }
  }

  private static func unexplored(_ pool: LoadedPool) -> CommandFailure {
    CommandFailure(
      [
        Diagnostic(
          "pool.not-explored", at: SourceLocation(file: pool.files.first ?? pool.name),
          "the run was stopped before this pool was explored",
          remedy: "give more time, or name fewer pools")
      ], status: .limitReached)
  }

  /// Adds the commands that reproduce the report and each finding.
  ///
  /// - Parameter poolName: the pool's name where its documents have several.
  package func addCommands(
    to report: inout PoolReport, files: [String], poolName: String? = nil
  ) {
    var poolRequest = poolRequest
    poolRequest.poolName = poolName ?? poolRequest.poolName
    var words = request.seed == 1 ? "" : "--seed \(request.seed)"
    for layer in environment.layers { words += " --layer \(ShellText.quoted(layer))" }
    if request.backend != .auto { words += " --backend \(request.backend.rawValue)" }
    if request.maximumStates != 1 << 31 { words += " --max-states \(request.maximumStates)" }
    if request.traces != 1 { words += " --traces \(request.traces)" }
    if request.tellsWhy { words += " --why" }
    if request.seeds != 1 { words += " --seeds \(request.seeds)" }
    if request.isStrict { words += " --strict" }
    if verb == "check" || verb == "explore", let tries = request.triesAssumptions {
      words += tries ? " --try-assumptions" : " --no-try-assumptions"
    }
    let chosen = (request.properties ?? []).map { " --property \(ShellText.quoted($0))" }.joined()
    report.command = poolRequest.command(verb, files, extra: trimmed(words + chosen))
    for position in report.properties.indices where report.properties[position].verdict == .fails {
      let id = ShellText.quoted(report.properties[position].id)
      report.properties[position].command = poolRequest.command(
        "check", files, extra: trimmed(words + " --property \(id)"))
    }
  }

  private func trimmed(_ text: String) -> String {
    text.first == " " ? String(text.dropFirst()) : text
  }

  /// The output where documents could not be read: formats for findings include these errors too.
  /// - Throws: the failure itself for other formats.
  package static func output(
    _ failure: CommandFailure, format: ReportFormat
  ) throws(CommandFailure) -> CommandOutput {
    guard [.sarif, .junit, .github, .json].contains(format), failure.status != .usage else {
      throw failure
    }
    let problems = failure.diagnostics.map(DocumentProblem.init)
    var output = failure.output
    switch format {
    case .sarif: output.stdout = Array(SARIFSink().value(of: [], problems: problems).text.utf8)
    case .junit: output.stdout = Array(JUnitSink().text(of: [], problems: problems).utf8)
    case .json:
      output.stdout = Array(JSONSink().value(ofUnchecked: nil, problems: problems).text.utf8)
    default:
      output.stdout = Array(GitHubSink().text(of: [], problems: problems).utf8)
      output.beginsLinesWithColons = true
    }
    return output
  }

  /// A one-line summary of a run over several pools; empty for one pool.
  package static func summary(of outcomes: [Outcome]) -> String {
    guard outcomes.count > 1 else { return "" }
    let reports = outcomes.compactMap(\.result?.report)
    func total(_ noun: String, _ counts: [Int]) -> String {
      let total = TextLayout.counted(counts.reduce(0, +), noun)
      let pools = counts.count { $0 > 0 }
      return pools == 0 ? total : "\(total) in \(TextLayout.counted(pools, "pool"))"
    }
    func findings(_ severity: PropertyReport.Severity) -> [Int] {
      reports.map { $0.causes.count { $0.severity == severity && !$0.isKnown } }
    }
    let failed = outcomes.count { $0.result == nil }
    // A pool that there was no time for is not an error.
    let refused = outcomes.compactMap(\.failure).filter { $0.status != .limitReached }
    let errors =
      findings(.error) + reports.map { $0.problems.count { $0.severity == .error } }
      + refused.map { $0.diagnostics.count { $0.severity == .error } }
    var text = "\(TextLayout.counted(outcomes.count, "pool")): "
    text += "\(total("error", errors)), \(total("warning", findings(.warning)))"
    if failed > 0 { text += ", \(failed) not checked" }
    let doubtful =
      reports.map { $0.problems.count { $0.severity == .warning } }
      + refused.map { $0.diagnostics.count { $0.severity == .warning } }
    if doubtful.contains(where: { $0 > 0 }) {
      text += "; about documents: \(total("warning", doubtful))"
    }
    return text + "\n"
  }

  /// The output on stdout and stderr for the results.
  package static func output(
    _ outcomes: [Outcome], format: ReportFormat, text sink: TextSink, isStrict: Bool = false
  ) -> CommandOutput {
    var output = CommandOutput()
    let reports = outcomes.compactMap(\.result?.report)
    let problems = outcomes.flatMap { $0.failure?.diagnostics ?? [] }.map(DocumentProblem.init)
    switch format {
    case .sarif: output.stdout = Array(SARIFSink().value(of: reports, problems: problems).text.utf8)
    case .junit:
      output.stdout = Array(
        JUnitSink(isStrict: isStrict).text(of: reports, problems: problems).utf8)
    case .markdown:
      output.stdout = Array(GitHubText.log(MarkdownSink().text(of: reports)).utf8)
    case .github:
      output.stdout = Array(GitHubSink().text(of: reports, problems: problems).utf8)
      output.beginsLinesWithColons = true
    case .text:
      output.stdout = Array(GitHubText.log(sink.text(of: reports)).utf8)
    case .json:
      let values = outcomes.map(value)
      output.stdout = Array((values.count == 1 ? values[0] : JSONValue.array(values)).text.utf8)
    }
    output.stderr = outcomes.compactMap(\.failure?.output.stderr).joined()
    output.status = ExitStatus.combined(outcomes.map(\.status))
    return output
  }

  /// A pool's report, or the reason why there is none.
  private static func value(of outcome: Outcome) -> JSONValue {
    if let report = outcome.result?.report { return JSONSink().value(of: report) }
    let problems = outcome.failure?.diagnostics ?? []
    return JSONSink().value(
      ofUnchecked: outcome.pool.name, problems: problems.map(DocumentProblem.init))
  }
}

extension DocumentProblem {
  /// Creates a problem of a report from a diagnostic.
  init(_ diagnostic: Diagnostic) {
    let severity: PropertyReport.Severity =
      switch diagnostic.severity {
      case .error: .error
      case .warning: .warning
      default: .note
      }
    self.init(
      code: diagnostic.code, severity: severity, message: diagnostic.message,
      remedy: diagnostic.remedy)
    file = diagnostic.location.file
    line = diagnostic.location.line
    column = diagnostic.location.column
  }
}
