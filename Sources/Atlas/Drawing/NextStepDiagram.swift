import Diagrams
import Findings

/// Draws a pool's catalogue: the next steps as nodes, the calls with their answers as edges.
///
/// Views that show the same next step are one node, whatever they still allow; its fields stand
/// below the name. The shortest way to the tokens is drawn heavy and straight, so that the eye has
/// something to start with. The drawing is a pure function of the report.
struct NextStepDiagram {
  private let report: PoolReport
  private var nodes: [String: Diagram.Node] = [:]
  private var order: [String] = []
  private var edges: [Diagram.Edge] = []

  private static let start = "start"
  private static let lost = "noWayOn"
  private static let unanswered = "neverReturns"

  init(of report: PoolReport) { self.report = report }

  /// The diagram of a report.
  /// - Parameter leads: whether the shortest way in stands out; not where something else does.
  static func diagram(of report: PoolReport, leads: Bool = true) -> Diagram {
    var drawing = NextStepDiagram(of: report)
    var diagram = drawing.draw()
    if leads { drawing.emphasise(in: &diagram) }
    return diagram
  }

  /// The shortest path that ends signed in; the first of several.
  private var shortest: PathReport? {
    let done = report.paths.filter { $0.outcome == "done" }
    let fewest = done.map(\.calls.count).min()
    return done.first { $0.calls.count == fewest }
  }

  private func emphasise(in diagram: inout Diagram) {
    guard let shortest else { return }
    let places = [Self.start] + shortest.calls.filter { !$0.isError }.map(\.step)
    let steps = Set(zip(places, places.dropFirst()).map { [$0, $1] })
    for index in diagram.edges.indices where diagram.edges[index].kind == .answer {
      let edge = diagram.edges[index]
      if steps.contains([edge.from, edge.to]) { diagram.edges[index].emphasis = .path }
    }
    for index in diagram.nodes.indices where places.contains(diagram.nodes[index].id) {
      diagram.nodes[index].emphasis = .path
    }
    diagram.words["path"] = "the shortest way in"
  }

  private mutating func draw() -> Diagram {
    var diagram = Diagram(
      id: "next-steps-\(report.pool)", title: "Next steps of \(report.pool)",
      description: "Boxes are what Amplify asks the app for, lines what the app sends. Where equal "
        + "lines lead to different places, the user's record decides.")
    _ = node(Self.start, kind: .start, name: "signIn")
    for path in report.paths { add(path) }
    for step in report.sideSteps { add(step) }
    diagram.nodes = order.compactMap { nodes[$0] }
    diagram.edges = edges
    return diagram
  }

  // MARK: Paths

  private mutating func add(_ path: PathReport) {
    var here = Self.start
    // Time may pass between calls; those steps are no edges.
    let rows = path.trace.filter { $0.actor != "clock" }.map(\.rows)
    for (position, call) in path.calls.enumerated() {
      let isLast = position == path.calls.count - 1
      let there = target(of: call, from: here, isLast: isLast, outcome: path.outcome)
      let kind: Diagram.Edge.Kind =
        isLast && (call.isError || ["noWayOn", "neverReturns"].contains(path.outcome))
        ? .failure : call.isError ? .retry : .answer
      connect(here, there, kind, call, rows.indices.contains(position) ? rows[position] : [])
      here = there
    }
  }

  private mutating func add(_ step: SideStepReport) {
    let from = node(named: step.from)
    if step.call.isError || step.from == step.to {
      connect(from, node(named: step.to), .retry, step.call, step.rows)
    } else {
      connect(from, node(named: step.to), .answer, step.call, step.rows)
    }
  }

  /// Where a call leads: the next step's node, an end, or back to where it was made.
  private mutating func target(
    of call: PathReport.Call, from here: String, isLast: Bool, outcome: String
  ) -> String {
    if isLast, outcome == "noWayOn" {
      return node(Self.lost, kind: .failure, name: "dead end")
    }
    guard !call.step.isEmpty else {
      return node(Self.unanswered, kind: .unanswered, name: "never returns")
    }
    guard call.isError else {
      let id = node(named: call.step, isEnd: isLast, outcome: outcome)
      note(call.fields, at: id)
      return id
    }
    return isLast ? node("error.\(call.step)", kind: .failure, name: call.step) : here
  }

  private mutating func note(_ fields: String, at id: String) {
    let fields = fields.replacing("{}", with: "nothing")
    guard !fields.isEmpty, nodes[id]?.details.contains(fields) == false else { return }
    nodes[id]?.details.append(fields)
  }

  // MARK: Nodes and edges

  private mutating func node(
    named step: String, isEnd: Bool = false, outcome: String = ""
  ) -> String {
    if step == Self.start { return Self.start }
    if isEnd, outcome == "done" { return node(step, kind: .done, name: step) }
    if isEnd { return node(step, kind: .redirect, name: step) }
    return node(step, kind: step.hasSuffix("Selection") ? .selection : .step, name: step)
  }

  private mutating func node(_ id: String, kind: Diagram.Node.Kind, name: String) -> String {
    if nodes[id] == nil {
      nodes[id] = Diagram.Node(id: id, kind: kind, lines: [name])
      order.append(id)
    }
    return id
  }

  private mutating func connect(
    _ from: String, _ to: String, _ kind: Diagram.Edge.Kind, _ call: PathReport.Call,
    _ rows: [String]
  ) {
    let isNamed = call.isError && (from == to || to == Self.lost)
    let label = call.argument + (isNamed ? " → \(call.step)" : "")
    let id = "\(from)>\(to)#\(kind.rawValue)#\(label)"
    if let known = edges.firstIndex(where: { $0.id == id }) {
      edges[known].rows += rows.filter { !edges[known].rows.contains($0) }
      return
    }
    var edge = Diagram.Edge(id: id, (from: from, to: to), kind: kind, lines: [label])
    edge.rows = rows
    edges.append(edge)
  }
}
