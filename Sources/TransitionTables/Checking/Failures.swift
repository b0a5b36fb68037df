import StateSpace

/// The states that show a failure.
struct Failures {
  /// In the order of the search.
  private(set) var states: BitSet
  /// Whether they were found: a limit, or the kind of the claim, can keep them from it.
  private(set) var isKnown = true
  /// What judges a formula about runs, and the formula that fails in ``states``.
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

  /// What goes on from a state and shows the failure; nil where the state alone does.
  func run(from state: Int) -> TemporalChecker.Counterexample? {
    temporal.map { $0.checker.counterexample(to: $0.formula, from: state) }
  }
}
