extension SymbolicSearch {
  /// The states of a set, and all states found from which some path leads to one.
  ///
  /// - Parameters:
  ///   - targets: where the paths end; they belong to the result even outside `states`.
  ///   - states: where the paths may run before they end; everywhere, where not given.
  ///   - ignored: variables that no step reads but to write others of them. The result has any
  ///     values of theirs, and is found sooner.
  ///   - marks: variables that alone distinguish `targets` from the rest of `states`: a step that
  ///     writes none of them leads from no other state there. Nil where that is not known.
  ///   - filter: the kinds of steps that they may take.
  public func backwardReachable(
    from targets: Diagram, within states: Diagram? = nil, ignoring ignored: [Int] = [],
    markedBy marks: [Int]? = nil, along filter: (Int) -> Bool = { _ in true }
  ) -> Diagram {
    closed(targets, within: states ?? reached, ignoring: ignored, marks, along: filter, .backwards)
  }

  /// The same for each of several sets, side by side on the threads that may be used. No result
  /// depends on how many those are.
  package func backwardReachable(
    fromEach targets: [Diagram], within states: Diagram, threads: Int
  ) -> [Diagram] {
    let steps = key(ignoring: [])
    return closures(
      targets.map {
        ClosureQuestion(set: $0, room: states, steps: steps, direction: .backwards)
      }, threads: threads)
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

  /// The states found that no step leaves for another state.
  ///
  /// - Parameter ignored: variables in which alone another state does not differ.
  public func unmoved(ignoring ignored: [Int] = []) -> Diagram {
    let open = diagrams.conjunction(of: ignored)
    let leaving = steps.steps.map {
      diagrams.minus($0.condition, diagrams.exists(open, in: $0.change))
    }
    return diagrams.minus(reached, diagrams.or(leaving))
  }

  /// The states found from which no step leads to rest.
  public var deadEnds: Diagram {
    diagrams.minus(reached, diagrams.or(steps.steps.map(\.condition)))
  }

  /// A state of a set that the fewest steps reach, as far as distances were asked for before, see
  /// ``depth(mostNodes:ignoring:)``; `nil` where no state found is in the set.
  public func nearest(of states: Diagram) -> [UInt64]? {
    let found = diagrams.and(states, reached)
    guard found != .no else { return nil }
    for ring in distances(ignoring: []).rings {
      let here = diagrams.and(found, ring)
      if here != .no { return machine.first(of: here) }
    }
    return machine.first(of: found)
  }

  /// The reachable beginnings of a visit, one set for each combination of values that some bits
  /// have when the watched rule fires.
  ///
  /// - Parameters:
  ///   - visit: the rule that is watched, as it fires within steps.
  ///   - mask: the bits, in the words of a state while a step runs.
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
