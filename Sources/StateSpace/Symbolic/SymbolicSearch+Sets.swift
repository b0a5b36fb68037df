extension SymbolicSearch {
  /// The states of a set, and all states found from which a path leads to one of them.
  ///
  /// - Parameters:
  ///   - targets: the ends of the paths; they belong to the result even outside `states`.
  ///   - states: the states that the paths may pass before they end; `nil` for all.
  ///   - ignored: variables that steps read only to write variables among these. The result does
  ///     not depend on their values, and is found sooner.
  ///   - marks: variables that alone distinguish `targets` from the rest of `states`: a step that
  ///     writes none of them cannot lead into `targets` from outside. Nil if none are known.
  ///   - filter: returns whether the paths may take steps of a kind.
  public func backwardReachable(
    from targets: Diagram, within states: Diagram? = nil, ignoring ignored: [Int] = [],
    markedBy marks: [Int]? = nil, along filter: (Int) -> Bool = { _ in true }
  ) -> Diagram {
    closed(targets, within: states ?? reached, ignoring: ignored, marks, along: filter, .backwards)
  }

  /// The same for each of several sets, in parallel on at most `threads` threads. The results do
  /// not depend on the number of threads.
  package func backwardReachable(
    fromEach targets: [Diagram], within states: Diagram, threads: Int
  ) -> [Diagram] {
    let steps = key(ignoring: [])
    return closures(
      targets.map {
        ClosureQuestion(set: $0, room: states, steps: steps, direction: .backwards)
      }, threads: threads)
  }

  /// The states of a set, and all states to which a path leads from one of them.
  ///
  /// - Parameters:
  ///   - sources: the starts of the paths; they belong to the result even outside `states`.
  ///   - states: the states that the paths may pass after their start; `nil` for all.
  ///   - filter: returns whether the paths may take steps of a kind.
  public func forwardReachable(
    from sources: Diagram, within states: Diagram? = nil,
    along filter: (Int) -> Bool = { _ in true }
  ) -> Diagram {
    closed(sources, within: states ?? reached, ignoring: [], nil, along: filter, .forwards)
  }

  /// The states found from which one step leads into a set.
  public func predecessors(
    of targets: Diagram, along filter: (Int) -> Bool = { _ in true }
  ) -> Diagram {
    let before = groups(of: key(ignoring: [], along: filter)).map { group in
      diagrams.preimage(of: targets, where: group.condition, writing: group.change)
    }
    return diagrams.and(reached, diagrams.or(before))
  }

  private func closed(
    _ set: Diagram, within states: Diagram, ignoring ignored: [Int], _ marks: [Int]?,
    along filter: (Int) -> Bool, _ direction: Closure.Direction
  ) -> Diagram {
    let steps = key(ignoring: ignored, along: filter)
    let open = diagrams.conjunction(of: ignored)
    return closure(
      ClosureQuestion(
        set: diagrams.exists(open, in: set), room: diagrams.exists(open, in: states),
        steps: steps, direction: direction), markedBy: marks)
  }

  /// The states found from which no step leads to a different state.
  ///
  /// - Parameter ignored: variables that are ignored when states are compared.
  public func unmoved(ignoring ignored: [Int] = []) -> Diagram {
    let open = diagrams.conjunction(of: ignored)
    let leaving = steps.steps.map {
      diagrams.minus($0.condition, diagrams.exists(open, in: $0.change))
    }
    return diagrams.minus(reached, diagrams.or(leaving))
  }

  /// The states found from which no step leads to a state at rest.
  public var deadEnds: Diagram {
    diagrams.minus(reached, diagrams.or(steps.steps.map(\.condition)))
  }

  /// A state of a set at the smallest known distance from the initial states; `nil` if no state
  /// found is in the set. Distances are known as far as ``depth(mostNodes:ignoring:)`` has computed
  /// them.
  public func nearest(of states: Diagram) -> [UInt64]? {
    let found = diagrams.and(states, reached)
    guard found != .no else { return nil }
    for ring in distances(ignoring: []).rings {
      let here = diagrams.and(found, ring)
      if here != .no { return machine.first(of: here) }
    }
    return machine.first(of: found)
  }

  /// The reachable states at rest whose step makes a visit, one set for each combination of values
  /// that some bits have when the watched rule fires.
  ///
  /// - Parameters:
  ///   - visit: the firing of a watched rule within steps.
  ///   - mask: the bits, as words of a state while a step runs.
  public func ways(
    to visit: WholeSteps.Visit, showing mask: [UInt64]
  ) -> [(values: [UInt64], states: Diagram)] {
    let found = diagrams.and(visit.condition, reached)
    guard found != .no else { return [] }
    let written = Set(diagrams.support(of: visit.change))
    let free = machine.resting.filter { variable in
      let bit = machine.bits[variable]
      return !written.contains(variable) && mask[bit.word] & bit.mask != 0
    }
    return machine.combinations(of: free, in: found).compactMap { combination in
      let states = diagrams.and(found, combination)
      guard let state = machine.first(of: states) else { return nil }
      let before = machine.writing(visit.change, over: state)
      return (mask.indices.map { before[$0] & mask[$0] }, states)
    }
  }
}
