import ArgumentParser
import Endpoint
import PoolAnalysis
import SignIn
import SignInCryptography
import SignInTestBed
import TransitionTables

/// `waymark coverage`: lists rows that no scenario fires, or paths that an app's tests miss.
struct CoverageCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Shows which sign-in paths an app's tests reached, or rows that no scenario fires.",
    discussion: """
      With --catalogue: reads files that `waymark serve --coverage FILE` has written, and shows \
      which paths, error ends and side steps of the pool's catalogue the tests of an app reached. \
      A path is reached where one user's requests and answers, as far as they are on any path, \
      follow it without a gap. Several files are read together. Exit status 12 where fewer than \
      --at-least are reached.

      Without: rows of the pool that no bundled scenario fires; 12 if any.

      Example: waymark coverage --catalogue pool.yaml seen.json --at-least 80
      """)

  @Flag(help: "Explores the bundled pools too and lists the rows that none reaches.")
  var pools = false

  @Option(
    help: ArgumentHelp("The documents of the pool that the tests ran at.", valueName: "POOL"))
  var catalogue: [String] = []

  @Argument(help: ArgumentHelp("What `serve --coverage` has written.", valueName: "FILE"))
  var files: [String] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Overrides a parameter of the documents.", valueName: "parameter=value"))
  var settings: [String] = []

  @Option(
    name: .customLong("at-least"),
    help: ArgumentHelp("How many of a hundred must be reached.", valueName: "PERCENT"))
  var least: Int?

  @Option(help: ArgumentHelp("Writes a page.", valueName: "FILE"))
  var html: String?

  @OptionGroup var reading: ReadingOptions
  @OptionGroup var layers: LayerOptions
  @OptionGroup var search: SearchOptions
  @OptionGroup var output: PlainOutputOptions

  func validate() throws {
    guard catalogue.isEmpty == files.isEmpty else {
      throw ValidationError("--catalogue POOL and a FILE of `serve --coverage` belong together")
    }
    guard least.map({ (0...100).contains($0) }) ?? true else {
      throw ValidationError("--at-least takes 0 to 100")
    }
    guard !catalogue.isEmpty || output.format == .text else {
      throw ValidationError("--format needs --catalogue: rows are listed as text")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    guard catalogue.isEmpty else { return try ofCatalogue(in: environment) }
    search.limits.begin(in: environment, threads: search.threads)
    let model = try environment.model(statements: true)
    let found = try RowCoverage.bundled(for: model, seed: 1, environment: environment)
    var text = found.text
    if pools {
      text += found.text(reached: try PoolReach(model: model, environment: environment).rows())
    }
    // An incomplete run of the scenarios cannot show that a row is fired by none.
    guard !environment.limits.shouldStop else { return CommandOutput() }
    return CommandOutput(
      text: text, status: found.missing.isEmpty ? .allHold : .safetyViolated)
  }

  private func ofCatalogue(
    in environment: ToolEnvironment
  ) throws(CommandFailure) -> CommandOutput {
    var seen = SignInLog()
    for file in files {
      seen.add(try RecordedJSON.value(at: file, Self.kind) { SignInLog($0) })
    }
    let pool = try ServedPool(try reading.request(catalogue, settings: settings), in: environment)
    let paths = try pool.paths(
      seed: search.seed, request: search.request(in: environment), in: environment)
    // An incomplete list of paths cannot show which share of them was reached.
    guard !environment.limits.isStopped else { return CommandOutput() }
    let coverage = try paths.coverage(pool.name, seen: seen.ways)
    let isJSON = try output.format.isJSON()
    var result = CommandOutput(
      text: isJSON ? coverage.value.text : coverage.text,
      status: coverage.percent >= least ?? 0 ? .allHold : .safetyViolated)
    if let html { result.files.append(CommandOutput.File(html, text: coverage.html)) }
    return result
  }

  static let kind = RecordedJSON.Kind(
    code: "coverage.shape", message: "this is no file of coverage",
    remedy: "write one with `waymark serve POOL --coverage FILE`")
}
