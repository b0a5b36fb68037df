import ArgumentParser
import Atlas
import Findings
import PoolAnalysis
import TransitionTables

/// `waymark explore`: lists the paths of next steps and replays them with real cryptography.
struct ExploreCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Lists the paths of next steps, replays them with cryptography, checks properties.",
    discussion: """
      Prints one screen and writes index.html (an atlas to search and step through), report.txt, \
      report.json, catalogue.md and next-steps diagrams into waymark-output/<pool>/, with \
      --transcript also what each path sends on the wire (transcript.txt). With --answers the \
      atlas has a section of what `attacks`, `lockouts` and `playbook` say.

      Example: waymark explore pool.yaml
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var pools: PoolOptions
  @OptionGroup var search: SearchOptions
  @OptionGroup var trial: AssumptionOptions
  @OptionGroup var transcripts: TranscriptOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var linked: LinkedAccountOptions

  @Flag(
    help: ArgumentHelp(
      "Adds to index.html which stolen means let an outsider in, and which losses lock users out.",
      discussion: """
        As matrices, each cell with the run, the setting and what an administrator does. It \
        explores the pool once more and asks what three verbs ask: about twice the time.
        """))
  var answers = false

  @Flag(help: "Prints all of report.txt: configuration, verdicts, every finding, every path.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Prints the summary alone, and no progress.")
  var quiet = false

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet exclude each other") }
    if linked.path != nil, !answers { throw ValidationError("--means is for --answers") }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    var environment = environment
    if quiet { environment.progress = { _ in } }
    // `explore` is the default verb, so its argument may be a misspelt verb.
    try MisspeltVerb.refuse(pools.pools.first)
    var request = try pools.request()
    let folder = output.output ?? "waymark-output"
    (request.writesFolders, request.outputFolder) = (true, folder)
    var exploration = search.request(in: environment)
    exploration.triesAssumptions = trial.tryAssumptions
    exploration.seeds = transcripts.seeds
    // The atlas contains the transcripts, whether or not they are also written to a file.
    exploration.tellsWire = true
    exploration.revealsSecrets = transcripts.revealSecrets
    let accounts = try linked.accounts()
    let model = try environment.model(asking: accounts?.declared)
    let batch = PoolBatch(
      verb: "explore", poolRequest: request, request: exploration, environment: environment)
    let outcomes: [PoolBatch.Outcome]
    do throws(CommandFailure) {
      outcomes = try batch.outcomes(model: model)
    } catch {
      return try PoolBatch.output(error, format: output.format)
    }
    var result = PoolBatch.output(
      outcomes, format: output.format,
      text: TextSink(
        style: environment.style, width: environment.width,
        level: quiet ? .summary : verbose ? .everything : .overview),
      isStrict: search.strict)
    for outcome in outcomes {
      guard let report = outcome.result?.report else { continue }
      let log = outcome.result?.transcript ?? ""
      var means: MeansReport?
      if answers {
        let found = try MeansReport(
          of: outcome.pool, model: model, request: exploration, environment: environment,
          linked: accounts)
        result.status = ExitStatus.combined([result.status, found.status])
        // A limit that stops the whole run is reported once, at its end.
        for reason in found.reasons where !environment.limits.isStopped {
          result.stderr += "\(report.pool): what its means come to is undetermined: \(reason)\n"
        }
        means = found
      }
      var files = [
        try PoolGallery.atlas(of: titled(report), model: model, transcript: log, means, in: folder)
      ]
      files += try PoolGallery.files(for: report, in: folder)
      if transcripts.transcript { files += PoolGallery.transcript(log, of: report, in: folder) }
      // The files of a stopped run have other names, which are reported with the reason.
      if !quiet, !environment.limits.isStopped {
        let names = files.compactMap { $0.path.split(separator: "/").last }
        result.stderr += "written to \(folder)/\(CommandOutput.folderName(report.pool)): "
        result.stderr += names.joined(separator: ", ") + "\n"
      }
      result.files += files
    }
    if !quiet, environment.outputIsTerminal { result.stderr += "\(environment.stopwatch.line)\n" }
    return output.measured(result, environment.stopwatch)
  }

  /// The report, with the options of the atlas in the command that reproduces it.
  private func titled(_ report: PoolReport) -> PoolReport {
    var report = report
    if answers { report.command += " --answers" }
    if let path = linked.path { report.command += " --means \(ShellText.quoted(path))" }
    return report
  }
}
