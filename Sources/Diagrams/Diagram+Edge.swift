extension Diagram {
  /// One transition between two states.
  public struct Edge: Sendable, Hashable {
    /// The cause of the transition; it decides line style and arrow head, which show it without
    /// colour.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A right answer, or a choice: solid line, full head.
      case answer
      /// The client or the pool acts without the user: solid grey line, hollow head.
      case automatic
      /// An answer that is rejected and may be repeated: dashed grey line, hollow head.
      case retry
      /// An answer that is rejected and ends the attempt: dashed line, full head.
      case failure
      /// Time passes: dotted line, hollow head.
      case clock
      /// An act of an administrator: solid line, diamond head.
      case administrator
      /// An act of an attacker: dotted line, box head.
      case attacker

      /// The name of the kind in the legend.
      public var legend: String {
        switch self {
        case .answer: "right answer"
        case .automatic: "by itself"
        case .retry: "refused, may try again"
        case .failure: "refused, ends it"
        case .clock: "time passes"
        case .administrator: "administrator"
        case .attacker: "attacker"
        }
      }

      /// The sign of the kind in text, such as in a node's detail lines.
      public var sign: String {
        switch self {
        case .answer: "→"
        case .automatic: "▷"
        case .retry: "↺"
        case .failure: "✗"
        case .clock: "◷"
        case .administrator: "◆"
        case .attacker: "■"
        }
      }
    }

    /// A stable name, unique among the edges; usually the id of the table's row.
    public var id: String
    /// The id of the node where the edge starts.
    public var from: String
    /// The id of the node that it leads to.
    public var to: String
    /// The cause of the transition.
    public var kind: Kind
    /// The label; emitters wrap long lines.
    public var lines: [String]
    /// The tooltip.
    public var tooltip: String
    /// The ids of the table's rows behind the edge; they become classes in the SVG.
    public var rows: [String]
    /// The address that a click opens.
    public var link: String?
    /// The emphasis; ``Emphasis/path`` also makes the edge straight.
    public var emphasis: Emphasis

    /// Makes an edge; `ends` are the ids of the nodes where it starts and ends.
    public init(
      id: String, _ ends: (from: String, to: String), kind: Kind = .answer, lines: [String] = []
    ) {
      self.id = id
      from = ends.from
      to = ends.to
      self.kind = kind
      self.lines = lines
      tooltip = ""
      rows = []
      link = nil
      emphasis = .plain
    }

    /// Whether the edge ends at the node where it starts.
    public var isLoop: Bool { from == to }
  }

  /// The emphasis of a node or an edge: the path of a trace, or a side of a comparison.
  ///
  /// Every emphasis is visible without colour: by a heavy line, or by a sign before the label.
  public enum Emphasis: String, Sendable, Hashable, CaseIterable {
    /// No emphasis.
    case plain
    /// Part of the path that the drawing is about: a heavy line, laid out straight.
    case path
    /// Present only in the second of two compared drawings: a plus sign.
    case added
    /// Present only in the first of two compared drawings: a minus sign.
    case removed
    /// Different in two compared drawings: a wave sign.
    case changed
    /// The end of a finding's counterexample: an exclamation mark and a heavy line.
    case finding

    /// The sign before the label; empty if the line alone shows the emphasis.
    public var sign: String {
      switch self {
      case .plain, .path: ""
      case .added: "+ "
      case .removed: "− "
      case .changed: "≈ "
      case .finding: "! "
      }
    }

    /// The name of the emphasis in the legend.
    public var legend: String {
      switch self {
      case .plain: ""
      case .path: "the path shown"
      case .added: "added"
      case .removed: "removed"
      case .changed: "changed"
      case .finding: "a finding ends here"
      }
    }
  }
}
