import ArgumentParser
import PoolAnalysis
import TransitionTables

extension SweepPlan.Shard: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }

  package var defaultValueDescription: String { text }
}

/// `waymark sweep`: the verdicts on many pools, in shards.
struct SweepCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Checks many pools, in shards that other machines may run.",
    discussion: """
      NAME is a document, a folder that is searched, or a list: a file whose name ends in .txt, \
      with a document or a folder on each line. A pool belongs to a shard by its documents' \
      names. `waymark merge` makes one report of all shards, the same for any number of them.

      A shard that is run again takes from its file the results of pools that have not changed, \
      and after it was killed those of the pools that were done. --timeout and --max-memory hold \
      for each pool. With --output the status is 0 where all pools of the shard were checked, \
      whatever came of them, and 152 where it was interrupted; without it the report is printed \
      and the status is that of the pools.

      Example: waymark sweep infrastructure --shard 1/4 --output shard-1.json
      """)

  @Argument(help: ArgumentHelp("Documents, folders or lists.", valueName: "NAME"))
  var names: [String]

  @Option(help: ArgumentHelp("Which part of the pools, such as 1/4.", valueName: "I/N"))
  var shard = SweepPlan.Shard(index: 1, count: 1)

  @Option(help: ArgumentHelp("Where the results of the shard go.", valueName: "FILE"))
  var output: String?

  @Option(
    help: ArgumentHelp("Accepts the findings that the file lists.", valueName: "FILE"))
  var baseline: String?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Overrides a parameter of every pool.", valueName: "parameter=value"))
  var settings: [String] = []

  @Option(
    name: .customLong("assume"),
    help: ArgumentHelp("Sets an assumption of the table.", valueName: "name=value"))
  var assumptions: [String] = []

  @OptionGroup var layers: LayerOptions
  @OptionGroup var search: SearchOptions

  func validate() throws {
    if shard.count > 1, output == nil {
      throw ValidationError("--shard \(shard.text) needs --output FILE, for `waymark merge`")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    // Time counts for each pool; an interrupt ends the run.
    var scratch = environment
    scratch.limits = RunLimits()
    var request = search.request(in: scratch)
    environment.limits.begin(timeout: nil)
    (request.listsPaths, request.triesAssumptions) = (false, false)
    let poolRequest = PoolRequest(
      paths: [], settings: try settings.map(Assignment.init(parsing:)),
      assumptions: try assumptions.map(Assignment.init(parsing:)))
    var run = SweepRun(
      model: try environment.model(), request: request, poolRequest: poolRequest,
      environment: environment)
    run.timeout = search.limits.timeout
    var basis = [WaymarkCommand.configuration.version, options]
    if let baseline {
      do throws(DiagnosticList) {
        let accepted = try FindingBaseline(path: baseline)
        run.baseline = accepted
        basis.append(accepted.text)
      } catch {
        throw CommandFailure(error.diagnostics, status: .unreadable)
      }
    }
    let table = try ContentDigest.table(layers: layers.names)
    let plan = try SweepPlan(names, basis: basis + [table])
    let header = SweepFile.Header(table: table, options: options, plan: plan)
    let journal = output.map(SweepJournal.init)
    let items = plan.items(of: shard)
    let entries = try run.entries(
      of: items, known: output.flatMap { journal?.known(in: $0) } ?? [:]
    ) { entries throws(CommandFailure) in try journal?.keep(entries) }
    // The journal has what is known; nothing is said of the rest.
    guard !environment.limits.shouldStop else { return CommandOutput() }
    return try result(SweepFile(header: header, shard: shard, entries: entries), environment)
  }

  private func result(
    _ file: SweepFile, _ environment: ToolEnvironment
  ) throws(CommandFailure) -> CommandOutput {
    guard let output else {
      let merged = try SweepFile(merging: [(names.first ?? "", file)])
      return CommandOutput(
        text: SweepSummary(of: merged, style: environment.style).text, status: merged.status)
    }
    var result = CommandOutput()
    result.files = [CommandOutput.File(output, text: file.text)]
    let failing = file.entries.count { $0.status != .allHold }
    result.stderr =
      "\(output): shard \(shard.text), \(file.entries.count) of \(file.header.pools) pools, "
      + "\(failing) not holding\n"
    return result
  }

  /// The options that decide results, as they are typed.
  private var options: String {
    var words: [String] = []
    for (option, values) in [
      ("--set", settings), ("--assume", assumptions), ("--layer", layers.names),
    ] {
      for value in values { words += [option, ShellText.quoted(value)] }
    }
    if search.seed != 1 { words += ["--seed", "\(search.seed)"] }
    if search.strict { words.append("--strict") }
    if search.backend != .auto { words += ["--backend", search.backend.rawValue] }
    if search.maximumStates != 1 << 31 { words += ["--max-states", "\(search.maximumStates)"] }
    return words.joined(separator: " ")
  }
}
