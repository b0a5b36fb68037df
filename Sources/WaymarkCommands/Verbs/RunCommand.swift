import ArgumentParser
import Findings
import PoolAnalysis
import SafeText
import SignInTestBed
import TransitionTables

/// `waymark run`: runs scenario files and stored counterexamples against the table, with real
/// cryptography.
struct RunCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs scenarios against the table; 14 where a step differs.",
    discussion: """
      Without a FILE it runs all bundled scenarios, each with the layers that it names; with \
      `--layer` those for that layer. A report of `waymark check POOL --format json` \
      is run too: each of its counterexamples is taken again, step by step, without a check.

      Example: waymark run --cases Models/cases/amplify.json
      """)

  @Argument(help: ArgumentHelp("Scenario files, or reports of `check` in JSON.", valueName: "FILE"))
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Cases of the client's tests, in the schema Models/schema/case.schema.json.",
      valueName: "FILE"))
  var cases: String?

  @Option(help: "The seed of all randomness of the test bed.")
  var seed: UInt64 = 1

  @Flag(help: "Shows every step with what came back and what it leaves.")
  var verbose = false

  @OptionGroup var layers: LayerOptions
  @OptionGroup var transcripts: TranscriptOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard cases == nil || !transcripts.transcript && transcripts.seeds == 1 else {
      throw ValidationError("--transcript and --seeds need scenarios, not --cases")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    if let cases { return try run(cases: cases, in: environment) }
    let model = try environment.model(statements: true)
    let batch = ScenarioBatch(model: model, seed: seed, environment: environment)
    let runs = try batch.run(files)
    let outcomes = runs.map(\.report)
    var result = CommandOutput()
    let text =
      try output.format.isJSON()
      ? ScenarioBatch.json(outcomes).text
      : ScenarioBatch.text(outcomes, style: environment.style, isVerbose: verbose)
    result.stdout = Array(text.utf8)
    var isMet = outcomes.allSatisfy(\.isAsExpected)
    for offset in 1..<transcripts.seeds {
      let (sum, _) = seed.addingReportingOverflow(offset)
      let again = ScenarioBatch(model: model, seed: sum, environment: environment)
      isMet = try again.run(files).allSatisfy(\.report.isAsExpected) && isMet
    }
    if transcripts.transcript {
      let logs = try self.logs(of: runs)
      result.stdout += Array(logs.text.utf8)
      result.stderr += logs.complaints
      isMet = isMet && logs.complaints.isEmpty
    }
    result.status = isMet ? .allHold : .testBedDiffers
    return output.measured(result, environment.stopwatch)
  }

  /// The transcripts of each scenario over the wire, for each seed, and the differences from the
  /// table.
  private func logs(
    of runs: [ScenarioBatch.Run]
  ) throws(CommandFailure) -> (text: String, complaints: String) {
    var logs = (text: "", complaints: "")
    for offset in 0..<transcripts.seeds {
      let (seed, _) = self.seed.addingReportingOverflow(offset)
      for (outcome, model) in runs {
        let name = outcome.name.visibleLine
        let title = transcripts.seeds > 1 ? "\(name), seed \(seed)" : name
        let replay = try transcripts.replay(
          outcome.trace, of: model, seed: seed, title: title)
        logs.text += "\n" + replay.transcript.text(revealsSecrets: transcripts.revealSecrets)
        for difference in replay.differences {
          logs.complaints +=
            "\(title): \(difference.row): \(difference.evidence) is answered by "
            + "\(difference.actual), not \(difference.expected)\n"
        }
      }
    }
    return logs
  }

  /// Runs the client's cases; the status is 14 where one differs.
  private func run(
    cases: String, in environment: ToolEnvironment
  ) throws(CommandFailure) -> CommandOutput {
    guard files.isEmpty else {
      throw CommandFailure.usage(
        "usage.value", "`--cases` takes one file and no scenarios",
        remedy: "run scenarios by themselves")
    }
    let batch = CaseBatch(model: try environment.model(statements: true), environment: environment)
    let reports = try batch.run(cases)
    var result = CommandOutput()
    let text =
      try output.format.isJSON()
      ? CaseBatch.json(reports).text
      : CaseBatch.text(reports, style: environment.style, isVerbose: verbose)
    result.stdout = Array(text.utf8)
    let differs = reports.contains { $0.verdict == .differs }
    result.status = differs ? .testBedDiffers : .allHold
    return output.measured(result, environment.stopwatch)
  }
}
