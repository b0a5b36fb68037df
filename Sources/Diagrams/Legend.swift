/// The kinds that a diagram really shows, in a fixed order.
public struct Legend: Sendable, Hashable {
  /// The kinds of its nodes; the initial dot needs no explanation and is left out.
  public let nodes: [Diagram.Node.Kind]
  /// The kinds of its edges.
  public let edges: [Diagram.Edge.Kind]
  /// The kinds that appear as signs in detail lines.
  public let signs: [Diagram.Edge.Kind]
  /// This diagram's own names for kinds, by raw value.
  public let words: [String: String]
  /// The emphases of its nodes and edges.
  public let emphases: [Diagram.Emphasis]

  /// Makes the legend of a diagram as it will be drawn: after folding and merging. Dangling edges
  /// are not drawn and do not count.
  public init(of diagram: Diagram) {
    let known = Set(diagram.nodes.map(\.id))
    let drawn = diagram.edges.filter { known.contains($0.from) && known.contains($0.to) }
    let edgeKinds = Set(drawn.map(\.kind))
    let nodeKinds = Set(diagram.nodes.map(\.kind))
    let details =
      diagram.nodes.flatMap(\.details)
      + diagram.notes.filter { !$0.heading.isEmpty }.flatMap(\.lines)
    let emphases = Set(drawn.map(\.emphasis)).union(diagram.nodes.map(\.emphasis))
    nodes = Diagram.Node.Kind.allCases.filter { $0 != .initial && nodeKinds.contains($0) }
    edges = Diagram.Edge.Kind.allCases.filter(edgeKinds.contains)
    signs = Diagram.Edge.Kind.allCases.filter { kind in
      details.contains { $0.hasPrefix(kind.sign + " ") || $0 == kind.sign }
    }
    words = diagram.words
    self.emphases = Diagram.Emphasis.allCases.filter { $0 != .plain && emphases.contains($0) }
  }

  /// The signs of kinds that no edge has.
  var signsAlone: [Diagram.Edge.Kind] { signs.filter { !edges.contains($0) } }

  /// The name of a kind of node in this diagram.
  public func name(of kind: Diagram.Node.Kind) -> String { words[kind.rawValue] ?? kind.legend }

  /// The name of a kind of edge in this diagram.
  public func name(of kind: Diagram.Edge.Kind) -> String { words[kind.rawValue] ?? kind.legend }

  /// The name of an emphasis in this diagram.
  public func name(of emphasis: Diagram.Emphasis) -> String {
    words[emphasis.rawValue] ?? emphasis.legend
  }
}
