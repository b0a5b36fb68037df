extension Interpreter {
  /// The calls of a run made again from another state, under its configuration.
  ///
  /// - Parameters:
  ///   - run: the calls, and the rows that fire by themselves.
  ///   - start: a state at rest.
  /// - Returns: what comes of them; nil where one of them does nothing there.
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

  /// A call from a state at rest with all that follows; nil where no row fires, or where rows
  /// contradict each other.
  package func taken(_ action: Int, _ inputs: [Int], from state: [Int]) -> Trace.Step? {
    guard let firings = try? step(action, inputs: inputs, from: state), !firings.isEmpty else {
      return nil
    }
    return taken(action, inputs, firings, from: state)
  }

  /// The step that rows make which fired for a call, or by themselves.
  package func taken(
    _ action: Int?, _ inputs: [Int], _ firings: [Firing], from state: [Int]
  ) -> Trace.Step {
    Trace.Step(
      action: action, inputs: inputs, firings: firings, before: state,
      after: firings.last.map { rested($0.valuation) } ?? state)
  }
}
