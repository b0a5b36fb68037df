import StateSpace
import TransitionTables

/// The life of an account: the number of states with each value of a variable, and the steps from
/// one value to another.
package struct AccountLife {
  /// A step from one value to another.
  package struct Passage: Hashable, Sendable {
    package var from: Int
    package var to: Int
    package var action: Int?
    package var row: Int
  }

  /// The number of states with each value.
  package private(set) var counts: [Int: Int] = [:]
  /// The steps from one value to another.
  package private(set) var passages: Set<Passage> = []

  /// Returns nil where the exploration kept no steps.
  package init?(of explored: Explored, by slot: Int) {
    switch explored {
    case .explicit(let listed): self.init(listed, slot)
    case .symbolic(let table): self.init(table, slot)
    }
  }

  private init?(_ listed: TableExploration, _ slot: Int) {
    guard let graph = listed.exploration.graph else { return nil }
    let statuses = (0..<listed.exploration.stateCount).map { listed.valuation($0)[slot] }
    for status in statuses { counts[status, default: 0] += 1 }
    for source in 0..<graph.stateCount {
      for edge in graph.edges(from: source) where statuses[source] != statuses[edge.target] {
        let label = listed.compiled.label(ofRule: edge.label.firstRule)
        passages.insert(
          Passage(
            from: statuses[source], to: statuses[edge.target], action: label.action,
            row: label.row))
      }
    }
  }

  /// Collects passages symbolically. The rows of a passage are those that begin a step of its kind,
  /// from any value.
  private init(_ table: SymbolicTable, _ slot: Int) {
    let model = table.compiled.model
    let values = model.types.values(of: model.slots[slot].type)
    let sets = values.map { value in
      (value: value, states: table.all(where: .equal(.slot(slot), .constant(value))))
    }
    var rows: [Int: Set<Int>] = [:]
    for (rule, kind) in table.kinds.ofRule.enumerated() {
      rows[kind, default: []].insert(table.compiled.label(ofRule: rule).row)
    }
    (counts, passages) = table.ask { search in
      let diagrams = search.machine.diagrams
      var counts: [Int: Int] = [:]
      var passages: Set<Passage> = []
      for (value, states) in sets {
        let count = search.machine.count(diagrams.and(search.reached, states)) ?? .max
        if count > 0 { counts[value] = Int(clamping: count) }
      }
      for step in search.steps.steps {
        for (from, states) in sets {
          let sources = diagrams.and(diagrams.and(search.reached, states), step.condition)
          guard sources != .no else { continue }
          let image = diagrams.image(of: sources, where: .yes, writing: step.change)
          for (to, target) in sets where to != from && diagrams.and(image, target) != .no {
            for row in rows[step.kind] ?? [] {
              passages.insert(
                Passage(from: from, to: to, action: table.kinds.all[step.kind].action, row: row))
            }
          }
        }
      }
      return (counts, passages)
    }
  }
}
