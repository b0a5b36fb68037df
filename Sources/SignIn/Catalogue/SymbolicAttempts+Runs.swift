import StateSpace
import TransitionTables

/// Builds the runs behind sets: backwards from the last set to the records that lead there, then
/// forwards from the record that takes the fewest steps to reach.
extension SymbolicAttempts {
  /// The states that a run has to pass at one stage: those right after the call, and those in which
  /// the next call is made.
  private struct Waypoint {
    var entered: Diagram
    var leaving: Diagram
  }

  func run(through stages: [AttemptStage<Diagram>]) -> Catalogue.Run {
    let waypoints = self.waypoints(of: stages)
    guard let first = waypoints.first, let record = record(in: first.leaving) else {
      return Catalogue.Run(states: [], rules: [])
    }
    var states = [record]
    var rules: [Int] = []
    for (stage, waypoint) in zip(stages, waypoints).dropFirst() {
      guard let group = stage.group else { continue }
      let moves = self.moves(of: group)
      guard let state = states.last,
        let (rule, entered) = step(from: state, into: waypoint.entered, by: moves)
      else { break }
      states.append(entered)
      rules.append(rule)
      wait(until: waypoint.leaving, within: stage.waited, &states, &rules)
    }
    return Catalogue.Run(states: states.map(table.number(of:)), rules: rules)
  }

  /// The record among the states that takes the fewest steps to reach.
  private func record(in states: Diagram) -> [UInt64]? {
    records(states) { table.nearestState(in: states) }
  }

  /// The moves that make up a group of calls, by kind of step.
  private func moves(of group: AttemptGroup<Diagram>) -> [Move] {
    let inputs = Set(group.call.inputs)
    return (begins + continues).filter { move in
      let kind = table.kinds.all[move.step.kind]
      return kind.action == group.call.action && inputs.contains(kind.inputs)
        && answers[move.answer] == group.call.answer
    }
  }

  private func waypoints(of stages: [AttemptStage<Diagram>]) -> [Waypoint] {
    guard let last = stages.last else { return [] }
    let end = last.group?.entered ?? last.waited
    var waypoints = [Waypoint(entered: end, leaving: end)]
    for position in stages.indices.dropLast().reversed() {
      guard let target = waypoints.last?.entered, let group = stages[position + 1].group else {
        break
      }
      let stage = stages[position]
      let leaving = self.leaving(Asked(sets: [target, stage.waited], by: group.call)) {
        before(target, by: moves(of: group), within: stage.waited)
      }
      let entered = stage.group.map { own in
        self.entered(Asked(sets: [leaving, stage.waited], by: own.entered)) {
          waited(for: leaving, since: own.entered, within: stage.waited)
        }
      }
      waypoints.append(Waypoint(entered: entered ?? leaving, leaving: leaving))
    }
    return waypoints.reversed()
  }

  /// The states among those entered from which the passing of time alone leads to a state to be
  /// left.
  private func waited(
    for leaving: Diagram, since entered: Diagram, within states: Diagram
  ) -> Diagram {
    let kinds = Set(passes.map(\.step.kind))
    return table.ask { search in
      let back = search.backwardReachable(from: leaving, within: states) { kinds.contains($0) }
      return search.machine.diagrams.and(back, entered)
    }
  }

  private func before(_ target: Diagram, by moves: [Move], within states: Diagram) -> Diagram {
    table.ask { search in
      let diagrams = search.machine.diagrams
      let sources = moves.map {
        diagrams.preimage(of: target, where: $0.step.condition, writing: $0.step.change)
      }
      return diagrams.and(diagrams.or(sources), states)
    }
  }

  /// The first step, in the order of the rules, that one of the moves makes from a state into the
  /// target set.
  private func step(
    from state: [UInt64], into target: Diagram, by moves: [Move]
  ) -> (rule: Int, state: [UInt64])? {
    let kinds = table.kinds
    var shown: [Int: [Answer?]] = [:]
    for move in moves { shown[move.step.kind, default: []].append(answers[move.answer]) }
    let ruleCount = table.ask { $0.machine.rules.count }
    for rule in 0..<ruleCount {
      guard let expected = shown[kinds.ofRule[rule]] else { continue }
      for step in steps(from: state, by: rule) where expected.contains(step.answer) {
        if table.ask({ $0.machine.contains(target, step.state) }) { return (rule, step.state) }
      }
    }
    return nil
  }

  private func steps(
    from state: [UInt64], by rule: Int
  ) -> [(answer: Answer?, state: [UInt64])] {
    firings(Firing(state: state, rule: rule)) {
      table.ask { $0.machine.steps(from: state, rule: rule).steps }.map { step in
        (model.answer(in: table.compiled.valuation(of: step.observation)), step.state)
      }
    }
  }

  /// Appends to a run the fewest time steps that lead to a state of the goal.
  private func wait(
    until goal: Diagram, within states: Diagram, _ run: inout [[UInt64]], _ rules: inout [Int]
  ) {
    guard let state = run.last else { return }
    var layers = [goal]
    while let last = layers.last, !table.ask({ $0.machine.contains(last, state) }) {
      let before = before(last, by: passes, within: states)
      let seen = layers
      let next = table.ask { $0.machine.diagrams.minus(before, $0.machine.diagrams.or(seen)) }
      guard next != .no else { return }
      layers.append(next)
    }
    for layer in layers.dropLast().reversed() {
      guard let state = run.last, let (rule, next) = step(from: state, into: layer, by: passes)
      else { return }
      run.append(next)
      rules.append(rule)
    }
  }
}
