import ArgumentParser
import Findings
import PoolAnalysis
import SignIn
import StateSpace
import TransitionTables

/// `waymark bench`, or `waymark bench engine`: measures the engine on known models.
struct BenchEngineCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Measures the engine: states, states a second, bytes a state.",
    discussion: """
      Every figure is the median of several runs in this process, after one to warm up.

      Example: waymark bench engine --model peterson
      """)

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

  /// The other explorers that the engine is compared with.
  enum Rival: String, ExpressibleByArgument, CaseIterable { case spin }

  @Option(help: "Runs another explorer on the exported models in turn: spin.")
  var against: Rival?

  @Option(help: "How often the two take turns.")
  var rounds: Int?

  @Option(help: "How many threads take steps; no count depends on it.")
  var threads = 1

  @Flag(help: "Measures two-phase commit from 3 managers on and a pool with more and more factors.")
  var growth = false

  @Flag(help: "Stores keys and compares with a sorted reference; 153 where they differ.")
  var verify = false

  @Flag(
    help: ArgumentHelp(
      "Measures whole commands against their budgets; 12 where one takes half as much again."))
  var budgets = false

  @Option(
    help: ArgumentHelp(
      "Writes the budgets' table into a page, under its heading `Budgets`.", valueName: "FILE"))
  var page: String?

  @Option(help: "How many keys are stored by --verify, at 40 bytes each.")
  var keys: Int?

  @Option(
    name: .customLong("max-states"),
    help: ArgumentHelp("Stops a model with status 152 at so many states.", valueName: "N"))
  var maximumStates = 4_294_967_294

  @Option(
    name: .customLong("max-memory"),
    help: ArgumentHelp(
      "Stops a model with status 152 before it takes more, such as 500M or 4G.",
      discussion: "Without it: four fifths of the memory that is free.", valueName: "SIZE"))
  var maximumMemory: MemorySize?

  @Option(help: ArgumentHelp("Stops with status 152 after so many seconds.", valueName: "SECONDS"))
  var timeout: Double?

  @OptionGroup var layers: LayerOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...100).contains(runs) else { throw ValidationError("--runs takes 1 to 100") }
    guard against != nil || rounds == nil else {
      throw ValidationError("--rounds needs --against")
    }
    guard budgets || page == nil else { throw ValidationError("--page needs --budgets") }
    guard verify || keys == nil else { throw ValidationError("--keys needs --verify") }
    guard (1...100).contains(rounds ?? 1) else { throw ValidationError("--rounds takes 1 to 100") }
    guard growth ? (3...10).contains(managers) : [3, 5, 7, 9].contains(managers) else {
      throw ValidationError("--managers takes 3, 5, 7 or 9; with --growth 3 to 10")
    }
    guard (1...256).contains(threads) else {
      throw ValidationError("--threads takes 1 to 256")
    }
    guard (1...2_000_000_000).contains(keys ?? 1) else {
      throw ValidationError("--keys takes 1 to 2000000000")
    }
    try validateLimits()
  }

  private func validateLimits() throws {
    guard (1...4_294_967_294).contains(maximumStates) else {
      throw ValidationError("--max-states takes 1 to 4294967294")
    }
    guard timeout.map({ $0 > 0 && $0 <= 1e9 }) ?? true else {
      throw ValidationError("--timeout takes a number of seconds above 0")
    }
    guard against == nil && !verify || maximumMemory == nil && timeout == nil else {
      throw ValidationError("a race and --verify are not stopped by limits")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    if against != nil { return try race(in: environment) }
    if verify {
      return StoreVerification(keys: keys ?? 100_000_000, environment: environment)
        .output(isJSON: try output.format.isJSON())
    }
    environment.limits.begin(timeout: timeout)
    if budgets { return try measureBudgets(in: environment) }
    let bench = EngineBench(
      runs: runs,
      options: ExplorationOptions(
        maximumStates: maximumStates,
        maximumBytes: maximumMemory?.bytes ?? MemorySize.free.map { $0.bytes / 5 * 4 },
        threads: threads), environment: environment)
    var results: [EngineBench.Measurement] = []
    if growth {
      results = try EngineGrowth(bench: bench, managers: managers).measure(in: environment)
      return try written(results)
    }
    for model in try benchModels(in: environment) where !environment.limits.shouldStop {
      results.append(try bench.measure(model))
    }
    return try written(results)
  }

  private func written(
    _ results: [EngineBench.Measurement]
  ) throws(CommandFailure) -> CommandOutput {
    let isWhole = results.allSatisfy(\.isComplete) && !results.isEmpty
    return CommandOutput(
      text: try output.format.isJSON() ? EngineBench.json(results).text : EngineBench.text(results),
      status: isWhole ? .allHold : .limitReached)
  }

  private func measureBudgets(
    in environment: ToolEnvironment
  ) throws(CommandFailure) -> CommandOutput {
    var old = ""
    if let page { old = try Self.text(of: page) }
    let figures = try Budgets(runs: runs, environment: environment).measure()
    var result = CommandOutput(
      text: Budgets.text(figures),
      status: figures.contains(where: \.isExceeded) ? .safetyViolated : .allHold)
    if let page, let new = Budgets.page(old, with: figures) {
      result.files.append(CommandOutput.File(page, text: new))
    }
    return result
  }

  /// The text of a page, which must have a table of budgets; checked before they are measured.
  private static func text(of page: String) throws(CommandFailure) -> String {
    try text(of: try PoolReader.bytes(named: page), file: page)
  }

  static func text(of bytes: [UInt8], file: String) throws(CommandFailure) -> String {
    if let text = String(validating: bytes, as: UTF8.self), Budgets.page(text, with: []) != nil {
      return text
    }
    throw CommandFailure(
      [
        Diagnostic(
          "document.unreadable", at: SourceLocation(file: file),
          "the page is no UTF-8 text with a heading `## Budgets` and a table",
          remedy: "name `Measurements.md` of the engine's documentation")
      ], status: .unreadable)
  }

  private func race(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let race = try SpinRace(rounds: rounds ?? 3, environment: environment)
    var results: [SpinRace.Result] = []
    for model in try benchModels(in: environment) { results.append(try race.run(model)) }
    return CommandOutput(
      text: try output.format.isJSON() ? SpinRace.json(results).text : SpinRace.text(results))
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
