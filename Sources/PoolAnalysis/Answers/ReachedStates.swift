import TransitionTables

/// How much of what a pool reaches something holds in.
package struct Extent: Sendable, Hashable {
  /// Resting states, observers left out; exact up to 2^53.
  package var states: Double
  /// Different records of users in them.
  package var records: Double
  /// Where settings are open: the legal configurations that reach one of them.
  package var configurations: Double?
}

/// What a pool reaches, by whatever engine, asked how often something holds.
protocol ReachedStates {
  var model: Model { get }
  /// How often an expression holds; nil where observers that it reads were not kept apart.
  func extent(where expression: Expression) -> Extent?
  /// Whether it ever holds; false negatives are none, and no observer may be read.
  func reaches(_ expression: Expression) -> Bool
}

extension Model {
  /// What states differ in, observers and what is forgotten at rest left out.
  fileprivate var lasting: [Int] {
    slots.indices.filter { slot in
      slots[slot].isState && !slots[slot].isTransient && slots[slot].kind != .observer
    }
  }

  /// What the records of users are made of.
  fileprivate var record: [Int] {
    lasting.filter { slots[$0].kind == .variable(component: nil) }
  }
}

/// What a pool without open settings reaches.
struct ReachedByPool: ReachedStates {
  let explored: Explored
  var model: Model { explored.table.model }

  func extent(where expression: Expression) -> Extent? {
    explored.separates([expression]) ? extent(of: explored.found(where: expression)) : nil
  }

  /// The size of a set of states.
  func extent(of found: FoundStates) -> Extent {
    Extent(
      states: found.count(over: model.lasting), records: found.count(over: model.record))
  }

  func reaches(_ expression: Expression) -> Bool { !explored.found(where: expression).isEmpty }
}

/// What all configurations of a family reach.
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
