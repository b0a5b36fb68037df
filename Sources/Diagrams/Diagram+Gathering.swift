extension Diagram {
  /// The same diagram with one box for the ends of kind failure that only one node leads to, if
  /// there are several: the box lists each end with the answers that lead to it.
  ///
  /// Nothing is lost: names and answers become the box's text, and box and edge have the rows of
  /// all. Ends with an emphasis, and ends with a remark, are kept. Cost: nodes times edges.
  func gatheringEnds() -> Diagram {
    var copy = self
    for source in nodes {
      let ends = ends(ofOnly: source.id)
      guard ends.count > 1 else { continue }
      let ids = Set(ends.map(\.id))
      let arrows = edges.filter { ids.contains($0.to) }
      guard let place = copy.edges.firstIndex(where: { ids.contains($0.to) }),
        let seat = copy.nodes.firstIndex(where: { ids.contains($0.id) })
      else { continue }
      let box = box(for: ends, of: source, arrows)
      var arrow = copy.edges[place]
      (arrow.id, arrow.to, arrow.lines) = ("\(source.id)>\(box.id)", box.id, [])
      arrow.tooltip = box.tooltip
      arrow.rows = box.rows
      copy.edges[place] = arrow
      copy.nodes[seat] = box
      copy.edges.removeAll { ids.contains($0.to) }
      copy.nodes.removeAll { ids.contains($0.id) }
    }
    return copy
  }

  private func box(for ends: [Node], of source: Node, _ arrows: [Edge]) -> Node {
    var box = Node(id: "ends-of-\(source.id)", kind: .failure, lines: ["\(ends.count) errors"])
    box.link = ends[0].link ?? arrows.lazy.compactMap(\.link).first
    box.cluster = ends[0].cluster
    for end in ends {
      let own = arrows.filter { $0.to == end.id }
      var answers: [String] = []
      answers.appendMissing(own.flatMap(\.lines))
      let words = [end.lines.joined(separator: " "), answers.joined(separator: "; ")]
      box.details.append(words.filter { !$0.isEmpty }.joined(separator: ": "))
      box.details += end.details
      box.rows.appendMissing(end.rows + own.flatMap(\.rows))
    }
    box.tooltip = box.details.joined(separator: "\n")
    return box
  }

  /// The ends to which only plain edges of kind failure lead, all of them from one node.
  private func ends(ofOnly source: String) -> [Node] {
    let spokenOf = Set(notes.compactMap(\.about))
    return nodes.filter { node in
      guard node.kind == .failure, node.emphasis == .plain, !spokenOf.contains(node.id) else {
        return false
      }
      let arrows = edges.filter { $0.to == node.id }
      return !arrows.isEmpty && !edges.contains { $0.from == node.id }
        && arrows.allSatisfy {
          $0.from == source && $0.kind == .failure && $0.emphasis == .plain
        }
    }
  }
}
