import ArgumentParser
import Foundation
import PoolAnalysis
import TableMutation

/// `waymark mutate`: shows which mutants of the rows a property, scenario or case detects.
struct MutateCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "mutate",
    abstract: "Changes rows one by one and shows what detects each change.",
    discussion: """
      A mutant is detected by a property, a scenario or a case; status 12 where too few are.

      Example: waymark mutate --sample 200 --seed 1
      """)

  @Option(help: ArgumentHelp("Judges so many mutants, drawn at random.", valueName: "N"))
  var sample: Int?

  @Option(help: ArgumentHelp("The seed of the sample: 1 unless named.", valueName: "N"))
  var seed: UInt64?

  @Option(help: ArgumentHelp("Judges the mutants of this row; may be repeated.", valueName: "ROW"))
  var row: [String] = []

  @Option(help: ArgumentHelp("Lets the client's cases detect mutants too.", valueName: "FILE"))
  var cases: String?

  @Flag(help: "Asks the properties about every mutant, and counts what they alone detect.")
  var properties = false

  @Option(help: "How many threads may be used; no result depends on it.")
  var threads: Int?

  @OptionGroup var layers: LayerOptions
  @OptionGroup var output: PlainOutputOptions

  func validate() throws {
    guard sample.map({ $0 > 0 }) ?? true else {
      throw ValidationError("--sample takes a number above 0")
    }
    guard threads.map({ $0 > 0 }) ?? true else {
      throw ValidationError("--threads takes a number above 0")
    }
    guard seed == nil || sample != nil else { throw ValidationError("--seed needs --sample N") }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let isJSON = try output.format.isJSON()
    let table = try environment.model(keepsMutants: true, statements: true)
    for id in row where !table.rows.contains(where: { $0.id == id }) {
      throw CommandFailure.usage(
        "usage.unknown-row", "the table has no row `\(id)`",
        remedy: table.rows.map(\.id).nearest(to: id).map { "did you mean `\($0)`?" }
          ?? "`waymark rows` lists them", at: "mutate --row \(id)")
    }
    let threads = threads ?? ProcessInfo.processInfo.activeProcessorCount
    let oracles = try MutationOracles.bundled(
      for: table, cases: cases, threads: threads, environment: environment)
    var request = MutationRun.Request(
      sample: sample, seed: seed ?? 1, threads: threads, asksPropertiesOfAll: properties)
    request.rows = row
    let run = MutationRun(request, by: oracles, progress: environment.progress)
    let report = MutationReport(run)
    return CommandOutput(
      text: isJSON ? report.json.text : report.text,
      status: run.counts.isEnough ? .allHold : .safetyViolated)
  }
}
