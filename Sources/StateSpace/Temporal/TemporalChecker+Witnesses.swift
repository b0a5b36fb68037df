extension TemporalChecker {
  /// A fair run from an initial state that stays in `region` for ever once it has come there.
  ///
  /// - Parameters:
  ///   - region: the states in which the run stays; for a counterexample to “finally q”, those
  ///     outside q.
  ///   - start: the states where the run must enter the region, such as those where a premise
  ///     holds; `nil` for the initial states.
  /// - Returns: a lasso whose prefix is a shortest path by way of `start` to the fair part of the
  ///   region; nil if there is no such run.
  public func lasso(stayingIn region: BitSet, from start: BitSet? = nil) -> Lasso? {
    let doors = (start ?? graph.initialStates).intersection(fairlyStaying(in: region))
    guard let approach = graph.shortestPath(to: doors), let door = approach.states.last,
      let rest = lasso(from: door, stayingIn: region)
    else { return nil }
    let prefix = GraphPath(
      states: approach.states + rest.prefix.states.dropFirst(),
      labels: approach.labels + rest.prefix.labels)
    return Lasso(prefix: prefix, cycle: rest.cycle)
  }

  /// A fair run from a state of `region` that stays in the region for ever; nil if there is none.
  ///
  /// Its prefix is a shortest path to the fair part of the region. The state need not be reachable
  /// in the graph.
  public func lasso(from state: Int, stayingIn region: BitSet) -> Lasso? {
    let components = fairComponents(within: region)
    var core = BitSet(capacity: graph.stateCount)
    for component in components { core = core.union(component) }
    guard region.contains(state),
      let inside = graph.shortestPath(
        to: core, from: BitSet(capacity: graph.stateCount, [state]), within: region),
      let entry = inside.states.last,
      let component = components.first(where: { $0.contains(entry) })
    else { return nil }
    return Lasso(prefix: inside, cycle: cycle(in: component, from: entry))
  }

  /// A closed walk through a fair component. For each constraint, it takes a step of the class or
  /// passes a state where none is possible.
  private func cycle(in members: BitSet, from entry: Int) -> GraphPath {
    var walk = Walk(states: [entry])
    for constraint in constraints {
      if let wanted = edge(of: constraint, inside: members) {
        guard !walk.takes(constraint.passes, in: graph) else { continue }
        extend(&walk, to: BitSet(capacity: graph.stateCount, [wanted.source]), in: members)
        walk.append(wanted.edge, of: graph)
      } else {
        let idle = members.subtracting(constraint.enabled)
        guard !idle.isEmpty, !walk.states.contains(where: idle.contains) else { continue }
        extend(&walk, to: idle, in: members)
      }
    }
    // Returns to the entry, which closes the walk.
    extend(&walk, to: BitSet(capacity: graph.stateCount, [entry]), in: members)
    return GraphPath(states: walk.states, labels: walk.labels)
  }

  private func extend(_ walk: inout Walk, to targets: BitSet, in members: BitSet) {
    guard let last = walk.states.last,
      let path = graph.shortestPath(
        to: targets, from: BitSet(capacity: graph.stateCount, [last]), within: members)
    else { return }
    walk.states += path.states.dropFirst()
    walk.labels += path.labels
  }

  /// A walk under construction.
  private struct Walk {
    var states: [Int]
    var labels: [EdgeLabel] = []

    mutating func append(_ edge: Int, of graph: StateGraph) {
      states.append(Int(graph.edges.ends[edge]))
      labels.append(graph.labels[Int(graph.edges.labels[edge])])
    }

    func takes(_ passes: [Bool], in graph: StateGraph) -> Bool {
      labels.contains { label in
        graph.labels.firstIndex(of: label).map { passes[$0] } ?? false
      }
    }
  }
}
