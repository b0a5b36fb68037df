import StateSpace
import TransitionTables

/// For each of many sets a record that takes the fewest steps to make.
///
/// The nearest record of all sets together is the nearest of each set that has it. So sets are asked
/// about together, and those that have what was found are left out of the next question: there are
/// as many questions as different records, not as many as sets.
final class NearestRecords {
  private let table: SymbolicTable
  /// In the order in which they were asked about, so that the answers are the same each time.
  private var open: [Diagram] = []
  private var wanted: Set<Diagram> = []
  private var known: [Diagram: [UInt64]] = [:]

  init(table: SymbolicTable) { self.table = table }

  /// From now on a set is among those asked about.
  func want(in states: Diagram) {
    if wanted.insert(states).inserted { open.append(states) }
  }

  /// The record of a set that is wanted; nil where it has none.
  func record(in states: Diagram) -> [UInt64]? {
    while !open.isEmpty {
      let sets = open
      let union = table.ask { $0.machine.diagrams.or(sets) }
      guard let record = table.nearestState(in: union) else { break }
      let having = table.ask { search in sets.map { search.machine.contains($0, record) } }
      for (set, isServed) in zip(sets, having) where isServed { known[set] = record }
      open = zip(sets, having).filter { !$1 }.map(\.0)
      if open.count == sets.count { break }
    }
    open = []
    return known[states]
  }
}
