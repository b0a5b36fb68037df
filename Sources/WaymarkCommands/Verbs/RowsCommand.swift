import ArgumentParser
import PoolAnalysis
import TransitionTables

/// `waymark rows`: lists the rows of the table, or explains one of them.
struct RowsCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "rows",
    abstract: "Shows the rows of the table, or explains one row or ladder.",
    discussion: "Example: waymark rows pool.mfa")

  @Argument(help: ArgumentHelp("Explains this row, or this ladder.", valueName: "ROW-ID"))
  var row: String?

  @OptionGroup var layers: LayerOptions
  @OptionGroup var output: PlainOutputOptions

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let isJSON = try output.format.isJSON()
    let text = TableText(model: try environment.model())
    guard let row else { return CommandOutput(text: isJSON ? text.json.text : text.markdown) }
    guard let page = text.page(for: row) else {
      let names = text.names
      throw CommandFailure.usage(
        "usage.unknown-row", "the table has no row `\(row)`",
        remedy: names.nearest(to: row).map { "did you mean `\($0)`?" }
          ?? "`waymark rows` lists all \(names.count)", at: "rows \(row)")
    }
    return CommandOutput(text: isJSON ? text.json(for: row).text : page)
  }
}
