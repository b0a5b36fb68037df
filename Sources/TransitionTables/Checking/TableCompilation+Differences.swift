import StateSpace

extension TableCompilation {
  /// Finds for each mutant the nearest state, urgent states included, in which it changes the
  /// behaviour of the table. One exploration of the unchanged table serves all mutants.
  ///
  /// - Parameters:
  ///   - mutants: the mutants.
  ///   - maximumStates: the most states that are explored.
  /// - Returns: by mutant, a shortest trace whose last step differs, or leads to the resting state
  ///   from which a call differs; nil where no explored state shows a difference. The second value
  ///   is whether all states were explored.
  /// - Throws: a `TransitionSystemError` where the compiled system is malformed.
  public func differences(
    of mutants: [Mutant], maximumStates: Int
  ) throws(TransitionSystemError) -> (reached: [Trace?], isComplete: Bool) {
    var watching = compiled
    watching.system.invariants = mutants.enumerated().map { number, mutant in
      let changed = mutant.changedRows
      let groups = Set(mutant.rows.map { compiler.model.rows[$0.position].group }).sorted()
      var isCall = false
      if case .action = mutant.rows.first?.row.trigger { isCall = true }
      return StateInvariant(
        name: "\(number)",
        badCubes: groups.flatMap {
          compiler.difference(of: compiler.model.groups[$0], changed: changed)
        }, within: !isCall)
    }
    let explored = try TableExploration(watching, maximumStates: maximumStates)
    let interpreter = Interpreter(model: compiler.model)
    let traces = mutants.indices.map { number -> Trace? in
      guard let violation = explored.exploration.violations[number],
        var trace = try? explored.trace(to: violation.index)
      else { return nil }
      if let rule = violation.rules.first {
        let label = watching.label(ofRule: rule)
        let step = try? explored.step(label, from: explored.valuation(violation.index), interpreter)
        guard let step else { return nil }
        trace.steps.append(step)
      }
      return trace
    }
    return (traces, explored.exploration.completeness == .complete)
  }
}
