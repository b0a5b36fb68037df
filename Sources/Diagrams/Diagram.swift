/// A drawing of some states and the ways between them, as a value: what to draw, not how.
///
/// A diagram knows kinds (a step, a selection, a right answer, a clock) and words. Shapes, strokes
/// and line styles belong to ``Theme`` and to the emitters, so that one diagram reads the same as
/// DOT, as Mermaid and as a Markdown table.
///
/// The order of `nodes` and `edges` carries no meaning. Emitters keep it, because a layout engine
/// draws in the order it reads; whoever wants bytes that do not depend on how the diagram was put
/// together calls ``sorted()`` first.
///
/// Edges whose ends are not among the nodes are not drawn; ``danglingEdges`` names them.
public struct Diagram: Sendable, Hashable {
  /// Where time goes on the page.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// From left to right: the better choice for a wide page.
    case leftToRight = "LR"
    /// From top to bottom: for a page that is higher than wide.
    case topToBottom = "TB"
  }

  /// A stable name of the whole drawing; part of every element's id in the SVG.
  public var id: String
  /// One line that says what is drawn; the accessible title, and the caption's first line.
  public var title: String
  /// One or two sentences for a reader who cannot see the drawing.
  public var description: String
  /// The reading direction.
  public var direction: Direction
  /// The states.
  public var nodes: [Node]
  /// The ways between the states.
  public var edges: [Edge]
  /// Groups that are drawn with a frame around them.
  public var clusters: [Cluster]
  /// Remarks that stand next to a node.
  public var notes: [Note]
  /// What the legend calls a kind of node or edge, or an emphasis, here, by its raw value, where
  /// that is not what it is called elsewhere.
  public var words: [String: String]

  /// The most words of a box. What says more moves to a table below the drawing, and so do errors,
  /// however few; nil for any number of words, and for errors in their boxes.
  public var mostWords: Int?

  /// Whether it is drawn low rather than narrow, so that a page in landscape shows it large: ranks
  /// stand close together, and words of a line and counts of a box stand next to each other.
  public var isLow = false

  /// Makes a diagram; all parts may be added later.
  public init(
    id: String, title: String, description: String = "", direction: Direction = .leftToRight
  ) {
    self.id = id
    self.title = title
    self.description = description
    self.direction = direction
    nodes = []
    edges = []
    clusters = []
    notes = []
    words = [:]
  }

  /// The ids of edges that start or end at a node that is not there, in the order of the edges.
  public var danglingEdges: [String] {
    let known = Set(nodes.map(\.id))
    return edges.filter { !known.contains($0.from) || !known.contains($0.to) }.map(\.id)
  }

  /// A group of nodes with a frame and a heading.
  public struct Cluster: Sendable, Hashable {
    /// A stable name, unique among the clusters.
    public var id: String
    /// The heading.
    public var label: String

    /// Makes a group; nodes name it in ``Node/cluster``.
    public init(id: String, label: String) {
      self.id = id
      self.label = label
    }
  }

  /// A remark next to a node, or on its own.
  public struct Note: Sendable, Hashable {
    /// A stable name, unique among the notes.
    public var id: String
    /// The text; emitters wrap it.
    public var lines: [String]
    /// The id of the node that it speaks about.
    public var about: String?
    /// What stands before the text in a table below the drawing; empty for a remark in a sentence.
    public var heading = ""

    /// Makes a remark.
    public init(id: String, lines: [String], about: String? = nil) {
      self.id = id
      self.lines = lines
      self.about = about
    }
  }
}
