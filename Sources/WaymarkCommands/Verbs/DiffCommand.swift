import ArgumentParser
import Findings
import PoolAnalysis
import TransitionTables

/// `waymark diff`: shows the effects of a change of a pool before it is deployed.
struct DiffCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compares two pools: affected users, paths, verdicts, refused changes.",
    discussion: """
      The first POOL is the pool as it is, the second the pool that replaces it; without a second \
      it is the same pool with what `--after` sets. Every record that users can get into under \
      the old pool is put under the new one; a user who could sign in before and cannot \
      afterwards is affected. Users who had to do something else first, such as to confirm or to \
      reset, and now cannot sign in any more are listed separately.

      Exit status: 0 no user is affected and no verdict lost, 12 users are affected, or can no \
      longer finish what they had to do before a sign-in, or installed apps are refused, or who \
      is signed in is signed out, or a safety property newly fails, 11 or 13 as for check, 75 a \
      pool is too open to be compared, 151 a pool is illegal or the service refuses the change, \
      152 a limit was reached.

      Example: waymark diff old.yaml new.yaml
      Example: waymark diff --no-new new.yaml --baseline answers.json
      """)

  @Argument(
    help: ArgumentHelp("The pool as it is, and the pool that replaces it.", valueName: "POOL"))
  var pools: [String] = []

  @Option(
    name: .customLong("old"),
    help: ArgumentHelp(
      "A further document of the pool as it is; may be repeated.", valueName: "FILE"))
  var oldDocuments: [String] = []

  @Option(
    name: .customLong("new"),
    help: ArgumentHelp("A further document of the new pool; may be repeated.", valueName: "FILE"))
  var newDocuments: [String] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Overrides a parameter of both pools.", valueName: "parameter=value"))
  var settings: [String] = []

  @Option(
    name: .customLong("after"),
    help: ArgumentHelp("Overrides a parameter of the new pool alone.", valueName: "parameter=value")
  )
  var changes: [String] = []

  @OptionGroup var reading: ReadingOptions

  @Flag(
    name: .customLong("no-new"),
    help: ArgumentHelp(
      "Answers only whether the new pool allows an attack or a lockout that the old one does not.",
      discussion: "0 where it does not, 12 with the new sets where it does."))
  var noNew = false

  @Option(
    help: ArgumentHelp(
      "With --no-new: the answers of the old pool from a file, in place of its documents.",
      valueName: "FILE"))
  var baseline: String?

  @Flag(help: "With --no-new: writes the answers of the one pool that is given into the baseline.")
  var updateBaseline = false

  @OptionGroup var layers: LayerOptions
  @OptionGroup var search: SearchOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if baseline != nil, !noNew { throw ValidationError("--baseline needs --no-new") }
    if updateBaseline, baseline == nil {
      throw ValidationError("--update-baseline needs --baseline FILE")
    }
    if noNew, PageFormat(rawValue: output.format.rawValue) == nil {
      throw ValidationError("--no-new writes text, json or markdown")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let model = try environment.model()
    if noNew { return try newAnswers(model, environment) }
    let comparer = PoolComparer(
      model: model, request: search.request(in: environment), environment: environment)
    var difference = try comparer.compare(
      try pool(0, model), try pool(pools.count == 2 ? 1 : 0, model, isNew: true))
    difference.command = command
    var result = CommandOutput()
    let text = DifferenceText(
      difference: difference, model: model, style: environment.style,
      width: environment.outputIsTerminal ? environment.width : 100)
    result.stdout = Array(text.written(as: output.format).utf8)
    result.beginsLinesWithColons = output.format == .github
    if let folder = output.output { result.files = files(of: difference, model, in: folder) }
    result.stderr = difference.lastingWarnings.map(\.rendered).joined()
    result.status = difference.status
    return output.measured(result, environment.stopwatch)
  }

  private func newAnswers(
    _ model: Model, _ environment: ToolEnvironment
  ) throws(CommandFailure) -> CommandOutput {
    let request = search.request(in: environment)
    func analysis(
      _ pool: LoadedPool, carrying records: [[Int]] = []
    ) throws(CommandFailure) -> MeansAnalysis {
      try MeansAnalysis(
        pool, model: model, request: request, environment: environment, carrying: records)
    }
    if updateBaseline, let baseline {
      let pool = try pool(0, model, isNew: true, isAlone: true)
      var result = CommandOutput(text: "written: \(baseline)\n")
      let text = try AnswerBaseline(try analysis(pool)).text
      result.files = [CommandOutput.File(baseline, text: text)]
      return result
    }
    let reference =
      if let baseline {
        try AnswerBaseline(path: baseline, model: model)
      } else {
        try AnswerBaseline(try analysis(try pool(0, model)))
      }
    let new = try pool(
      baseline == nil && pools.count == 2 ? 1 : 0, model, isNew: true, isAlone: baseline != nil)
    let answers = try NewAnswers(
      reference, try analysis(new, carrying: reference.records))
    return CommandOutput(
      text: output.format == .markdown
        ? answers.markdown : try output.format.isJSON() ? answers.value.text : answers.text,
      status: answers.entries.isEmpty ? .allHold : .safetyViolated)
  }

  private func files(
    of difference: PoolDifference, _ model: Model, in folder: String
  ) -> [CommandOutput.File] {
    let place = CommandOutput.folderName(difference.newPool.name)
    let text = DifferenceText(difference: difference, model: model).text
    let json = DifferenceReport(difference: difference, model: model).value.text
    return [
      CommandOutput.File("\(place)/diff.txt", in: folder, text: text),
      CommandOutput.File("\(place)/diff.json", in: folder, text: json),
    ]
  }

  // MARK: Pools

  private func pool(
    _ position: Int, _ model: Model, isNew: Bool = false, isAlone: Bool = false
  ) throws(CommandFailure) -> LoadedPool {
    let isEnough =
      isAlone ? pools.count == 1 : pools.count == 2 || !(changes + newDocuments).isEmpty
    guard (1...2).contains(pools.count), isEnough else {
      throw CommandFailure.usage(
        "usage.two-pools",
        isAlone
          ? "`diff` with a baseline is about one pool, not \(pools.count)"
          : "`diff` compares two pools, not \(pools.count)",
        remedy: isAlone
          ? "name the new pool alone; the baseline stands for the old one"
          : "name both: `waymark diff before.yaml after.yaml`, or one with `--after mfa=required`")
    }
    let further = isNew ? newDocuments : oldDocuments
    var request = try reading.request(
      [pools[position]] + further, settings: settings)
    if isNew {
      for change in changes {
        request.settings.append(try Assignment(parsing: change, of: "--after"))
      }
      request.outputFolder = output.output
    }
    let loaded = try PoolLoader(model: model, request: request).load()
    guard let only = loaded.first, loaded.count == 1 else {
      throw CommandFailure.usage(
        "usage.two-pools",
        "the documents of the \(isNew ? "new" : "old") pool describe \(loaded.count) pools",
        remedy: "give documents of one pool on each side")
    }
    return only
  }

  /// The command that reproduces the report, independent of the order in which documents were
  /// named.
  private var command: String {
    var (named, old, new) = (pools, oldDocuments.sorted(), newDocuments.sorted())
    if pools.count == 2 {
      (old, new) = ((old + [pools[0]]).sorted(), (new + [pools[1]]).sorted())
      named = [old.removeFirst(), new.removeFirst()]
    }
    var words = ["waymark", "diff"] + named.map(ShellText.quoted)
    for (option, values) in [
      ("--old", old), ("--new", new), ("--set", settings), ("--after", changes),
      ("--assume", reading.assumptions), ("--parameter", reading.templateParameters),
      ("--layer", layers.names), ("--variable-file", reading.variables.files),
      ("--pool", [reading.poolName].compactMap(\.self)),
      ("--client", [reading.clientName].compactMap(\.self)),
    ] {
      for value in values { words += [option, ShellText.quoted(value)] }
    }
    if reading.variables.takesDefaults { words.append("--variable-defaults") }
    if search.backend != .auto { words += ["--backend", search.backend.rawValue] }
    return words.joined(separator: " ")
  }
}
