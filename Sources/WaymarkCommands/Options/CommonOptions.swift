import ArgumentParser
import Atlas
import Findings
import PoolAnalysis
import TransitionTables

extension Backend: ExpressibleByArgument {}
extension ReportFormat: ExpressibleByArgument {}
extension ExportFormat: ExpressibleByArgument {}
extension DrawingFormat: ExpressibleByArgument {}
extension DrawingLabels: ExpressibleByArgument {}
extension DrawingLayout: ExpressibleByArgument {}
extension DrawingLevel: ExpressibleByArgument {}
extension DrawingTheme: ExpressibleByArgument {}
extension DrawingView: ExpressibleByArgument {}

extension ReportFormat {
  /// Whether the result is written as JSON and not as text, for verbs that report no findings.
  ///
  /// - Parameter remedy: the suggestion in the message about another format.
  /// - Throws: `usage.format` for the formats that are for findings.
  func isJSON(
    orElse remedy: String = "use `text` or `json`, or `check` and `explore`"
  ) throws(CommandFailure) -> Bool {
    guard self == .text || self == .json else {
      throw CommandFailure.usage(
        "usage.format",
        "`--format \(rawValue)` is for findings, which this verb has none of",
        remedy: remedy)
    }
    return self == .json
  }
}

/// The options of verbs that write one text.
struct PlainOutputOptions: ParsableArguments {
  @Option(help: "How the result is written: text or json.")
  var format = ReportFormat.text
}

/// The format of a page or a table.
enum PageFormat: String, CaseIterable, ExpressibleByArgument {
  case text, markdown, json
}

/// The options of verbs that write a page or a table.
struct PageOutputOptions: ParsableArguments {
  @Option(name: .customLong("format"), help: "How the result is written.")
  var page = PageFormat.text

  var format: ReportFormat {
    switch page {
    case .text: .text
    case .markdown: .markdown
    case .json: .json
    }
  }
}

/// The options of verbs that report findings, write files or are measured.
struct OutputOptions: ParsableArguments {
  @Option(help: "How the result is written: text, json, sarif, junit, markdown or github.")
  var format = ReportFormat.text

  @Option(help: ArgumentHelp("The folder for files.", valueName: "DIR"))
  var output: String?

  @Option(
    help: ArgumentHelp("Writes times to a file; they are never in a report.", valueName: "FILE"))
  var measurements: String?

  /// Adds the times of the run to the output, where they were asked for.
  func measured(_ output: CommandOutput, _ stopwatch: Stopwatch) -> CommandOutput {
    guard let measurements else { return output }
    var output = output
    output.files.append(CommandOutput.File(measurements, text: stopwatch.json.text))
    return output
  }
}

/// The options for values of Terraform's variables, in addition to values given by name.
struct VariableOptions: ParsableArguments {
  @Option(
    name: .customLong("variable-file"),
    help: ArgumentHelp(
      "A file of values for Terraform's variables, such as prod.tfvars; may be repeated.",
      valueName: "FILE"))
  var files: [String] = []

  @Flag(
    name: .customLong("variable-defaults"),
    help: "Gives Terraform's variables that have no other value their defaults.")
  var takesDefaults = false
}

/// The options for reading the documents of a pool.
struct ReadingOptions: ParsableArguments {
  @Option(
    name: .customLong("assume"),
    help: ArgumentHelp("Sets an assumption of the table.", valueName: "name=value"))
  var assumptions: [String] = []

  @Option(
    name: .customLong("parameter"),
    help: ArgumentHelp(
      "Gives a template's parameter or a Terraform variable its value.", valueName: "Name=value"))
  var templateParameters: [String] = []

  @OptionGroup var variables: VariableOptions

  @Option(
    name: [.customLong("pool"), .customLong("pool-name")],
    help: ArgumentHelp(
      "The pool to take where a document or a folder has several, as its report is headed.",
      valueName: "NAME"))
  var poolName: String?

  @Option(
    name: .customLong("client"),
    help: ArgumentHelp("The app client to take where a pool has several.", valueName: "NAME"))
  var clientName: String?

