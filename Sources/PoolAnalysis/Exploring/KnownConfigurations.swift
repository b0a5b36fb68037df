import Findings
import Synchronization
import TransitionTables

/// What exploring a configuration came to, for the other pools of a run that have the same one: a
/// project may deploy one pool for several stages. What hangs on where documents state it is no
/// part of it.
final class KnownConfigurations: Sendable {
  /// What is known of a configuration.
  struct Answer: Sendable {
    /// What was explored, without the list of its states.
    var results: [GroupResult]
    var trial: ConfigurationReport.Trial
    var weights: Weights
    var remedies: Remedies
  }

  /// The most ordinary counterexamples of some findings.
  struct Weights: Sendable {
    /// The positions of the findings that were weighed.
    var positions: [Int]
    var found: [Int: OrdinaryCounterexamples.Found]
  }

  /// What a trial of remedies made of findings.
  struct Remedies: Sendable {
    /// The findings as they were tried, and what came of each.
    var asked: [Finding] = []
    var answers: [Finding] = []
  }

  /// What a trial of remedies reads and writes of a property.
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

  /// What is known of a configuration, or nil.
  subscript(parameters: [Int: Int]) -> Answer? { answers.withLock { $0[parameters] } }

  /// Keeps what a configuration came to, where no limit cut anything off.
  func keep(_ answer: Answer, of parameters: [Int: Int]) {
    var answer = answer
    for index in answer.results.indices { answer.results[index].joint = nil }
    answers.withLock { $0[parameters] = answer }
  }
}
