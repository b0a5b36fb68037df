import StateSpace

/// The reachable states of a symbolic search, with the set operations that fixpoints need.
struct SymbolicSets: TemporalSets {
  let search: SymbolicSearch
  /// The variables of observers that the query does not depend on.
  let ignored: [Int]

  private var diagrams: DecisionDiagrams { search.machine.diagrams }

  var all: Diagram { search.reached }
  func union(_ a: Diagram, _ b: Diagram) -> Diagram { diagrams.or(a, b) }
  func intersection(_ a: Diagram, _ b: Diagram) -> Diagram { diagrams.and(a, b) }
  func difference(_ a: Diagram, _ b: Diagram) -> Diagram { diagrams.minus(a, b) }

  func predecessors(of states: Diagram, along steps: Steps) -> Diagram {
    search.predecessors(of: states, along: steps)
  }

  func leading(to states: Diagram, within room: Diagram, along steps: Steps) -> Diagram {
    let start = diagrams.and(states, room)
    let before = search.backwardReachable(
      from: start, within: room, ignoring: ignored, along: steps)
    return diagrams.and(before, room)
  }

  /// Returns the states that show the failure of a claim about runs.
  ///
  /// - Parameters:
  ///   - atoms: the reachable states in which the claim's atoms hold.
  ///   - steps: maps classes of steps to the kinds of steps that belong to one of them.
  func failures(
    of claim: TemporalClaim, atoms: [Diagram], steps: ([Int]) -> Steps
  ) -> Diagram {
    let points = FixedPoints(
      sets: self, along: claim.along.isEmpty ? { _ in true } : steps(claim.along),
      strong: claim.strong.map { steps([$0]) }, weak: claim.weak.map { steps([$0]) }, atoms: atoms)
    let (formula, isEverywhere) = claim.judged
    let failing = difference(all, points.states(satisfying: formula))
    let machine = search.machine
    return isEverywhere ? failing : diagrams.and(failing, machine.atRest(machine.initial))
  }
}
