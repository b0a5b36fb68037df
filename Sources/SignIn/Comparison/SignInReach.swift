import StateSpace
import TransitionTables

/// From which states of an exploration a user can sign in: by calls of the app and waiting alone,
/// or with all that a user can do without an administrator.
struct SignInReach {
  let explored: TableExploration
  let graph: StateGraph
  let attempt: Attempt
  /// States where an attempt may begin.
  let ready: BitSet
  /// States between the calls of an attempt.
  let underway: BitSet
  /// States from which one call brings the tokens.
  private(set) var lastCalls: BitSet
  /// States from which calls and time lead to the tokens.
  private(set) var attempts: BitSet
  /// States from which something leads to the tokens that needs no administrator.
  private(set) var helpless: BitSet
  private let isDone: [Bool]

  /// Nil where the model has no attempt, or the exploration kept no steps.
  init?(_ explored: TableExploration) {
    guard let graph = explored.exploration.graph, let attempt = explored.model.attempt else {
      return nil
    }
    self.explored = explored
    self.graph = graph
    self.attempt = attempt
    ready = explored.states(where: attempt.ready)
    underway = explored.states(where: attempt.underway)
    isDone = graph.observations.indices.map { observation in
      guard let answer = explored.answer(observation: observation) else { return false }
      let message = explored.model.messages[answer.message]
      return message.kind == "nextStep" && message.name == "done"
    }
    lastCalls = BitSet(capacity: graph.stateCount)
    attempts = lastCalls
    helpless = lastCalls
    for state in 0..<graph.stateCount where ready.contains(state) || underway.contains(state) {
      if graph.edges(from: state).contains(where: bringsTokens) { lastCalls.insert(state) }
    }
    let (ready, underway) = (self.ready, self.underway)
    let places = BitSet(capacity: graph.stateCount) { ready.contains($0) || underway.contains($0) }
    attempts = graph.backwardReachable(from: lastCalls, within: places) { isAttempt($0) }
    helpless = graph.backwardReachable(from: lastCalls) { isHelpless($0) }
  }

  private var model: Model { explored.model }

  func label(_ edge: EdgeLabel) -> CompiledModel.Label {
    explored.compiled.label(ofRule: edge.firstRule)
  }

  /// Whether somebody else than an administrator makes the step.
  private func isHelpless(_ edge: EdgeLabel) -> Bool { actor(of: edge) != "administrator" }

  private func actor(of edge: EdgeLabel) -> String {
    label(edge).action.map { model.actions[$0].actor } ?? ""
  }

  func isCall(_ edge: EdgeLabel) -> Bool {
    guard let action = label(edge).action else { return false }
    return attempt.begins.contains(action) || attempt.continues.contains(action)
  }

  private func isAttempt(_ edge: EdgeLabel) -> Bool { isCall(edge) || actor(of: edge) == "clock" }

  func bringsTokens(_ edge: Edge) -> Bool {
    isDone[edge.label.observation] && isCall(edge.label)
  }

  // MARK: Runs

  /// States and first rules along some steps.
  struct Run {
    var states: [Int]
    var labels: [EdgeLabel] = []

    func trace(in explored: TableExploration) throws(TableExploration.Disagreement) -> Trace {
      try explored.trace(through: states, rules: labels.map(\.firstRule))
    }
  }

  /// A shortest way to the tokens from a state from which there is one.
  func success(from state: Int) -> Run? {
    let (ready, underway) = (self.ready, self.underway)
    let places = BitSet(capacity: graph.stateCount) { ready.contains($0) || underway.contains($0) }
    guard
      let path = graph.shortestPath(
        to: lastCalls, from: BitSet(capacity: graph.stateCount, [state]), within: places,
        along: { isAttempt($0) }),
      let last = path.states.last, let edge = graph.edges(from: last).first(where: bringsTokens)
    else { return nil }
    return Run(states: path.states + [edge.target], labels: path.labels + [edge.label])
  }

  /// A shortest way to the tokens with all that a user can do without an administrator.
  func wayIn(from state: Int) -> Run? {
    guard
      let path = graph.shortestPath(
        to: lastCalls, from: BitSet(capacity: graph.stateCount, [state]),
        along: { isHelpless($0) }),
      let last = path.states.last, let edge = graph.edges(from: last).first(where: bringsTokens)
    else { return nil }
    return Run(states: path.states + [edge.target], labels: path.labels + [edge.label])
  }

  /// What becomes of a run of another pool: the same steps, up to the first that is answered
  /// otherwise or cannot be made.
  func following(_ other: Run, of reach: SignInReach, from state: Int) -> Run {
    var run = Run(states: [state])
    for step in other.labels {
      let theirs = reach.label(step)
      guard let here = run.states.last,
        let edge = graph.edges(from: here).first(where: { edge in
          let own = label(edge.label)
          return own.action == theirs.action && own.inputs == theirs.inputs
        })
      else { break }
      run.states.append(edge.target)
      run.labels.append(edge.label)
      let answers = (
        explored.answer(observation: edge.label.observation),
        reach.explored.answer(observation: step.observation)
      )
      if answers.0 != answers.1 { break }
    }
    return run
  }

  /// The calls that begin an attempt, with every proof right, and can end with the tokens for at
  /// least one user; each once, by what is called.
  var beginnings: [CompiledModel.Label] {
    var found: [CompiledModel.Label] = []
    var seen: Set<[Int]> = []
    for state in ready.members {
      for edge in graph.edges(from: state) where isRight(edge.label) {
        let own = label(edge.label)
        guard let action = own.action, attempt.begins.contains(action),
          bringsTokens(edge) || underway.contains(edge.target) && attempts.contains(edge.target),
          seen.insert([action] + own.inputs).inserted
        else { continue }
        found.append(own)
      }
    }
    return found
  }

  /// The shortest way in which an attempt that begins with a given call comes to nothing although
  /// every proof is right: an error, another place to go, or no way on.
  ///
  /// - Parameter first: the call to begin with; any where it is nil or cannot be made.
  func failure(from state: Int, beginningWith first: CompiledModel.Label?) -> Run? {
    let calls = graph.edges(from: state).filter { edge in
      attempt.begins.contains(label(edge.label).action ?? -1) && isRight(edge.label)
    }
    let same = calls.first { edge in
      let own = label(edge.label)
      return own.action == first?.action && own.inputs == first?.inputs
    }
    guard let begin = same ?? calls.first else { return nil }
    let start = Run(states: [state, begin.target], labels: [begin.label])
    guard underway.contains(begin.target) else { return start }
    var queue = [start]
    var seen: Set<Int> = [begin.target]
    var place = 0
    while place < queue.count {
      let run = queue[place]
      place += 1
      guard let here = run.states.last else { continue }
      let steps = graph.edges(from: here).filter { edge in
        attempt.continues.contains(label(edge.label).action ?? -1) && isRight(edge.label)
          && edge.target != here
      }
      if steps.isEmpty { return run }
      for edge in steps {
        let next = Run(states: run.states + [edge.target], labels: run.labels + [edge.label])
        if !underway.contains(edge.target) { return next }
        if seen.insert(edge.target).inserted { queue.append(next) }
      }
    }
    return start
  }

  /// Whether every piece of evidence is the right one, the first of its classes.
  private func isRight(_ edge: EdgeLabel) -> Bool {
    let label = label(edge)
    guard let action = label.action else { return false }
    return zip(model.actions[action].inputs, label.inputs).allSatisfy { input, value in
      input.evidence == nil || value == 0
    }
  }
}
