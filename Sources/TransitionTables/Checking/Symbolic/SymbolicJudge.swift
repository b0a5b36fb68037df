import StateSpace

/// Checks properties over a ``SymbolicTable``.
struct SymbolicJudge {
  let table: SymbolicTable

  private var model: Model { table.model }
  private var compiled: CompiledModel { table.compiled }

  /// Returns a shortest counterexample to a property, an empty trace where no state fulfils the
  /// claim, and nil where the property holds.
  func counterexample(
    to property: Property
  ) throws(TableExploration.Disagreement) -> Trace? {
    switch property.claim {
    case .configuration, .temporal: return nil
    case .alwaysWithin(let expression): return try trace(passing: .not(expression))
    case .sometimes: return fails(property) ? Trace(steps: []) : nil
    case .always, .staysReachable, .noDeadEnd:
      let bad = bad(property)
      return try trace(to: bad.states, where: bad.condition, reading: bad.reading)
    }
  }

  /// Whether a property fails; for claims about runs see ``finding(of:withWay:)``.
  func fails(_ property: Property) -> Bool {
    switch property.claim {
    case .configuration, .temporal: return false
    case .alwaysWithin(let expression): return isMet(.not(expression), within: true)
    case .sometimes(let expression):
      return !isReached(table.states(where: expression), where: expression, [expression])
    case .always, .staysReachable, .noDeadEnd:
      let bad = bad(property)
      return isReached(bad.states, where: bad.condition, bad.reading)
    }
  }

  /// The states that violate a property, the expression that alone distinguishes them from others
  /// where there is one, and the expressions that it takes to distinguish them.
  private func bad(
    _ property: Property
  ) -> (states: Diagram, condition: Expression?, reading: [Expression]) {
    switch property.claim {
    case .configuration, .temporal, .alwaysWithin, .sometimes: return (.no, nil, [])
    case .always(let expression):
      return (table.states(where: .not(expression)), expression, [expression])
    case .staysReachable(let from, let goal, let allowed):
      let bad = states(where: from, neverReaching: goal, by: allowed)
      return (bad, nil, property.expressions)
    case .noDeadEnd:
      let observers = table.compiled.observers.sorted()
      let bad = table.ask { search in
        search.unmoved(
          ignoring: observers.flatMap { compiled.variables(of: $0, in: search.machine) })
      }
      return (bad, nil, [])
    }
  }

  /// Returns the reached states that fulfil one condition and cannot reach another.
  func states(
    where from: Expression, neverReaching goal: Expression, by allowed: Property.StepFilter
  ) -> Diagram {
    let (starts, goals) = (table.states(where: from), table.states(where: goal))
    let (passes, marks) = (filter(allowed), table.marks(goal))
    return table.ask { search in
      search.machine.diagrams.minus(
        starts,
        search.backwardReachable(
          from: goals, ignoring: table.ignorable(search, reading: [from, goal]),
          markedBy: marks, along: { passes[$0] }))
    }
  }

  /// Whether the premise of a property is met in some state.
  func isMet(_ premise: Expression, within: Bool) -> Bool {
    if isReached(table.states(where: premise), where: premise, [premise]) { return true }
    guard within else { return false }
    let all = table.all(where: premise)
    let sources = table.ask { search in
      let sources = search.steps.sources(passing: all, in: search.machine)
      return search.machine.diagrams.and(sources, search.reached)
    }
    return isReached(sources, where: nil, [premise])
  }

  /// Whether a set, which some expressions distinguish from other states, has a state that is
  /// really reached; its states count as reached with any values of the observers.
  func isReached(
    _ states: Diagram, where condition: Expression?, _ expressions: [Expression]
  ) -> Bool {
    guard states != .no else { return false }
    guard table.leavesObserversOpen, !model.observers(readBy: expressions).isEmpty else {
      return true
    }
    return table.reaches(states, where: condition, reading: expressions)
  }

  /// For each kind of step, whether it may be used.
  private func filter(_ allowed: Property.StepFilter) -> [Bool] {
    table.kinds.all.map { $0.action.map { allowed.allows(model.actions[$0]) } ?? true }
  }

  /// Returns the first step that cannot be finished: the trace to it and the rows that fired.
  func fault() throws(TableExploration.Disagreement) -> (trace: Trace, step: StepFault)? {
    let fault = table.ask { search in
      search.fault(ignoring: table.ignorable(search, reading: []))
    }
    guard let fault else { return nil }
    return (try compiled.trace(along: fault.path), fault.step)
  }

  /// Returns the shortest trace to a state, urgent ones included, in which an expression holds,
  /// with the step that passes through it.
  func trace(
    passing expression: Expression
  ) throws(TableExploration.Disagreement) -> Trace? {
    let bad = table.all(where: expression)
    let violation = table.ask { search in
      search.violation(
        of: bad, within: true, ignoring: table.ignorable(search, reading: [expression]))
    }
    guard let violation else { return nil }
    var trace = try compiled.trace(along: violation.path)
    if let rule = violation.rule, let source = violation.path.states.last {
      trace.steps.append(
        try compiled.step(
          compiled.label(ofRule: rule), from: compiled.valuation(of: source),
          Interpreter(model: model, observers: compiled.observers)))
    }
    return trace
  }

  /// Returns the shortest trace to a set of states that some expressions distinguish from others.
  func trace(
    to states: Diagram, where condition: Expression? = nil, reading expressions: [Expression]
  ) throws(TableExploration.Disagreement) -> Trace? {
    guard states != .no else { return nil }
    return try table.path(into: states, where: condition, reading: expressions)
      .map(compiled.trace(along:))
  }
}
