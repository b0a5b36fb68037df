extension Diagram {
  /// The same diagram with parallel edges of one kind merged into one edge with several label
  /// lines.
  ///
  /// Edges with the same ends, kind and emphasis merge; edges of different kinds between the same
  /// nodes stay separate, because the line style shows the kind. The merged edge keeps the id, the
  /// position and the link of its first member, and all rows and tooltips; equal label lines appear
  /// once.
  public func merged() -> Diagram {
    struct Key: Hashable {
      let from: String
      let to: String
      let kind: Edge.Kind
      let emphasis: Emphasis
    }
    var places: [Key: Int] = [:]
    var merged: [Edge] = []
    for edge in edges {
      let key = Key(from: edge.from, to: edge.to, kind: edge.kind, emphasis: edge.emphasis)
      if let place = places[key] {
        merged[place].absorb(edge)
      } else {
        places[key] = merged.count
        merged.append(edge)
      }
    }
    var copy = self
    copy.edges = merged
    return copy
  }
}

extension Diagram.Edge {
  fileprivate mutating func absorb(_ other: Diagram.Edge) {
    lines.appendMissing(other.lines)
    rows.appendMissing(other.rows)
    guard !other.tooltip.isEmpty, other.tooltip != tooltip else { return }
    tooltip = tooltip.isEmpty ? other.tooltip : tooltip + "\n" + other.tooltip
  }
}
