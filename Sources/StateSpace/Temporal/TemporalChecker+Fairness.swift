extension TemporalChecker {
  /// The sets of states within a region in which a fair run can stay, visiting all of them again
  /// and again: strongly connected, and neglecting nothing that fairness asks for.
  ///
  /// A component that offends strong fairness, because a class is possible in it and never taken,
  /// is searched again without the states in which it is possible. A single state counts: a run may
  /// stop there, unless weak or strong fairness moves it on.
  func fairComponents(within region: BitSet) -> [BitSet] {
    var found: [BitSet] = []
    var open = [region]
    while let part = open.popLast() {
      for component in graph.stronglyConnectedComponents(within: part) {
        let members = BitSet(capacity: graph.stateCount, component.states)
        let offending = self.offending(in: members)
        if !offending.isEmpty {
          let rest = members.subtracting(offending)
          if !rest.isEmpty { open.append(rest) }
        } else if isWeaklyFair(members) {
          found.append(members)
        }
      }
    }
    return found
  }

  /// The states in which something is possible that strong fairness asks for and that no step
  /// inside takes.
  private func offending(in members: BitSet) -> BitSet {
    var offending = BitSet(capacity: graph.stateCount)
    for constraint in constraints where constraint.strength == .strong {
      guard edge(of: constraint, inside: members) == nil else { continue }
      offending = offending.union(members.intersection(constraint.enabled))
    }
    return offending
  }

  private func isWeaklyFair(_ members: BitSet) -> Bool {
    constraints.allSatisfy { constraint in
      constraint.strength == .strong || edge(of: constraint, inside: members) != nil
        || !members.isSubset(of: constraint.enabled)
    }
  }

  /// The first step of a class that stays inside: its source and its number among all edges.
  func edge(of constraint: Constraint, inside members: BitSet) -> (source: Int, edge: Int)? {
    for state in members.members {
      for edge in graph.edges.range(of: state)
      where constraint.passes[Int(graph.edges.labels[edge])]
        && members.contains(Int(graph.edges.ends[edge]))
      {
        return (state, edge)
      }
    }
    return nil
  }
}
