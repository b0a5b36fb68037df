import ArgumentParser
import PoolAnalysis

/// `waymark playbook`: writes what a support desk does for users who cannot get in.
struct PlaybookCommand: MeansVerb {
  static let configuration = CommandConfiguration(
    commandName: "playbook",
    abstract: "Writes what a support desk does for users who are locked out, as Markdown.",
    discussion: """
      One section a symptom: the fewest acts of an administrator that bring the user back, as \
      commands of the AWS CLI; what the user does afterwards; which acts are accepted and do not \
      help, and why. Also what the app shows where somebody with the right code is refused, and \
      how to go on. Every help is replayed with cryptography up to the tokens. With `--output`, \
      each symptom gets a page of its own for a wiki, next to `index.md`; pages that the \
      `index.md` of an earlier run names, and that are none any more, are removed.

      Exit status: 0 every help was replayed, 14 a replay and the table differ, 151 the pool is \
      illegal, 152 a limit was reached.

      Example: waymark playbook Models/pools/sound/retail.yaml --output wiki
      """)

  @OptionGroup var options: MeansOptions

  @Option(help: ArgumentHelp("The folder for one page a symptom.", valueName: "DIR"))
  var output: String?

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("--output takes a folder") }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    let analysis = try options.analysis(in: environment)
    let text = PlaybookText(
      playbook: try Playbook(analysis), refusals: try Refusals(analysis))
    var result = CommandOutput(
      text: text.written(as: options.output.format),
      status: text.isDifferent ? .testBedDiffers : .allHold)
    guard let folder = output else { return result }
    result.files = text.pages.map { CommandOutput.File($0.name, in: folder, text: $0.text) }
    let stale = text.stalePages(in: folder)
    result.obsolete = stale.map { "\(folder)/\($0)" }
    if options.output.format != .json {
      let list = { (names: [String]) in names.map { "  \($0)\n" }.joined() }
      let removed = stale.isEmpty ? "" : "removed, of an earlier run:\n\(list(stale))"
      result.stdout = Array(
        "written to \(folder):\n\(list(text.pages.map(\.name)))\(removed)".utf8)
    }
    return result
  }
}
