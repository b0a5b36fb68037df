import ArgumentParser
import Findings

/// `waymark bench`: the engine on known models.
struct BenchCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures the engine: states, states a second, bytes a state.",
    discussion: "Every figure is the median of several runs in this process, after one to warm up.")

  @Option(help: "How many runs the median is taken of.")
  var runs = 5

  @Option(help: "The largest number of resource managers of two-phase commit: 3, 5, 7 or 9.")
  var managers = 7

  @Option(
    name: .customLong("model"),
    help: ArgumentHelp(
      "Measures this classic or bundled pool alone, such as two-phase-commit-9; may be repeated.",
      valueName: "NAME"))
  var models: [String] = []

  /// Who else explores the models.
  enum Rival: String, ExpressibleByArgument, CaseIterable { case spin }

  @Option(help: "Runs another explorer on the exported models in turn: spin.")
  var against: Rival?

  @Option(help: "How often the two take turns.")
  var rounds = 3

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...100).contains(runs) else { throw ValidationError("--runs takes 1 to 100") }
    guard (1...100).contains(rounds) else { throw ValidationError("--rounds takes 1 to 100") }
    guard [3, 5, 7, 9].contains(managers) else {
      throw ValidationError("--managers takes 3, 5, 7 or 9")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    if against != nil { return try race(in: environment) }
    let bench = EngineBench(runs: runs, environment: environment)
    var results: [EngineBench.Measurement] = []
    for model in try benchModels(in: environment) { results.append(try bench.measure(model)) }
    switch output.format {
    case .text: return CommandOutput(text: EngineBench.text(results))
    case .json: return CommandOutput(text: EngineBench.json(results).text)
    }
  }

  private func race(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let race = try SpinRace(rounds: rounds, environment: environment)
    var results: [SpinRace.Result] = []
    for model in try benchModels(in: environment) { results.append(try race.run(model)) }
    switch output.format {
    case .text: return CommandOutput(text: SpinRace.text(results))
    case .json: return CommandOutput(text: SpinRace.json(results).text)
    }
  }

  private func benchModels(
    in environment: ToolEnvironment
  ) throws(CommandFailure) -> [BenchModel] {
    guard !models.isEmpty else { return try BenchModel.all(managers: managers, in: environment) }
    var named: [BenchModel] = []
    for name in models { named.append(try BenchModel.named(name, in: environment)) }
    return named
  }
}
