import StateSpace

/// The states that show the failure of a property.
struct Failures {
  /// The failing states, in the order of the search.
  private(set) var states: BitSet
  /// Whether the states could be found; a limit or the kind of the claim can prevent it.
  private(set) var isKnown = true
  /// For a claim about runs, the checker and the formula that fails in ``states``.
  private(set) var temporal: (checker: TemporalChecker, formula: TemporalFormula)?

  init(of property: Property, in explored: TableExploration) {
    states = BitSet(capacity: explored.exploration.stateCount)
    let isComplete = explored.exploration.completeness == .complete
    switch property.claim {
    case .always(let claim): states = explored.states(where: .not(claim))
    case .staysReachable(let from, let goal, let allowed):
      let good = isComplete ? explored.states(reaching: goal, allowed) : nil
      isKnown = good != nil
      if let good { states = explored.states(where: from).subtracting(good) }
    case .noDeadEnd:
      isKnown = isComplete
      if isComplete { states = explored.deadEnds }
    case .temporal(let claim):
      guard isComplete, let graph = explored.exploration.graph else {
        isKnown = false
        return
      }
      let checker = TemporalChecker(claim, in: explored, graph)
      var (formula, isEverywhere) = (claim.formula, claim.isEverywhere)
      if !isEverywhere, claim.along.isEmpty, case .allGlobally(let inner) = formula {
        (formula, isEverywhere) = (inner, true)
      }
      temporal = (checker, formula)
      let bad = checker.states(satisfying: formula).complement
      states = isEverywhere ? bad : bad.intersection(graph.initialStates)
    case .configuration, .alwaysWithin, .sometimes: isKnown = false
    }
  }

  /// Returns the run from a state that shows the failure; nil where the state alone shows it.
  func run(from state: Int) -> TemporalChecker.Counterexample? {
    temporal.map { $0.checker.counterexample(to: $0.formula, from: state) }
  }
}
