import ArgumentParser
import Foundation
import PoolAnalysis
import SignIn
import TableMutation
import TransitionTables

extension SweepPlan.Shard: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }

  package var defaultValueDescription: String { text }
}

/// `waymark sweep`: checks many pools, the members of families, or the mutants of the table, in
/// shards.
struct SweepCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Checks many pools, in shards that other machines may run.",
    discussion: """
      NAME is a document, a folder that is searched, or a list: a file whose name ends in .txt, \
      with a document or a folder on each line. With --members each pool that the documents leave \
      open is checked by itself. With --mutants no pool is checked, but each row of the table is \
      changed, as by `waymark mutate`. A pool belongs to a shard by its documents' names. \
      `waymark merge` makes one report of all shards, the same for any number of them.

      A shard that is run again takes from its file the results of pools that have not changed, \
      and after it was killed those of the pools that were done. --timeout and --max-memory hold \
      for each pool. With --output the status is 0 where all pools of the shard were checked, \
      whatever came of them, and 152 where it was interrupted; without it the report is printed \
      and the status is that of the pools.

      Example: waymark sweep infrastructure --shard 1/4 --output shard-1.json
      """)

  @Argument(help: ArgumentHelp("Documents, folders or lists.", valueName: "NAME"))
  var names: [String] = []

  @Flag(help: "Checks each legal pool that documents leave open by itself.")
  var members = false

  @Flag(help: "Judges the mutants of each row of the table, instead of pools.")
  var mutants = false

  @Option(
    help: ArgumentHelp(
      "With --mutants: lets the client's cases kill mutants too.", valueName: "FILE"))
  var cases: String?

  @Option(help: ArgumentHelp("Which part of the pools or rows, such as 1/4.", valueName: "I/N"))
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
    if cases != nil, !mutants { throw ValidationError("--cases needs --mutants") }
    guard mutants else {
      if names.isEmpty { throw ValidationError("name a document, a folder or a list") }
      return
    }
    let ofPools: [(String, Bool)] = [
      ("a NAME", !names.isEmpty), ("--members", members), ("--set", !settings.isEmpty),
      ("--assume", !assumptions.isEmpty), ("--baseline", baseline != nil),
      ("--strict", search.strict), ("--backend", search.backend != .auto),
      ("--timeout", search.limits.timeout != nil),
      ("--max-memory", search.limits.maximumMemory != nil),
      ("--max-states", search.maximumStates != 1 << 31),
    ]
    if let (option, _) = ofPools.first(where: \.1) {
      throw ValidationError("\(option) has to do with pools; --mutants judges the table")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    mutants ? try sweepMutants(in: environment) : try sweepPools(in: environment)
  }

  private func sweepPools(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    // The time limit applies to each pool; an interrupt ends the run.
    var scratch = environment
    scratch.limits = RunLimits()
    var request = search.request(in: scratch)
    environment.limits.begin(timeout: nil)
    (request.listsPaths, request.triesAssumptions) = (false, false)
    let poolRequest = PoolRequest(
      paths: [], settings: try settings.map(Assignment.init(parsing:)),
      assumptions: try assumptions.map(Assignment.init(parsing:)))
    let model = try environment.model()
    var check = SweepCheck(model: model, request: request, poolRequest: poolRequest)
    var basis = try basis()
    if let baseline {
      do throws(DiagnosticList) {
        let accepted = try FindingBaseline(path: baseline)
        check.baseline = accepted
        basis.append(accepted.text)
      } catch {
        throw CommandFailure(error.diagnostics, status: .unreadable)
      }
    }
    let families = FamilyMembers(of: poolRequest, model: model)
    let plan = try SweepPlan(
      names, basis: basis, parameters: model.parameterDeclarations
    ) { documents throws(CommandFailure) in
      members ? try families.parts(of: documents) : [SweepPlan.Part()]
    }
    var run = SweepRun(of: .pools, environment: environment)
    run.timeout = search.limits.timeout
    return try output(of: run, plan, environment) { item, environment throws(CommandFailure) in
      try check.entries(of: item, in: environment)
    }
  }

  private func sweepMutants(
    in environment: ToolEnvironment
  ) throws(CommandFailure) -> CommandOutput {
    let table = try environment.model(keepsMutants: true, statements: true)
    let threads = search.threads ?? ProcessInfo.processInfo.activeProcessorCount
    let oracles = try MutationOracles.bundled(
      for: table, cases: cases, threads: threads, environment: environment)
    var basis = try basis() + [ContentDigest.oracles()]
    if let cases { basis.append(try ContentDigest.text(of: [try PoolReader.bytes(named: cases)])) }
    var met: Set<String> = []
    let rows = table.mutants().map(\.row).filter { met.insert($0).inserted }
    let plan = try SweepPlan(rows: rows, basis: basis)
    // A row takes a while and is not stopped half-way: an interrupt ends the process, and the
    // journal has the finished rows.
    var own = environment
    own.limits = RunLimits()
    let run = SweepRun(of: .rows, environment: own)
    return try output(of: run, plan, own) { item, environment throws(CommandFailure) in
      var request = MutationRun.Request(seed: search.seed, threads: threads)
      request.rows = item.documents
      let judged = MutationRun(request, by: oracles, progress: environment.progress)
      return [SweepEntry(item, judged)]
    }
  }

  /// The values that all results depend on.
  private func basis() throws(CommandFailure) -> [String] {
    [WaymarkCommand.configuration.version, options, try ContentDigest.table(layers: layers.names)]
  }

  /// Runs the items of the shard whose results are not known yet.
  private func output(
    of run: SweepRun, _ plan: SweepPlan, _ environment: ToolEnvironment,
    judge: (SweepPlan.Item, ToolEnvironment) throws(CommandFailure) -> [SweepEntry]
  ) throws(CommandFailure) -> CommandOutput {
    let header = SweepFile.Header(
      table: try ContentDigest.table(layers: layers.names), options: options, plan: plan)
    let journal = output.map(SweepJournal.init)
    let entries = try run.entries(
      of: plan.items(of: shard), known: output.flatMap { journal?.known(in: $0) } ?? [:],
      judge: judge
    ) { entries throws(CommandFailure) in try journal?.keep(entries) }
    // The journal has the results so far; the rest is not reported.
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
      "\(output): shard \(shard.text), \(file.entries.count) of \(file.header.items) "
      + "\(file.header.subject.rawValue), \(failing) "
      + (mutants ? "with mutants that nothing kills\n" : "not holding\n")
    return result
  }

  /// The options that affect results, as they are typed.
  private var options: String {
    var words = mutants ? ["--mutants"] : members ? ["--members"] : []
    if let cases { words += ["--cases", ShellText.quoted(cases)] }
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
