/// Writes a ``Diagram`` as a Mermaid state diagram: the shortest text, and the plainest drawing.
///
/// A state diagram has one shape and one line. Kinds are shown by text instead: the label of an
/// edge that is not a right answer starts with its sign, and ends lead to the final dot. Where
/// shapes matter, use ``MermaidFlowchartEmitter``.
public struct MermaidStateEmitter: Sendable, Hashable {
  /// The edges and nodes to replace by text.
  public var folding: Diagram.Folding

  /// Makes an emitter.
  public init(folding: Diagram.Folding = .standard) {
    self.folding = folding
  }

  /// The diagram as text without a fence, with a line feed at its end.
  ///
  /// - Throws: ``Mermaid/Refusal`` if the drawing exceeds Mermaid's limits, so that hosts would
  ///   show an error.
  public func emit(_ diagram: Diagram) throws(Mermaid.Refusal) -> String {
    // A state diagram has no place for a table, so boxes keep all their text.
    var whole = diagram
    whole.mostWords = nil
    let drawn = whole.folded(folding).merged()
    let kinds = Dictionary(drawn.nodes.map { ($0.id, $0.kind) }) { first, _ in first }
    let edges = drawn.edges.filter { kinds[$0.from] != nil && kinds[$0.to] != nil }
    guard edges.count <= Mermaid.maximumEdges else { throw .edges(edges.count) }
    var lines = ["stateDiagram-v2"]
    if !drawn.title.isEmpty { lines.append("  accTitle: \(Mermaid.line(drawn.title))") }
    if !drawn.description.isEmpty { lines.append("  accDescr: \(Mermaid.line(drawn.description))") }
    lines.append("  direction \(drawn.direction.rawValue)")
    for node in drawn.nodes where node.kind != .initial {
      let words = (node.lines + node.details).map(Mermaid.quoted).joined(separator: "<br/>")
      let label =
        words.isEmpty ? Mermaid.quoted(node.id) : Mermaid.quoted(node.emphasis.sign) + words
      lines.append("  state \"\(label)\" as \(name(node.id))")
    }
    for edge in drawn.edges {
      guard let from = kinds[edge.from], let to = kinds[edge.to] else { continue }
      let ends = [(edge.from, from), (edge.to, to)].map { $1 == .initial ? "[*]" : name($0) }
      lines.append("  \(ends[0]) --> \(ends[1])" + label(of: edge))
    }
    lines += drawn.nodes.filter(\.kind.isEnd).map { "  \(name($0.id)) --> [*]" }
    let text = lines.joined(separator: "\n") + "\n"
    let size = text.utf16.count
    guard size <= Mermaid.maximumCharacters else { throw .characters(size) }
    return text
  }

  private func name(_ id: String) -> String { "s_" + StableIdentifier.mermaid(id) }

  private func label(of edge: Diagram.Edge) -> String {
    let words = edge.lines.map(Mermaid.afterColon).joined(separator: ", ")
    let sign = edge.kind == .answer ? "" : edge.kind.sign + (words.isEmpty ? "" : " ")
    let label = Mermaid.afterColon(edge.emphasis.sign) + sign + words
    return label.isEmpty ? "" : " : " + label
  }
}
