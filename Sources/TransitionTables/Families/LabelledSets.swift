import StateSpace

/// Sets of states of a family's search, with the operations that fixpoints need: for each state the
/// configurations in which it belongs to the set.
struct LabelledSets: TemporalSets {
  let search: FamilySearch
  let backward: BackwardSteps

  private var diagrams: DecisionDiagrams { search.machine.diagrams }

  var all: [Diagram] { search.labels }
  func union(_ a: [Diagram], _ b: [Diagram]) -> [Diagram] {
    a.indices.map { diagrams.or(a[$0], b[$0]) }
  }
  func intersection(_ a: [Diagram], _ b: [Diagram]) -> [Diagram] {
    a.indices.map { diagrams.and(a[$0], b[$0]) }
  }
  func difference(_ a: [Diagram], _ b: [Diagram]) -> [Diagram] {
    a.indices.map { diagrams.minus(a[$0], b[$0]) }
  }

  func predecessors(of states: [Diagram], along steps: Steps) -> [Diagram] {
    var found = [Diagram](repeating: .no, count: states.count)
    for edge in search.edges where steps(Int(edge.action)) {
      let own = diagrams.and(edge.configurations, states[Int(edge.target)])
      if own != .no { found[Int(edge.source)] = diagrams.or(found[Int(edge.source)], own) }
    }
    return found
  }

  func leading(to states: [Diagram], within room: [Diagram], along steps: Steps) -> [Diagram] {
    backward.closure(of: intersection(states, room), within: room, along: steps)
  }

  /// Returns for each state the configurations in which it shows the failure of a claim about runs.
  ///
  /// - Parameters:
  ///   - atoms: for each atom, the configurations by state in which it holds.
  ///   - steps: maps classes of steps to the actions that belong to one of them.
  func failures(of claim: TemporalClaim, atoms: [[Diagram]], steps: ([Int]) -> Steps) -> [Diagram] {
    let points = FixedPoints(
      sets: self, along: claim.along.isEmpty ? { _ in true } : steps(claim.along),
      strong: claim.strong.map { steps([$0]) }, weak: claim.weak.map { steps([$0]) }, atoms: atoms)
    let (formula, isEverywhere) = claim.judged
    let failing = difference(all, points.states(satisfying: formula))
    return isEverywhere ? failing : failing.indices.map { $0 == 0 ? failing[$0] : .no }
  }
}
