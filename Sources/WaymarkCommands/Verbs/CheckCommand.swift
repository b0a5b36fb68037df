import ArgumentParser
import Findings
import TransitionTables

/// `waymark check`: verdicts, findings, counterexamples.
struct CheckCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks the promises and shows the shortest counterexamples.")

  @OptionGroup var pools: PoolOptions
  @OptionGroup var search: SearchOptions
  @OptionGroup var output: OutputOptions

  @Option(
    name: .customLong("property"),
    help: ArgumentHelp("Checks this property alone; may be repeated.", valueName: "ID"))
  var properties: [String] = []

  @Flag(
    name: .customLong("try-assumptions"),
    help: "Tries each assumption the other way and names those that flip a verdict.")
  var triesAssumptions = false

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    var request = search.request(in: environment)
    request.listsPaths = false
    request.triesAssumptions = triesAssumptions
    request.properties = properties.isEmpty ? nil : properties
    let batch = PoolBatch(
      verb: "check", poolRequest: try pools.request(), request: request, environment: environment)
    let outcomes = try batch.outcomes(model: try environment.model())
    var result = PoolBatch.output(outcomes, format: output.format, style: environment.style)
    if let folder = output.output {
      for report in outcomes.compactMap(\.result?.report) {
        result.files += PoolGallery.reportFiles(for: report, in: folder)
      }
    }
    return output.measured(result, environment.stopwatch)
  }
}
