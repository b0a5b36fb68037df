import Findings
import SignIn
import TransitionTables

/// The differences between two pools, as values; ``DifferenceText`` and ``DifferenceReport`` render
/// them.
package struct PoolDifference {
  /// A parameter whose value differs.
  package struct SettingChange: Hashable {
    package var name: String
    package var old: String
    package var new: String
    /// The origins of the values.
    var oldOrigin: String
    var newOrigin: String
  }

  /// A property whose verdict differs.
  package struct VerdictChange {
    package var old: PropertyReport
    package var new: PropertyReport

    /// Whether the property fails now and did not before.
    var isLost: Bool { new.verdict == .fails && old.verdict != .fails }
  }

  /// A sequence of next steps, up to its end.
  struct StepSequence: Hashable {
    var steps: [String]
    var outcome: String
    /// The number of paths with these steps; they differ in what the app sends.
    var paths: Int
    /// Whether users of the old pool take this sequence under the new one, although no new user
    /// does.
    var isMetByOldUsers = false
  }

  package var oldPool: LoadedPool
  package var newPool: LoadedPool
  package var settings: [SettingChange] = []
  /// The service's rulings on the change.
  var rulings: [Diagnostic] = []
  /// The rulings about who is worse off although every account can still sign in.
  var harms: [Diagnostic] = []
  /// Whether frameworks replace the pool for the change, without its users.
  var replacesPool = false
  var users = UserComparison()
  package var verdicts: [VerdictChange] = []
  /// The problems of legality and import in only the new pool, and in only the old one.
  var gainedProblems: [DocumentProblem] = []
  var lostProblems: [DocumentProblem] = []
  /// Whether a pool has more paths than are listed, so that no path is reported as lost or gained.
  var hasTooManyPaths = false
  var lostPaths: [PathReport] = []
  var gainedPaths: [PathReport] = []
  var lostSequences: [StepSequence] = []
  var gainedSequences: [StepSequence] = []
  /// Sequences that occur in neither pool, but that users of the old pool take under the new one.
  var oldUsersSequences: [StepSequence] = []
  /// The command that reproduces the report.
  package var command = ""
  /// The exit status for newly broken properties.
  var verdictStatus = ExitStatus.allHold

  /// 151 where the service rejects the change, 12 where users are affected, else the status for
  /// newly broken properties: 0 where there are none.
  package var status: ExitStatus {
    let isRefused = rulings.contains { $0.severity == .error }
    return ExitStatus.combined([
      isRefused ? .illegal : .allHold, isAffecting ? .safetyViolated : .allHold, verdictStatus,
    ])
  }

  /// Whether some user can no longer sign in or finish what precedes a sign-in, is worse off
  /// otherwise, or an app in use makes a call that no longer leads to a sign-in.
  private var isAffecting: Bool {
    !users.affected.isEmpty || !users.stranded.isEmpty || !harms.isEmpty
      || !users.lostBeginnings.isEmpty
  }
}

extension PoolDifference.StepSequence {
  /// The paths of a catalogue grouped by their next steps, in the order of first appearance.
  static func sequences(
    of catalogue: Catalogue, in model: Model
  ) -> [PoolDifference.StepSequence] {
    var found: [PoolDifference.StepSequence] = []
    var positions: [[String]: Int] = [:]
    for path in catalogue.paths {
      let steps = path.calls.map { call in
        call.answer.map { model.messages[$0.message].name } ?? "no answer"
      }
      let key = steps + [path.outcome.rawValue]
      if let known = positions[key] {
        found[known].paths += 1
      } else {
        positions[key] = found.count
        found.append(.init(steps: steps, outcome: path.outcome.rawValue, paths: 1))
      }
    }
    return found
  }

  func isSame(as other: PoolDifference.StepSequence) -> Bool {
    steps == other.steps && outcome == other.outcome
  }

  /// The steps in words: `confirmSignInWithTOTPCode → done`; the outcome is added where the last
  /// step does not show it.
  var text: String {
    let ends = ["noWayOn": "dead end", "neverReturns": "never returns"]
    return (steps + [ends[outcome]].compactMap(\.self)).joined(separator: " → ")
  }
}

extension PoolDifference {
  /// The document warnings that both pools have, once each; those of only one pool are in
  /// `gainedProblems` and `lostProblems`.
  package var lastingWarnings: [Diagnostic] {
    newPool.notes.filter { new in
      new.severity == .warning && !gainedProblems.contains { $0.isSame(as: DocumentProblem(new)) }
    }
  }
}

extension DocumentProblem {
  /// Whether it is the same complaint, at any place of a document.
  func isSame(as other: DocumentProblem) -> Bool {
    code == other.code && message == other.message
  }
}
