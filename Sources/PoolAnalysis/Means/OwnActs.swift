import Findings
import MeansSearch
import SignIn
import StateSpace
import TransitionTables

/// Calls by which users who have lost nothing lock themselves out: changes that a signed-in app
/// makes, after which the user, once signed out, cannot sign in without an administrator.
///
/// A call that begins or continues a sign-in attempt is not one of them: it may end the last
/// possible attempt, but an earlier call has made that attempt the last. While the app stays signed
/// in, the change can often be undone. So only ways in without a change from within a signed-in app
/// count.
struct OwnActs {
  /// A call, at the nearest state in which it locks the user out.
  struct Act {
    /// The call with its inputs: `deleteUserAttribute(attribute: phone)`.
    var call: String
    /// The number of users' states in which the call locks the user out.
    var states: Int
    /// The users whose records occur in such states, by number.
    var starts: [Int]
    /// The run that ends in the call.
    var run: Trace
    var places: [FindingPlace]
  }

  private let analysis: MeansAnalysis
  /// The states in which a sign-in attempt is under way or can begin.
  private let attempts: BitSet

  /// Finds the acts; nil where a limit was reached before all were found.
  ///
  /// - Parameters:
  ///   - analysis: the analysis of the pool.
  ///   - asks: the users that the question is about; see ``AnswerScope``.
  /// - Throws: 153 where the interpreter and the compiled rules disagree.
  static func found(
    in analysis: MeansAnalysis, asking asks: @Sendable (AnswerScope.Answer) -> (Int?) -> Bool
  ) throws(CommandFailure) -> [Act]? {
    guard let attempt = analysis.model.attempt else { return [] }
    if let sets = analysis.sets {
      let found = try analysis.run { () throws(TableExploration.Disagreement) in
        try sets.ownActs(holding: analysis.graph.kept(losing: 0), asking: asks)
      }
      return found?.compactMap { act in
        guard let action = act.call.action else { return nil }
        return Act(
          call: analysis.model.actionText(action, inputs: act.call.inputs), states: act.states,
          starts: act.starts, run: act.run, places: analysis.places(of: act.run))
      }
    }
    let attempts = analysis.graph.explored.states(where: .or([attempt.ready, attempt.underway]))
    return try OwnActs(analysis: analysis, attempts: attempts).acts(asks)
  }

  private func acts(
    _ asks: (AnswerScope.Answer) -> (Int?) -> Bool
  ) throws(CommandFailure) -> [Act] {
    let graph = analysis.graph
    let held = graph.kept(losing: 0)
    let reach = MeansReach(
      graph, bits: graph.used.count, taking: { isAttempt($0) || isAttempt($1) },
      stopping: { analysis.limits.shouldStop }, where: { $0.signsIn })
    try analysis.goOn()
    let (model, ownActs) = (analysis.model, analysis.model.ownActs)
    let calls = graph.graph.labels.indices.map { label -> String? in
      let call = graph.call(label)
      return call.action.flatMap { action in
        ownActs.contains(action) ? model.actionText(action, inputs: call.inputs) : nil
      }
    }
    let asked = Dictionary(
      uniqueKeysWithValues: Set(calls.compactMap(\.self)).map {
        ($0, asks(.act($0)))
      })
    let user = analysis.userFinder(in: graph.explored)
    var order: [String] = []
    var found: [String: (first: MeansGraph.Step, states: Int, starts: Set<Int>)] = [:]
    for step in graph.steps
    where !step.endsAccount && step.needs & ~held == 0
      && reach.reaches(from: Int(step.source), holding: held)
      && !reach.reaches(from: Int(step.target), holding: held | step.gives)
    {
      guard let call = calls[Int(step.label)], let isAsked = asked[call] else { continue }
      let start = user(Int(step.source))
      guard isAsked(start) else { continue }
      if found[call] == nil { order.append(call) }
      found[call, default: (step, 0, [])].states += 1
      if let start { found[call]?.starts.insert(start) }
    }
    var acts: [Act] = []
    for call in order {
      guard let (step, states, starts) = found[call] else { continue }
      let run = try run(upTo: step)
      acts.append(
        Act(
          call: call, states: states, starts: starts.sorted(), run: run,
          places: analysis.places(of: run)))
    }
    return acts
  }

  private func isAttempt(_ state: UInt32) -> Bool { attempts.contains(Int(state)) }

  private func run(upTo step: MeansGraph.Step) throws(CommandFailure) -> Trace {
    let graph = analysis.graph
    let before = try analysis.run { () throws(TableExploration.Disagreement) in
      try graph.explored.trace(to: Int(step.source))
    }
    return Trace(steps: before.steps + (try analysis.trace(from: Int(step.source), [step])).steps)
  }
}

extension Model {
  /// The actions of the app that do not belong to a sign-in attempt.
  var ownActs: Set<Int> {
    // A sign-in with a name without an account is a separate action with the same call.
    let calls = Set((attempt.map { $0.begins + $0.continues } ?? []).map { actions[$0].call })
    return Set(
      actions.indices.filter { actions[$0].isBy(.app) && !calls.contains(actions[$0].call) })
  }
}
