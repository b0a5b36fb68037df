import Findings
import TransitionTables

/// Adds to findings what was asked for beyond the shortest counterexample: different ones, and the
/// part of the claim that is false.
///
/// Both look at all states of the configuration that the counterexample belongs to, one by one.
struct FindingDetails {
  let model: Model
  let request: ExplorationRequest
  let environment: ToolEnvironment

  /// How many states are looked at one by one; beyond, what needs them all is left out.
  private static let mostStates = 1 << 22

  /// - Parameter runs: the counterexamples that the report tells, by position of the property.
  func add(to report: inout PoolReport, claims: [Property], runs: [Int: FoundRun]) {
    guard request.traces > 1 || request.tellsWhy else { return }
    var checker = PropertyChecker(model: model)
    checker.maximumStates = min(request.maximumStates, Self.mostStates)
    checker.maximumBytes = request.maximumBytes
    let (limits, teller) = (environment.limits, TraceTeller(model: model))
    checker.progress = { _ in !limits.shouldStop }
    for position in claims.indices {
      guard report.properties[position].verdict == .fails, let run = runs[position] else {
        continue
      }
      environment.progress("\(report.pool): looking closer at \(claims[position].fullID)")
      let further = environment.stopwatch.time("further traces") {
        try? checker.furtherCounterexamples(
          to: claims[position], beside: run.trace, parameters: run.parameters,
          most: request.traces - 1)
      }
      report.properties[position].furtherTraces = (further ?? []).map(teller.tell)
      guard request.tellsWhy else { continue }
      let parts = environment.stopwatch.time("why") {
        try? checker.failedParts(
          of: claims[position], at: run.trace, parameters: run.parameters)
      }
      report.properties[position].why = (parts ?? []).map(told)
    }
  }

  private func told(_ part: FailedPart) -> FailedClaim {
    FailedClaim(
      part: part.text, since: part.since,
      values: part.values.map { ClaimValue($0.name, .member($0.text)) })
  }
}
