extension Diagram {
  /// One state of a diagram.
  public struct Node: Sendable, Hashable {
    /// What a node is; it decides the shape, and the shape alone says it.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Where everything begins: a filled dot without words.
      case initial
      /// A named entrance: an oval.
      case start
      /// Something is asked of the person: a round box.
      case step
      /// The person chooses among several ways on: a hexagon.
      case selection
      /// The flow goes on elsewhere, for example in a password reset: a parallelogram.
      case redirect
      /// Signed in: a double circle.
      case done
      /// The attempt ends with an error: a box with a double line.
      case failure
      /// A call never returns: a diamond.
      case unanswered

      /// Whether nothing follows; ends share the last rank of a drawing.
      public var isEnd: Bool {
        switch self {
        case .redirect, .done, .failure, .unanswered: true
        case .initial, .start, .step, .selection: false
        }
      }

      /// What the legend calls it.
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
    /// What it is.
    public var kind: Kind
    /// The label; the first line is the name, drawn bold. Emitters wrap long lines.
    public var lines: [String]
    /// Smaller lines below the label: retries, expiries, fields of a next step.
    public var details: [String]
    /// What a pointer that rests on it shows.
    public var tooltip: String
    /// The ids of the table's rows behind it; they become classes in the SVG.
    public var rows: [String]
    /// Where a click leads.
    public var link: String?
    /// The id of the cluster it stands in.
    public var cluster: String?
    /// What singles it out.
    public var emphasis: Emphasis

    /// Makes a node of a kind with its label; everything else may be set later.
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
