import ArgumentParser
import Findings
import PoolAnalysis
import SignIn
import TransitionTables

/// `waymark explain`: explains a property, parameter, row, legality rule, fact or code.
struct ExplainCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains a property, parameter, row, legality rule, fact or diagnostic code.",
    discussion: "Example: waymark explain mfa.phone-required")

  @Argument(help: ArgumentHelp("An id or a code; without one, lists them.", valueName: "ID"))
  var id: String?

  @Option(
    help: ArgumentHelp(
      "Writes the reference pages of the documentation as Markdown.",
      valueName: "DIR"))
  var pages: String?

  @Option(
    help: ArgumentHelp(
      "Writes the JSON Schemas of pool files, scenarios and tables to a folder.",
      valueName: "DIR"))
  var schemas: String?

  @OptionGroup var layers: LayerOptions

  @Option(help: "How the page is written: text or json.")
  var format = ReportFormat.text

  func validate() throws {
    for (option, folder) in [("--pages", pages), ("--schemas", schemas)] where folder != nil {
      guard id == nil, format == .text else {
        throw ValidationError("\(option) writes files; it takes neither an ID nor --format")
      }
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    if pages != nil || schemas != nil {
      let model = try environment.model(statements: true)
      var output = CommandOutput()
      if let pages {
        output.files += try ReferencePages(model: model).all().map { page in
          CommandOutput.File(page.name, in: pages, text: page.text)
        }
      }
      if let schemas {
        output.files += DocumentSchemas(model: model).all.map { schema in
          CommandOutput.File(schema.name, in: schemas, text: schema.text)
        }
      }
      return output
    }
    guard let id else {
      let width = environment.outputIsTerminal ? environment.width : nil
      let index = ModelExplainer(model: try environment.model(statements: true)).index(width: width)
      return output("", index + Explanations.index(width: width))
    }
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
    let explainer = ModelExplainer(model: try environment.model(statements: true))
    // A legality rule may be checked in the table, in documents, or in both.
    let pages = [explainer.page(for: id), Explanations.page(for: "legality.\(id)")?.text]
    // A page may be found by its name and by the fact that it cites.
    var seen: Set<String> = []
    let found =
      (pages.compactMap { $0 } + explainer.pages(ofChange: id) + Self.pages(ofUnenforcedRule: id)
      + explainer.pages(ofFact: id)).filter { seen.insert($0).inserted }
    guard found.isEmpty else {
      let ruleClass = RuleClass.of(id).map { "\n\(id) is \($0.words)\n" } ?? ""
      return found.joined(separator: "\n") + ruleClass
    }
    let known =
      Explanations.pages.map(\.code) + explainer.names + DocumentRule.all.map(\.id)
      + RuleClass.byRule.map(\.id)
    throw CommandFailure.usage(
      "usage.unknown-id", "nothing is called `\(id)`",
      remedy: known.nearest(to: id).map { "did you mean `\($0)`?" }
        ?? "`waymark explain` lists the codes, `waymark rows` the rows", at: "explain \(id)")
  }

  /// The pages of legality rules that nothing enforces.
  private static func pages(ofUnenforcedRule id: String) -> [String] {
    UnenforcedRule.all.filter { $0.id == id }.map { rule in
      let shown =
        rule.shownBy.isEmpty ? "" : TextLayout.labelled("  shown by  ", rule.shownBy)
      return "\(rule.id): a rule of legality (\(rule.ruleClass.rawValue))\n"
        + TextLayout.labelled("  what      ", rule.statement) + shown
        + "  source    cognito-server §1.3, \(rule.id), confidence \(rule.confidence)\n"
    }
  }
}
