import StateSpace

/// Replays a known counterexample under another configuration. If it shows the failure there too,
/// the property fails without a new exploration.
public struct CounterexampleReplay: Sendable {
  /// The most states after the end of a run that are searched for a path to the goal.
  private static let mostStates = 20_000

  let compiler: TableCompiler

  /// A replay over the table of a compiler.
  public init(compiler: TableCompiler) { self.compiler = compiler }

  private var model: Model { compiler.model }

  /// Whether a property is certain to fail under a configuration.
  ///
  /// - Parameters:
  ///   - property: a property that fails under some other configuration.
  ///   - trace: the counterexample to the property there.
  ///   - parameters: the configuration in question.
  /// - Returns: false where the run ends differently; the property may still fail.
  public func shows(
    _ property: Property, by trace: Trace, under parameters: [Int: Int]
  ) -> Bool {
    let observers = model.observers(readBy: property.expressions)
    let interpreter = Interpreter(model: model, observers: observers)
    let start = interpreter.initial(parameters: parameters)
    guard let run = interpreter.replay(trace, from: start) else { return false }
    let states = [start] + run.steps.map(\.after)
    switch property.claim {
    case .always(let claim):
      return states.contains { !ConcreteEvaluator($0).holds(claim) }
    case .alwaysWithin(let claim):
      let within = run.steps.flatMap { $0.firings.map(\.valuation) }
      return (states + within).contains { !ConcreteEvaluator($0).holds(claim) }
    case .staysReachable(let from, let goal, let allowed):
      let state = states[states.count - 1]
      guard ConcreteEvaluator(state).holds(from) else { return false }
      let compiled = compiler.compiled(parameters: parameters, observers: observers)
      return isOutOfReach(goal, from: state, allowed, compiled)
    case .configuration(let claim): return !ConcreteEvaluator(states[0]).holds(claim)
    case .sometimes, .noDeadEnd, .temporal: return false
    }
  }

  /// Whether no path of allowed steps leads from a resting state to a goal; false where there are
  /// too many states to decide.
  private func isOutOfReach(
    _ goal: Expression, from state: [Int], _ allowed: Property.StepFilter,
    _ compiled: CompiledModel
  ) -> Bool {
    let isTaken = compiled.labels.map { label in
      label.action.map { allowed.allows(model.actions[$0]) } ?? true
    }
    let start = compiled.starting(from: [state]) { isTaken[$0] }
    guard let found = try? TableExploration(start, maximumStates: Self.mostStates),
      found.exploration.completeness == .complete
    else { return false }
    return found.states(where: goal).isEmpty
  }
}
