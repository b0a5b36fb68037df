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
      guard let firings, let last = firings.last else { return nil }
      let after = rested(last.valuation)
      steps.append(
        Trace.Step(
          action: step.action, inputs: step.inputs, firings: firings, before: state, after: after))
      state = after
    }
    return Trace(steps: steps)
  }
}
