import StateSpace

extension TableCompilation {
  /// Looks for the nearest state, on the way from one rest to the next too, in which each of some
  /// mutants makes the table do something else. One exploration of the table as it is answers for
  /// all.
  ///
  /// - Parameters:
  ///   - mutants: the mutants.
  ///   - maximumStates: how many states are looked at.
  /// - Returns: by mutant, a shortest trace whose last step is the one that differs, or comes to
  ///   the rest from which a call does; nil where no state that was looked at shows one. And
  ///   whether that were all.
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
