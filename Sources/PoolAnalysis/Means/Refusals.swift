import MeansSearch
import SignIn
import SignInTestBed
import StateSpace
import TransitionTables

/// The messages of the service to users whose code or proof was right but is refused because it was
/// already used or is too old, with the ways to continue.
///
/// Each row with such a refusal is shown once, at the nearest refusal after which the user can
/// still sign in with the held means; where nobody can, the user is locked out.
package struct Refusals {
  package struct Refusal {
    /// The service's own error message.
    package var text: String
    /// The exception that contains the message.
    package var exception: String
    /// The row that refuses.
    package var row: String
    /// The call of the app that is refused.
    package var call: String
    /// The calls from a pool without users up to the refused one.
    package var run: [String]
    /// The calls by which the user obtains the tokens afterwards.
    package var afterwards: [String]
    package var replay: WayReplay
  }

  /// The refusals in the order of the table.
  package private(set) var all: [Refusal] = []
  private let analysis: MeansAnalysis

  /// Finds the refusals. The cost is a pass over the recorded judgements, and a way and a replay
  /// for each message.
  /// - Throws: 152 where the run has to end, 153 where interpreter and compiled rules disagree.
  package init(_ analysis: MeansAnalysis) throws(CommandFailure) {
    self.analysis = analysis
    guard let explored = analysis.fromNothing else { return }
    var places: [Int: [Place]] = [:]
    for occasion in explored.judgementOccasions() where isRefusal(occasion, explored.table) {
      guard let path = explored.table.shortestPath(to: occasion.state) else { continue }
      places[occasion.row, default: []].append(
        Place(occasion: occasion, steps: path.rules.count, words: path.states.last ?? []))
    }
    for (_, places) in places.sorted(by: { $0.key < $1.key }) {
      for place in places.sorted() {
        try analysis.goOn()
        guard let found = try refusal(place.occasion, explored.table) else { continue }
        all.append(found)
        break
      }
    }
  }

  /// An occasion of a refusal, ordered by the number of steps, independently of the engine.
  private struct Place: Comparable {
    var occasion: JudgementOccasion
    var steps: Int
    /// The words of the state.
    var words: [UInt64]

    static func < (one: Place, other: Place) -> Bool {
      guard one.steps == other.steps else { return one.steps < other.steps }
      return one.words == other.words
        ? one.occasion.rule < other.occasion.rule
        : one.words.lexicographicallyPrecedes(other.words)
    }
  }

  /// Whether an app sends only evidence that its user holds, and a row refuses it with a message
  /// for a reason other than a mismatch.
  private func isRefusal(_ occasion: JudgementOccasion, _ explored: any ExploredTable) -> Bool {
    let (model, row) = (analysis.model, analysis.model.rows[occasion.row])
    let label = explored.compiled.label(ofRule: occasion.rule)
    // Evidence that is handed out and was not outstanding before is not stale.
    let before = ConcreteEvaluator(explored.valuation(occasion.state))
    let isStale = row.judgements.contains { judgement in
      let outstanding = model.evidence[judgement.evidence]?.outstanding ?? .no
      return !judgement.isAccepted && TableReason(rawValue: judgement.reason) != .mismatch
        && (outstanding == .no || before.holds(outstanding))
    }
    guard isStale, !model.serviceText(ofRow: occasion.row).isEmpty,
      let action = label.action.map({ model.actions[$0] }), action.isBy(.app)
    else { return false }
    return zip(action.inputs, label.inputs).allSatisfy { input, value in
      input.evidence == nil || input.classesWithNeeds.contains(value)
    }
  }

  /// Returns the steps by which a user makes the refused call again and then signs in; nil where
  /// none are found. A user who resets a password does not know it.
  private static func way(
    repeating action: Int, from state: Int, holding held: UInt32, _ graph: MeansGraph
  ) -> [MeansGraph.Step]? {
    let isAgain = { (step: MeansGraph.Step) in
      graph.call(Int(step.label)).action == action && !graph.isError(Int(step.label))
    }
    let again = MeansWalk(graph, from: [state], holding: held, where: isAgain).way
    // A user who has signed in before no longer needs the call.
    if let done = again?.firstIndex(where: \.signsIn) { return again.map { Array($0[...done]) } }
    guard let again, let last = again.last else { return nil }
    let rest = MeansWalk(
      graph, from: [Int(last.target)], holding: again.reduce(held) { $0 | $1.gives })
    return rest.way.map { again + $0 }
  }

  private func refusal(
    _ occasion: JudgementOccasion, _ explored: any ExploredTable
  ) throws(CommandFailure) -> Refusal? {
    let (model, row) = (analysis.model, analysis.model.rows[occasion.row])
    let run = try analysis.run { () throws(TableExploration.Disagreement) in
      let before = try explored.trace(to: occasion.state)
      let step = try explored.step(
        explored.compiled.label(ofRule: occasion.rule),
        from: explored.valuation(occasion.state), Interpreter(model: explored.model))
      return Trace(steps: before.steps + [step])
    }
    guard let last = run.steps.last, analysis.signsIn(at: last.after), let sends = row.sends,
      let action = last.action
    else { return nil }
    let own = analysis.graph.kept(losing: 0)
    let way = try analysis.near(last.after, holding: own) {
      near, start throws(CommandFailure) -> [(action: Int, inputs: [Int])]? in
      let way =
        Self.way(repeating: action, from: start.state, holding: own, near.graph)
        ?? MeansWalk(near.graph, from: [start.state], holding: own).way
      return way.map { Playbook.calls(of: $0, near) }
    }
    let replay = try WayReplay(run, then: way, model: model)
    return Refusal(
      text: model.serviceText(ofRow: occasion.row), exception: model.messages[sends].name,
      row: row.fullID,
      call: model.actions[action].call,
      run: analysis.calls(of: run),
      afterwards: analysis.calls(
        of: Trace(steps: Array(replay.trace.steps.dropFirst(run.steps.count)))),
      replay: replay)
  }
}
