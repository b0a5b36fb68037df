import ArgumentParser
import Findings
import TransitionTables

/// `waymark draw`: the next-steps diagram of a pool.
struct DrawCommand: Verb {
  /// What is drawn.
  enum View: String, ExpressibleByArgument, CaseIterable {
    case nextSteps = "next-steps"
  }

  static let configuration = CommandConfiguration(
    commandName: "draw", abstract: "Draws the next steps of a pool.")

  @OptionGroup var pools: PoolOptions
  @OptionGroup var search: SearchOptions

  @Option(help: "What is drawn: next-steps.")
  var view = View.nextSteps

  @Option(name: .customLong("as"), help: "svg, png, pdf, dot, mermaid or markdown.")
  var drawing = DrawingFormat.svg

  @Option(help: ArgumentHelp("Writes DIR/<pool>/next-steps.* instead of stdout.", valueName: "DIR"))
  var output: String?

  func perform(in environment: ToolEnvironment) throws(CommandFailure) -> CommandOutput {
    if drawing.isBinary, output == nil, environment.outputIsTerminal {
      throw CommandFailure.usage(
        "usage.binary-output", "\(drawing.rawValue) cannot be shown on a terminal",
        remedy: "write it to a file: `--output DIR`, or `> picture.\(drawing.suffix)`")
    }
    let request = search.request(in: environment)
    let batch = PoolBatch(
      verb: "draw", poolRequest: try pools.request(), request: request, environment: environment)
    let outcomes = try batch.outcomes(model: try environment.model())
    var result = CommandOutput()
    for outcome in outcomes {
      if let failure = outcome.failure { throw failure }
      guard let report = outcome.result?.report else { continue }
      let bytes = try NextStepDrawing(report: report).bytes(as: drawing)
      if let output {
        let place = "\(output)/\(PoolGallery.folderName(report.pool))"
        result.files.append(
          CommandOutput.File("\(place)/\(view.rawValue).\(drawing.suffix)", bytes))
      } else {
        result.stdout += bytes
      }
      // A drawing is no verdict: only what makes it incomplete counts.
      if !report.coverage.isComplete { result.status = .limitReached }
    }
    return result
  }
}
