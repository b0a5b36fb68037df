import Findings
import SignIn
import TransitionTables

/// A plan for changing a deployed pool into another one: calls in an order in which each is
/// accepted, the effect of each on users, and how tools treat the same change.
package struct ChangePlan {
  /// One call of the plan.
  struct Step {
    var call: SettingCall
    /// The parameters that the call changes, by slot.
    var slots: [Int]
    var before: [Int]
    var after: [Int]
    /// The effect of the call on the users that exist by then.
    var users: UserComparison
    /// The rules about changes that apply to the step, except for rejections.
    var remarks: [ChangeRule]
    /// The calls that lead back from the configuration before the step to the old one; nil where
    /// there are none.
    var back: [CallSearch.Step]?
  }

  /// A call that the service would reject if it came first.
  struct Refusal {
    var call: String
    var rules: [(id: String, words: String)]
  }

  /// The settings that the documents of a pool do not state.
  struct Taken: Equatable {
    var pool: String
    /// The settings taken over, as `setting = value`.
    var settings: [String]
    /// Whether the documents do not state them because they have no app client.
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
  /// The reasons where no order was found.
  package internal(set) var blocks: [Diagnostic] = []
  /// The calls of the plan that the service would reject if they came first.
  var refusals: [Refusal] = []
  var outcomes: [ToolOutcome] = []
  /// The tools that cannot create the new pool in one step, with the rule.
  var creations: [StepwiseCreation] = []
  /// The settings that documents do not state, taken from the other pool or at their default.
  var taken: [Taken] = []
  /// The names of changed settings that no table row reads; no call is planned for them.
  var unread: [String] = []
  /// Changed parameters that only choose what is explored; their new values are used throughout.
  var choices: [Int] = []
  /// Whether the change in a single step also affects users.
  var isAffectingAtOnce = false
  /// The number of orders that were compared, and of those found.
  var compared = (orders: 0, of: 0)

  /// 151 where no order of calls is accepted; 12 where a step affects users: some can no longer
  /// sign in or finish what precedes a sign-in, their apps in use are rejected, or they are signed
  /// out; else 0.
  package var status: ExitStatus {
    guard isFound else { return .illegal }
    let harmful = affectedSteps + strandedSteps + harmedSteps
    return harmful.isEmpty ? .allHold : .safetyViolated
  }

  /// The steps at which users who could sign in no longer can.
  var affectedSteps: [Int] { steps.indices.filter { steps[$0].users.affectedRecords > 0 } }

  /// The steps at which users can no longer finish what precedes a sign-in.
  var strandedSteps: [Int] { steps.indices.filter { !steps[$0].users.stranded.isEmpty } }

  /// The steps after which apps in use are rejected, or signed-in users are signed out.
  var harmedSteps: [Int] { steps.indices.filter { steps[$0].remarks.contains(where: \.harms) } }

  func text(of slot: Int, in valuation: [Int]) -> String {
    model.text(of: valuation[slot], in: slot)
  }
}
