/// Writes a ``Diagram`` as a Mermaid flowchart, for README files, issues and step summaries.
///
/// Shapes show the kinds as in ``DOTEmitter``. Mermaid has solid, thick and dotted lines, so dashes
/// are set as a style. Only strokes are coloured: hosts choose text and fill for their own light or
/// dark page, and the five strokes are readable on both. There is no legend, because a flowchart
/// cannot contain one; ``MarkdownEdgeTable`` writes it as a line of text.
public struct MermaidFlowchartEmitter: Sendable, Hashable {
  /// The edges and nodes to replace by text.
  public var folding: Diagram.Folding
  /// The wrapping of labels.
  public var wrapping: LabelWrapping

  /// Makes an emitter.
  public init(folding: Diagram.Folding = .standard, wrapping: LabelWrapping = LabelWrapping()) {
    self.folding = folding
    self.wrapping = wrapping
  }

  /// The diagram as text without a fence, with a line feed at its end.
  ///
  /// - Throws: ``Mermaid/Refusal`` if the drawing exceeds Mermaid's limits, so that hosts would
  ///   show an error.
  public func emit(_ diagram: Diagram) throws(Mermaid.Refusal) -> String {
    let drawn = diagram.folded(folding).merged()
    let known = Set(drawn.nodes.map(\.id))
    let edges = drawn.edges.filter { known.contains($0.from) && known.contains($0.to) }
    guard edges.count <= Mermaid.maximumEdges else { throw .edges(edges.count) }
    var lines = ["flowchart \(drawn.direction.rawValue)"]
    if !drawn.title.isEmpty { lines.append("  accTitle: \(Mermaid.line(drawn.title))") }
    if !drawn.description.isEmpty { lines.append("  accDescr: \(Mermaid.line(drawn.description))") }
    lines += nodeLines(of: drawn)
    lines += edges.map(statement)
    lines += noteLines(of: drawn, known: known)
    lines += styles(of: drawn.nodes) + lineStyles(of: edges)
    let text = lines.joined(separator: "\n") + "\n"
    let size = text.utf16.count
    guard size <= Mermaid.maximumCharacters else { throw .characters(size) }
    return text
  }

  private func name(_ id: String) -> String { "n_" + StableIdentifier.mermaid(id) }

  private func nodeLines(of diagram: Diagram) -> [String] {
    let known = Set(diagram.clusters.map(\.id))
    let place = { (node: Diagram.Node) in node.cluster.flatMap { known.contains($0) ? $0 : nil } }
    var lines = diagram.nodes.filter { place($0) == nil }.map { "  " + statement(for: $0) }
    for cluster in diagram.clusters {
      let id = "c_" + StableIdentifier.mermaid(cluster.id)
      lines.append("  subgraph \(id)[\"\(Mermaid.quoted(cluster.label))\"]")
      lines += diagram.nodes.filter { place($0) == cluster.id }.map { "    " + statement(for: $0) }
      lines.append("  end")
    }
    return lines
  }

  private func noteLines(of diagram: Diagram, known: Set<String>) -> [String] {
    diagram.notes.flatMap { note -> [String] in
      let id = "r_" + StableIdentifier.mermaid(note.id)
      let longer = LabelWrapping(width: 60, maximumLines: 24)
      let lines =
        note.heading.isEmpty ? wrapping.wrap(note.lines) : [note.heading] + longer.wrap(note.lines)
      let box = "  \(id)>\"\(text(lines))\"]"
      guard let about = note.about, known.contains(about) else { return [box] }
      return [box, "  \(name(about)) ~~~ \(id)"]
    }
  }

  private func text(_ lines: [String]) -> String {
    lines.map(Mermaid.quoted).joined(separator: "<br/>")
  }

  private func statement(for node: Diagram.Node) -> String {
    let longer = LabelWrapping(
      width: wrapping.width + 8, maximumLines: max(24, wrapping.maximumLines))
    let lines = wrapping.wrap(node.lines) + longer.wrap(node.details)
    let label = text(lines.isEmpty ? [" "] : [node.emphasis.sign + lines[0]] + lines.dropFirst())
    let (open, close) = node.kind.mermaid
    return "\(name(node.id))\(open)\"\(label)\"\(close):::\(node.kind.rawValue)"
  }

  private func statement(for edge: Diagram.Edge) -> String {
    var lines = wrapping.wrap(edge.lines)
    if !edge.emphasis.sign.isEmpty {
      lines = [edge.emphasis.sign + (lines.first ?? "")] + lines.dropFirst()
    }
    let label = lines.isEmpty ? "" : "|\"\(text(lines))\"|"
    let line = edge.kind.line == "dotted" ? "-.->" : edge.emphasis == .path ? "==>" : "-->"
    return "  \(name(edge.from)) \(line)\(label) \(name(edge.to))"
  }

  private func styles(of nodes: [Diagram.Node]) -> [String] {
    let kinds = Set(nodes.map(\.kind))
    return Diagram.Node.Kind.allCases.filter(kinds.contains).map { kind in
      "  classDef \(kind.rawValue) stroke:\(kind.stroke.rawValue),stroke-width:1.5px"
    }
  }

  private func lineStyles(of edges: [Diagram.Edge]) -> [String] {
    edges.enumerated().map { index, edge in
      let stroke = Diagram.Emphasis.stroke(edge.emphasis) ?? edge.kind.stroke
      let dashes = edge.kind.line == "dashed" ? ",stroke-dasharray:6 4" : ""
      return "  linkStyle \(index) stroke:\(stroke.rawValue)\(dashes)"
    }
  }
}

extension Diagram.Node.Kind {
  /// The brackets that stand for the shape.
  fileprivate var mermaid: (open: String, close: String) {
    switch self {
    case .initial: ("((", "))")
    case .start: ("([", "])")
    case .step: ("(", ")")
    case .selection: ("{{", "}}")
    case .redirect: ("[/", "/]")
    case .done: ("(((", ")))")
    case .failure: ("[[", "]]")
    case .unanswered: ("{", "}")
    }
  }
}
