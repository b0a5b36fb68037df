import StateSpace

/// A set of reached resting states, independent of the engine that found them.
package enum FoundStates {
  case listed(BitSet, of: TableExploration)
  case sets(Diagram, of: SymbolicTable)

  /// Whether the set is empty.
  package var isEmpty: Bool {
    switch self {
    case .listed(let states, _): states.isEmpty
    case .sets(let states, _): states == .no
    }
  }

  /// The number of distinct valuations of some slots in the set; exact up to 2^53. Linear in the
  /// number of states for a list.
  package func count(over slots: [Int]) -> Double {
    switch self {
    case .listed(let states, let table):
      var seen: Set<[Int]> = []
      for number in states.members {
        let valuation = table.valuation(number)
        seen.insert(slots.map { valuation[$0] })
      }
      return Double(seen.count)
    case .sets(let states, let table):
      let space = SymbolicSpace(model: table.model, slots: table.ordered(slots))
      return space.diagrams.count(
        table.valuations(in: states, over: space), among: slots.flatMap { space.bits[$0] ?? [] })
    }
  }
}

extension Explored {
  /// Returns the reached states in which an expression holds.
  package func found(where expression: Expression) -> FoundStates {
    switch self {
    case .explicit(let table): .listed(table.states(where: expression), of: table)
    case .symbolic(let table): .sets(table.states(where: expression), of: table)
    }
  }

  /// Returns the reached states that fulfil one condition and cannot reach another; the exploration
  /// must be complete.
  package func found(
    where start: Expression, neverReaching goal: Expression, by allowed: Property.StepFilter
  ) -> FoundStates {
    switch self {
    case .explicit(let table):
      let good = table.states(reaching: goal, allowed)
      let all = table.states(where: start)
      return .listed(good.map(all.subtracting) ?? all, of: table)
    case .symbolic(let table):
      return .sets(
        SymbolicJudge(table: table).states(where: start, neverReaching: goal, by: allowed),
        of: table)
    }
  }

  /// Whether states record what some expressions read. A large symbolic exploration leaves
  /// observers open.
  package func separates(_ expressions: [Expression]) -> Bool {
    let read = table.model.observers(readBy: expressions)
    if case .symbolic(let table) = self, table.leavesObserversOpen { return read.isEmpty }
    return read.isSubset(of: table.compiled.observers)
  }

  /// Returns a shortest path to a state that fulfils one condition, continued by a shortest path of
  /// allowed steps to a state that fulfils another; nil where there is none or none was found.
  ///
  /// - Returns: the steps of both paths, and the number of steps in the first.
  package func way(
    through start: Expression, to goal: Expression, by allowed: Property.StepFilter
  ) throws(TableExploration.Disagreement) -> (trace: Trace, first: Int)? {
    switch self {
    case .explicit(let table):
      guard let near = table.states(where: start).first, let graph = table.exploration.graph else {
        return nil
      }
      var whole = try table.trace(to: near)
      let first = whole.steps.count
      let on = graph.shortestPath(
        to: table.states(where: goal), from: BitSet(capacity: graph.stateCount, [near])
      ) { table.compiled.allows($0.firstRule, allowed) }
      guard let on else { return nil }
      whole.steps += try table.trace(through: on.states, rules: on.labels.map(\.firstRule)).steps
      return (whole, first)
    case .symbolic(let table):
      guard
        let path = table.path(into: table.states(where: start), where: start, reading: [start]),
        let on = table.path(from: path.states.last ?? [], to: goal, by: allowed)
      else { return nil }
      let compiled = table.compiled
      let trace = try compiled.trace(
        through: (path.states + on.states.dropFirst()).map(compiled.valuation(of:)),
        rules: path.rules + on.rules)
      return (trace, path.rules.count)
    }
  }
}

extension CompiledModel {
  /// Whether a step may begin with a rule; a row that fires by itself is always allowed.
  fileprivate func allows(_ rule: Int, _ allowed: Property.StepFilter) -> Bool {
    label(ofRule: rule).action.map { allowed.allows(model.actions[$0]) } ?? true
  }
}

extension SymbolicTable {
  /// Returns a shortest path from a state to one that fulfils a condition; nil where there is none,
  /// or where a limit was reached first. Each step takes one computation of predecessors.
  fileprivate func path(
    from start: [UInt64], to goal: Expression, by allowed: Property.StepFilter
  ) -> SymbolicPath? {
    let goals = states(where: goal)
    let passes = kinds.all.map { $0.action.map { allowed.allows(model.actions[$0]) } ?? true }
    return ask { search in
      let (machine, diagrams) = (search.machine, search.machine.diagrams)
      // The sets of states by the number of steps that remain to the goal.
      var (rings, near) = ([goals], goals)
      while let last = rings.last, !machine.contains(last, start) {
        let before = diagrams.minus(search.predecessors(of: last) { passes[$0] }, near)
        guard before != .no, !search.shouldStop() else { return nil }
        rings.append(before)
        near = diagrams.or(near, before)
      }
      var (states, rules) = ([start], [Int]())
      for ring in rings.dropLast().reversed() {
        guard let here = states.last,
          let step = machine.step(from: here, into: ring, where: { compiled.allows($0, allowed) })
        else { return nil }
        states.append(step.state)
        rules.append(step.rule)
      }
      return SymbolicPath(states: states, rules: rules)
    }
  }
}

extension SymbolicMachine {
  fileprivate func step(
    from source: [UInt64], into targets: Diagram, where isAllowed: (Int) -> Bool
  ) -> (state: [UInt64], rule: Int)? {
    for rule in rules.indices where isAllowed(rule) && contains(rules[rule].condition, source) {
      let found = steps(from: source, rule: rule).steps.first { contains(targets, $0.state) }
      if let found { return (found.state, rule) }
    }
    return nil
  }
}
