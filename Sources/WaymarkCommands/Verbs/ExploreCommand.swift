import ArgumentParser
import Atlas
import Findings
import PoolAnalysis
import TransitionTables

/// `waymark explore`: the catalogue of next-step paths, replayed with real cryptography.
struct ExploreCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Lists the paths of next steps, replays them with cryptography, checks properties.",
    discussion: """
      Writes index.html (an atlas to search and step through), report.txt, report.json, \
      catalogue.md and next-steps diagrams into waymark-output/<pool>/, with --transcript also \
      what each path sends on the wire (transcript.txt). Without a POOL it explores all bundled \
      pools and judges them against their folders, into the gallery in Output.

      Example: waymark explore pool.yaml
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var pools: PoolOptions
  @OptionGroup var search: SearchOptions
  @OptionGroup var trial: AssumptionOptions
  @OptionGroup var transcripts: TranscriptOptions
  @OptionGroup var output: OutputOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    var request = try pools.request()
    request.writesFolders = true
    var exploration = search.request(in: environment)
    exploration.triesAssumptions = trial.tryAssumptions
    exploration.seeds = transcripts.seeds
    // The atlas of a pool that was asked for has the logs, whether or not they are a file too.
    exploration.tellsWire = transcripts.transcript || !request.paths.isEmpty
    exploration.revealsSecrets = transcripts.revealSecrets
    let folder = output.output ?? (request.paths.isEmpty ? "Output" : "waymark-output")
    let model = try environment.model()
    guard !request.paths.isEmpty else {
      let bundled = BundledPools(
        poolRequest: request, request: exploration, environment: environment)
      let result = try bundled.explore(model: model, into: folder, format: output.format)
      return output.measured(result, environment.stopwatch)
    }
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
      text: TextSink(style: environment.style, width: environment.width),
      isStrict: search.strict)
    for outcome in outcomes {
      guard let report = outcome.result?.report else { continue }
      let log = outcome.result?.transcript ?? ""
      result.files += try PoolGallery.files(for: report, in: folder)
      result.files.append(
        try PoolGallery.atlas(of: report, model: model, transcript: log, in: folder))
      if transcripts.transcript {
        result.files += PoolGallery.transcript(log, of: report, in: folder)
      }
    }
    if !result.files.isEmpty {
      result.stderr += "written: \(result.files.map(\.path).joined(separator: ", "))\n"
    }
    if environment.outputIsTerminal { result.stderr += "\(environment.stopwatch.line)\n" }
    return output.measured(result, environment.stopwatch)
  }
}
