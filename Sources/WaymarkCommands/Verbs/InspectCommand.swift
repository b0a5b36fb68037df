import ArgumentParser
import Findings
import PoolAnalysis
import TransitionTables

/// `waymark inspect`: checks that the table is complete, disjoint and without dead rows.
struct InspectCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Inspects the table: complete, disjoint, no dead row; 12 where not.",
    discussion: """
      Every row is judged over all legal configurations and states.

      Example: waymark inspect --layer amplify-android
      """)

  @OptionGroup var layers: LayerOptions
  @OptionGroup var output: PlainOutputOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let isJSON = try output.format.isJSON()
    let model = try environment.model(statements: true)
    environment.progress("inspecting \(model.rows.count) rows")
    let found = Inspector(model).inspect()
    let errors = found.count { $0.severity == .error }
    var text = found.map(\.rendered).joined()
    if !found.isEmpty { text += "\n" }
    text += "\(TextLayout.counted(model.rows.count, "row")) inspected over all legal parameters "
    text += "and states: \(TextLayout.counted(errors, "error")), "
    text += "\(TextLayout.counted(found.count - errors, "warning"))\n"
    return CommandOutput(
      text: isJSON ? TableText.json(of: found).text : text,
      status: errors == 0 ? .allHold : .safetyViolated)
  }
}
