import StateSpace

/// Checks properties over a finished search and finds the configurations in which each fails.
struct FamilyJudge {
  let search: FamilySearch
  /// The configurations that were explored.
  let explored: Diagram
  private let steps: BackwardSteps

  init(_ search: FamilySearch, explored: Diagram) {
    self.search = search
    self.explored = explored
    steps = BackwardSteps(search)
  }

  private var machine: FamilyMachine { search.machine }
  private var diagrams: DecisionDiagrams { machine.diagrams }

  /// Returns the configurations in which a property fails or is vacuous, and some of those that
  /// fail soonest.
  ///
  /// - Parameter position: the number of the property's watch in the search.
  func judge(
    _ property: Property, at position: Int
  ) -> (fails: Diagram, vacuous: Diagram, soonest: Diagram) {
    var fails = Diagram.no
    var soonest = Diagram.no
    switch property.claim {
    case .configuration(let predicate):
      fails = diagrams.and(explored, diagrams.not(machine.space.condition(predicate)))
      soonest = fails
    case .alwaysWithin:
      guard let watch = search.watches[position] else { break }
      let met = property.premise == nil ? explored : diagrams.or(watch.premiseMet, watch.failed)
      return (watch.failed, diagrams.and(explored, diagrams.not(met)), watch.soonest)
    case .always(let expression):
      (fails, soonest) = met(bad(where: .not(expression)))
    case .sometimes(let expression):
      let found = met(bad(where: expression)).all
      fails = diagrams.and(explored, diagrams.not(found))
      soonest = fails
    case .staysReachable(let from, let goal, let allowed):
      let good = steps.closure(of: bad(where: goal), along: filter(allowed))
      let starts = bad(where: from)
      (fails, soonest) = met(
        starts.indices.map { diagrams.and(starts[$0], diagrams.not(good[$0])) })
    case .noDeadEnd:
      (fails, soonest) = met(deadEnds)
    case .temporal(let claim):
      guard machine.model.isToldByActions(claim) else { break }
      let model = machine.model
      let sets = LabelledSets(search: search, backward: steps)
      (fails, soonest) = met(
        sets.failures(of: claim, atoms: claim.atoms.map { bad(where: $0) }) { classes in
          { model.begins($0 < 0 ? nil : $0, oneOf: classes) }
        })
    }
    return (fails, vacuous(property, nextTo: fails), soonest)
  }

  private func vacuous(_ property: Property, nextTo fails: Diagram) -> Diagram {
    guard let premise = property.premise else { return .no }
    let met: Diagram
    if case .configuration = property.claim {
      met = machine.space.condition(premise)
    } else {
      met = self.met(bad(where: premise)).all
    }
    return diagrams.and(explored, diagrams.not(diagrams.or(met, fails)))
  }

  /// Returns for each state the configurations that reach it and fulfil an expression there.
  private func bad(where expression: Expression) -> [Diagram] {
    let guards = machine.guards(where: expression)
    return search.states.indices.map { state in
      diagrams.and(
        search.labels[state], machine.configurations(of: search.states[state], guards))
    }
  }

  /// Returns the union of sets of configurations, one set for each state, and the part of it that
  /// the search met first, on the first level that has any.
  private func met(_ sets: [Diagram]) -> (all: Diagram, soonest: Diagram) {
    var all = Diagram.no
    for set in sets where set != .no { all = diagrams.or(all, set) }
    guard all != .no else { return (.no, .no) }
    for visit in search.visits {
      let now = diagrams.and(visit.configurations, sets[Int(visit.state)])
      if now != .no { return (all, now) }
    }
    return (all, all)
  }

  /// For each state, the configurations in which no step leaves it.
  private var deadEnds: [Diagram] {
    var alive = [Diagram](repeating: .no, count: search.states.count)
    for edge in search.edges where edge.source != edge.target {
      alive[Int(edge.source)] = diagrams.or(alive[Int(edge.source)], edge.configurations)
    }
    return alive.indices.map { diagrams.and(search.labels[$0], diagrams.not(alive[$0])) }
  }

  private func filter(_ allowed: Property.StepFilter) -> (Int) -> Bool {
    let model = machine.model
    return { action in action < 0 || allowed.allows(model.actions[action]) }
  }
}

/// The edges of a search, indexed by their targets.
struct BackwardSteps {
  private let search: FamilySearch
  private let order: [Int32]
  private let starts: [Int32]

  init(_ search: FamilySearch) {
    self.search = search
    var starts = [Int32](repeating: 0, count: search.states.count + 1)
    for edge in search.edges { starts[Int(edge.target) + 1] += 1 }
    for position in starts.indices.dropFirst() { starts[position] += starts[position - 1] }
    var places = starts
    var order = [Int32](repeating: 0, count: search.edges.count)
    for (number, edge) in search.edges.enumerated() {
      order[Int(places[Int(edge.target)])] = Int32(number)
      places[Int(edge.target)] += 1
    }
    self.order = order
    self.starts = starts
  }

  /// Returns for each state the configurations in which some path leads to the goal, the goal
  /// included.
  ///
  /// - Parameters:
  ///   - goal: for each state, the configurations in which it is a goal.
  ///   - room: for each state, the configurations in which paths may pass through it; nil for any.
  ///   - filter: whether an action may be used; -1 stands for a row that fires by itself.
  func closure(
    of goal: [Diagram], within room: [Diagram]? = nil, along filter: (Int) -> Bool
  ) -> [Diagram] {
    let diagrams = search.machine.diagrams
    var good = goal
    var pending = goal
    var open = goal.indices.filter { goal[$0] != .no }.map(Int32.init)
    var place = 0
    let passes = (-1..<search.machine.model.actions.count).map(filter)
    while place < open.count {
      let target = Int(open[place])
      place += 1
      let fresh = pending[target]
      pending[target] = .no
      for position in starts[target]..<starts[target + 1] {
        let edge = search.edges[Int(order[Int(position)])]
        guard passes[Int(edge.action) + 1] else { continue }
        let source = Int(edge.source)
        let before = diagrams.and(fresh, edge.configurations)
        let reached = room.map { diagrams.and(before, $0[source]) } ?? before
        let own = diagrams.and(reached, diagrams.not(good[source]))
        guard own != .no else { continue }
        good[source] = diagrams.or(good[source], own)
        if pending[source] == .no { open.append(edge.source) }
        pending[source] = diagrams.or(pending[source], own)
      }
    }
    return good
  }
}
