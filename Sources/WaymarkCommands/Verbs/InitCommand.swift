import ArgumentParser
import Findings
import Foundation
import PoolAnalysis
import SafeText
import TransitionTables

/// `waymark init`: sets up a project so that it is checked from now on.
struct InitCommand: ModelVerb {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Sets up a project: its documents, a baseline of today's findings, a CI workflow.",
    discussion: """
      Finds the documents of pools below the working directory, or below FOLDER, checks them, and \
      writes .waymark.yaml (which documents), .waymark-baseline.json (the findings of today, which \
      are accepted) and .github/workflows/waymark.yml. A file that exists is left as it is: a \
      .waymark.yaml of yours needs the `documents` that `check` shall take.

      Example: waymark init
      """)

  @Argument(help: ArgumentHelp("The folder of the project.", valueName: "FOLDER"))
  var folder = "."

  @Option(
    help: ArgumentHelp(
      "The action that the workflow uses.",
      discussion: "OWNER is the account of the repository of Waymark, or of your fork.",
      valueName: "REPOSITORY/PATH@VERSION"))
  var action = "OWNER/waymark/.github/actions/waymark@main"

  @OptionGroup var layers: LayerOptions
  @OptionGroup var search: SearchOptions

  /// The action becomes a line of the workflow, so it must not contain a line break.
  func validate() throws {
    let isPlain = action.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        || "-_./@".unicodeScalars.contains($0)
    }
    guard isPlain, !action.isEmpty else {
      throw ValidationError("--action is written REPOSITORY/PATH@VERSION")
    }
  }

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    var request = search.request(in: environment)
    (request.listsPaths, request.triesAssumptions) = (false, false)
    let model = try environment.model()
    let batch = PoolBatch(
      verb: "check", poolRequest: PoolRequest(paths: [folder]), request: request,
      environment: environment)
    let outcomes = try batch.outcomes(model: model)
    // The findings of a stopped run would be an incomplete baseline.
    guard !environment.limits.isStopped else {
      return CommandOutput(text: "", status: .limitReached)
    }
    let reports = outcomes.compactMap(\.result?.report)
    let documents = Set(outcomes.flatMap(\.pool.files).map(inProject)).sorted()
    var result = CommandOutput()
    var text = "Documents of \(TextLayout.counted(outcomes.count, "pool")):\n"
    let sink = TextSink(style: environment.style, width: environment.width)
    for outcome in outcomes {
      text += "  \(outcome.pool.files.map(inProject).joined(separator: ", ").visibleLine)\n"
      text += outcome.result.map { "    " + sink.summary(of: $0.report) } ?? ""
    }
    text += "\n"
    for file in [
      configuration(documents),
      CommandOutput.File(".waymark-baseline.json", text: FindingBaseline(of: reports).text),
      workflow,
    ] {
      var file = file
      let name = file.path
      file.path = folder == "." ? name : "\(folder)/\(name)"
      if FileManager.default.fileExists(atPath: file.path) {
        text += "kept     \(name), which exists\n"
      } else {
        result.files.append(file)
        text += "written  \(name)\n"
      }
    }
    text += """

      From now on a new finding fails:
        waymark check --baseline .waymark-baseline.json
      Ignore waymark-output/ in git. In the workflow, replace OWNER by the account
      from which you take Waymark.

      """
    result.stdout = Array(text.utf8)
    result.stderr = outcomes.compactMap(\.failure?.output.stderr).joined()
    result.status = ExitStatus.combined(outcomes.compactMap(\.failure?.status))
    return result
  }

  /// A path relative to the project's folder.
  private func inProject(_ path: String) -> String {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  private func configuration(_ documents: [String]) -> CommandOutput.File {
    let lines = documents.map { "  - \(JSONValue.string($0).line)\n" }.joined()
    return CommandOutput.File(
      ".waymark.yaml", text: "# The documents that Waymark checks.\ndocuments:\n\(lines)")
  }

  /// The workflow; it names no documents, since the action checks those of `.waymark.yaml`.
  private var workflow: CommandOutput.File {
    CommandOutput.File(
      ".github/workflows/waymark.yml",
      text: """
        # Checks the user pools that .waymark.yaml names; a new finding fails.
        name: Waymark
        on: [push, pull_request]
        permissions: { contents: read }
        jobs:
          check:
            runs-on: ubuntu-latest
            steps:
              - uses: actions/checkout@v4
              - uses: \(action)
                with: { baseline: .waymark-baseline.json }

        """)
  }
}
