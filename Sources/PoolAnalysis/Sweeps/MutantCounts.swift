import Findings
import TransitionTables

/// The results for some mutants, such as those of a row.
package struct MutantCounts: Sendable, Hashable {
  package var killed = 0
  package var alive = 0
  /// The number of mutants that inspections alone detect, which are no test of properties and
  /// scenarios.
  package var unviable = 0
  package var equivalent = 0

  package init() {}

  /// Whether at least nine of ten viable mutants are killed; equivalent mutants do not count.
  package var isEnough: Bool { killed * 10 >= (killed + alive) * 9 }

  /// The share of viable mutants that are killed, in tenths of a per cent, rounded down.
  package var rate: String { rate(of: killed) }

  /// A share of the viable mutants, in the same form.
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
