import Diagrams
import Findings
import TransitionTables

/// The next-steps diagram of a report in any format.
struct NextStepDrawing {
  let diagram: Diagram

  init(report: PoolReport) { diagram = NextStepDiagram.diagram(of: report) }

  /// - Throws: a failure of the system where Graphviz fails, 75 where a format cannot hold the
  ///   diagram.
  func bytes(as format: DrawingFormat) throws(CommandFailure) -> [UInt8] {
    switch format {
    case .dot: return Array(DOTEmitter().emit(diagram).utf8)
    case .markdown:
      let table = MarkdownEdgeTable()
      return Array(
        "# \(diagram.title)\n\n\(table.emit(diagram))\n\(table.legend(of: diagram))".utf8)
    case .mermaid:
      do {
        return Array(try MermaidFlowchartEmitter().emit(diagram).utf8)
      } catch {
        throw failure("diagram.too-large", "\(error)", .cannotEvaluate)
      }
    case .svg, .png, .pdf: return try laidOut(as: format)
    }
  }

  private func laidOut(as format: DrawingFormat) throws(CommandFailure) -> [UInt8] {
    let bytes: [UInt8]?
    do {
      bytes = try DiagramLayout.bytes(of: diagram, as: format)
    } catch {
      throw failure("diagram.layout", "the diagram cannot be laid out: \(error)", .systemFailure)
    }
    guard let bytes else {
      throw failure(
        "diagram.layout", "this build has no renderer for \(format.rawValue)", .cannotEvaluate)
    }
    return bytes
  }

  private func failure(
    _ code: String, _ message: String, _ status: ExitStatus
  ) -> CommandFailure {
    CommandFailure(
      [
        Diagnostic(
          code, at: SourceLocation(file: diagram.id), message,
          remedy: "draw it with `--as dot`, which has no limit")
      ], status: status)
  }
}
