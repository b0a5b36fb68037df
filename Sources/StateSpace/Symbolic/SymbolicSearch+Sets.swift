extension SymbolicSearch {
  /// The states of a set, and all states found from which some path leads to one.
  ///
  /// - Parameters:
  ///   - targets: where the paths end; they belong to the result even outside `states`.
  ///   - states: where the paths may run before they end; everywhere, where not given.
  ///   - filter: the kinds of steps that they may take.
  public func backwardReachable(
    from targets: Diagram, within states: Diagram? = nil,
    along filter: (Int) -> Bool = { _ in true }
  ) -> Diagram {
    let allowed = steps.steps.filter { filter($0.kind) }
    let room = states ?? reached
    var found = targets
    var frontier = targets
    while frontier != .no {
      let before = diagrams.or(
        allowed.map { diagrams.preimage(of: frontier, where: $0.condition, writing: $0.change) })
      frontier = diagrams.minus(diagrams.and(before, room), found)
      found = diagrams.or(found, frontier)
    }
    return found
  }

  /// The states of a set, and all to which some path leads from one.
  ///
  /// - Parameters:
  ///   - sources: where the paths start; they belong to the result even outside `states`.
  ///   - states: where the paths may run after their start.
  ///   - filter: the kinds of steps that they may take.
  public func forwardReachable(
    from sources: Diagram, within states: Diagram? = nil,
    along filter: (Int) -> Bool = { _ in true }
  ) -> Diagram {
    let allowed = steps.steps.filter { filter($0.kind) }
    let room = states ?? reached
    var found = sources
    var frontier = sources
    while frontier != .no {
      let after = diagrams.or(
        allowed.map { diagrams.image(of: frontier, where: $0.condition, writing: $0.change) })
      frontier = diagrams.minus(diagrams.and(after, room), found)
      found = diagrams.or(found, frontier)
    }
    return found
  }

  /// The states found that no step of these kinds leaves for another state.
  public func unmoved(along filter: (Int) -> Bool = { _ in true }) -> Diagram {
    let leaving = steps.steps.filter { filter($0.kind) }
      .map { diagrams.minus($0.condition, $0.change) }
    return diagrams.minus(reached, diagrams.or(leaving))
  }

  /// The states found from which no step leads to rest.
  public var deadEnds: Diagram {
    diagrams.minus(reached, diagrams.or(steps.steps.map(\.condition)))
  }

  /// One state of a set for each combination of values that some variables have there.
  ///
  /// Of the states with one combination it takes the one that the fewest steps reach, as far as
  /// distances were asked for before, see ``depth(mostNodes:)``; so what is picked is simple.
  ///
  /// - Parameters:
  ///   - variables: distinct variables of states at rest.
  ///   - states: a set of states at rest.
  public func representatives(of variables: [Int], in states: Diagram) -> [[UInt64]] {
    let listed = Set(variables)
    let others = diagrams.conjunction(of: machine.resting.filter { !listed.contains($0) })
    let found = diagrams.and(states, reached)
    var left = diagrams.exists(others, in: found)
    var picked: [[UInt64]] = []
    for ring in rings + [reached] where left != .no {
      let here = diagrams.and(found, diagrams.and(ring, left))
      for combination in machine.combinations(of: variables, in: here) {
        if let state = machine.first(of: diagrams.and(here, combination)) { picked.append(state) }
      }
      left = diagrams.minus(left, diagrams.exists(others, in: here))
    }
    return picked
  }
}
