import ArgumentParser
import Findings

/// `waymark bench`: the engine on known models.
struct BenchCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures the engine: states, states a second, bytes a state.",
    discussion: "Every figure is the median of several runs in this process, after one to warm up.",
    subcommands: [BenchCryptoCommand.self])

  @Option(help: "How many runs the median is taken of.")
  var runs = 5

  @Option(help: "The largest number of resource managers of two-phase commit: 3, 5, 7 or 9.")
  var managers = 7

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...100).contains(runs) else { throw ValidationError("--runs takes 1 to 100") }
    guard [3, 5, 7, 9].contains(managers) else {
      throw ValidationError("--managers takes 3, 5, 7 or 9")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let bench = EngineBench(runs: runs, largest: managers, environment: environment)
    let results = try bench.measure()
    switch output.format {
    case .text: return CommandOutput(text: EngineBench.text(results))
    case .json: return CommandOutput(text: EngineBench.json(results).text)
    }
  }
}
