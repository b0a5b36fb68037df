import Diagrams
import Findings
import GraphvizRendering
import PoolAnalysis
import SafeText
import TransitionTables

/// The content of a view of a pool: a graph, a sequence, or text.
package enum Picture {
  case graph(Diagram)
  case sequence(SequenceDiagram)
  /// Markdown text, for a view without a drawing.
  case page(title: String, text: String)
  /// The next steps as a Swift function.
  case source(title: String, text: String)

  package var title: String {
    switch self {
    case .graph(let diagram): diagram.title
    case .sequence(let diagram): diagram.title
    case .page(let title, _), .source(let title, _): title
    }
  }

  /// The next-steps diagram of a report.
  package static func nextSteps(of report: PoolReport) -> Picture {
    .graph(NextStepDiagram.diagram(of: report))
  }

  /// The picture in a format, as bytes.
  ///
  /// - Throws: a failure of the system if Graphviz fails, 75 if the format cannot hold the picture,
  ///   64 if the view has no picture in this format.
  package func bytes(
    as format: DrawingFormat, theme: Theme = .light
  ) throws(CommandFailure) -> [UInt8] {
    switch self {
    case .graph(let diagram): try Self.bytes(of: diagram, as: format, theme: theme)
    case .sequence(let diagram): try Self.bytes(of: diagram, as: format, theme: theme)
    case .page(let title, let text):
      if format == .markdown {
        Array("# \(MarkdownText.escaped(title))\n\n\(text)".utf8)
      } else {
        throw Self.refusal(of: format, "this view is a table", remedy: "use `--as markdown`")
      }
    case .source(_, let text): Array(text.utf8)
    }
  }

  // MARK: Graphs

  private static func bytes(
    of diagram: Diagram, as format: DrawingFormat, theme: Theme
  ) throws(CommandFailure) -> [UInt8] {
    var emitter = DOTEmitter(theme: theme)
    emitter.drawsGround = format.isBinary
    switch format {
    case .dot: return Array(emitter.emit(diagram).utf8)
    case .markdown:
      let table = MarkdownEdgeTable()
      let text =
        "# \(MarkdownText.escaped(diagram.title))\n\n"
        + "\(table.emit(diagram))\n\(table.legend(of: diagram))"
      return Array(text.utf8)
    case .mermaid, .mermaidState:
      return try mermaid(diagram.id) { () throws(Mermaid.Refusal) in
        format == .mermaid
          ? try MermaidFlowchartEmitter().emit(diagram) : try MermaidStateEmitter().emit(diagram)
      }
    case .plantuml: return Array(PlantUMLEmitter().emit(diagram).utf8)
    case .d2: return Array(D2Emitter().emit(diagram).utf8)
    case .svg, .png, .pdf:
      return try laidOut(diagram.id) { () throws(RenderingError) in
        try DiagramLayout.bytes(of: diagram, as: format, emitter: emitter)
      }
    case .prose:
      throw refusal(
        of: format, "prose describes one run or the paths of a pool",
        remedy: "use `--view trace` or `--view next-steps`")
    case .swift: throw noSource(format)
    }
  }

  private static func noSource(_ format: DrawingFormat) -> CommandFailure {
    refusal(of: format, "Swift handles next steps", remedy: "use `--view next-steps`")
  }

  // MARK: Sequences

  private static func bytes(
    of diagram: SequenceDiagram, as format: DrawingFormat, theme: Theme
  ) throws(CommandFailure) -> [UInt8] {
    switch format {
    case .svg: return Array(SequenceSVGEmitter(theme: theme).emit(diagram).utf8)
    case .dot: return Array(SequenceDOTEmitter(theme: theme).emit(diagram).utf8)
    case .plantuml: return Array(PlantUMLEmitter().emit(diagram).utf8)
    case .d2: return Array(D2Emitter().emit(diagram).utf8)
    case .markdown, .prose: return Array(NumberedProse().emit(diagram).utf8)
    case .mermaid:
      return try mermaid(diagram.id) { () throws(Mermaid.Refusal) in
        try MermaidSequenceEmitter().emit(diagram)
      }
    case .png, .pdf:
      return try laidOut(diagram.id) { () throws(RenderingError) in
        try DiagramLayout.bytes(
          ofPlaced: SequenceDOTEmitter(theme: theme, drawsGround: true).emit(diagram), as: format)
      }
    case .mermaidState:
      throw refusal(of: format, "a run is a sequence", remedy: "use `--as mermaid`")
    case .swift: throw noSource(format)
    }
  }

  // MARK: Failures

  private static func mermaid(
    _ id: String, _ emit: () throws(Mermaid.Refusal) -> String
  ) throws(CommandFailure) -> [UInt8] {
    do {
      return Array(try emit().utf8)
    } catch {
      throw failure(
        "diagram.too-large", "\(error)", .cannotEvaluate, at: id,
        remedy: "draw it with `--as dot`, which has no limit")
    }
  }

  private static func laidOut(
    _ id: String, _ render: () throws(RenderingError) -> [UInt8]?
  ) throws(CommandFailure) -> [UInt8] {
    let bytes: [UInt8]?
    do {
      bytes = try render()
    } catch {
      throw failure(
        "diagram.layout", "the diagram cannot be laid out: \(error)", .systemFailure, at: id,
        remedy: "draw it with `--as dot`")
    }
    guard let bytes else {
      throw failure(
        "diagram.layout", "this build has no renderer for the format", .cannotEvaluate, at: id,
        remedy: "draw it with `--as dot`")
    }
    return bytes
  }

  private static func refusal(
    of format: DrawingFormat, _ reason: String, remedy: String
  ) -> CommandFailure {
    .usage(
      "usage.no-such-picture", "the view has no form as \(format.rawValue): \(reason)",
      remedy: remedy)
  }

  private static func failure(
    _ code: String, _ message: String, _ status: ExitStatus, at place: String, remedy: String
  ) -> CommandFailure {
    CommandFailure(
      [Diagnostic(code, at: SourceLocation(file: place), message, remedy: remedy)],
      status: status)
  }
}
