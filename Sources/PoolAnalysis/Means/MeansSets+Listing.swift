import StateSpace
import TransitionTables

/// The steps of one user, listed state by state.
extension MeansSets {
  /// Returns the states in which a person with a set of means can begin: the record's, and those of
  /// held places.
  func beginnings(_ start: Int, holding set: UInt32, towards goal: Goal) -> [[Int]] {
    [laying(set, over: starts[start])]
      + turn.withLock { _ in places(start, holding: set, towards: goal) }
  }

  private func places(_ start: Int, holding set: UInt32, towards goal: Goal) -> [[Int]] {
    let diagrams = space.diagrams
    let own = access.places.filter { place in
      held.used.firstIndex(of: place.means).map { set >> UInt32($0) & 1 == 1 } ?? false
    }
    return own.compactMap { place in
      let apart = Set(place.condition.slots)
      var values = held.values(holding: set)
      if goal == .takesAddress {
        values = values.map { ($0.slot, $0.slot == held.grows ? 0 : $0.value) }
      }
      for slot in space.bits.keys.sorted() where slot < held.firstOwn && !apart.contains(slot) {
        values.append((slot, starts[start][slot]))
      }
      let here = diagrams.and(values.map { space.equality($0.slot, $0.value) })
      let (states, place) = (
        table.states(with: here, of: space), table.states(where: place.condition)
      )
      let all = reaching(goal).states
      let words = table.ask { search in
        search.machine.first(of: search.machine.diagrams.and([states, place, all]))
      }
      return words.map { laying(set, over: table.compiled.valuation(of: $0)) }
    }
  }

  /// Lists the states near some states, for a person who does only what the held means permit.
  func listed(
    from valuations: [[Int]], most: Int, progress: (ExplorationProgress) -> Bool
  ) throws(TransitionSystemError) -> TableExploration {
    try TableExploration(
      restricted.starting(from: valuations), maximumStates: most, progress: progress)
  }

  /// Returns how a record comes about; an empty trace where only users of another pool have it.
  func making(_ start: Int) throws(TableExploration.Disagreement) -> Trace {
    let states = turn.withLock { _ in
      let values = space.bits.keys.sorted().filter { $0 < held.firstOwn }.map {
        space.equality($0, starts[start][$0])
      }
      return origin.states(with: space.diagrams.and(values), of: space)
    }
    let ready = origin.states(where: access.start)
    let both = origin.ask { $0.machine.diagrams.and(states, ready) }
    guard both != .no || origin.completeness != .complete else { return Trace(steps: []) }
    guard let words = origin.nearestState(in: both) else {
      throw TableExploration.Disagreement(message: "no state has the record of a user")
    }
    return try origin.trace(to: origin.number(of: words))
  }
}
