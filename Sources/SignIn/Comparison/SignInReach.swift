import StateSpace
public import TransitionTables

/// How a user gets signed in.
enum WayIn: Int {
  /// By any actions except those of an administrator.
  case withoutAdministrator
  /// By calls of the app and waiting alone.
  case signingIn
}

/// Answers from which states of an exploration a user can sign in, and how an attempt ends.
///
/// An explicit and a symbolic exploration give the same answers; of several shortest runs they may
/// choose different ones.
protocol SignInReach {
  /// The explored table.
  var table: any ExploredTable { get }
  var attempt: Attempt { get }
  /// The calls, each once and in any order, that begin an attempt with every proof right and can
  /// end with the tokens for at least one user.
  var beginnings: [ReachCall] { get }

  /// The records with which an attempt may begin while the environment is in its initial state.
  ///
  /// - Parameter way: if not nil, only the records from which there is such a way to sign in.
  func records(having way: WayIn?, in space: RecordSpace) -> Diagram

  /// The subset of the records from which there is such a way, among those that the exploration
  /// starts with.
  func starts(having way: WayIn, among records: Diagram, in space: RecordSpace) -> Diagram

  /// The state that takes the fewest steps to reach, among those with one of the records and with
  /// such a way to sign in.
  func firstState(among records: Diagram, having way: WayIn, in space: RecordSpace) -> Int?

  /// The initial state of the exploration that has the record of a valuation.
  func start(at valuation: [Int]) -> Int?

  /// Whether a state lies between the calls of an attempt.
  func isUnderway(_ state: Int) -> Bool

  /// The steps from a state that begin with a wanted call, in the order of the rules.
  func steps(from state: Int, where isWanted: (ReachCall) -> Bool) -> [ReachStep]

  /// A shortest way to sign in from a state; nil where there is none.
  func shortestWay(_ way: WayIn, from state: Int) -> ReachRun?
}

/// The start of a step: an action with its inputs, or a nil action for a row that fires by itself.
struct ReachCall: Hashable {
  var action: Int?
  var inputs: [Int]

  init(_ label: CompiledModel.Label) { (action, inputs) = (label.action, label.inputs) }
  init(_ kind: StepKinds.Kind) { (action, inputs) = (kind.action, kind.inputs) }
}

/// A step from one numbered state to another.
struct ReachStep {
  /// The index of the step's rule in the machine.
  var rule: Int
  var call: ReachCall
  /// The message that the app receives.
  var answer: Answer?
  var target: Int
}

/// A sequence of steps from a state.
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

  /// Whether the call is one that the app makes in an attempt.
  func isCall(_ call: ReachCall) -> Bool {
    guard let action = call.action else { return false }
    return attempt.begins.contains(action) || attempt.continues.contains(action)
  }

  /// Whether the given way to sign in may contain the call.
  func isPart(_ call: ReachCall, of way: WayIn) -> Bool {
    switch way {
    case .signingIn: isCall(call) || isBy(.clock, call)
    case .withoutAdministrator: !isBy(.administrator, call)
    }
  }

  /// Whether each piece of evidence in the call is right, that is, of the first class.
  func isRight(_ call: ReachCall) -> Bool {
    guard let action = call.action else { return false }
    return zip(model.actions[action].inputs, call.inputs).allSatisfy { input, value in
      input.evidence == nil || value == 0
    }
  }

  // MARK: Runs

  /// Repeats a run of another pool in this one: the same steps, up to the first that gets another
  /// answer or cannot be made.
  func following(_ other: ReachRun, from state: Int) -> ReachRun {
    var run = ReachRun(start: state)
    for theirs in other.steps {
      guard let own = steps(from: run.last, where: { $0 == theirs.call }).first else { break }
      run.steps.append(own)
      if own.answer != theirs.answer { break }
    }
    return run
  }

  /// The shortest failing attempt that begins with a given call although every proof is right: it
  /// ends in an error, a redirection, or a dead end.
  ///
  /// - Parameter first: the call to begin with; any call where it is nil or cannot be made.
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
