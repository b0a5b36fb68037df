import SignIn
import SignInTestBed
import StateSpace
import TransitionTables

/// What the service says to users whose code or proof was right and is refused all the same, used
/// already or too old, and how they go on.
///
/// Each row that refuses so is shown once, where the fewest steps lead to a refusal after which the
/// user signs in with what is held: where nobody does, the user is locked out.
package struct Refusals {
  package struct Refusal {
    /// The service's own words.
    package var text: String
    /// The exception that carries them.
    package var exception: String
    /// The row that refuses.
    package var row: String
    /// The app's call that is refused.
    package var call: String
    /// How it comes about from a pool without users, the refused call last.
    package var run: [String]
    /// How the user gets to the tokens from there.
    package var afterwards: [String]
    package var replay: WayReplay
  }

  /// In the order of the table.
  package private(set) var all: [Refusal] = []
  private let analysis: MeansAnalysis

  /// Looks for refusals. Cost: a pass over what the search noted of rows that judge, and a way and
  /// a replay for each text.
  /// - Throws: 152 where the run is to end, 153 where interpreter and compiled rules disagree.
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

  /// Where a row refuses, those with the fewest steps first whatever engine found them.
  private struct Place: Comparable {
    var occasion: JudgementOccasion
    var steps: Int
    /// The state's.
    var words: [UInt64]

    static func < (one: Place, other: Place) -> Bool {
      guard one.steps == other.steps else { return one.steps < other.steps }
      return one.words == other.words
        ? one.occasion.rule < other.occasion.rule
        : one.words.lexicographicallyPrecedes(other.words)
    }
  }

  /// Whether an app sends nothing but what its user holds, and a row refuses it with a text for
  /// another reason than that it is wrong.
  private func isRefusal(_ occasion: JudgementOccasion, _ explored: any ExploredTable) -> Bool {
    let (model, row) = (analysis.model, analysis.model.rows[occasion.row])
    let label = explored.compiled.label(ofRule: occasion.rule)
    // What is handed out and never was is not stale.
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

  /// How a user who still wants what was refused makes the same call again, and then signs in; nil
  /// where that is not found. Whoever resets a password does not know it.
  private static func way(
    repeating action: Int, from state: Int, holding held: UInt32, _ graph: MeansGraph
  ) -> [MeansGraph.Step]? {
    let isAgain = { (step: MeansGraph.Step) in
      graph.call(Int(step.label)).action == action && !graph.isError(Int(step.label))
    }
    let again = MeansWalk(graph, from: [state], holding: held, where: isAgain).way
    // Whoever is signed in before that needs the call no more.
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
