public import TransitionTables

/// Runs the two kinds of steps: calls of the modelled actors, and requests sent straight to the
/// pool.
extension ScenarioRunner {
  /// Runs a step of a scenario from a state, with the interpreter.
  func run(
    _ step: Scenario.Step, of scenario: Scenario, from valuation: [Int],
    by interpreter: Interpreter
  ) throws -> Trace.Step {
    guard !step.isRequest else {
      let request = try located(scenario) { () throws(Diagnostic) in
        try ScenarioRequest(step, model: model)
      }
      return try serve(request, from: valuation, by: interpreter)
    }
    let call = try call(step, of: scenario, from: valuation, by: interpreter)
    let firings = try interpreter.step(call.action, inputs: call.inputs, from: valuation)
    return interpreter.taken(call.action, call.inputs, firings, from: valuation)
  }

  /// Resolves the call of a step to the form that the table offers in a state.
  func call(
    _ step: Scenario.Step, of scenario: Scenario, from valuation: [Int],
    by interpreter: Interpreter
  ) throws -> ScenarioCall {
    try located(scenario) { () throws(Diagnostic) in
      try ScenarioCall(step, model: model, valuation: valuation, interpreter: interpreter)
    }
  }

  /// Sends a request to the pool, which answers the sender; the modelled client takes no part.
  private func serve(
    _ request: ScenarioRequest, from valuation: [Int], by interpreter: Interpreter
  ) throws -> Trace.Step {
    var before = valuation
    for (slot, value) in request.fields.sorted(by: { $0.key < $1.key }) { before[slot] = value }
    let firings = try interpreter.serve(request.message, fields: request.fields, to: valuation)
    let after = firings.last.map { interpreter.rested($0.valuation) } ?? valuation
    return Trace.Step(action: nil, inputs: [], firings: firings, before: before, after: after)
  }

  /// The pool's answer to a request; nil where the pool sends none.
  func reply(to step: Trace.Step) -> Answer? {
    guard let last = step.firings.last, let sent = model.rows[last.row].sends else { return nil }
    return Answer(
      message: sent, fields: model.messages[sent].fields.map { last.valuation[$0] })
  }

  /// The states that a step passes through, each with the row that fires there.
  public static func moments(of trace: Trace.Step, step: Int, in model: Model) -> [Moment] {
    var before = trace.before
    if let action = trace.action {
      for (input, value) in zip(model.actions[action].inputs, trace.inputs) {
        before[input.slot] = value
      }
      if trace.firings.isEmpty {
        return [Moment(step: step, trigger: .action(action), row: nil, before: before)]
      }
    }
    var found: [Moment] = []
    for firing in trace.firings {
      found.append(
        Moment(
          step: step, trigger: model.rows[firing.row].trigger, row: firing.row, before: before))
      before = firing.valuation
    }
    return found
  }
}
