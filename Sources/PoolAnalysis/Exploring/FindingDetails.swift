import Findings
import SignIn
import TransitionTables

/// Adds details to findings: the failing sign-in and, where requested, different counterexamples
/// and the part of the claim that is false.
///
/// The requested details examine all states of the counterexample's configuration, explicitly.
struct FindingDetails {
  let model: Model
  let pool: LoadedPool
  let request: ExplorationRequest
  let environment: ToolEnvironment
  let compiler: TableCompiler

  /// The greatest number of states that are examined explicitly; for more, details that need all
  /// states are left out.
  private static let mostStates = 1 << 18

  /// - Parameter runs: the counterexamples that the report shows, by the position of their
  ///   property.
  func add(to report: inout PoolReport, claims: [Property], runs: [Int: FoundRun]) {
    addRefusals(to: &report, claims: claims, runs: runs)
    guard request.traces > 1 || request.tellsWhy else { return }
    var checker = request.propertyChecker(model, stopping: environment.limits)
    checker.maximumStates = min(request.maximumStates, Self.mostStates)
    let wording = TraceWording(model: model)
    for position in claims.indices {
      let isShown = request.showsNotes || report.properties[position].severity != .note
      guard report.properties[position].verdict == .fails, isShown, let run = runs[position] else {
        continue
      }
      environment.progress("\(report.pool): looking closer at \(claims[position].fullID)")
      let isLarge = report.coverage.states > checker.maximumStates
      let further = environment.stopwatch.time("further traces") {
        isLarge
          ? nil
          : try? checker.furtherCounterexamples(
            to: claims[position], nextTo: run.trace, parameters: run.parameters,
            most: request.traces - 1)
      }
      report.properties[position].furtherTraces = (further ?? []).map(wording.steps)
      if (further ?? []).count < request.traces - 1 {
        report.properties[position].lackOfTraces = lack(
          claims[position], isCutOff: further == nil || !checker.statistics.isComplete)
      }
      guard request.tellsWhy, !isLarge || !needsAllStates(claims[position]) else { continue }
      let parts = environment.stopwatch.time("why") {
        try? checker.failedParts(
          of: claims[position], at: run.trace, parameters: run.parameters)
      }
      report.properties[position].why = (parts ?? []).map(failedClaim)
    }
  }

  /// Adds a failing sign-in to findings about something that can no longer be reached: it shows
  /// what the user meets. The settings that reject it become places of the finding too.
  private func addRefusals(
    to report: inout PoolReport, claims: [Property], runs: [Int: FoundRun]
  ) {
    guard let refused = RefusedSignIn(model: model) else { return }
    let wording = TraceWording(model: model)
    for position in claims.indices where report.properties[position].verdict == .fails {
      guard case .staysReachable(_, _, let allowed) = claims[position].claim,
        let run = runs[position], let end = run.trace.steps.last?.after,
        let refusal = refused.attempt(from: end, within: allowed.within, without: allowed.without)
      else { continue }
      report.properties[position].refusal = wording.refusal(refusal)
      guard request.showsNotes || report.properties[position].severity != .note else { continue }
      report.properties[position].places = FindingPlaces(pool: pool, model: model).places(
        refusing: report.properties[position], against: claims[position], by: run.trace,
        under: run.parameters, then: refusal, compiler: compiler)
    }
  }

  /// The reason why there are fewer counterexamples than requested.
  private func lack(_ property: Property, isCutOff: Bool) -> String {
    switch property.claim {
    case .configuration, .sometimes, .alwaysWithin: return "a claim of this kind fails in one way"
    default: break
    }
    guard isCutOff else { return "every other way is one that is shown, with more done on it" }
    return "the pool has too many states to look for others; "
      + "close what it leaves open, or `--set` a smaller pool"
  }

  /// Whether finding the false part of a claim needs all states rather than only the trace.
  private func needsAllStates(_ property: Property) -> Bool {
    switch property.claim {
    case .staysReachable, .temporal: true
    default: false
    }
  }

  private func failedClaim(_ part: FailedPart) -> FailedClaim {
    FailedClaim(
      part: part.text, since: part.since,
      values: part.values.map { ClaimValue($0.name, .member($0.text)) })
  }
}
