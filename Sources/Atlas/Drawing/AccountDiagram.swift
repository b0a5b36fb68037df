import Diagrams
import Findings
import PoolAnalysis
import SignIn
import TransitionTables

/// The life cycle of an account: its statuses, and the actions that lead from one to another.
///
/// All reachable states with the same status are folded into one node; an edge represents every
/// step between them, with the actions that cause it. A note gives the number of folded states.
/// Cost: one exploration and one look at each of its steps, or at each kind of step in a symbolic
/// search.
struct AccountDiagram {
  let model: Model
  let poolName: String
  let explored: Explored
  /// The variable whose values are the nodes.
  var variable = "status"

  /// The diagram; nil if the table has no such variable.
  func diagram() -> Diagram? {
    guard let slot = model.symbols[variable]?.slots.first,
      let life = AccountLife(of: explored, by: slot)
    else { return nil }
    return drawn(life, slot)
  }

  private func drawn(_ life: AccountLife, _ slot: Int) -> Diagram {
    let (counts, passages) = (life.counts, life.passages)
    var diagram = Diagram(
      id: "account-\(poolName)", title: "Life of an account in \(poolName)",
      description: "Boxes are the statuses of a user, lines what changes them.",
      direction: .topToBottom)
    diagram.words = ["start": "no account", "step": "status", "answer": "user or app"]
    let initial = model.slots[slot].initial
    diagram.nodes = counts.sorted { $0.key < $1.key }.map { status, count in
      var node = Diagram.Node(
        id: model.text(of: status, in: slot), kind: status == initial ? .start : .step,
        lines: [status == initial ? "no account" : model.text(of: status, in: slot)])
      node.details = [TextLayout.counted(count, "state")]
      return node
    }
    let ordered = passages.sorted {
      ($0.from, $0.to, $0.action ?? -1, $0.row) < ($1.from, $1.to, $1.action ?? -1, $1.row)
    }
    for passage in ordered { add(passage, slot, to: &diagram) }
    tellWaysBack(to: model.text(of: initial, in: slot), in: &diagram)
    let all = TextLayout.counted(
      counts.values.reduce(0) { $0.addingReportingOverflow($1).partialValue }, "state")
    let kinds = "\(counts.count) statuses"
    diagram.notes = [.init(id: "folded", lines: ["\(all) folded into \(kinds)"])]
    return diagram
  }

  /// Moves the actions that remove an account from three or more statuses into the details of each.
  private func tellWaysBack(to begin: String, in diagram: inout Diagram) {
    let back = diagram.edges.filter { $0.to == begin }
    let counts = Dictionary(grouping: back, by: { $0.lines[0] }).mapValues(\.count)
    let folds = { (edge: Diagram.Edge) in edge.to == begin && counts[edge.lines[0], default: 0] > 2
    }
    for index in diagram.nodes.indices {
      let gone = diagram.edges.filter { $0.from == diagram.nodes[index].id && folds($0) }
      diagram.nodes[index].details += gone.map { "\($0.kind.sign) \($0.lines[0]) → no account" }
      diagram.nodes[index].rows += gone.flatMap(\.rows)
    }
    diagram.edges.removeAll(where: folds)
  }

  private func add(_ passage: AccountLife.Passage, _ slot: Int, to diagram: inout Diagram) {
    let row = model.rows[passage.row]
    let call = passage.action.map { model.actions[$0].call } ?? row.id
    let kind: Diagram.Edge.Kind =
      switch passage.action.map({ model.actions[$0].knownActor }) {
      case .administrator??: .administrator
      case .clock??: .clock
      case nil: .automatic
      default: .answer
      }
    let ends = (
      from: model.text(of: passage.from, in: slot), to: model.text(of: passage.to, in: slot)
    )
    let id = "\(ends.from)>\(ends.to)#\(kind.rawValue)#\(call)"
    if let known = diagram.edges.firstIndex(where: { $0.id == id }) {
      if !diagram.edges[known].rows.contains(row.fullID) {
        diagram.edges[known].rows.append(row.fullID)
      }
      return
    }
    var edge = Diagram.Edge(id: id, ends, kind: kind, lines: [call])
    edge.rows = [row.fullID]
    diagram.edges.append(edge)
  }
}
