import Diagrams

extension Diagram {
  /// The same diagram with nodes by id and edges by (from, to, kind, id), so that equal content is
  /// equal.
  func sorted() -> Diagram {
    var copy = self
    copy.nodes.sort { $0.id < $1.id }
    copy.edges.sort {
      ($0.from, $0.to, $0.kind.rawValue, $0.id) < ($1.from, $1.to, $1.kind.rawValue, $1.id)
    }
    copy.clusters.sort { $0.id < $1.id }
    copy.notes.sort { $0.id < $1.id }
    return copy
  }
}
