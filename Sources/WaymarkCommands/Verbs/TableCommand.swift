import ArgumentParser
import Findings
import Foundation
import PoolAnalysis
import TableMutation
import TransitionTables

/// `waymark table`: the rows, one row explained, the inspections.
struct TableCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "Shows the transition table as Markdown or JSON, or explains one row.")

  @Argument(help: ArgumentHelp("Explains this row, or this ladder.", valueName: "ROW-ID"))
  var row: String?

  @Flag(help: "Inspects the table: complete, disjoint, no dead row; 12 where it is not.")
  var inspect = false

  @Flag(help: "Shows the statements of the source documents and what shows each, as Markdown.")
  var statements = false

  @Flag(
    help: "With --statements: runs each scenario with and without its row; 12 where one fails.")
  var prove = false

  @Flag(help: "Runs all bundled scenarios and lists rows of the pool that none fires; 12 if any.")
  var coverage = false

  @Flag(
    help: "With --coverage: explores the bundled pools too and lists rows of the pool in none.")
  var pools = false

  @Flag(
    help: "Makes mutants of rows and shows which property, scenario or case kills each; 12 if few.")
  var mutate = false

  @Option(help: ArgumentHelp("With --mutate: so many mutants, drawn by the seed.", valueName: "N"))
  var sample: Int?

  @Option(help: "With --mutate: the seed of the sample.")
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("With --mutate: the client's cases judge too.", valueName: "FILE"))
  var cases: String?

  @Option(help: "With --mutate: how many threads may be used; no result depends on it.")
  var threads: Int?

  @OptionGroup var layers: LayerOptions
  @OptionGroup var output: OutputOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let isJSON = try output.isJSON()
    if mutate { return try mutation(environment, isJSON: isJSON) }
    let model = try environment.model()
    if inspect { return inspection(of: model, environment) }
    if coverage { return try self.coverage(of: model, environment) }
    if statements && prove { return proof(of: model, environment) }
    if statements {
      let matrix = StatementMatrix(model: model)
      return CommandOutput(text: output.format == .json ? matrix.json.text : matrix.markdown)
    }
    let text = TableText(model: model)
    if let row {
      guard let page = text.page(for: row) else {
        let names = text.names
        throw CommandFailure.usage(
          "usage.unknown-row", "the table has no row `\(row)`",
          remedy: names.nearest(to: row).map { "did you mean `\($0)`?" }
            ?? "`waymark table` lists all \(names.count)", at: "table \(row)")
      }
      return CommandOutput(text: isJSON ? text.json(for: row).text : page)
    }
    return CommandOutput(text: isJSON ? text.json.text : text.markdown)
  }

  private func mutation(
    _ environment: ToolEnvironment, isJSON: Bool
  ) throws(CommandFailure) -> CommandOutput {
    if let sample, sample < 1 {
      throw CommandFailure.usage(
        "usage.value", "a sample of \(sample) mutants shows nothing",
        remedy: "write a number from 1, or leave `--sample` out for all")
    }
    let loaded = ModelLoader.$keepsSlips.withValue(true) {
      Result { () throws(CommandFailure) in try environment.model() }
    }
    let threads = max(1, threads ?? ProcessInfo.processInfo.activeProcessorCount)
    let oracles = try MutationOracles.bundled(
      for: try loaded.get(), cases: cases, threads: threads, environment: environment)
    let run = MutationRun(
      MutationRun.Request(sample: sample, seed: seed, threads: threads), by: oracles,
      progress: environment.progress)
    let report = MutationReport(run)
    var result = CommandOutput(text: isJSON ? report.json.text : report.text)
    result.status = run.isEnough ? .allHold : .safetyViolated
    return result
  }

  private func proof(of model: Model, _ environment: ToolEnvironment) -> CommandOutput {
    let proof = StatementProof(model: model, environment: environment)
    let pairs = StatementProof.pairs(of: model)
    var complaints: [String] = []
    for pair in pairs {
      environment.progress("proving \(pair.scenario)")
      if let complaint = proof.complaint(about: pair) { complaints.append(complaint) }
    }
    let proved = pairs.count - complaints.count
    let conditions = model.statements.filter { $0.binding.word == "holds only if" }
    let sides = conditions.compactMap(proof.complaint(aboutConditionOf:))
    let changes = Set(
      model.statements.flatMap(\.binding.evidence).compactMap { evidence -> String? in
        if case .change(let id) = evidence { id } else { nil }
      })
    let refused = changes.sorted().compactMap(proof.complaint(aboutChange:))
    complaints += sides + refused
    var text = complaints.map { "✗ \($0)\n" }.joined()
    text += "\(proved) of \(TextLayout.counted(pairs.count, "pair")) of scenario and row, "
    text += "\(conditions.count - sides.count) of "
    text += "\(TextLayout.counted(conditions.count, "condition")) and "
    text += "\(changes.count - refused.count) of "
    text += "\(TextLayout.counted(changes.count, "change")) proved\n"
    var result = CommandOutput(text: text)
    result.status = complaints.isEmpty ? .allHold : .safetyViolated
    return result
  }

  private func coverage(
    of model: Model, _ environment: ToolEnvironment
  ) throws(CommandFailure) -> CommandOutput {
    let found = try RowCoverage.bundled(for: model, seed: 1, environment: environment)
    var result = CommandOutput(text: found.text)
    if pools {
      let reached = try PoolReach(model: model, environment: environment).rows()
      result.stdout += Array(found.text(reached: reached).utf8)
    }
    result.status = found.missing.isEmpty ? .allHold : .safetyViolated
    return result
  }

  private func inspection(of model: Model, _ environment: ToolEnvironment) -> CommandOutput {
    environment.progress("inspecting \(model.rows.count) rows")
    let found = Inspector(model).inspect()
    let errors = found.count { $0.severity == .error }
    var result = CommandOutput()
    if output.format == .json {
      result.stdout = Array(TableText.json(of: found).text.utf8)
    } else {
      var text = found.map(\.rendered).joined()
      if !found.isEmpty { text += "\n" }
      text += "\(TextLayout.counted(model.rows.count, "row")) inspected over all legal parameters "
      text += "and states: \(TextLayout.counted(errors, "error")), "
      text += "\(TextLayout.counted(found.count - errors, "warning"))\n"
      result.stdout = Array(text.utf8)
    }
    result.status = errors == 0 ? .allHold : .safetyViolated
    return result
  }
}
