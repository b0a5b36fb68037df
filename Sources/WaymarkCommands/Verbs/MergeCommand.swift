import ArgumentParser
import PoolAnalysis

/// `waymark merge`: makes one report of the shards of a sweep.
struct MergeCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Makes one report of all shards of a sweep.",
    discussion: """
      The report is the same, byte for byte, for any number of shards. With --label each finding \
      gets the label of the first sweep that had it, where --earlier names the report before this \
      one. --format json prints the whole report. The exit status is that of the pools; 152 where \
      a shard is missing.

      Example: waymark merge shard-*.json --output sweep.json
      """)

  @Argument(help: ArgumentHelp("The files of all shards.", valueName: "FILE"))
  var files: [String]

  @Option(help: ArgumentHelp("Where the merged report goes, as JSON.", valueName: "FILE"))
  var output: String?

  @Option(help: ArgumentHelp("An earlier merged report.", valueName: "FILE"))
  var earlier: String?

  @Option(help: ArgumentHelp("The name of this sweep, such as its date.", valueName: "TEXT"))
  var label = ""

  @OptionGroup var summary: PageOutputOptions

  func validate() throws {
    if earlier != nil, label.isEmpty { throw ValidationError("--earlier needs --label TEXT") }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    var shards: [(path: String, file: SweepFile)] = []
    for path in files { shards.append((path, try SweepFile(path: path))) }
    var merged = try SweepFile(merging: shards)
    var before: SweepFile?
    if let earlier { before = try SweepFile(path: earlier) }
    merged.date(label, after: before)
    let text =
      switch summary.format {
      case .json: merged.text
      case .markdown: SweepSummary(of: merged).markdown
      default: SweepSummary(of: merged, style: environment.style).text
      }
    var result = CommandOutput(text: text, status: merged.status)
    if let output { result.files = [CommandOutput.File(output, text: merged.text)] }
    return result
  }
}
