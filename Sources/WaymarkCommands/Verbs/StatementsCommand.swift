import ArgumentParser
import Findings
import PoolAnalysis
import TransitionTables

/// `waymark statements`: lists what the source documents state, and what shows each statement.
struct StatementsCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "statements",
    abstract: "Shows what the source documents state and what shows each statement.",
    discussion: "Example: waymark statements --prove")

  @Flag(help: "Runs each scenario with and without its row; 12 where one fails.")
  var prove = false

  @OptionGroup var layers: LayerOptions
  @OptionGroup var output: PlainOutputOptions

  func validate() throws {
    guard !prove || output.format == .text else {
      throw ValidationError("--prove is written as text alone")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let isJSON = try output.format.isJSON()
    let model = try environment.model(statements: true)
    if prove { return proof(of: model, environment) }
    let matrix = StatementMatrix(model: model)
    return CommandOutput(text: isJSON ? matrix.json.text : matrix.markdown)
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
    let evidence = model.statements.flatMap(\.binding.evidence)
    let rules = Set(evidence.compactMap(\.rule))
    let kept = rules.sorted().compactMap(proof.complaint(aboutRule:))
    let changes = Set(
      evidence.compactMap { evidence -> String? in
        if case .change(let id) = evidence { id } else { nil }
      })
    let refused = changes.sorted().compactMap(proof.complaint(aboutChange:))
    complaints += sides + kept + refused
    var text = complaints.map { "✗ \($0)\n" }.joined()
    text += "\(proved) of \(TextLayout.counted(pairs.count, "pair")) of scenario and row, "
    text += "\(conditions.count - sides.count) of "
    text += "\(TextLayout.counted(conditions.count, "condition")), "
    text += "\(rules.count - kept.count) of \(TextLayout.counted(rules.count, "rule")) and "
    text += "\(changes.count - refused.count) of "
    text += "\(TextLayout.counted(changes.count, "change")) proved\n"
    var result = CommandOutput(text: text)
    result.status = complaints.isEmpty ? .allHold : .safetyViolated
    return result
  }
}
