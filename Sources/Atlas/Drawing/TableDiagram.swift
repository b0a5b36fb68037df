import Diagrams
import Findings
import TransitionTables

/// The whole table as a graph: the locations of each component, and the rows between them.
///
/// The rows between two locations are one edge with their number. If fired rows are given, the
/// label also gives the number of those, and edges without a fired row are marked. Rows that may
/// start anywhere start at a node of that name.
struct TableDiagram {
  let model: Model
  /// The ids of the rows that fired; nil if coverage is not shown.
  var fired: Set<String>?
  /// The source of `fired`, for the title.
  var by = ""
  /// Whether bisimilar locations are drawn as one.
  var collapses = true

  private static let anywhere = "anywhere"

  func diagram() -> Diagram {
    var diagram = Diagram(
      id: fired == nil ? "table" : "coverage",
      title: fired == nil ? "The transition table" : "Rows of the table fired by \(by)",
      description: "Boxes are the places of client and pool, lines the rows between them.",
      direction: .leftToRight)
    diagram.clusters = model.components.map { .init(id: $0.name, label: $0.name) }
    for component in model.components.indices { add(component, to: &diagram) }
    let ids = Set(model.rows.map(\.id))
    var words = "\(TextLayout.counted(ids.count, "row")) folded into lines between places"
    if let fired {
      words += "; \(TextLayout.grouped(ids.intersection(fired).count)) fired by \(by)"
    }
    if fired != nil {
      diagram.words = ["answer": "some of its rows fired", "failure": "none fired"]
    } else {
      diagram.words = ["automatic": "rows of the table"]
    }
    diagram.words["step"] = "place"
    diagram.words["start"] = "at rest"
    var lines = [words]
    if collapses {
      let collapsed = diagram.collapsed()
      diagram = collapsed.diagram
      for index in diagram.edges.indices { word(&diagram.edges[index]) }
      if let statement = collapsed.statement { lines.append(statement) }
      let moved = moveCrowds(in: &diagram)
      if moved > 0 {
        lines.append(
          "\(TextLayout.counted(moved, "line")) from anywhere, or to a place with five and more, "
            + "stand as words in the boxes")
      }
    }
    diagram.notes = [.init(id: "folded", lines: lines)]
    return diagram
  }

  private func add(_ component: Int, to diagram: inout Diagram) {
    let name = model.components[component].name
    let slot = model.components[component].locationSlot
    var lines: [[String]: [String]] = [:]
    var places: Set<String> = []
    for row in model.rows where row.component == component {
      let sources = row.from.map { $0.map { model.text(of: $0, in: slot) } } ?? [Self.anywhere]
      for source in sources {
        let target = row.target.map { model.text(of: $0, in: slot) } ?? source
        places.formUnion([source, target])
        lines[[source, target], default: []].append(row.id)
      }
    }
    let initial = model.text(of: model.slots[slot].initial, in: slot)
    for place in places.sorted() {
      var node = Diagram.Node(
        id: "\(name).\(place)", kind: place == initial ? .start : .step, lines: [place])
      node.cluster = name
      diagram.nodes.append(node)
    }
    for (ends, rows) in lines.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      diagram.edges.append(edge(ends.map { "\(name).\($0)" }, Set(rows).sorted()))
    }
  }

  /// Turns edges that would cross many others into text: edges from anywhere at their targets, and
  /// edges into a location with five or more incoming ones at their sources. Returns their number.
  private func moveCrowds(in diagram: inout Diagram) -> Int {
    let names = Dictionary(
      diagram.nodes.map { ($0.id, Self.name(of: $0)) }, uniquingKeysWith: { first, _ in first })
    let real = diagram.edges.filter { !$0.isLoop && !Self.isFromAnywhere($0) }
    let sources = Dictionary(grouping: real, by: \.to).mapValues { Set($0.map(\.from)).count }
    let folds = { (edge: Diagram.Edge) in
      !edge.isLoop && (Self.isFromAnywhere(edge) || sources[edge.to, default: 0] > 4)
    }
    let gone = diagram.edges.filter(folds)
    for index in diagram.nodes.indices {
      let id = diagram.nodes[index].id
      let moved = gone.filter { Self.isFromAnywhere($0) ? $0.to == id : $0.from == id }
      diagram.nodes[index].details += moved.map { edge in
        let place = Self.isFromAnywhere(edge) ? "from anywhere" : "→ " + (names[edge.to] ?? "")
        return "\(edge.kind.sign) \(edge.lines.joined()) \(place)"
      }
      diagram.nodes[index].rows += moved.flatMap(\.rows)
      if !moved.isEmpty {
        diagram.nodes[index].tooltip = moved.map(\.tooltip).joined(separator: "\n")
      }
    }
    diagram.edges.removeAll(where: folds)
    return gone.count
  }

  private static func isFromAnywhere(_ edge: Diagram.Edge) -> Bool {
    edge.from.hasSuffix(".\(anywhere)")
  }

  /// The name of a location; for several, the first name and the number of the others.
  private static func name(of node: Diagram.Node) -> String {
    guard node.lines.first?.hasSuffix(" places") == true, let first = node.details.first else {
      return node.lines.first ?? node.id
    }
    return "\(first) and \(node.details.count - 1) more"
  }

  private func edge(_ ends: [String], _ rows: [String]) -> Diagram.Edge {
    var edge = Diagram.Edge(
      id: "\(ends[0])>\(ends[1])", (from: ends[0], to: ends[1]), kind: .automatic,
      lines: [TextLayout.counted(rows.count, "row")])
    edge.rows = rows
    if let fired { edge.kind = rows.contains(where: fired.contains) ? .answer : .failure }
    word(&edge)
    return edge
  }

  /// Sets an edge's label to the number of its rows, and its tooltip to their ids.
  private func word(_ edge: inout Diagram.Edge) {
    let rows = edge.rows
    let fired = self.fired ?? []
    let count = rows.count { fired.contains($0) }
    let all = TextLayout.counted(rows.count, "row")
    edge.lines = [self.fired == nil ? all : "\(count) of \(all)"]
    edge.tooltip = rows.map { row in
      self.fired == nil ? row : (fired.contains(row) ? "✓ " : "✗ ") + row
    }.joined(separator: "\n")
  }
}
