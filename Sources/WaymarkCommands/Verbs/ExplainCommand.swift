import ArgumentParser
import Findings
import SignIn
import TransitionTables

/// `waymark explain`: what a code, a property, a row or a rule of legality means.
struct ExplainCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains a diagnostic code, a property, a row or a legality rule, with its source.")

  @Argument(help: ArgumentHelp("A code, an id; without one, all that there are.", valueName: "ID"))
  var id: String?

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    guard let id else { return CommandOutput(text: Explanations.index) }
    if let page = Explanations.page(for: id) { return CommandOutput(text: page.text) }
    let explainer = ModelExplainer(model: try environment.model())
    // A rule of legality may be checked in the table, in documents, or in both.
    let pages = [explainer.page(for: id), Explanations.page(for: "legality.\(id)")?.text]
    let found = pages.compactMap { $0 }
    guard found.isEmpty else { return CommandOutput(text: found.joined(separator: "\n")) }
    let known =
      Explanations.pages.map(\.code) + explainer.names + DocumentRule.all.map(\.id)
    throw CommandFailure.usage(
      "usage.unknown-id", "nothing is called `\(id)`",
      remedy: known.nearest(to: id).map { "did you mean `\($0)`?" }
        ?? "`waymark explain` lists the codes, `waymark table` the rows", at: "explain \(id)")
  }
}
