import SignIn
import SignInTestBed
import TransitionTables

/// Whether the service would hold the configuration that a scenario runs under.
///
/// The bounds of an exploration are none of the service's rules and keep no scenario from running:
/// a script of a few steps goes where the states of all would be too many.
struct ScenarioLegality {
  let model: Model
  let scenario: Scenario
  /// What the scenario names; without one, nothing is closed.
  let pool: LoadedPool
  /// The pool's parameters with the scenario's own laid over them.
  let parameters: [Int: Int]

  /// Throws what the service would refuse, at the scenario's own settings where they share in it,
  /// else at the pool that it names.
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

  /// The pool as it stands under the scenario: only what the scenario itself sets has a place.
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

  /// Where the scenario sets none of it, it is the pool's.
  private func located(_ refusal: Diagnostic) -> Diagnostic {
    guard refusal.sourceLine == nil, let place = scenario.pool?.location else { return refusal }
    return scenario.document.diagnostic(
      refusal.code, at: place, refusal.message, remedy: refusal.remedy)
  }
}
