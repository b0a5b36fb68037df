import SafeText

/// Writes the edges of a ``Diagram`` as a Markdown table: the textual alternative to the drawing,
/// and the form in which changes are easiest to review.
///
/// Nothing is folded or merged; there is one line for each edge, in the diagram's order.
public struct MarkdownEdgeTable: Sendable, Hashable {
  /// Makes an emitter.
  public init() {}

  /// The table with its heading, with a line feed at its end.
  public func emit(_ diagram: Diagram) -> String {
    let names = Dictionary(diagram.nodes.map { ($0.id, name(of: $0)) }) { first, _ in first }
    var lines = ["| from | what happens | kind | to | rows |", "| --- | --- | --- | --- | --- |"]
    for edge in diagram.edges {
      let rows = edge.rows.isEmpty ? [edge.id] : edge.rows
      let cells = [
        names[edge.from] ?? MarkdownText.escaped(edge.from),
        edge.emphasis.sign + MarkdownText.escaped(edge.lines.joined(separator: ", ")),
        diagram.words[edge.kind.rawValue] ?? edge.kind.legend,
        names[edge.to] ?? MarkdownText.escaped(edge.to),
        rows.map(MarkdownText.code).joined(separator: ", "),
      ]
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A line that explains the lines and shapes of a drawing; empty if nothing is drawn.
  public func legend(of diagram: Diagram) -> String {
    let legend = Legend(of: diagram)
    let shapes = legend.nodes.map { "\($0.shapeName) = \(legend.name(of: $0))" }
    let lines = legend.edges.map { "\($0.line) line = \(legend.name(of: $0))" }
    let signs = legend.signs.map { "\($0.sign) = \(legend.name(of: $0))" }
    let all = shapes + lines + signs
    return all.isEmpty ? "" : all.joined(separator: " · ") + "\n"
  }

  private func name(of node: Diagram.Node) -> String {
    let label = node.lines.joined(separator: " ")
    return label.isEmpty ? node.kind.legend : MarkdownText.escaped(label)
  }
}

extension Diagram.Node.Kind {
  /// The name of the shape in words.
  fileprivate var shapeName: String {
    switch self {
    case .initial: "dot"
    case .start: "oval"
    case .step: "round box"
    case .selection: "hexagon"
    case .redirect: "parallelogram"
    case .done: "double circle"
    case .failure: "double box"
    case .unanswered: "diamond"
    }
  }
}
