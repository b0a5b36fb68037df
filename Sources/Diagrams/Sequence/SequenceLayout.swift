/// The positions of all parts of a ``SequenceDiagram``: lanes side by side, steps from top to
/// bottom.
///
/// Coordinates are whole points, with the origin in the upper left corner. Widths of texts are
/// estimated from their number of characters, so that the layout is the same on every machine; the
/// distance of lanes depends on the messages between them.
public struct SequenceLayout: Sendable, Hashable {
  /// A text with its position, which is the middle of its baseline.
  public struct Label: Sendable, Hashable {
    /// The role of a text, which decides its size and colour.
    public enum Role: String, Sendable, Hashable {
      case lane, text, detail, remark, number, title
    }

    public var role: Role
    public var text: String
    public var x: Int
    public var y: Int
  }

  /// A line between two lanes.
  public struct Arrow: Sendable, Hashable {
    public var from: Int
    public var to: Int
    public var y: Int
    public var kind: SequenceDiagram.Message.Kind
    public var labels: [Label]
    public var rows: [String]
  }

  /// One step with all its lines.
  public struct Step: Sendable, Hashable {
    public var number: Int
    public var title: String
    public var top: Int
    public var bottom: Int
    public var labels: [Label]
    public var arrows: [Arrow]
  }

  /// The head of a lane.
  public struct Lane: Sendable, Hashable {
    public var name: String
    public var x: Int
  }

  public private(set) var width = 0
  public private(set) var height = 0
  public private(set) var lanes: [Lane] = []
  public private(set) var steps: [Step] = []
  /// The lines of the title, above the lanes.
  public private(set) var titles: [Label] = []
  /// The upper edge of the lanes' heads.
  public private(set) var top = 0

  /// Half the width of a lane's head.
  public static let halfHead = 56
  /// The height of a lane's head.
  public static let headHeight = 26

  private static let letter = 6.7
  private static let smallLetter = 6.4
  private static let wrapping = LabelWrapping(width: 38, maximumLines: 6)

  /// Lays a diagram out. Cost: linear in its messages times its lanes.
  public init(_ diagram: SequenceDiagram) {
    let lanes = diagram.lanes
    let places = Self.places(of: lanes, saying: diagram.steps.flatMap(\.messages))
    width = (places.last ?? 0) + Self.halfHead + 8
    self.lanes = zip(lanes, places).map { Lane(name: $0.name, x: $1) }
    let title = LabelWrapping(width: max(20, width / 8), maximumLines: 4).wrap([diagram.title])
    titles = title.enumerated().map { Label(role: .title, text: $1, x: 8, y: 18 + 17 * $0) }
    top = titles.isEmpty ? 8 : 14 + 17 * titles.count
    var y = top + Self.headHeight + 12
    let x = { (lane: SequenceDiagram.Lane) in
      places[lanes.firstIndex(of: lane) ?? 0]
    }
    for (index, step) in diagram.steps.enumerated() {
      steps.append(Self.step(step, number: index + 1, at: &y, middle: width / 2, x: x))
    }
    height = y + 12
  }

  private static func step(
    _ step: SequenceDiagram.Step, number: Int, at y: inout Int, middle: Int,
    x: (SequenceDiagram.Lane) -> Int
  ) -> Step {
    let top = y
    var placed = Step(
      number: number, title: step.title, top: top, bottom: top,
      labels: [Label(role: .number, text: String(number), x: 13, y: top + 17)], arrows: [])
    y += 12
    if step.isRemark || step.messages.isEmpty {
      y += 10
      placed.labels.append(Label(role: .remark, text: "◷ " + step.title, x: middle, y: y))
    }
    for message in step.messages {
      placed.arrows.append(arrow(message, at: &y, from: x(message.from), to: x(message.to)))
    }
    y += 10
    placed.bottom = y
    return placed
  }

  private static func arrow(
    _ message: SequenceDiagram.Message, at y: inout Int, from: Int, to: Int
  ) -> Arrow {
    let middle = (from + to) / 2
    let sign = message.kind == .failure ? "✗ " : ""
    var labels = [Label(role: .text, text: sign + message.text, x: middle, y: y + 14)]
    let details = wrapping.wrap([message.detail])
    for (index, line) in details.enumerated() {
      labels.append(Label(role: .detail, text: line, x: middle, y: y + 27 + 12 * index))
    }
    y += 20 + 12 * details.count
    let arrow = Arrow(
      from: from, to: to, y: y, kind: message.kind, labels: labels, rows: message.rows)
    y += 8
    return arrow
  }

  /// The positions of the lanes. A gap is at least as wide as the messages over it; a message over
  /// several gaps widens all of them equally.
  private static func places(
    of lanes: [SequenceDiagram.Lane], saying messages: [SequenceDiagram.Message]
  ) -> [Int] {
    var gaps = Array(repeating: 124.0, count: max(0, lanes.count - 1))
    for message in messages {
      let ends = [message.from, message.to].compactMap { lanes.firstIndex(of: $0) }.sorted()
      guard ends.count == 2, ends[0] < ends[1] else { continue }
      let texts = [Double(message.text.count + 2) * letter]
      let details = wrapping.wrap([message.detail]).map { Double($0.count) * smallLetter }
      let most = (texts + details).max().map { $0 + 28 } ?? 0
      let span = gaps[ends[0]..<ends[1]].reduce(0, +)
      guard most > span else { continue }
      for gap in ends[0]..<ends[1] { gaps[gap] += (most - span) / Double(ends[1] - ends[0]) }
    }
    var x = Double(halfHead + 8)
    return lanes.indices.map { index in
      defer { if index < gaps.count { x += gaps[index] } }
      return Int(x.rounded())
    }
  }
}
