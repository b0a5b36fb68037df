import Findings
import SignIn
import TransitionTables

/// What the remedies of a pool's findings come to together: the settings, and what is left with
/// them.
///
/// Each finding shows the remedy that was tried and mends it; a fix is those of the errors, and
/// those of all findings, each checked like the pool itself.
package struct FixFinder {
  package let model: Model
  package let request: ExplorationRequest
  package let environment: ToolEnvironment
  /// The width at which lines are broken.
  package var width = 100

  package init(
    model: Model, request: ExplorationRequest, environment: ToolEnvironment, width: Int = 100
  ) {
    self.model = model
    self.request = request
    self.environment = environment
    self.width = width
  }

  /// A paragraph for people: what to set, and what would then still fail.
  ///
  /// - Parameters:
  ///   - pool: the pool.
  ///   - report: what was found about it, with remedies.
  /// - Returns: nothing where nothing is to be mended.
  package func text(
    for pool: LoadedPool, nextTo report: PoolReport
  ) throws(CommandFailure) -> String {
    let causes = report.causes
    guard !causes.isEmpty else { return "" }
    var out = ""
    var known: [[Int: Int]] = []
    for findings in [causes.filter { $0.severity == .error }, causes] {
      let fixed = self.fixed(pool, by: findings)
      guard fixed != pool.closed, !known.contains(fixed) else { continue }
      known.append(fixed)
      out += try self.text(of: fixed, pool, nextTo: report)
    }
    let unmended = causes.filter { $0.remedyID == nil }.map(\.id)
    guard !unmended.isEmpty else { return out }
    return out + "\n"
      + TextLayout.listed("No remedy that was tried mends ", unmended, width: width)
  }

  /// The pool's settings with the remedies of some findings, one after the other.
  private func fixed(_ pool: LoadedPool, by findings: [PropertyReport]) -> [Int: Int] {
    findings.compactMap(\.remedyID).reduce(pool.closed) { closed, id in
      model.remedies.first { $0.id == id }?.applied(to: closed, in: model) ?? closed
    }
  }

  private func text(
    of fixed: [Int: Int], _ pool: LoadedPool, nextTo report: PoolReport
  ) throws(CommandFailure) -> String {
    var changed = pool
    changed.closed = fixed
    var request = self.request
    (request.triesRemedies, request.triesAssumptions) = (false, false)
    let checked = try PoolExplorer(model: model, request: request, environment: environment)
      .explore(changed).report
    guard checked.coverage.isComplete, checked.coverage.isJudged else {
      return "\nA limit was reached before a fix was checked.\n"
    }
    let options = model.options(from: pool.closed, to: fixed)
    let refused = model.refusedChanges(from: pool.closed, to: fixed)
    let isNew =
      refused.isEmpty ? "" : "    of a new pool: \(refused.joined(separator: ", ")) on a live one\n"
    let held = Set(report.properties.filter { $0.verdict != .fails }.map(\.id))
    let left = checked.findings.map { finding in
      "\(finding.id) (\(finding.severity.rawValue)\(held.contains(finding.id) ? ", new" : ""))"
    }
    return "\nWhat would leave \(Self.claim(about: checked)):\n"
      + "  \(options.joined(separator: " "))\n" + isNew
      + (left.isEmpty ? "" : TextLayout.listed("    still fails: ", left, width: width))
  }

  private static func claim(about report: PoolReport) -> String {
    if report.findings.isEmpty { return "no finding" }
    func count(_ severity: PropertyReport.Severity) -> Int {
      report.findings.count { $0.severity == severity }
    }
    if count(.error) > 0 { return TextLayout.counted(count(.error), "error") }
    return count(.warning) > 0 ? "no error" : "no error and no warning"
  }
}
