import ArgumentParser
import Atlas
import PoolAnalysis

/// `waymark gallery`: explores all bundled pools and checks that their verdicts fit their folders.
struct GalleryCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "gallery",
    abstract: "Explores all bundled pools and judges them against their folders.",
    discussion: """
      Takes about seven minutes of processor time. Writes a report of each pool and every \
      picture of two of them; in a clone of this project `--output Output` renews the gallery.

      Example: waymark gallery --output gallery
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var search: SearchOptions
  @OptionGroup var trial: AssumptionOptions
  @OptionGroup var transcripts: TranscriptOptions
  @OptionGroup var output: OutputOptions

  @Option(
    help: ArgumentHelp(
      "Writes every map to DIR/<pool>, whole and as an overview, as SVG.", valueName: "DIR"))
  var maps: String?

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    var exploration = search.request(in: environment)
    exploration.triesAssumptions = trial.tryAssumptions
    exploration.seeds = transcripts.seeds
    exploration.tellsWire = transcripts.transcript
    exploration.revealsSecrets = transcripts.revealSecrets
    let bundled = BundledPools(
      poolRequest: PoolRequest(paths: []), request: exploration, environment: environment)
    let result = try bundled.explore(
      model: try environment.model(), into: output.output ?? "waymark-gallery", maps: maps,
      format: output.format)
    return output.measured(result, environment.stopwatch)
  }
}
