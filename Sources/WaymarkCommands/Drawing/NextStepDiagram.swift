import Diagrams
import Findings

/// Draws a pool's catalogue: the next steps as nodes, the calls with their answers as edges.
///
/// Views that show the same next step are one node, whatever they still allow; its fields stand
/// below the name. The drawing is a pure function of the report.
struct NextStepDiagram {
  private let report: PoolReport
  private var nodes: [String: Diagram.Node] = [:]
  private var order: [String] = []
  private var edges: [Diagram.Edge] = []

  private static let start = "start"
  private static let lost = "noWayOn"

  init(of report: PoolReport) { self.report = report }

  /// The diagram of a report.
  static func diagram(of report: PoolReport) -> Diagram {
    var drawing = NextStepDiagram(of: report)
    return drawing.draw()
  }

  private mutating func draw() -> Diagram {
    var diagram = Diagram(
      id: "next-steps-\(report.pool)", title: "Next steps of \(report.pool)",
      description: "Every path of a sign-in: boxes are what Amplify asks the app for, "
        + "lines are the app's calls with what they bring.")
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
        isLast && (call.isError || path.outcome == "noWayOn")
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
      return node(Self.lost, kind: .failure, name: "no way on")
    }
    guard !call.step.isEmpty else { return node("noAnswer", kind: .failure, name: "no answer") }
    guard call.isError else {
      let id = node(named: call.step, isEnd: isLast, outcome: outcome)
      note(call.fields, at: id)
      return id
    }
    return isLast ? node("error.\(call.step)", kind: .failure, name: call.step) : here
  }

  private mutating func note(_ fields: String, at id: String) {
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
