import Findings
import PoolAnalysis
import TransitionTables

/// The files that `explore` writes for one pool: reports, catalogue, diagrams.
package enum PoolGallery {
  /// The logs of a pool's paths over the wire; no file where none were asked for.
  package static func transcript(
    _ log: String, of report: PoolReport, in folder: String
  ) -> [CommandOutput.File] {
    guard !log.isEmpty else { return [] }
    return [
      CommandOutput.File(
        "\(folder)/\(CommandOutput.folderName(report.pool))/transcript.txt", text: log)
    ]
  }

  /// All files of a pool, in `folder/<pool>/`.
  ///
  /// - Parameter mostPaths: where there are more paths, they are counted and drawn, not listed.
  package static func files(
    for report: PoolReport, in folder: String, mostPaths: Int = .max
  ) throws(CommandFailure) -> [CommandOutput.File] {
    let place = "\(folder)/\(CommandOutput.folderName(report.pool))"
    let listsPaths = report.paths.count <= mostPaths
    var files = reportFiles(for: listsPaths ? report : report.withoutPaths, in: folder)
    guard !report.paths.isEmpty else { return files }
    if listsPaths {
      files.append(
        CommandOutput.File(
          "\(place)/catalogue.md", text: MarkdownCatalogue().text(of: report)))
    }
    let drawing = Picture.nextSteps(of: report)
    for format in [DrawingFormat.dot, .svg, .mermaid] {
      files.append(
        CommandOutput.File(
          "\(place)/next-steps.\(format.suffix)", try drawing.bytes(as: format)))
    }
    return files
  }

  /// The atlas of a pool, one page to read it all in.
  ///
  /// - Parameter transcript: the logs of the wire; may be empty.
  package static func atlas(
    of report: PoolReport, model: Model, transcript: String, in folder: String
  ) throws(CommandFailure) -> CommandOutput.File {
    var page = AtlasPage(report: report, model: model)
    page.transcript = transcript
    if !report.paths.isEmpty {
      let drawing = try Picture.nextSteps(of: report).bytes(as: .svg)
      page.map = String(decoding: drawing, as: UTF8.self)
    }
    return CommandOutput.File(
      "\(folder)/\(CommandOutput.folderName(report.pool))/index.html", text: page.text())
  }

  /// The drawing once more: for pages with a dark ground, and for readers that take no SVG.
  static func otherDrawings(
    of report: PoolReport, in folder: String
  ) throws(CommandFailure) -> [CommandOutput.File] {
    let place = "\(folder)/\(CommandOutput.folderName(report.pool))/next-steps"
    let drawing = Picture.nextSteps(of: report)
    return [
      CommandOutput.File("\(place)~dark.svg", try drawing.bytes(as: .svg, theme: .dark)),
      CommandOutput.File("\(place).png", try drawing.bytes(as: .png)),
    ]
  }

  /// The report as text and as JSON.
  package static func reportFiles(for report: PoolReport, in folder: String) -> [CommandOutput.File]
  {
    let place = "\(folder)/\(CommandOutput.folderName(report.pool))"
    return [
      CommandOutput.File("\(place)/report.txt", text: TextSink().text(of: report)),
      CommandOutput.File("\(place)/report.json", text: JSONSink().value(of: report).text),
    ]
  }
}

extension PoolReport {
  /// The same report with the paths counted and not listed.
  fileprivate var withoutPaths: PoolReport {
    var report = self
    (report.paths, report.sideSteps) = ([], [])
    report.warnings.append(
      "note: \(TextLayout.counted(paths.count, "path")) and "
        + "\(TextLayout.counted(sideSteps.count, "side step")) are not listed here; "
        + "`\(command)` lists them\n")
    return report
  }
}
