/// Writes a ``Diagram`` in Graphviz's language, laid out for the `dot` engine.
///
/// The shape of a node and the line of an edge carry the meaning; colours only repeat it. Edges on
/// the emphasized path are heavy and straight; ends share the last rank; loops and crowded error
/// ends are folded into text. Below the drawing are its title, its description, the remarks that
/// are about no node, and a legend of the elements that are really drawn. The legend is a table in
/// the graph's own label, so it cannot disturb the layout.
///
/// The output depends only on the diagram and the emitter: it contains no version, time or counter.
/// Every element has an id made from the diagram's id and its own, classes for its kind and for the
/// rows behind it, and a tooltip. Cost: linear in the diagram, except for folding, which looks at
/// all edges once for each node.
public struct DOTEmitter: Sendable, Hashable {
  /// The colours of the drawing.
  public var theme: Theme
  /// Whether the theme's background is drawn, for pictures that a viewer may put on any other.
  public var drawsGround = false
  /// The edges and nodes to replace by text.
  public var folding: Diagram.Folding
  /// The wrapping of labels.
  public var wrapping: LabelWrapping
  /// Whether the title is shown below the drawing.
  public var showsTitle: Bool
  /// Whether a legend is shown below the drawing.
  public var showsLegend: Bool
  /// Whether ends (done, redirects, errors) share the last rank.
  public var alignsEnds: Bool

  /// Makes an emitter with all parts switched on.
  public init(theme: Theme = .light) {
    self.theme = theme
    folding = .standard
    wrapping = LabelWrapping()
    showsTitle = true
    showsLegend = true
    alignsEnds = true
  }

  /// The diagram's id, escaped, which is the prefix of the ids of all elements in an SVG.
  public func identifier(of diagram: Diagram) -> String { StableIdentifier.xml(diagram.id) }

  /// The diagram as a `digraph`, with a line feed at its end.
  public func emit(_ diagram: Diagram) -> String {
    let drawn = diagram.folded(folding).merged()
    var lines = ["digraph \(DOTText.quoted(identifier(of: diagram))) {"]
    lines += defaults(of: drawn).map { "  " + $0 }
    lines += body(of: drawn, cluster: nil).map { "  " + $0 }
    for cluster in drawn.clusters {
      lines.append("  subgraph \(DOTText.quoted("cluster_" + StableIdentifier.xml(cluster.id))) {")
      let heading = frame(of: cluster, in: drawn)
      lines += (heading + body(of: drawn, cluster: cluster.id)).map { "    " + $0 }
      lines.append("  }")
    }
    let ends = drawn.nodes.filter { $0.kind.isEnd && $0.cluster == nil }
    if alignsEnds, ends.count > 1 {
      lines.append("  { rank=sink; " + ends.map { name($0.id) + "; " }.joined() + "}")
    }
    let known = Set(drawn.nodes.map(\.id))
    let back = backwardEdges(of: drawn)
    for edge in drawn.edges where known.contains(edge.from) && known.contains(edge.to) {
      lines += statements(for: edge, in: drawn, back: back).map { "  " + $0 }
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  /// The font list: names that every system maps to some font, and the generic family last.
  static let fonts = "Helvetica,Arial,sans-serif"

  private func defaults(of diagram: Diagram) -> [String] {
    let font = DOTAttributes().adding("fontname", Self.fonts).adding("fontcolor", theme.text)
    let upright = diagram.direction == .topToBottom
    let graph = font.adding("fontsize", raw: "11")
      .adding("id", identifier(of: diagram) + "-graph")
      .adding("rankdir", raw: diagram.direction.rawValue)
      .adding("bgcolor", raw: drawsGround ? DOTText.quoted(theme.ground) : "transparent")
      .adding("nodesep", raw: upright ? "0.25" : "0.18")
      .adding("ranksep", raw: diagram.isLow ? "0.14" : upright ? "0.25" : "0.3")
      .adding("pad", raw: "0.1")
      .adding("labelloc", raw: "b").adding("labeljust", raw: "l")
      .adding("label", raw: caption(of: diagram))
    let node = font.adding("fontsize", raw: "12").adding("penwidth", raw: "1.4")
      .adding("margin", "0.14,0.08").adding("height", raw: "0.4").adding("width", raw: "0.4")
    let edge = font.adding("fontsize", raw: "10").adding("penwidth", raw: "1.3")
      .adding("arrowsize", raw: "0.7")
    return ["graph\(graph.text);", "node\(node.text);", "edge\(edge.text);"]
  }

  private func frame(of cluster: Diagram.Cluster, in diagram: Diagram) -> [String] {
    let id = elementID("cluster", cluster.id, in: diagram)
    let list = DOTAttributes().adding("id", id).adding("style", "rounded")
      .adding("color", Theme.Stroke.quiet.rawValue)
      .adding("label", raw: DOTText.label(wrapping.wrap([cluster.label])))
    return ["graph\(list.text);"]
  }

  private func body(of diagram: Diagram, cluster: String?) -> [String] {
    let known = Set(diagram.clusters.map(\.id))
    let place = { (node: Diagram.Node) in node.cluster.flatMap { known.contains($0) ? $0 : nil } }
    let nodes = diagram.nodes.filter { place($0) == cluster }
    let ids = Set(nodes.map(\.id))
    let everywhere = Set(diagram.nodes.map(\.id))
    let notes = diagram.notes.filter { note in
      // A remark about no drawn node is part of the caption.
      guard let about = note.about, everywhere.contains(about) else { return false }
      return ids.contains(about)
    }
    return nodes.map { statement(for: $0, in: diagram) }
      + wordStatements(in: diagram, cluster: cluster)
      + notes.flatMap { statements(for: $0, in: diagram) }
  }
}
