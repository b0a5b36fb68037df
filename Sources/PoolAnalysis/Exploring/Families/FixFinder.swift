import Findings
import SignIn
import TransitionTables

/// Combines the remedies of a pool's findings: the settings to change, and the findings that
/// remain.
///
/// Each finding shows the remedy that was tried and fixes it. A fix combines the remedies of the
/// errors, or those of all findings, and is checked like the pool itself.
package struct FixFinder {
  package let model: Model
  package let request: ExplorationRequest
  package let environment: ToolEnvironment
  package init(
    model: Model, request: ExplorationRequest, environment: ToolEnvironment
  ) {
    self.model = model
    self.request = request
    self.environment = environment
  }

  /// The settings to change, and the findings that would remain.
  ///
  /// - Parameters:
  ///   - pool: the pool.
  ///   - report: the findings about the pool, with remedies.
  package func fix(
    for pool: LoadedPool, nextTo report: PoolReport
  ) throws(CommandFailure) -> FixReport {
    let causes = report.causes
    var fix = FixReport()
    var known: [[Int: Int]] = []
    for findings in [causes.filter { $0.severity == .error }, causes] {
      let fixed = self.fixed(pool, by: findings)
      guard fixed != pool.closed, !known.contains(fixed) else { continue }
      known.append(fixed)
      fix.fixes.append(try check(fixed, of: pool, nextTo: report))
    }
    let left = causes.filter { $0.remedyID == nil }
    fix.unmended = left.filter(\.lackOfRemedies.isEmpty).map(\.id)
    fix.untried = left.filter { !$0.lackOfRemedies.isEmpty }.map(\.id)
    fix.reason = left.map(\.lackOfRemedies).first { !$0.isEmpty } ?? ""
    return fix
  }

  /// The pool's settings after the remedies of some findings, applied one after the other.
  private func fixed(_ pool: LoadedPool, by findings: [PropertyReport]) -> [Int: Int] {
    findings.compactMap(\.remedyID).reduce(pool.closed) { closed, id in
      model.remedies.first { $0.id == id }?.applied(to: closed, in: model) ?? closed
    }
  }

  private func check(
    _ fixed: [Int: Int], of pool: LoadedPool, nextTo report: PoolReport
  ) throws(CommandFailure) -> FixReport.Fix {
    var changed = pool
    changed.closed = fixed
    var request = self.request
    (request.triesRemedies, request.triesAssumptions) = (false, false)
    let checked = try PoolExplorer(model: model, request: request, environment: environment)
      .explore(changed).report
    var fix = FixReport.Fix(
      settings: model.options(from: pool.closed, to: fixed),
      refused: model.refusedChanges(from: pool.closed, to: fixed),
      isChecked: checked.coverage.isComplete && checked.coverage.isJudged)
    guard fix.isChecked else { return fix }
    fix.failures = checked.findings.map { finding in
      FixReport.Failure(
        id: finding.id, severity: finding.severity,
        before: report.findings.first { $0.id == finding.id }?.severity)
    }
    return fix
  }
}
