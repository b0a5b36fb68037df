import MeansSearch
import TransitionTables

/// The playbook of pools with too many states to list: only a few states after the acts for one
/// user are listed.
extension Playbook {
  /// The number of states that are listed after an act, and the number of these that a walk visits
  /// to find obstacles.
  private static let mostNear = (listed: 10_000, walked: 1_000)

  /// Returns the way of the first user in a group where all acts come first; nil where the states
  /// are listed, or the user must make calls before.
  func wayBehindActs(_ set: UInt32, _ group: Rescued) throws(CommandFailure) -> Way? {
    let number = group.starts[0]
    guard let sets = analysis.sets,
      let (end, held) = sets.taking(
        group.acts, from: number, holding: analysis.graph.kept(losing: set))
    else { return nil }
    let acts = group.acts.compactMap { act in act.action.map { ($0, act.inputs) } }
    return try analysis.near(
      analysis.starts[number], from: [sets.laying(held, over: end)], holding: held, sets,
      listing: Self.mostNear.listed
    ) { near, start throws(CommandFailure) -> Way? in
      let walk = MeansWalk(near.graph, from: [start.state], holding: held)
      guard let way = walk.way else { return nil }
      return (
        acts + Self.calls(of: way, near), StepWords(analysis: near).words(of: way),
        SecondFactor(of: way, in: near.graph)
      )
    }
  }

  /// Returns the acts that are accepted and do not help a user, with the obstacle that the user
  /// meets after each, and the variables that helpful acts change.
  func failuresNear(
    _ number: Int, _ set: UInt32, _ commands: [String]
  ) throws(CommandFailure) -> (inVain: [Failure], helpful: Set<Int>) {
    guard let sets = analysis.sets else { return ([], []) }
    let (model, held) = (analysis.model, analysis.graph.kept(losing: set))
    let start = sets.starts[number]
    var tried: [(command: String, call: CompiledModel.Label, end: [Int], held: UInt32)] = []
    var helpful: Set<Int> = []
    var seen: Set<ActKind> = []
    var helping: [ActKind: String] = [:]
    for step in sets.steps(from: start) where step.isAct {
      guard let action = step.call.action, let account = model.access?.account,
        ConcreteEvaluator(step.end).holds(account),
        model.actions[action].gives.isEmpty || step.end != start,
        let command = model.command(of: action, inputs: step.call.inputs)
      else { continue }
      let changes = analysis.changes(from: start, to: step.end)
      guard !commands.contains(command) else {
        helpful.formUnion(changes)
        continue
      }
      let kind = ActKind(step.call)
      guard !sets.signsIn(at: step.end, holding: held | step.gives) else {
        helping[kind] = helping[kind] ?? command
        helpful.formUnion(changes)
        continue
      }
      // One line for each kind of act is enough.
      guard seen.insert(kind).inserted else { continue }
      tried.append((command, MeansAnalysis.plain(step.call), step.end, held | step.gives))
    }
    let ends = tried.map { sets.laying($0.held, over: $0.end) }
    guard !ends.isEmpty,
      let graph = try MeansAnalysis.listed(
        sets, from: ends, Self.mostNear.listed, analysis.pool, analysis.progress)
    else { return ([], helpful) }
    let near = analysis.with(analysis.linked.map(graph.linking) ?? graph)
    let steps = StepWords(analysis: near)
    let found = zip(tried, ends).compactMap { act, end -> Failure? in
      guard let state = graph.state(of: end) else { return nil }
      let walk = MeansWalk(
        near.graph, from: [state], holding: act.held, visiting: Self.mostNear.walked)
      return steps.stops(of: walk, isFirstEnough: true).first.map {
        Failure(
          act.command, act.call, changes: analysis.changes(from: start, to: act.end), stop: $0
        ).unless(helping[ActKind(act.call)])
      }
    }
    return (found, helpful)
  }
}
