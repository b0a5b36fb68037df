import ArgumentParser
import Findings
import SignIn
import TransitionTables

/// `waymark explain`: what a code, a property, a row, a rule of legality or a fact means.
struct ExplainCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains a diagnostic code, a property, a row, a legality rule or a fact.")

  @Argument(help: ArgumentHelp("A code, an id; without one, all that there are.", valueName: "ID"))
  var id: String?

  @Option(help: "How the page is written: text or json.")
  var format = ReportFormat.text

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    guard let id else { return output("", Explanations.index) }
    return output(id, try page(for: id, in: environment))
  }

  private func output(_ id: String, _ page: String) -> CommandOutput {
    guard format == .json else { return CommandOutput(text: page) }
    return CommandOutput(text: JSONValue.object(["id": .string(id), "page": .string(page)]).text)
  }

  private func page(
    for id: String, in environment: ToolEnvironment
  ) throws(CommandFailure) -> String {
    if let page = Explanations.page(for: id) { return page.text }
    let explainer = ModelExplainer(model: try environment.model())
    // A rule of legality may be checked in the table, in documents, or in both.
    let pages = [explainer.page(for: id), Explanations.page(for: "legality.\(id)")?.text]
    let found = pages.compactMap { $0 } + explainer.pages(ofFact: id)
    guard found.isEmpty else { return found.joined(separator: "\n") }
    let known =
      Explanations.pages.map(\.code) + explainer.names + DocumentRule.all.map(\.id)
    throw CommandFailure.usage(
      "usage.unknown-id", "nothing is called `\(id)`",
      remedy: known.nearest(to: id).map { "did you mean `\($0)`?" }
        ?? "`waymark explain` lists the codes, `waymark table` the rows", at: "explain \(id)")
  }
}
