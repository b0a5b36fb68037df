import ArgumentParser
import Foundation
import PoolAnalysis
import SafeText
import SignIn
import SignInCryptography
import SignInTestBed
import TransitionTables

/// `waymark probe`: writes experiments that decide assumptions on a throw-away pool of the user's
/// own.
struct ProbeCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Writes the shortest experiments that decide assumptions, and reads their answers.",
    discussion: """
      For each assumption that --assume does not decide: the shortest run of calls that its values \
      answer differently in this pool, found by exploring both worlds together. It is written as \
      ASSUMPTION-VALUE.json into --output DIR, with probe.py, which sends the requests to a pool \
      of yours by boto3, or to `waymark testbed`, and records the answers in the same folder. \
      --answers DIR reads them back: which value the pool showed, as --assume options.

      Use a throw-away pool: users are made, locked and deleted.

      Example: waymark probe pool.yaml --output experiments
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var pools: PoolOptions

  @Option(help: ArgumentHelp("The folder for the experiments.", valueName: "DIR"))
  var output: String?

  @Option(help: ArgumentHelp("The folder with recorded answers.", valueName: "DIR"))
  var answers: String?

  @Option(help: "The most states of one world.")
  var maxStates = 60_000

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    guard answers != nil || !pools.pools.isEmpty else {
      throw ValidationError("name a POOL to experiment with, or --answers DIR")
    }
    guard pools.pools.count <= 1 else { throw ValidationError("a probe is of one POOL") }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    limits.begin(in: environment)
    if let answers { return try Self.read(answers) }
    let model = try environment.model()
    let request = try pools.request()
    let pool = try PoolLoader(model: model, request: request).load()[0]
    let parameters = try ClosedConfiguration(model: model, pool: pool).parameters()
    var probe = AssumptionProbe(model: model, environment: environment)
    probe.maximumStates = maxStates
    let results = probe.results(
      for: parameters, without: Set(request.assumptions.map(\.name)))
    guard !results.isEmpty || environment.limits.isStopped else {
      throw Self.tooLarge(pool.name, maxStates)
    }
    return try report(results, model)
  }

  // MARK: Writing

  private func report(
    _ results: [(slot: Int, value: Int, result: AssumptionProbe.Result)], _ model: Model
  ) throws(CommandFailure) -> CommandOutput {
    var result = CommandOutput()
    var text = ""
    var found = 0
    for (slot, value, outcome) in results {
      let title = "\(model.slots[slot].name) = \(model.text(of: value, in: slot))"
      switch outcome {
      case .same: text += "\(title): no run of this pool shows it\n"
      case .onlyInApp: text += "\(title): the service answers the same, the app differs\n"
      case .open: text += "\(title): too many states\n"
      case .experiment(let experiment):
        found += 1
        text += "\(title): \(experiment.steps.count) steps\n"
        for call in experiment.calls { text += "    \(call)\n" }
        for outcome in experiment.outcomes {
          text += "  \(outcome.value) answers \(outcome.answer.serialized)\n"
        }
        guard let output else { continue }
        let name = "\(experiment.assumption)-\(model.text(of: value, in: slot)).json"
        result.files.append(
          CommandOutput.File(name, in: output, text: experiment.json.serialized + "\n"))
      }
    }
    text += "\(found) of \(results.count) questions can be asked of this pool\n"
    result.stdout = Array(text.utf8)
    guard let output, found > 0 else { return result }
    for script in ["probe.py", "evidence.py"] {
      let file = BundledTable.directory.appending(path: "probe/\(script)")
      guard let bytes = try? Data(contentsOf: file) else { throw Self.missing(file.path) }
      result.files.append(CommandOutput.File(script, in: output, Array(bytes)))
    }
    return result
  }

  // MARK: Reading

  /// Reads each `NAME.answer.json`, with the experiment that it answers.
  static func read(_ folder: String) throws(CommandFailure) -> CommandOutput {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let names = all.filter { $0.hasSuffix(".answer.json") }.sorted()
    guard !names.isEmpty else { throw missing("\(folder)/*.answer.json") }
    var text = ""
    for name in names {
      let stem = name.dropLast(".answer.json".count)
      let (assumption, outcomes) = try RecordedJSON.value(
        at: "\(folder)/\(stem).json", kind
      ) { json -> (String, [JSON.Member])? in
        guard case .object(let outcomes)? = json["outcomes"] else { return nil }
        return json["assumption"]?.text.map { ($0, outcomes) }
      }
      let answer = try RecordedJSON.value(at: "\(folder)/\(name)", kind) { $0 }
      let agreeing = outcomes.filter { Experiment.agrees(answer, with: $0.value) }
      // If both predictions agree with the answer, the more specific one counts.
      let most = agreeing.max { $0.value.serialized.count < $1.value.serialized.count }
      if let most {
        text += "--assume \(ShellText.quoted("\(assumption)=\(most.name)"))\n"
      } else {
        let neither = "\(assumption): neither value answers \(answer.serialized.prefix(300))"
        text += "# \(neither.visibleLine)\n"
      }
    }
    return CommandOutput(text: text)
  }

  private static let kind = RecordedJSON.Kind(
    code: "probe.unreadable", message: "this is no experiment or answer",
    remedy: "leave the files as `waymark probe` and probe.py wrote them")

  // MARK: Complaints

  private static func missing(_ path: String) -> CommandFailure {
    CommandFailure(
      [
        Diagnostic(
          "probe.no-file", at: SourceLocation(file: path), "there is no such file",
          remedy: "write the experiments with `--output`, and run probe.py there")
      ], status: .unreadable)
  }

  private static func tooLarge(_ pool: String, _ most: Int) -> CommandFailure {
    CommandFailure(
      [
        Diagnostic(
          "probe.too-large", at: SourceLocation(file: pool),
          "the pool has more than \(most) states",
          remedy: "narrow it, such as with `--set 'administratorActs={creates, setsPasswords}'`")
      ], status: .limitReached)
  }
}
