import Findings
import PoolAnalysis
import SignInCryptography
import TransitionTables

/// The files that `explore` writes for one pool: reports, catalogue, diagrams.
package enum PoolGallery {
  /// The file with the logs of a pool's paths on the wire; none if the log is empty.
  package static func transcript(
    _ log: String, of report: PoolReport, in folder: String
  ) -> [CommandOutput.File] {
    guard !log.isEmpty else { return [] }
    return [
      CommandOutput.File(
        "\(CommandOutput.folderName(report.pool))/transcript.txt", in: folder, text: log)
    ]
  }

  /// All files of a pool, in `folder/<pool>/`.
  package static func files(
    for report: PoolReport, in folder: String
  ) throws(CommandFailure) -> [CommandOutput.File] {
    let texts = try textFiles(for: report, in: folder)
    guard !report.paths.isEmpty else { return texts }
    let place = CommandOutput.folderName(report.pool)
    let drawing = try Picture.nextSteps(of: report).bytes(as: .svg)
    return texts + [CommandOutput.File("\(place)/next-steps.svg", in: folder, drawing)]
  }

  /// The files that a gallery keeps of a pool, which are the findings as text and the map as
  /// Mermaid, and a line with the SHA-256 digest of each other file that is the same on every
  /// machine.
  static func keptFiles(
    for report: PoolReport, in folder: String
  ) throws(CommandFailure) -> (files: [CommandOutput.File], digests: String) {
    let brief = TextSink(level: .findings).text(of: report)
    let place = CommandOutput.folderName(report.pool)
    var files = [CommandOutput.File("\(place)/findings.txt", in: folder, text: brief)]
    var digests = ""
    for file in try textFiles(for: report, in: folder) {
      if file.path.hasSuffix(".mmd") {
        files.append(file)
      } else {
        digests += try digest(of: file) + "  \(file.path.dropFirst(folder.count + 1))\n"
      }
    }
    return (files, digests)
  }

  private static func digest(of file: CommandOutput.File) throws(CommandFailure) -> String {
    do {
      return Hex.encode(try SHA256.digest(of: file.bytes))
    } catch {
      throw CommandFailure(
        [
          Diagnostic(
            "system.cryptography", at: SourceLocation(file: file.path),
            "the digest of this file cannot be computed: \(error)",
            remedy: "check the installation of OpenSSL")
        ], status: .systemFailure)
    }
  }

  /// The files of a pool whose bytes are the same on every machine.
  private static func textFiles(
    for report: PoolReport, in folder: String
  ) throws(CommandFailure) -> [CommandOutput.File] {
    let place = CommandOutput.folderName(report.pool)
    var files = reportFiles(for: report, in: folder)
    guard !report.paths.isEmpty else { return files }
    files.append(
      CommandOutput.File(
        "\(place)/catalogue.md", in: folder, text: MarkdownCatalogue().text(of: report)))
    let drawing = Picture.nextSteps(of: report)
    for format in [DrawingFormat.dot, .mermaid] {
      files.append(
        CommandOutput.File(
          "\(place)/next-steps.\(format.suffix)", in: folder, try drawing.bytes(as: format)))
    }
    return files
  }

  /// The atlas of a pool: one HTML page with the whole report.
  ///
  /// - Parameters:
  ///   - transcript: the logs of the paths on the wire; may be empty.
  ///   - means: the means to lock users out and to let outsiders in; nil if they were not
  ///     requested.
  package static func atlas(
    of report: PoolReport, model: Model, transcript: String, _ means: MeansReport? = nil,
    in folder: String
  ) throws(CommandFailure) -> CommandOutput.File {
    var page = AtlasPage(report: report, model: model)
    (page.transcript, page.means) = (transcript, means)
    if !report.paths.isEmpty {
      let drawing = try Picture.nextSteps(of: report).bytes(as: .svg)
      page.map = String(decoding: drawing, as: UTF8.self)
    }
    return CommandOutput.File(
      "\(CommandOutput.folderName(report.pool))/index.html", in: folder, text: page.text())
  }

  /// The drawing of the next steps for pages with a dark background.
  static func darkDrawing(
    of report: PoolReport, in folder: String
  ) throws(CommandFailure) -> CommandOutput.File {
    CommandOutput.File(
      "\(CommandOutput.folderName(report.pool))/next-steps~dark.svg", in: folder,
      try Picture.nextSteps(of: report).bytes(as: .svg, theme: .dark))
  }

  /// The map as it is published and as an overview, to check their layout.
  static func maps(
    of report: PoolReport, in folder: String
  ) throws(CommandFailure) -> [CommandOutput.File] {
    guard !report.paths.isEmpty else { return [] }
    let place = CommandOutput.folderName(report.pool)
    let overview = Picture.graph(NextStepDiagram.diagram(of: report, leads: false).overview())
    return [
      CommandOutput.File(
        "\(place)/full.svg", in: folder, try Picture.nextSteps(of: report).bytes(as: .svg)),
      CommandOutput.File("\(place)/overview.svg", in: folder, try overview.bytes(as: .svg)),
    ]
  }

  /// The report as text and as JSON.
  package static func reportFiles(for report: PoolReport, in folder: String) -> [CommandOutput.File]
  {
    let place = CommandOutput.folderName(report.pool)
    return [
      CommandOutput.File("\(place)/report.txt", in: folder, text: TextSink().text(of: report)),
      CommandOutput.File(
        "\(place)/report.json", in: folder, text: JSONSink().value(of: report).text),
    ]
  }
}
