import Findings
import TransitionTables

/// The findings about an open family, from one exploration of all its configurations.
struct FamilyFindings {
  /// The reports, one per property in their order; only verdict, condition and trace are shown.
  var reports: [PropertyReport]
  /// The counterexamples that the reports show, by the position of their property.
  var runs: [Int: FoundRun]
  /// The most ordinary counterexamples, by the position of their property.
  var ordinary: [Int: OrdinaryCounterexamples.Found]
  var statistics: FamilyStatistics
  /// The number of legal configurations.
  var configurations: Double

  /// The coverage for the report.
  ///
  /// - Parameter listed: the coverage of the exploration that listed paths, if any.
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
