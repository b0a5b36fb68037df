/// A drawing of some states and the transitions between them: what to draw, not how.
///
/// A diagram has kinds (a step, a selection, a right answer, a clock) and texts. Shapes, strokes
/// and line styles belong to ``Theme`` and to the emitters, so that one diagram reads the same as
/// DOT, as Mermaid and as a Markdown table.
///
/// The order of `nodes` and `edges` has no meaning. Emitters keep it, because a layout engine draws
/// in the order of its input; for output that does not depend on how the diagram was built, call
/// ``sorted()`` first.
///
/// Edges to or from a missing node are not drawn; ``danglingEdges`` lists them.
public struct Diagram: Sendable, Hashable {
  /// The reading direction.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// From left to right: the better choice for a wide page.
    case leftToRight = "LR"
    /// From top to bottom: for a page that is higher than wide.
    case topToBottom = "TB"
  }

  /// A stable name of the whole drawing, which is part of every element's id in the SVG.
  public var id: String
  /// The subject of the drawing in one line; the accessible title, and the caption's first line.
  public var title: String
  /// One or two sentences for a reader who cannot see the drawing.
  public var description: String
  /// The reading direction.
  public var direction: Direction
  /// The states.
  public var nodes: [Node]
  /// The transitions between the states.
  public var edges: [Edge]
  /// Groups that are drawn with a frame around them.
  public var clusters: [Cluster]
  /// Remarks, which are drawn next to a node or in the caption.
  public var notes: [Note]
  /// This diagram's own legend names for kinds of nodes and edges and for emphases, by raw value;
  /// others have their standard names.
  public var words: [String: String]

  /// The maximum number of words in a box. Details beyond it move to a table below the drawing, and
  /// so do errors in any number. Nil for no limit, and errors stay in their boxes.
  public var mostWords: Int?

  /// Whether the drawing is low rather than narrow, so that it fits a page in landscape: ranks are
  /// close together, and label words and counts are side by side.
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

  /// The ids of edges that start or end at a missing node, in the order of the edges.
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

    /// Makes a group; nodes refer to it by ``Node/cluster``.
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
    /// The id of the node that the remark is about.
    public var about: String?
    /// The heading of the text in a table below the drawing; empty for a remark in a sentence.
    public var heading = ""

    /// Makes a remark.
    public init(id: String, lines: [String], about: String? = nil) {
      self.id = id
      self.lines = lines
      self.about = about
    }
  }
}
