/// Edges with labels: the label of an edge is a borderless box in its middle, so that the label is
/// on the line, the line is interrupted there, and no other line crosses the label.
extension DOTEmitter {
  /// The statements of one edge: the edge itself, or its two halves if it has a label on it.
  func statements(for edge: Diagram.Edge, in diagram: Diagram, back: Set<String>) -> [String] {
    guard hasWordsOnIt(edge) else {
      let lines = words(on: edge, in: diagram)
      let list = attributes(of: edge, "edge", in: diagram)
        .adding("label", raw: lines.isEmpty ? "" : DOTText.label(lines))
        .adding("labeltooltip", tooltip: lines.isEmpty ? "" : tooltip(of: edge))
      return ["\(name(edge.from)) -> \(name(edge.to))\(list.text);"]
    }
    // An edge against the reading direction enters its label from the opposite side.
    let sides = diagram.direction == .topToBottom ? ("n", "s") : ("w", "e")
    let (front, rear) = back.contains(edge.id) ? (sides.1, sides.0) : sides
    let first = attributes(of: edge, "edge", in: diagram).adding("dir", raw: "none")
    let second = attributes(of: edge, "half", in: diagram)
    return [
      "\(name(edge.from)) -> \(wordsName(edge)):\(front)\(first.text);",
      "\(wordsName(edge)):\(rear) -> \(name(edge.to))\(second.text);",
    ]
  }

  /// The labels of the edges in a cluster, or in no cluster, as borderless boxes.
  func wordStatements(in diagram: Diagram, cluster: String?) -> [String] {
    let clusters = Set(diagram.clusters.map(\.id))
    let places = Dictionary(diagram.nodes.map { ($0.id, $0.cluster) }) { first, _ in first }
    return diagram.edges.filter { edge in
      guard hasWordsOnIt(edge), let from = places[edge.from], let to = places[edge.to] else {
        return false
      }
      let place = from == to ? from.flatMap { clusters.contains($0) ? $0 : nil } : nil
      return place == cluster
    }.map { edge in
      let quiet = edge.emphasis == .plain && edge.kind.stroke != .way
      let list = DOTAttributes().adding("shape", raw: "plaintext").adding("fontsize", raw: "10")
        .adding("margin", "0.04,0.02").adding("width", raw: "0").adding("height", raw: "0")
        .adding("group", edge.emphasis == .path ? "path" : "")
        .adding("label", raw: DOTText.label(words(on: edge, in: diagram)))
        .adding("fontcolor", quiet ? theme.mutedText : "")
        .adding("id", elementID("words", edge.id, in: diagram))
        .adding("class", classes("words " + edge.kind.rawValue, edge.emphasis, edge.rows))
        .adding("tooltip", tooltip: tooltip(of: edge))
        .adding("URL", link: edge.link)
      return wordsName(edge) + list.text + ";"
    }
  }

  /// The ids of the edges that close a cycle: those that lead back to a node on the current path of
  /// a depth-first search from the first node. Cost: linear.
  func backwardEdges(of diagram: Diagram) -> Set<String> {
    let leaving = Dictionary(grouping: diagram.edges, by: \.from)
    var back: Set<String> = []
    var open: Set<String> = []
    var seen: Set<String> = []
    for node in diagram.nodes where !seen.contains(node.id) {
      (open, seen) = ([node.id], seen.union([node.id]))
      var path = [(id: node.id, next: 0)]
      while let (id, next) = path.last {
        guard let edge = leaving[id]?.dropFirst(next).first else {
          open.remove(id)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        if open.contains(edge.to) { back.insert(edge.id) }
        if seen.insert(edge.to).inserted {
          open.insert(edge.to)
          path.append((edge.to, 0))
        }
      }
    }
    return back
  }

  private func hasWordsOnIt(_ edge: Diagram.Edge) -> Bool {
    !edge.isLoop && !(edge.lines.isEmpty && edge.emphasis.sign.isEmpty)
  }

  private func wordsName(_ edge: Diagram.Edge) -> String {
    DOTText.quoted("words:" + StableIdentifier.xml(edge.id))
  }

  private func words(on edge: Diagram.Edge, in diagram: Diagram) -> [String] {
    let labels = edge.lines.count > 1 ? edge.lines.map { "• " + $0 } : edge.lines
    let lines = wrapping.wider(diagram.isLow ? -2 : -8).wrap(labels)
    return edge.emphasis.sign.isEmpty ? lines : marked(lines, edge.emphasis)
  }

  private func tooltip(of edge: Diagram.Edge) -> String {
    edge.tooltip.isEmpty ? edge.lines.joined(separator: "\n") : edge.tooltip
  }

  private func attributes(
    of edge: Diagram.Edge, _ part: String, in diagram: Diagram
  ) -> DOTAttributes {
    let stroke = Diagram.Emphasis.stroke(edge.emphasis) ?? edge.kind.stroke
    let style = edge.emphasis.line ?? edge.kind.line
    return DOTAttributes().adding("style", raw: style)
      .adding("arrowhead", raw: edge.kind.head)
      .adding("color", stroke.rawValue)
      .adding("penwidth", raw: edge.emphasis == .path ? "2.6" : edge.kind.width)
      .adding("weight", raw: edge.emphasis == .path ? "20" : "")
      .adding("id", elementID(part, edge.id, in: diagram))
      .adding("class", classes(edge.kind.rawValue, edge.emphasis, edge.rows))
      .adding("tooltip", tooltip: tooltip(of: edge))
      .adding("URL", link: edge.link)
  }
}
