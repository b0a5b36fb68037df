import Findings
import TransitionTables

/// What came of some mutants, such as those of a row.
package struct MutantCounts: Sendable, Hashable {
  package var killed = 0
  package var alive = 0
  /// Those that the inspections alone show, which say nothing of properties and scenarios.
  package var unviable = 0
  package var equivalent = 0

  package init() {}

  /// Whether at least nine of ten viable mutants are killed; equivalent ones are no mistakes.
  package var isEnough: Bool { killed * 10 >= (killed + alive) * 9 }

  /// Killed of the viable, in whole tenths of a per cent, rounded down.
  package var rate: String { rate(of: killed) }

  /// So many of the viable, likewise.
  package func rate(of count: Int) -> String {
    guard killed + alive > 0 else { return "–" }
    let tenths = count * 1000 / (killed + alive)
    return "\(tenths / 10).\(tenths % 10) %"
  }

  mutating func add(_ other: MutantCounts) {
    killed += other.killed
    alive += other.alive
    unviable += other.unviable
    equivalent += other.equivalent
  }

  // MARK: JSON

  var value: JSONValue {
    .object([
      "killed": .number(killed), "alive": .number(alive), "unviable": .number(unviable),
      "equivalent": .number(equivalent),
    ])
  }

  init(_ node: LocatedNode) {
    func number(_ key: String) -> Int { node[key]?.text.flatMap { Int($0) } ?? 0 }
    (killed, alive) = (number("killed"), number("alive"))
    (unviable, equivalent) = (number("unviable"), number("equivalent"))
  }
}