  /// The request for the documents at some paths, with some parameters overridden.
  func request(
    _ paths: [String], settings: [String]
  ) throws(CommandFailure) -> PoolRequest {
    var request = PoolRequest(
      paths: paths, settings: try settings.map(Assignment.init(parsing:)),
      assumptions: try assumptions.map(Assignment.init(parsing:)),
      templateParameters: try templateParameters.map(Assignment.init(parsing:)),
      poolName: poolName, clientName: clientName)
    request.variableFiles = variables.files
    request.takesVariableDefaults = variables.takesDefaults
    return request
  }
}

/// The options that name pools and override their parameters.
struct PoolOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The documents of a pool; several of one pool are read together. A folder is searched.",
      valueName: "POOL"))
  var pools: [String] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Overrides a parameter of the documents.", valueName: "parameter=value"))
  var settings: [String] = []

  @OptionGroup var reading: ReadingOptions
}

/// The options for layers over the sign-in model.
struct LayerOptions: ParsableArguments {
  @Option(
    name: .customLong("layer"),
    help: ArgumentHelp(
      "Puts a layer over the table, such as another client; may be repeated, in order.",
      discussion: "A bundled one by its name, or a YAML file or a folder of them.",
      valueName: "NAME|PATH"))
  var names: [String] = []
}

/// The options that limit time and memory of a run.
struct LimitOptions: ParsableArguments {
  @Option(
    name: .customLong("max-memory"),
    help: ArgumentHelp(
      "Stops with status 152 before the whole process takes more, such as 500M or 4G.",
      discussion: "Less than 128M suffices for no pool. Without it: four fifths of what is free.",
      valueName: "SIZE"))
  var maximumMemory: MemorySize?

  @Option(help: ArgumentHelp("Stops with status 152 after so many seconds.", valueName: "SECONDS"))
  var timeout: Double?

  func validate() throws {
    guard timeout.map({ $0 > 0 && $0 <= 1e9 }) ?? true else {
      throw ValidationError("--timeout takes a number of seconds above 0")
    }
  }

  /// Starts to enforce the limits of the run.
  func begin(in environment: ToolEnvironment, threads: Int? = nil) {
    environment.limits.begin(
      timeout: timeout, bytes: environment.ownsProcess ? maximumMemory?.bytes : nil,
      threads: threads)
  }
}

/// The options of a search: its limits and its seed.
struct SearchOptions: ParsableArguments {
  @Option(help: "The seed of all randomness of the test bed.")
  var seed: UInt64 = 1

  @Option(help: "How many threads may be used; no result depends on it.")
  var threads: Int?

  @Option(
    name: .customLong("max-states"),
    help: ArgumentHelp(
      "Stops with status 152 at so many states that are listed; sets take memory alone.",
      valueName: "N"))
  var maximumStates: Int = 1 << 31

  @Option(
    help: ArgumentHelp(
      "explicit lists states, symbolic uses decision diagrams, auto chooses.",
      valueName: "auto|explicit|symbolic"))
  var backend = Backend.auto

  @OptionGroup var limits: LimitOptions

  @Flag(help: "Lets warnings set the exit status like errors.")
  var strict = false

  func validate() throws {
    guard (1...4_294_967_294).contains(maximumStates) else {
      throw ValidationError("--max-states takes 1 to 4294967294")
    }
    guard threads.map({ $0 > 0 }) ?? true else {
      throw ValidationError("--threads takes a number above 0")
    }
  }

  /// The request of these options; also starts to enforce the run's limits.
  func request(in environment: ToolEnvironment) -> ExplorationRequest {
    limits.begin(in: environment, threads: threads)
    var request = ExplorationRequest(
      seed: seed, maximumStates: maximumStates, backend: backend, isStrict: strict)
    request.maximumBytes = limits.maximumMemory?.bytes ?? MemorySize.free.map { $0.bytes / 5 * 4 }
    request.threads = threads ?? .max
    return request
  }
}

/// The option to change assumptions, to see which of them decide a verdict.
struct AssumptionOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Changes each assumption alone and names those that flip a verdict.",
      discussion: "Without the option pools of up to 200,000 states are tried."))
  var tryAssumptions: Bool?
}
