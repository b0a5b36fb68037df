import StateSpace
import TransitionTables

/// Ways to sign in, over symbolic sets of states.
struct SymbolicReach: SignInReach {
  let sets: SymbolicTable
  let attempt: Attempt
  private let ready: Diagram
  private let underway: Diagram
  private let places: Diagram
  /// The states from which a single call brings the tokens.
  private let lastCalls: Diagram
  /// For each ``WayIn``, by its raw value, the states from which there is such a way.
  private var ways: [Diagram] = []

  /// Returns nil where the model has no attempt.
  init?(_ sets: SymbolicTable) {
    guard let attempt = sets.model.attempt else { return nil }
    (self.sets, self.attempt) = (sets, attempt)
    let ready = sets.states(where: attempt.ready)
    let underway = sets.states(where: attempt.underway)
    let places = sets.ask { $0.machine.diagrams.or(ready, underway) }
    (self.ready, self.underway, self.places) = (ready, underway, places)
    let kinds = sets.kinds.all
    let calls = Set(attempt.begins + attempt.continues)
    let (compiled, model) = (sets.compiled, sets.model)
    lastCalls = sets.ask { search in
      let (machine, diagrams) = (search.machine, search.machine.diagrams)
      let sources = search.steps.steps.filter { step in
        guard calls.contains(kinds[step.kind].action ?? -1),
          let shown = machine.first(of: step.observation)
        else { return false }
        return model.isDone(model.answer(in: compiled.valuation(of: shown)))
      }
      return diagrams.and(diagrams.or(sources.map(\.condition)), places)
    }
    let (first, room) = (lastCalls, places)
    for (way, room) in [(WayIn.withoutAdministrator, nil), (.signingIn, room)] {
      let taken = kinds.map { isPart(ReachCall($0), of: way) }
      ways.append(
        sets.ask { $0.backwardReachable(from: first, within: room) { taken[$0] } })
    }
  }

  var table: any ExploredTable { sets }

  private func contains(_ states: Diagram, _ state: Int) -> Bool {
    let words = sets.packedState(state)
    return sets.ask { $0.machine.contains(states, words) }
  }

  func isUnderway(_ state: Int) -> Bool { contains(underway, state) }

  func steps(from state: Int, where isWanted: (ReachCall) -> Bool) -> [ReachStep] {
    let wanted = sets.kinds.all.map { isWanted(ReachCall($0)) }
    let words = sets.packedState(state)
    let (ofRule, compiled, model) = (sets.kinds.ofRule, sets.compiled, sets.model)
    let found = sets.ask { search in
      search.machine.rules.indices.filter { wanted[ofRule[$0]] }.flatMap { rule in
        search.machine.steps(from: words, rule: rule).steps.map { (rule: rule, step: $0) }
      }
    }
    return found.map { rule, step in
      ReachStep(
        rule: rule, call: ReachCall(compiled.label(ofRule: rule)),
        answer: model.answer(in: compiled.valuation(of: step.observation)),
        target: sets.number(of: step.state))
    }
  }

  /// Searches backwards from the last calls to the state, then follows the layers forwards.
  func shortestWay(_ way: WayIn, from state: Int) -> ReachRun? {
    guard contains(ways[way.rawValue], state) else { return nil }
    let taken = sets.kinds.all.map { isPart(ReachCall($0), of: way) }
    let room = way == .signingIn ? places : ways[way.rawValue]
    var layers = [lastCalls]
    var seen = lastCalls
    while let last = layers.last, !contains(last, state) {
      let (next, all) = sets.ask { search in
        let diagrams = search.machine.diagrams
        let before = diagrams.and(search.predecessors(of: last) { taken[$0] }, room)
        return (diagrams.minus(before, seen), diagrams.or(before, seen))
      }
      guard next != .no else { return nil }
      layers.append(next)
      seen = all
    }
    var run = ReachRun(start: state)
    for layer in layers.dropLast().reversed() {
      let onward = steps(from: run.last) { isPart($0, of: way) }
      guard let step = onward.first(where: { contains(layer, $0.target) }) else { return nil }
      run.steps.append(step)
    }
    let end = steps(from: run.last) { isCall($0) }.first { model.isDone($0.answer) }
    return end.map { run.followed(by: $0) }
  }

  var beginnings: [ReachCall] {
    let kinds = sets.kinds.all
    let (ready, underway) = (self.ready, self.underway)
    let on = ways[WayIn.signingIn.rawValue]
    let last = lastCalls
    let wanted = kinds.map { attempt.begins.contains($0.action ?? -1) && isRight(ReachCall($0)) }
    let (compiled, model) = (sets.compiled, sets.model)
    let found = sets.ask { search in
      let (machine, diagrams) = (search.machine, search.machine.diagrams)
      let goal = diagrams.and(underway, on)
      return search.steps.steps.filter { step in
        guard wanted[step.kind] else { return false }
        if let shown = machine.first(of: step.observation),
          model.isDone(model.answer(in: compiled.valuation(of: shown)))
        {
          return diagrams.and([step.condition, ready, last]) != .no
        }
        let before = diagrams.preimage(of: goal, where: step.condition, writing: step.change)
        return diagrams.and(before, ready) != .no
      }.map(\.kind)
    }
    return Set(found).sorted().map { ReachCall(kinds[$0]) }
  }

  // MARK: Records

  private func states(having way: WayIn?, among others: Diagram) -> Diagram {
    guard let way else { return others }
    let own = ways[way.rawValue]
    return sets.ask { $0.machine.diagrams.and(own, others) }
  }

  func records(having way: WayIn?, in space: RecordSpace) -> Diagram {
    let found = sets.valuations(in: states(having: way, among: ready), over: space.space)
    return space.diagrams.and(found, space.calm)
  }

  func starts(having way: WayIn, among records: Diagram, in space: RecordSpace) -> Diagram {
    let found = sets.valuations(
      in: states(having: way, among: sets.start), over: space.space, leavesAbsentOpen: true)
    return space.diagrams.and(found, records)
  }

  func firstState(among records: Diagram, having way: WayIn, in space: RecordSpace) -> Int? {
    let own = sets.states(with: records, of: space.space)
    let (ready, possible) = (self.ready, states(having: way, among: own))
    let path = sets.ask { search in
      search.path(to: search.machine.diagrams.and(possible, ready))
    }
    return path?.states.last.map { sets.number(of: $0) }
  }

  func start(at valuation: [Int]) -> Int? { sets.number(of: sets.compiled.pack(valuation)) }
}
