import TransitionTables

/// The numbers of states, records and configurations in which an expression holds.
package struct Extent: Sendable, Hashable {
  /// The number of states at rest, observers ignored; exact up to 2^53.
  package var states: Double
  /// The number of different records of users in these states.
  package var records: Double
  /// The number of legal configurations that reach such a state, where settings are open.
  package var configurations: Double?
}

/// The reachable states of a pool, from either engine, to be counted by expressions.
protocol ReachedStates {
  var model: Model { get }
  /// The extent of an expression; nil where it reads observers that were not tracked.
  func extent(where expression: Expression) -> Extent?
  /// Whether the expression holds in some reachable state, which is never missed; it must not read
  /// observers.
  func reaches(_ expression: Expression) -> Bool
}

extension Model {
  /// The slots in which states differ, without observers and slots that are forgotten at rest.
  fileprivate var lasting: [Int] {
    slots.indices.filter { slot in
      slots[slot].isState && !slots[slot].isTransient && slots[slot].kind != .observer
    }
  }

  /// The slots that make up a record of users.
  fileprivate var record: [Int] {
    lasting.filter { slots[$0].kind == .variable(component: nil) }
  }
}

/// The reachable states of a pool without open settings.
struct ReachedByPool: ReachedStates {
  let explored: Explored
  var model: Model { explored.table.model }

  func extent(where expression: Expression) -> Extent? {
    explored.separates([expression]) ? extent(of: explored.found(where: expression)) : nil
  }

  /// The extent of a set of states.
  func extent(of found: FoundStates) -> Extent {
    Extent(
      states: found.count(over: model.lasting), records: found.count(over: model.record))
  }

  func reaches(_ expression: Expression) -> Bool { !explored.found(where: expression).isEmpty }
}

/// The reachable states of all configurations of a family.
struct ReachedByFamily: ReachedStates {
  let family: SymbolicFamily
  var model: Model { family.model }

  func extent(where expression: Expression) -> Extent? {
    guard model.observers(readBy: [expression]).isEmpty else { return nil }
    let found = family.count(where: expression)
    guard let states = found.states, let records = found.records else { return nil }
    return Extent(
      states: Double(states), records: Double(records), configurations: found.configurations)
  }

  func reaches(_ expression: Expression) -> Bool { family.count(where: expression).states != 0 }
}
