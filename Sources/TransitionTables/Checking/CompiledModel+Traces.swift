import StateSpace

extension CompiledModel {
  /// Returns the trace through given resting states by the first rules of the steps between them,
  /// rebuilt by the interpreter.
  ///
  /// - Parameters:
  ///   - states: valuations at rest, one more than there are rules.
  ///   - rules: the first rules of the steps, by index in ``system``.
  ///   - shown: the observers whose changes are reported; nil for all observers of the compilation.
  ///     The choice has no other effect.
  /// - Throws: a disagreement where the interpreter reaches another state than the compiled rule.
  public func trace(
    through states: [[Int]], rules: [Int], showing shown: Set<Int>? = nil
  ) throws(TableExploration.Disagreement) -> Trace {
    let own = shown.map(observers.intersection) ?? observers
    let others = observers.subtracting(own)
    let interpreter = Interpreter(model: model, observers: own)
    let seen = states.map { state in
      state.indices.map { others.contains($0) ? model.slots[$0].initial : state[$0] }
    }
    guard var current = seen.first else { return Trace(steps: []) }
    var steps: [Trace.Step] = []
    for (target, rule) in zip(seen.dropFirst(), rules) {
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

  /// Returns the trace along a path of packed states, with the changes of all observers.
  func trace(along path: SymbolicPath) throws(TableExploration.Disagreement) -> Trace {
    try trace(through: path.states.map(valuation(of:)), rules: path.rules)
  }

  /// Returns the step of a compiled rule's row from a valuation, run by the interpreter.
  public func step(
    _ label: Label, from valuation: [Int], _ interpreter: Interpreter
  ) throws(TableExploration.Disagreement) -> Trace.Step {
    do {
      let firings = try interpreter.step(
        row: label.row, action: label.action, inputs: label.inputs, from: valuation)
      return interpreter.taken(label.action, label.inputs, firings, from: valuation)
    } catch {
      throw TableExploration.Disagreement(
        message: "row \(model.rows[label.row].fullID) cannot be run: \(error)")
    }
  }
}
