import ArgumentParser
import PoolAnalysis

/// `waymark coverage`: the rows that no scenario fires.
struct CoverageCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Lists rows of the pool that no bundled scenario fires; 12 if any.",
    discussion: "Example: waymark coverage --pools")

  @Flag(help: "Explores the bundled pools too and lists the rows that none reaches.")
  var pools = false

  @OptionGroup var layers: LayerOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let model = try environment.model()
    let found = try RowCoverage.bundled(for: model, seed: 1, environment: environment)
    var text = found.text
    if pools {
      text += found.text(reached: try PoolReach(model: model, environment: environment).rows())
    }
    return CommandOutput(
      text: text, status: found.missing.isEmpty ? .allHold : .safetyViolated)
  }
}
