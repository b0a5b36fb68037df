extension Diagram {
  /// One way from a state to a state.
  public struct Edge: Sendable, Hashable {
    /// Who or what takes the way; it decides line style and arrow head, which alone say it.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// A right answer, or a choice: solid, full head.
      case answer
      /// The client or the pool goes on by itself: solid and grey, hollow head.
      case automatic
      /// An answer that is refused and may be given again: dashed and grey, hollow head.
      case retry
      /// An answer that is refused and ends the attempt: dashed, full head.
      case failure
      /// The clock: dotted, hollow head.
      case clock
      /// An administrator: solid, head a diamond.
      case administrator
      /// Someone who must not: dotted, head a box.
      case attacker

      /// What the legend calls it.
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

      /// The sign that stands for the kind where there is no line: in a node's detail lines.
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
    /// The node it starts at.
    public var from: String
    /// The node it leads to.
    public var to: String
    /// Who or what takes it.
    public var kind: Kind
    /// The label; emitters wrap long lines.
    public var lines: [String]
    /// What a pointer that rests on it shows.
    public var tooltip: String
    /// The ids of the table's rows behind it; they become classes in the SVG.
    public var rows: [String]
    /// Where a click leads.
    public var link: String?
    /// What singles it out; ``Emphasis/path`` also keeps it straight.
    public var emphasis: Emphasis

    /// Makes an edge; `ends` are the ids of the nodes it leaves and reaches.
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

    /// Whether it comes back to where it started.
    public var isLoop: Bool { from == to }
  }

  /// What singles a node or an edge out: the path of a trace, or a side of a comparison.
  ///
  /// Every emphasis shows without colour: by a heavy line, or by a sign before the label.
  public enum Emphasis: String, Sendable, Hashable, CaseIterable {
    /// Nothing.
    case plain
    /// On the path that the drawing is about: a heavy line, and laid out straight.
    case path
    /// Only in the second of two compared drawings: a plus sign.
    case added
    /// Only in the first of two compared drawings: a minus sign.
    case removed
    /// In both of two compared drawings, but not alike: a wave.
    case changed
    /// Where the counterexample of a finding ends: an exclamation mark and a heavy line.
    case finding

    /// The sign before the label; empty where a line alone says it.
    public var sign: String {
      switch self {
      case .plain, .path: ""
      case .added: "+ "
      case .removed: "− "
      case .changed: "≈ "
      case .finding: "! "
      }
    }

    /// What the legend calls it.
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
