import Findings
import SignIn
import TransitionTables

/// How a deployed pool becomes another one: calls in an order in which each is accepted, what
/// becomes of users at each, and what the tools make of the same change.
package struct ChangePlan {
  /// One call.
  struct Step {
    var call: SettingCall
    /// The parameters that it changes, by slot.
    var slots: [Int]
    var before: [Int]
    var after: [Int]
    /// What becomes of the users that there are by then.
    var users: UserComparison
    /// What the rules about changes say of the step, apart from refusals.
    var remarks: [ChangeRule]
    /// The calls that lead from the configuration before it back to the old one; nil where none do.
    var back: [CallSearch.Step]?
  }

  /// A call that would be refused where it came first.
  struct Refusal {
    var call: String
    var rules: [(id: String, words: String)]
  }

  /// What the documents of a pool do not state.
  struct Taken: Equatable {
    var pool: String
    /// As `setting = value`.
    var settings: [String]
    /// Whether that is because they have no app client.
    var isClient: Bool
  }

  let model: Model
  package let oldPool: LoadedPool
  package let newPool: LoadedPool
  let old: [Int]
  let new: [Int]
  var steps: [Step] = []
  /// Whether an order of calls was found.
  package internal(set) var isFound = true
  /// Why there is none.
  package internal(set) var blocks: [Diagnostic] = []
  /// Calls of the plan that would be refused if they came first.
  var refusals: [Refusal] = []
  var outcomes: [ToolOutcome] = []
  /// Tools that were seen not to create the new pool, with the rule.
  var creations: [StepwiseCreation] = []
  /// What documents do not state and was taken of the other pool or at its default.
  var taken: [Taken] = []
  /// Settings that differ and that no row reads, by name; no call is planned for them.
  var unread: [String] = []
  /// Parameters that differ and are choices of what is explored; the new ones are taken.
  var choices: [Int] = []
  /// Whether the change in one step affects users too.
  var isAffectingAtOnce = false
  /// How many orders were compared, and how many were found.
  var compared = (orders: 0, of: 0)

  /// 151 where no order of calls is accepted, 12 where a step harms users: those who could sign in,
  /// those who had something else to do first and can no longer finish it, or those of apps in use;
  /// else 0.
  package var status: ExitStatus {
    guard isFound else { return .illegal }
    let harmful = affectedSteps + strandedSteps + harmedSteps
    return harmful.isEmpty ? .allHold : .safetyViolated
  }

  /// The steps at which somebody who could sign in can no longer.
  var affectedSteps: [Int] { steps.indices.filter { steps[$0].users.affectedRecords > 0 } }

  /// The steps at which somebody can no longer finish what came before a sign-in.
  var strandedSteps: [Int] { steps.indices.filter { !steps[$0].users.stranded.isEmpty } }

  /// The steps after which apps in use are refused, or who is signed in is signed out.
  var harmedSteps: [Int] { steps.indices.filter { steps[$0].remarks.contains(where: \.harms) } }

  func text(of slot: Int, in valuation: [Int]) -> String {
    model.text(of: valuation[slot], in: slot)
  }
}
