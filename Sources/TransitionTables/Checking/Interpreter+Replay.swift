extension Interpreter {
  /// Replays the calls of a run from another state, under that state's configuration.
  ///
  /// - Parameters:
  ///   - run: the trace with the calls, and the rows that fire by themselves.
  ///   - start: a state at rest.
  /// - Returns: the resulting trace; nil where one of the steps does nothing there.
  package func replay(_ run: Trace, from start: [Int]) -> Trace? {
    var state = start
    var steps: [Trace.Step] = []
    for step in run.steps {
      guard let first = step.firings.first else { return nil }
      let firings =
        step.action.map { try? self.step($0, inputs: step.inputs, from: state) }
        ?? (try? self.step(row: first.row, action: nil, inputs: [], from: state))
      guard let firings, !firings.isEmpty else { return nil }
      steps.append(taken(step.action, step.inputs, firings, from: state))
      state = steps[steps.count - 1].after
    }
    return Trace(steps: steps)
  }

  /// Returns the step of a call from a resting state; nil where no row fires, or where rows
  /// contradict each other.
  package func taken(_ action: Int, _ inputs: [Int], from state: [Int]) -> Trace.Step? {
    guard let firings = try? step(action, inputs: inputs, from: state), !firings.isEmpty else {
      return nil
    }
    return taken(action, inputs, firings, from: state)
  }

  /// Returns the step of the rows that fired for a call, or by themselves.
  package func taken(
    _ action: Int?, _ inputs: [Int], _ firings: [Firing], from state: [Int]
  ) -> Trace.Step {
    Trace.Step(
      action: action, inputs: inputs, firings: firings, before: state,
      after: firings.last.map { rested($0.valuation) } ?? state)
  }
}
