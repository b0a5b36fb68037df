import Diagrams
import Findings
import SignIn

/// Draws the next steps of a pool's catalogue as nodes, and the calls with their answers as edges.
///
/// Answers with the same next step are one node, whatever factors they allow; its fields are below
/// the name, or in the table below the drawing. If the user's record decides where an answer leads,
/// the label names the users. The shortest path to the tokens is drawn heavy and straight, as a
/// place to start reading. The drawing depends on the report alone.
struct NextStepDiagram {
  private let report: PoolReport
  private var nodes: [String: Diagram.Node] = [:]
  private var order: [String] = []
  private var edges: [Diagram.Edge] = []
  /// The users of each transition, by the id of the edge; empty texts where the record decides
  /// nothing.
  private var users: [String: [String]] = [:]

  private static let start = "start"
  private static let lost = "noWayOn"
  private static let unanswered = "neverReturns"
  /// The maximum number of words in a box.
  static let mostWords = 10

  init(of report: PoolReport) { self.report = report }

  /// The diagram of a report.
  /// - Parameter leads: whether the shortest path is emphasized; false if the drawing has other
  ///   emphases.
  static func diagram(of report: PoolReport, leads: Bool = true) -> Diagram {
    var drawing = NextStepDiagram(of: report)
    var diagram = drawing.draw()
    if leads { drawing.emphasise(in: &diagram) }
    return diagram
  }

  /// The shortest path that ends signed in; the first if there are several.
  private var shortest: PathReport? {
    let done = report.paths.filter { $0.outcome == "done" }
    let fewest = done.map(\.calls.count).min()
    return done.first { $0.calls.count == fewest }
  }

  private func emphasise(in diagram: inout Diagram) {
    guard let shortest else { return }
    let places = [Self.start] + shortest.calls.filter { !$0.isError }.map(\.step)
    let steps = Set(zip(places, places.dropFirst()).map { [$0, $1] })
    let plain = { (node: Diagram.Node) in node.emphasis == .plain && places.contains(node.id) }
    for index in diagram.edges.indices where diagram.edges[index].kind == .answer {
      let edge = diagram.edges[index]
      if steps.contains([edge.from, edge.to]) { diagram.edges[index].emphasis = .path }
    }
    for index in diagram.nodes.indices where plain(diagram.nodes[index]) {
      diagram.nodes[index].emphasis = .path
    }
    diagram.words["path"] = "the shortest way in"
  }

  /// The descriptions of the elements, in terms of Amplify's API and in plain words.
  static let description =
    "Boxes are what Amplify asks the app for, lines what the app sends, or which "
    + "users the right answer leads there."
  static let plainDescription =
    "Boxes are what a person is asked for, lines what is answered, or which "
    + "users the right answer leads there."

  private mutating func draw() -> Diagram {
    var diagram = Diagram(
      id: "next-steps-\(report.pool)", title: "Next steps of \(report.pool)",
      description: Self.description)
    diagram.mostWords = Self.mostWords
    _ = node(Self.start, kind: .start, name: "signIn")
    for path in report.paths { add(path) }
    for step in report.sideSteps { add(step) }
    nameUsers()
    markFindings()
    diagram.nodes = order.compactMap { nodes[$0] }
    diagram.edges = edges
    return diagram
  }

  // MARK: Paths

  private mutating func add(_ path: PathReport) {
    var here = Self.start
    // The clock may act between calls; those steps are not edges.
    let rows = path.trace.filter { $0.actor != KnownActor.clock.rawValue }.map(\.rows)
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

  /// The node where a call leads: the next step, an end, or the node where it was made.
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

  // MARK: Users and findings

  /// Names the users in labels where the record decides where an answer leads. The answer itself is
  /// kept only if another answer at the same node leads elsewhere. An error's label names its users
  /// if the error occurs for no others.
  private mutating func nameUsers() {
    let answers = edges.filter { $0.kind == .answer && !$0.isLoop }
    for (from, leaving) in Dictionary(grouping: answers, by: \.from) {
      let all = Set(leaving.map(Self.answer))
      for index in edges.indices where edges[index].from == from {
        guard let words = users[edges[index].id], words != [""] else { continue }
        if edges[index].kind == .failure, words.contains("") { continue }
        edges[index].tooltip = edges[index].lines.joined(separator: "\n")
        let error = edges[index].to == Self.lost ? edges[index].lines.compactMap(Self.error) : []
        edges[index].lines = words.map { words in
          let own = leaving.filter { edge in
            edge.to == edges[index].to && users[edge.id, default: []].contains(words)
          }
          var names: [String] = []
          for name in own.map(Self.answer) where !names.contains(name) { names.append(name) }
          let prefix = Set(names) == all ? "" : names.joined(separator: ", ")
          return [prefix, words].filter { !$0.isEmpty }.joined(separator: ": ") + error.joined()
        }
      }
      // The answers that the labels of the entrance's edges omit become details of the entrance.
      if from == Self.start, all.count <= 3, leaving.contains(where: { users[$0.id] != [""] }) {
        nodes[from]?.details = [all.sorted().joined(separator: ", ")]
      }
    }
  }

  /// The answer in a label, without what accompanies it: `valid` for `valid, givesMissing`.
  private static func answer(_ edge: Diagram.Edge) -> String {
    let line = edge.lines.first ?? ""
    return line.split(separator: ",").first.map(String.init) ?? line
  }

  /// The error in a label: ` → notAuthorized` for `valid → notAuthorized`.
  private static func error(_ line: String) -> Substring? {
    line.firstRange(of: " → ").map { line[$0.lowerBound...] }
  }

  /// Marks the nodes where counterexamples of errors end. Warnings, and findings with another
  /// finding as their cause, are not marked: they often end at a node that is right by itself, such
  /// as `confirmSignUp`.
  private mutating func markFindings() {
    for finding in report.findings where finding.severity == .error && finding.cause == nil {
      let steps = finding.refusal.isEmpty ? finding.trace ?? [] : finding.refusal
      guard let last = steps.last(where: { $0.actor == KnownActor.app.rawValue }) else { continue }
      let name = last.answer.map { String($0.prefix { $0 != "(" }) } ?? Self.unanswered
      for id in [name, "error.\(name)"] where nodes[id] != nil { nodes[id]?.emphasis = .finding }
    }
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
    let decides = kind == .answer || to == "error.\(call.step)" || to == Self.lost
    if decides, !users[id, default: []].contains(call.who) {
      users[id, default: []].append(call.who)
    }
    if let known = edges.firstIndex(where: { $0.id == id }) {
      edges[known].rows += rows.filter { !edges[known].rows.contains($0) }
      return
    }
    var edge = Diagram.Edge(id: id, (from: from, to: to), kind: kind, lines: [label])
    edge.rows = rows
    edges.append(edge)
  }
}
