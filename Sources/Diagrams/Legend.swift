/// The kinds that a diagram really shows, in a fixed order; nothing else belongs into a legend.
public struct Legend: Sendable, Hashable {
  /// The kinds of its nodes; the initial dot needs no explanation and is left out.
  public let nodes: [Diagram.Node.Kind]
  /// The kinds of its edges.
  public let edges: [Diagram.Edge.Kind]
  /// Kinds that appear as signs in detail lines and not as lines.
  public let signs: [Diagram.Edge.Kind]
  /// What kinds are called in this diagram, by raw value.
  public let words: [String: String]
  /// What singles nodes or edges out.
  public let emphases: [Diagram.Emphasis]

  /// Reads the legend off a diagram as it will be drawn: after folding and merging. Edges that
  /// hang in the air are not drawn and not counted.
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

  /// The signs whose kinds no line shows.
  var signsAlone: [Diagram.Edge.Kind] { signs.filter { !edges.contains($0) } }

  /// What a kind of node is called here.
  public func name(of kind: Diagram.Node.Kind) -> String { words[kind.rawValue] ?? kind.legend }

  /// What a kind of edge is called here.
  public func name(of kind: Diagram.Edge.Kind) -> String { words[kind.rawValue] ?? kind.legend }

  /// What singling out means here.
  public func name(of emphasis: Diagram.Emphasis) -> String {
    words[emphasis.rawValue] ?? emphasis.legend
  }
}
