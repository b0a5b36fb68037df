import StateSpace
public import TransitionTables

/// How a user gets in.
enum WayIn: Int {
  /// With all that needs no administrator.
  case withoutAdministrator
  /// By calls of the app and waiting alone.
  case signingIn
}

/// From which states of an exploration a user can sign in, and what comes of an attempt.
///
/// An exploration state by state and a symbolic one answer alike; of several shortest runs they may
/// show different ones.
protocol SignInReach {
  /// What was explored.
  var table: any ExploredTable { get }
  var attempt: Attempt { get }
  /// The calls that begin an attempt, with every proof right, and can end with the tokens for at
  /// least one user; each once, in any order.
  var beginnings: [ReachCall] { get }

  /// The records with which an attempt may begin while the environment is as at first.
  ///
  /// - Parameter way: those alone from which there is such a way in.
  func records(having way: WayIn?, in space: RecordSpace) -> Diagram

  /// Of some records those from which there is a way in, where the exploration starts with them.
  func starts(having way: WayIn, among records: Diagram, in space: RecordSpace) -> Diagram

  /// The state with one of some records that takes the fewest steps to make, of those from which
  /// there is a way in.
  func firstState(among records: Diagram, having way: WayIn, in space: RecordSpace) -> Int?

  /// The state in which the exploration starts with a record that it starts with; given as a
  /// valuation.
  func start(at valuation: [Int]) -> Int?

  /// Whether a state lies between the calls of an attempt.
  func isUnderway(_ state: Int) -> Bool

  /// The steps from a state that a wanted call begins, in the order of the rules.
  func steps(from state: Int, where isWanted: (ReachCall) -> Bool) -> [ReachStep]

  /// A shortest way in from a state from which there is one.
  func shortestWay(_ way: WayIn, from state: Int) -> ReachRun?
}

/// What begins a step: an action with its inputs; a nil action for a row that fires by itself.
struct ReachCall: Hashable {
  var action: Int?
  var inputs: [Int]

  init(_ label: CompiledModel.Label) { (action, inputs) = (label.action, label.inputs) }
  init(_ kind: StepKinds.Kind) { (action, inputs) = (kind.action, kind.inputs) }
}

/// A step from one numbered state to another.
struct ReachStep {
  /// By index in the machine.
  var rule: Int
  var call: ReachCall
  /// What the app receives.
  var answer: Answer?
  var target: Int
}

/// Some steps, one after the other.
struct ReachRun {
  var start: Int
  var steps: [ReachStep] = []

  var last: Int { steps.last?.target ?? start }

  func trace(
    in table: any ExploredTable
  ) throws(TableExploration.Disagreement) -> Trace {
    try table.trace(through: [start] + steps.map(\.target), rules: steps.map(\.rule))
  }

  func followed(by step: ReachStep) -> ReachRun { ReachRun(start: start, steps: steps + [step]) }
}

extension Model {
  /// Whether an answer says that the user is signed in.
  public func isDone(_ answer: Answer?) -> Bool {
    answer.map { messages[$0.message].isDone } ?? false
  }
}

extension SignInReach {
  var model: Model { table.model }

  private func isBy(_ actor: KnownActor, _ call: ReachCall) -> Bool {
    call.action.map { model.actions[$0].isBy(actor) } ?? false
  }

  /// Whether the app makes the call in an attempt.
  func isCall(_ call: ReachCall) -> Bool {
    guard let action = call.action else { return false }
    return attempt.begins.contains(action) || attempt.continues.contains(action)
  }

  /// Whether such a way in takes the step.
  func isPart(_ call: ReachCall, of way: WayIn) -> Bool {
    switch way {
    case .signingIn: isCall(call) || isBy(.clock, call)
    case .withoutAdministrator: !isBy(.administrator, call)
    }
  }

  /// Whether a call with every piece of evidence right, the first of its classes.
  func isRight(_ call: ReachCall) -> Bool {
    guard let action = call.action else { return false }
    return zip(model.actions[action].inputs, call.inputs).allSatisfy { input, value in
      input.evidence == nil || value == 0
    }
  }

  // MARK: Runs

  /// What becomes of a run of another pool: the same steps, up to the first that is answered
  /// otherwise or cannot be made.
  func following(_ other: ReachRun, from state: Int) -> ReachRun {
    var run = ReachRun(start: state)
    for theirs in other.steps {
      guard let own = steps(from: run.last, where: { $0 == theirs.call }).first else { break }
      run.steps.append(own)
      if own.answer != theirs.answer { break }
    }
    return run
  }

  /// The shortest way in which an attempt that begins with a given call comes to nothing although
  /// every proof is right: an error, another place to go, or a dead end.
  ///
  /// - Parameter first: the call to begin with; any where it is nil or cannot be made.
  func failure(from state: Int, beginningWith first: ReachCall?) -> ReachRun? {
    let calls = steps(from: state) { call in
      attempt.begins.contains(call.action ?? -1) && isRight(call)
    }
    let same = calls.first { $0.call == first }
    guard let begin = same ?? calls.first else { return nil }
    let start = ReachRun(start: state, steps: [begin])
    guard isUnderway(begin.target) else { return start }
    var queue = [start]
    var seen: Set<Int> = [begin.target]
    var place = 0
    while place < queue.count {
      let run = queue[place]
      place += 1
      let here = run.last
      let onward = steps(from: here) { call in
        attempt.continues.contains(call.action ?? -1) && isRight(call)
      }.filter { $0.target != here }
      if onward.isEmpty { return run }
      for step in onward {
        let next = run.followed(by: step)
        if !isUnderway(step.target) { return next }
        if seen.insert(step.target).inserted { queue.append(next) }
      }
    }
    return start
  }
}
