import Findings
import SignIn
import TransitionTables

/// What is different between two pools, as values; ``DifferenceText`` and
/// ``DifferenceReport`` write it.
package struct PoolDifference {
  /// A parameter that differs.
  package struct SettingChange: Hashable {
    package var name: String
    package var old: String
    package var new: String
    /// Where the values come from.
    var oldOrigin: String
    var newOrigin: String
  }

  /// A property whose verdict differs.
  package struct VerdictChange {
    package var old: PropertyReport
    package var new: PropertyReport

    /// Whether what held fails now.
    var isLost: Bool { new.verdict == .fails && old.verdict != .fails }
  }

  /// A sequence of next steps, up to an end.
  struct StepSequence: Hashable {
    var steps: [String]
    var outcome: String
    /// How many paths go this way; they differ in what is sent.
    var paths: Int
    /// Whether users of the old pool go this way under the new one, although nobody new does.
    var isMetByOldUsers = false
  }

  package var oldPool: LoadedPool
  package var newPool: LoadedPool
  package var settings: [SettingChange] = []
  /// What the service makes of the change.
  var rulings: [Diagnostic] = []
  /// Those of them that say who is worse off though every account signs in as before.
  var harms: [Diagnostic] = []
  /// Whether frameworks make the pool anew for the change, without its users.
  var replacesPool = false
  var users = UserComparison()
  package var verdicts: [VerdictChange] = []
  /// What legality and the import complain about in the new pool alone, and in the old one alone.
  var gainedProblems: [DocumentProblem] = []
  var lostProblems: [DocumentProblem] = []
  /// Whether a pool has more paths than are listed, so that none is called lost or gained.
  var hasTooManyPaths = false
  var lostPaths: [PathReport] = []
  var gainedPaths: [PathReport] = []
  var lostSequences: [StepSequence] = []
  var gainedSequences: [StepSequence] = []
  /// Sequences that neither pool has alone, and users of the old pool go under the new one.
  var oldUsersSequences: [StepSequence] = []
  /// The command that makes the report again.
  package var command = ""
  /// The exit status that properties which are newly broken come to.
  var verdictStatus = ExitStatus.allHold

  /// 151 where the service refuses the change, 12 where anybody is affected, else what newly broken
  /// properties come to: 0 where none is.
  package var status: ExitStatus {
    let isRefused = rulings.contains { $0.severity == .error }
    return ExitStatus.combined([
      isRefused ? .illegal : .allHold, isAffecting ? .safetyViolated : .allHold, verdictStatus,
    ])
  }

  /// Whether somebody can no longer sign in, or no longer finish what came before a sign-in, or an
  /// app in use makes a call that is of no use now.
  private var isAffecting: Bool {
    !users.affected.isEmpty || !users.stranded.isEmpty || !harms.isEmpty
      || !users.lostBeginnings.isEmpty
  }
}

extension PoolDifference.StepSequence {
  /// The paths of a catalogue by their next steps alone, in the order of first appearance.
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

  /// `confirmSignInWithTOTPCode → done`; the outcome is named where the last step does not.
  var text: String {
    let ends = ["noWayOn": "dead end", "neverReturns": "never returns"]
    return (steps + [ends[outcome]].compactMap(\.self)).joined(separator: " → ")
  }
}

extension PoolDifference {
  /// The warnings about documents that both pools have, once; those of one pool alone are in
  /// `gainedProblems` and `lostProblems`.
  package var lastingWarnings: [Diagnostic] {
    newPool.notes.filter { new in
      new.severity == .warning && !gainedProblems.contains { $0.isSame(as: DocumentProblem(new)) }
    }
  }
}

extension DocumentProblem {
  /// Whether it is the same complaint, wherever in a document.
  func isSame(as other: DocumentProblem) -> Bool {
    code == other.code && message == other.message
  }
}
