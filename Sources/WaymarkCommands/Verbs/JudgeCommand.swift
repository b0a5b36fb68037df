import ArgumentParser
import PoolAnalysis
import SignIn
import SignInCryptography
import SignInTestBed
import TransitionTables

/// `waymark judge`: explains recorded sign-ins by the rows of the table.
struct JudgeCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "judge",
    abstract: "Explains the sign-ins of a recorded log by the rows of the table.",
    discussion: """
      LOG is CloudTrail's JSON of Cognito events (names and secrets are hidden in it, and events \
      of one second have no order), a HAR file of a browser or a proxy, or what GET \
      /_waymark/log of `waymark serve` answers. Events and entries of that log may also stand one \
      a line (`.jsonl`), with the time before them that CloudWatch Logs writes. Requests of one \
      user are taken together: by the `sub` of an event, else by its address and agent.

      Each answer has the rows that make it, and where several records would be answered so, the \
      rows of each; or it is the first that no row allows, with what rows would answer to that \
      request. With --try-assumptions each assumption is changed alone: one is named that the log \
      decides, because fewer or more sign-ins are explained then.

      Exit status: 0 all is explained, 14 some answer is not, 150 the log cannot be read.

      Example: waymark judge trail.json --pool pool.yaml
      """)

  @Argument(help: ArgumentHelp("The recorded log.", valueName: "LOG"))
  var log: String

  @Option(
    name: .customLong("pool"),
    help: ArgumentHelp("The documents of the pool; may be repeated.", valueName: "POOL"))
  var documents: [String] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("Overrides a parameter of the documents.", valueName: "parameter=value"))
  var settings: [String] = []

  @Option(
    name: .customLong("assume"),
    help: ArgumentHelp("Sets an assumption of the table.", valueName: "name=value"))
  var assumptions: [String] = []

  @Flag(
    name: .customLong("try-assumptions"),
    help: "Changes each assumption alone and names those that the log decides.")
  var triesAssumptions = false

  @OptionGroup var layers: LayerOptions
  @OptionGroup var search: SearchOptions
  @OptionGroup var output: PlainOutputOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let isJSON = try output.format.isJSON()
    let model = try environment.model()
    let record = try record(by: WireCodec(model))
    let request = search.request(in: environment)
    guard let (judgement, name) = try judge(record, assuming: [], request, in: environment)
    else { return CommandOutput() }
    var result = CommandOutput(
      text: isJSON ? judgement.value.text : judgement.text,
      status: judgement.isExplained ? .allHold : .testBedDiffers)
    guard triesAssumptions else { return result }
    for assignment in Self.alternatives(of: model) where !environment.limits.shouldStop {
      environment.progress("\(name): \(assignment)")
      // A configuration that the assumption makes illegal shows nothing.
      guard let other = try? judge(record, assuming: [assignment], request, in: environment)?.0,
        !environment.limits.isStopped, other.unexplained != judgement.unexplained
      else { continue }
      let line =
        "The log decides \(assignment): \(other.unexplained) unexplained in place of "
        + "\(judgement.unexplained).\n"
      if isJSON { result.stderr += line } else { result.stdout += Array(line.utf8) }
    }
    return result
  }

  /// Each assumption with each of its values but the default.
  private static func alternatives(of model: Model) -> [String] {
    model.parameters.filter { model.slots[$0].kind == .assumption }.flatMap { slot in
      model.types.values(of: model.slots[slot].type).filter { $0 != model.slots[slot].initial }
        .map { "\(model.slots[slot].name)=\(model.text(of: $0, in: slot))" }
    }
  }

  /// Judges a log; nil where a limit stopped the listing of paths: with some of them missing, an
  /// answer cannot be called unexplained.
  private func judge(
    _ record: SignInRecord, assuming changes: [String], _ exploration: ExplorationRequest,
    in environment: ToolEnvironment
  ) throws(CommandFailure) -> (LogJudgement, String)? {
    let request = PoolRequest(
      paths: documents, settings: try settings.map(Assignment.init(parsing:)),
      assumptions: try (assumptions + changes).map(Assignment.init(parsing:)))
    let pool = try ServedPool(request, in: environment)
    let paths = try pool.paths(seed: search.seed, request: exploration, in: environment)
    guard !environment.limits.isStopped else { return nil }
    environment.progress("\(pool.name): judging the log")
    let title = "\(log) (\(record.format)) at \(pool.name)"
    let judgement = LogJudgement(title, record, by: paths) { environment.limits.shouldStop }
    return (judgement, pool.name)
  }

  private func record(by codec: WireCodec) throws(CommandFailure) -> SignInRecord {
    let bytes = try PoolReader.bytes(named: log, atMost: RecordedJSON.largestSize)
    return try Self.record(of: bytes, file: log, by: codec)
  }

  /// Reads a log that is one JSON text, or has one on each line.
  static func record(
    of bytes: [UInt8], file: String, by codec: WireCodec
  ) throws(CommandFailure) -> SignInRecord {
    guard var lines = RecordedLines(of: bytes, file: file) else {
      return try RecordedJSON.value(of: bytes, file: file, kind) { SignInRecord($0, by: codec) }
    }
    let values = lines.values(or: kind)
    let record = SignInRecord(lines: values, by: codec) {
      lines.refuse(
        kind, line: $0, "the line holds no event of CloudTrail and no entry of `waymark serve`",
        remedy: "remove it, or export the events of cognito-idp.amazonaws.com as JSON")
    }
    try lines.check()
    return record
  }

  private static let kind = RecordedJSON.Kind(
    code: "judge.shape",
    message: "this is no CloudTrail JSON, no HAR file and no log of `waymark serve`",
    remedy: "export the events of cognito-idp.amazonaws.com as JSON")
}
