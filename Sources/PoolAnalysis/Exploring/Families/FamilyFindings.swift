import Findings
import TransitionTables

/// What was found about an open family, all its configurations at once.
struct FamilyFindings {
  /// One a property, in their order; only verdict, condition and trace are shown.
  var reports: [PropertyReport]
  /// The counterexamples that the reports show, by position of the property.
  var runs: [Int: FoundRun]
  /// The most ordinary ones, by position too.
  var ordinary: [Int: OrdinaryCounterexamples.Found]
  var statistics: FamilyStatistics
  /// The number of legal configurations.
  var configurations: Double

  /// The coverage of the report.
  ///
  /// - Parameter listed: what was explored next to it to list paths; nothing where none were.
  func coverage(nextTo listed: PoolReport.Coverage) -> PoolReport.Coverage {
    guard listed.explored == 0 else {
      var coverage = listed
      coverage.isComplete = listed.isComplete && statistics.isComplete
      coverage.isJudged = listed.isJudged && statistics.isJudged
      return coverage
    }
    let isSymbolic = statistics.backend == .symbolic
    var coverage = PoolReport.Coverage(
      states: statistics.states, transitions: statistics.transitions, depth: statistics.depth)
    coverage.configurations = Int(min(configurations, 1e18))
    coverage.explored = 0
    coverage.backend = isSymbolic ? "symbolic" : ""
    (coverage.countsTransitions, coverage.measuresDepth) = (!isSymbolic, !isSymbolic)
    (coverage.isComplete, coverage.isJudged) = (statistics.isComplete, statistics.isJudged)
    return coverage
  }
}
