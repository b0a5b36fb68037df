extension TemporalChecker {
  /// The sets of states within a region in which a fair run can stay and visit all of them again
  /// and again: strongly connected sets that violate no fairness constraint.
  ///
  /// A component violates strong fairness if a class is possible in it and never taken. It is then
  /// searched again without the states in which that class is possible. A single state counts as a
  /// component: a run may stop there, unless fairness requires a step.
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

  /// The states in which a strongly fair class is possible that no step inside the set takes.
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

  /// The first step of a class that stays inside the set: its source and its number among all
  /// edges.
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
