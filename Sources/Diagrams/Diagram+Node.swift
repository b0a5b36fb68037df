extension Diagram {
  /// One state of a diagram.
  public struct Node: Sendable, Hashable {
    /// The kind of a node; it decides the shape, which shows it without colour.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The initial state: a filled dot without text.
      case initial
      /// A named entrance: an oval.
      case start
      /// The user has to do something: a rounded box.
      case step
      /// The user chooses between several continuations: a hexagon.
      case selection
      /// The flow continues elsewhere, for example in a password reset: a parallelogram.
      case redirect
      /// The user is signed in: a double circle.
      case done
      /// The attempt ends with an error: a box with a double border.
      case failure
      /// A call never returns: a diamond.
      case unanswered

      /// Whether no transition leaves the node; ends share the last rank of a drawing.
      public var isEnd: Bool {
        switch self {
        case .redirect, .done, .failure, .unanswered: true
        case .initial, .start, .step, .selection: false
        }
      }

      /// The name of the kind in the legend.
      public var legend: String {
        switch self {
        case .initial: "begin"
        case .start: "entrance"
        case .step: "step"
        case .selection: "selection"
        case .redirect: "goes on elsewhere"
        case .done: "done"
        case .failure: "ends with an error"
        case .unanswered: "call never returns"
        }
      }
    }

    /// A stable name, unique among the nodes.
    public var id: String
    /// The kind of the node.
    public var kind: Kind
    /// The label; the first line is the name, drawn bold. Emitters wrap long lines.
    public var lines: [String]
    /// Smaller lines below the label: retries, expiries, fields of a next step.
    public var details: [String]
    /// The tooltip.
    public var tooltip: String
    /// The ids of the table's rows behind the node; they become classes in the SVG.
    public var rows: [String]
    /// The address that a click opens.
    public var link: String?
    /// The id of the node's cluster, if any.
    public var cluster: String?
    /// The emphasis of the node.
    public var emphasis: Emphasis

    /// Makes a node of a kind with its label; all else may be set later.
    public init(id: String, kind: Kind, lines: [String]) {
      self.id = id
      self.kind = kind
      self.lines = lines
      details = []
      tooltip = ""
      rows = []
      link = nil
      cluster = nil
      emphasis = .plain
    }
  }
}
