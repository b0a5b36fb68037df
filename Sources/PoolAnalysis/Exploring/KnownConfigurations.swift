import Findings
import Synchronization
import TransitionTables

/// A cache of exploration results for pools of the same run with equal configurations: a project
/// may deploy one pool for several stages. The places in documents are not part of it.
final class KnownConfigurations: Sendable {
  /// The cached results for a configuration.
  struct Answer: Sendable {
    /// The results of the exploration, without the list of states.
    var results: [GroupResult]
    var trial: ConfigurationReport.Trial
    var weights: Weights
    var remedies: Remedies
  }

  /// The most ordinary counterexamples of some findings.
  struct Weights: Sendable {
    /// The positions of the findings for which these were searched.
    var positions: [Int]
    var found: [Int: OrdinaryCounterexamples.Found]
  }

  /// The results of trying remedies on findings.
  struct Remedies: Sendable {
    /// The findings as they were before the trial, and as they are after it.
    var asked: [Finding] = []
    var answers: [Finding] = []
  }

  /// The parts of a property report that a trial of remedies reads and writes.
  struct Finding: Sendable, Hashable {
    private let id: String
    private let verdict: PropertyReport.Verdict
    private let severity: PropertyReport.Severity
    private let remedy: String
    private let remedyID: String?
    private let lackOfRemedies: String
    private let cause: String?
    private let sameCause: [String]

    init(_ property: PropertyReport) {
      (id, verdict, severity) = (property.id, property.verdict, property.severity)
      (remedy, remedyID) = (property.remedy, property.remedyID)
      lackOfRemedies = property.lackOfRemedies
      (cause, sameCause) = (property.cause, property.sameCause)
    }

    func write(into property: inout PropertyReport) {
      (property.remedy, property.remedyID) = (remedy, remedyID)
      property.lackOfRemedies = lackOfRemedies
      (property.cause, property.sameCause) = (cause, sameCause)
    }
  }

  private let answers = Mutex<[[Int: Int]: Answer]>([:])

  /// The cached results for a configuration, or nil.
  subscript(parameters: [Int: Int]) -> Answer? { answers.withLock { $0[parameters] } }

  /// Caches the results for a configuration, which must be complete.
  func keep(_ answer: Answer, of parameters: [Int: Int]) {
    var answer = answer
    for index in answer.results.indices { answer.results[index].joint = nil }
    answers.withLock { $0[parameters] = answer }
  }
}
