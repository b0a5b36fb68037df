import ArgumentParser
import Atlas
import Findings
import Foundation
import PoolAnalysis
import TransitionTables

/// `waymark check`: checks a pool's properties, and reports findings with counterexamples.
struct CheckCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks the properties and shows the shortest counterexamples.",
    discussion: "Example: waymark check pool.yaml --set mfa=required")

  @OptionGroup var layers: LayerOptions
  @OptionGroup var pools: PoolOptions
  @OptionGroup var search: SearchOptions
  @OptionGroup var trial: AssumptionOptions
  @OptionGroup var output: OutputOptions

  @Option(
    name: .customLong("property"),
    help: ArgumentHelp("Checks this property alone; may be repeated.", valueName: "ID"))
  var properties: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Judges every legal pool at once: the settings with which each property fails.",
      discussion: "POOL says which settings stay open; without it, most of them do."))
  var everyPool = false

  @Flag(
    name: .customLong("fix"),
    help: ArgumentHelp(
      "Shows what the remedies of the findings come to together.",
      discussion: "It is checked like the pool itself, and what would still fail is named."))
  var looksForFixes = false

  @Option(
    help: ArgumentHelp(
      "Shows up to so many different counterexamples of a finding, shortest first.",
      discussion: "Each does without some row of every one before it.", valueName: "N"))
  var traces = 1

  @Flag(help: "Shows which part of a failing property is false at the end, since which step.")
  var why = false

  @Option(
    help: ArgumentHelp(
      "Accepts the findings that the file lists; new and vanished ones fail.", valueName: "FILE"))
  var baseline: String?

  @Flag(help: "Writes the findings of this run into the baseline.")
  var updateBaseline = false

  @Option(
    help: ArgumentHelp(
      "Takes documents, severities and suppressions from a file; .waymark.yaml if there is one.",
      valueName: "FILE"))
  var project: String?

  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Writes the report in a further format to a file, such as sarif=findings.sarif.",
      discussion: "May be repeated; the pools are checked once.", valueName: "format=FILE"))
  var reports: [FurtherReport] = []

  @Flag(help: "Adds the configuration, the assumptions, what holds and every step of a trace.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Writes the summary alone, and no progress.")
  var quiet = false

  func validate() throws {
    if updateBaseline, baseline == nil {
      throw ValidationError("--update-baseline needs --baseline FILE")
    }
    let isOther =
      looksForFixes || why || traces > 1 || baseline != nil || output.output != nil
      || !reports.isEmpty
    if everyPool, isOther {
      throw ValidationError(
        "--every-pool excludes --fix, --why, --traces, --baseline, --report and --output")
    }
    if everyPool, PageFormat(rawValue: output.format.rawValue) == nil {
      throw ValidationError("--every-pool takes --format text, markdown or json")
    }
    if verbose, quiet { throw ValidationError("--verbose and --quiet exclude each other") }
    guard (1...1_000).contains(traces) else { throw ValidationError("--traces takes 1 to 1000") }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let start = ContinuousClock.now
    var environment = environment
    if quiet { environment.progress = { _ in } }
    // What is measured is the work, not a report from the cache.
    if output.measurements != nil { environment.cache = nil }
    var request = search.request(in: environment)
    request.listsPaths = false
    (request.traces, request.tellsWhy) = (traces, why)
    request.triesAssumptions = trial.tryAssumptions
    request.properties = properties.isEmpty ? nil : properties
    var poolRequest = try pools.request()
    let model = try environment.model()
    if everyPool { return try everyPool(poolRequest, request, model, environment) }
    let project = try projectSettings(model)
    project?.apply(to: &poolRequest)
    poolRequest.writesFolders = output.output != nil
    poolRequest.outputFolder = output.output
    request.showsNotes = showsNotes || project != nil
    let batch = PoolBatch(
      verb: "check", poolRequest: poolRequest, request: request, environment: environment)
    let accepted = updateBaseline ? nil : try acceptedFindings()
    var outcomes: [PoolBatch.Outcome]
    do throws(CommandFailure) {
      outcomes = try batch.outcomes(model: model)
    } catch {
      var result = try PoolBatch.output(error, format: output.format)
      for report in reports {
        guard let written = try? PoolBatch.output(error, format: report.format) else { continue }
        result.files.append(CommandOutput.File(report.path, written.stdout))
      }
      return result
    }
    let claims = try request.properties(of: model)
    project?.apply(
      to: &outcomes, claims: claims, on: environment.today, isStrict: search.strict)
    let findings = accepted ?? FindingBaseline(of: outcomes.compactMap(\.result?.report))
    if baseline != nil { findings.apply(to: &outcomes) }
    if looksForFixes { try findFixes(for: &outcomes, model, request, environment) }
    var result = PoolBatch.output(
      outcomes, format: output.format, text: sink(environment, since: start),
      isStrict: search.strict)
    for report in self.reports {
      let written = PoolBatch.output(
        outcomes, format: report.format, text: sink(environment, since: start),
        isStrict: search.strict)
      result.files.append(CommandOutput.File(report.path, written.stdout))
    }
    let reports = outcomes.compactMap(\.result?.report)
    result.stderr += project?.summary(of: reports, on: environment.today) ?? ""
    result.stderr += PoolBatch.summary(of: outcomes)
    if let baseline {
      result.stderr += findings.summary(of: reports)
      if !findings.vanished(from: reports).isEmpty {
        result.status = ExitStatus.combined([result.status, .cannotEvaluate])
      }
      if updateBaseline {
        result.files.append(CommandOutput.File(baseline, text: findings.text))
      }
    }
    if let folder = output.output {
      for report in reports {
        result.files += PoolGallery.reportFiles(for: report, in: folder)
      }
    }
    return output.measured(result, environment.stopwatch)
  }

  private func findFixes(
    for outcomes: inout [PoolBatch.Outcome], _ model: Model, _ request: ExplorationRequest,
    _ environment: ToolEnvironment
  ) throws(CommandFailure) {
    let finder = FixFinder(model: model, request: request, environment: environment)
    for (position, outcome) in outcomes.enumerated() {
      guard let report = outcome.result?.report else { continue }
      outcomes[position].result?.report.fix = try finder.fix(for: outcome.pool, nextTo: report)
    }
  }

  /// Whether the output shows more of notes than their names. A project's settings may raise a
  /// note's severity.
  private var showsNotes: Bool {
    ![.text, .github].contains(output.format) || verbose || !properties.isEmpty || !reports.isEmpty
      || output.output != nil
  }

  private func everyPool(
    _ poolRequest: PoolRequest, _ request: ExplorationRequest, _ model: Model,
    _ environment: ToolEnvironment
  ) throws(CommandFailure) -> CommandOutput {
    var poolRequest = poolRequest
    if poolRequest.paths.isEmpty { poolRequest.paths = [EveryPool.bundledPath] }
    let pools = try PoolLoader(model: model, request: poolRequest).load()
    guard let pool = pools.first, pools.count == 1 else {
      throw CommandFailure.usage(
        "usage.several-pools", "--every-pool takes one pool, not \(pools.count)",
        remedy: "choose one by --pool NAME")
    }
    let start = ContinuousClock.now
    let text = EveryPoolText(
      found: try EveryPool(
        pool, properties: try request.properties(of: model), model: model, request: request,
        environment: environment),
      sink: sink(environment, since: start))
    return output.measured(
      CommandOutput(text: text.written(as: output.format), status: text.status),
      environment.stopwatch)
  }

  /// The writer of the report. The duration is shown on a terminal alone, where output is not
  /// compared.
  private func sink(
    _ environment: ToolEnvironment, since start: ContinuousClock.Instant
  ) -> TextSink {
    var sink = TextSink(
      style: environment.style, width: environment.width,
      level: quiet ? .summary : verbose ? .everything : .findings)
    if environment.outputIsTerminal {
      sink.duration = "\((ContinuousClock.now - start).components.seconds) s"
    }
    return sink
  }

  /// The settings of the project: from the named file, or from the one in this folder.
  private func projectSettings(
    _ model: Model
  ) throws(CommandFailure) -> ProjectSettings? {
    let isThere = FileManager.default.fileExists(atPath: ProjectSettings.fileName)
    guard let path = project ?? (isThere ? ProjectSettings.fileName : nil) else { return nil }
    do throws(DiagnosticList) {
      return try ProjectSettings(path: path, model: model)
    } catch {
      throw CommandFailure(error.diagnostics, status: .unreadable)
    }
  }

  private func acceptedFindings() throws(CommandFailure) -> FindingBaseline? {
    guard let baseline else { return nil }
    do {
      return try FindingBaseline(path: baseline)
    } catch {
      throw CommandFailure(error.diagnostics, status: .unreadable)
    }
  }
}
