extension CompiledModel {
  /// The trace along given states at rest and the first rules of the steps between them, rebuilt by
  /// the interpreter.
  ///
  /// - Parameters:
  ///   - states: valuations at rest, one more than rules.
  ///   - rules: by their index in ``system``.
  /// - Throws: where the interpreter comes to another state than the compiled rule.
  public func trace(
    through states: [[Int]], rules: [Int]
  ) throws(TableExploration.Disagreement) -> Trace {
    let interpreter = Interpreter(model: model, observers: observers)
    guard var current = states.first else { return Trace(steps: []) }
    var steps: [Trace.Step] = []
    for (target, rule) in zip(states.dropFirst(), rules) {
      let label = label(ofRule: rule)
      let step = try self.step(label, from: current, interpreter)
      guard step.after == target else {
        throw TableExploration.Disagreement(
          message: "row \(model.rows[label.row].fullID) leads elsewhere than its compiled rule")
      }
      current = step.after
      steps.append(step)
    }
    return Trace(steps: steps)
  }

  /// One step from a valuation by a compiled rule's row, run by the interpreter.
  public func step(
    _ label: Label, from valuation: [Int], _ interpreter: Interpreter
  ) throws(TableExploration.Disagreement) -> Trace.Step {
    do {
      let firings = try interpreter.step(
        row: label.row, action: label.action, inputs: label.inputs, from: valuation)
      let after = firings.last.map { interpreter.rested($0.valuation) } ?? valuation
      return Trace.Step(
        action: label.action, inputs: label.inputs, firings: firings, before: valuation,
        after: after)
    } catch {
      throw TableExploration.Disagreement(
        message: "row \(model.rows[label.row].fullID) cannot be run: \(error)")
    }
  }
}
