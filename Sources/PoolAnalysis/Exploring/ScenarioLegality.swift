import SignIn
import SignInTestBed
import TransitionTables

/// Checks whether the service would accept the configuration of a scenario.
///
/// The bounds of an exploration are not rules of the service and do not apply to scenarios: a
/// script of a few steps can run where there would be too many states to explore.
struct ScenarioLegality {
  let model: Model
  let scenario: Scenario
  /// The pool that the scenario names; without one, nothing is closed.
  let pool: LoadedPool
  /// The pool's parameters, overridden by the scenario's own.
  let parameters: [Int: Int]

  /// Throws the broken rules, at the scenario's own settings where these are involved, else at the
  /// pool that it names.
  func check() throws(CommandFailure) {
    let evaluator = ConcreteEvaluator(Interpreter(model: model).initial(parameters: parameters))
    let broken = model.legality.filter { rule in
      rule.isError && model.isOfService(rule) && evaluator.holds(rule.forbid)
    }
    guard !broken.isEmpty || !pool.refusals.isEmpty else { return }
    let ids = Set(broken.map(\.id))
    let gate = LegalityGate(
      model: model, pool: settled,
      family: ConfigurationFamily(model: model, closed: parameters, open: []))
    let refusals = pool.refusals + gate.refusals.filter { ids.contains($0.code) }.map(located)
    throw CommandFailure(DiagnosticList(refusals).diagnostics, status: .illegal)
  }

  /// The pool as configured by the scenario; only settings of the scenario itself have a place.
  private var settled: LoadedPool {
    var settled = LoadedPool.unnamed
    settled.files = [scenario.document.file]
    settled.lines = [scenario.document.file: scenario.document.lines]
    settled.closed = parameters
    for entry in scenario.configuration {
      guard let slot = model.parameter(named: entry.key) else { continue }
      settled.origins[slot] = .document(entry.keyLocation)
    }
    return settled
  }

  /// The diagnostic, moved to the pool's name where the scenario sets none of the settings
  /// involved.
  private func located(_ refusal: Diagnostic) -> Diagnostic {
    guard refusal.sourceLine == nil, let place = scenario.pool?.location else { return refusal }
    return scenario.document.diagnostic(
      refusal.code, at: place, refusal.message, remedy: refusal.remedy)
  }
}
