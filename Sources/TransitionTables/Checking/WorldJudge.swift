import StateSpace

/// Checks properties over the states of several worlds and finds the worlds in which each fails.
struct WorldJudge {
  private let worlds: CompiledWorlds
  private let found: WorldExploration
  private let sets: WorldSets

  init(_ worlds: CompiledWorlds, _ found: WorldExploration) {
    self.worlds = worlds
    self.found = found
    sets = WorldSets(found)
  }

  private var all: UInt64 { worlds.machine.all }
  private var model: Model { worlds.compiled.model }

  /// Returns the worlds in which a property fails, and those in which it holds vacuously.
  ///
  /// - Parameter within: the worlds in which the claim is broken, and those in which the premise is
  ///   met, urgent states included.
  func judge(
    _ property: Property, within: (broken: UInt64, met: UInt64)
  ) -> (fails: UInt64, vacuous: UInt64) {
    var fails: UInt64 = 0
    switch property.claim {
    case .configuration(let claim): fails = all & ~worldsWhere(claim)
    case .alwaysWithin: fails = within.broken
    case .always(let claim): fails = met(.not(claim))
    case .sometimes(let claim): fails = all & ~met(claim)
    case .staysReachable(let from, let goal, let allowed):
      let isTaken = ofLabel { label, _ in
        label.action.map { allowed.allows(model.actions[$0]) } ?? true
      }
      let good = sets.leading(to: states(where: goal), within: sets.all) { isTaken[$0] }
      fails = sets.any(sets.difference(states(where: from), good))
    case .noDeadEnd: fails = sets.any(sets.difference(sets.all, alive))
    case .temporal(let claim): fails = failures(of: claim)
    }
    guard let premise = property.premise else { return (fails, 0) }
    let isMet: UInt64
    switch property.claim {
    case .configuration: isMet = worldsWhere(premise)
    case .alwaysWithin: isMet = within.met
    default: isMet = met(premise)
    }
    return (fails, all & ~(isMet | fails))
  }

  /// Returns the worlds in which a predicate over parameters holds.
  private func worldsWhere(_ predicate: Expression) -> UInt64 {
    var found: UInt64 = 0
    for (number, parameters) in worlds.configurations.enumerated() {
      let evaluator = ConcreteEvaluator(
        model.slots.indices.map { parameters[$0] ?? model.slots[$0].initial })
      if evaluator.holds(predicate) { found |= 1 << UInt64(number) }
    }
    return found
  }

  /// Returns the worlds in which an expression holds in some state.
  private func met(_ expression: Expression) -> UInt64 {
    var met: UInt64 = 0
    worlds.forEachState(of: found, where: expression) { met |= $1 }
    return met
  }

  private func states(where expression: Expression) -> [UInt64] {
    var states = [UInt64](repeating: 0, count: found.stateCount)
    worlds.forEachState(of: found, where: expression) { states[$0] |= $1 }
    return states
  }

  /// Evaluates a condition on steps for each label.
  private func ofLabel(_ isSo: (CompiledModel.Label, Int) -> Bool) -> [Bool] {
    found.labels.map { isSo(worlds.compiled.label(ofRule: $0.firstRule), $0.observation) }
  }

  /// For each state, the worlds in which an actor or time can change it; changes of observers do
  /// not count.
  private var alive: [UInt64] {
    let counted = worlds.compiled.layout.mask(without: worlds.compiled.observers)
    var alive = [UInt64](repeating: 0, count: found.stateCount)
    for edge in found.edges.joined() where edge.source != edge.target {
      let (a, b) = (Int(edge.source) * counted.count, Int(edge.target) * counted.count)
      let isSame = counted.indices.allSatisfy {
        (found.words[a + $0] ^ found.words[b + $0]) & counted[$0] == 0
      }
      if !isSame { alive[Int(edge.source)] |= edge.worlds }
    }
    return alive
  }

  private func failures(of claim: TemporalClaim) -> UInt64 {
    let answers = found.observations.map { model.answer(in: worlds.compiled.valuation(of: $0)) }
    func steps(_ classes: [Int]) -> WorldSets.Steps {
      let isTaken = ofLabel { label, observation in
        classes.contains {
          model.belongs(label, answer: answers[observation], to: model.stepClasses[$0])
        }
      }
      return { isTaken[$0] }
    }
    let points = FixedPoints(
      sets: sets, along: claim.along.isEmpty ? { _ in true } : steps(claim.along),
      strong: claim.strong.map { steps([$0]) }, weak: claim.weak.map { steps([$0]) },
      atoms: claim.atoms.map(states(where:)))
    let (formula, isEverywhere) = claim.judged
    let failing = sets.difference(sets.all, points.states(satisfying: formula))
    return isEverywhere ? sets.any(failing) : failing[0]
  }
}

/// Sets of states of several worlds: for each state, the worlds in which it belongs to the set.
struct WorldSets: TemporalSets {
  let all: [UInt64]
  /// The steps sorted by target, and the position where each target's steps begin.
  private let edges: [WorldExploration.Edge]
  private let starts: [Int]

  init(_ found: WorldExploration) {
    all = found.worlds
    var starts = [Int](repeating: 0, count: found.stateCount + 1)
    for run in found.edges { for edge in run { starts[Int(edge.target) + 1] += 1 } }
    for position in starts.indices.dropFirst() { starts[position] += starts[position - 1] }
    var places = starts
    let total = starts.last ?? 0
    edges = [WorldExploration.Edge](unsafeUninitializedCapacity: total) { sorted, count in
      for run in found.edges {
        for edge in run {
          sorted.initializeElement(at: places[Int(edge.target)], to: edge)
          places[Int(edge.target)] += 1
        }
      }
      count = total
    }
    self.starts = starts
  }

  /// Returns the worlds in which a set is not empty.
  func any(_ states: [UInt64]) -> UInt64 { states.reduce(0, |) }

  func union(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] { a.indices.map { a[$0] | b[$0] } }
  func intersection(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] { a.indices.map { a[$0] & b[$0] } }
  func difference(_ a: [UInt64], _ b: [UInt64]) -> [UInt64] { a.indices.map { a[$0] & ~b[$0] } }

  func predecessors(of states: [UInt64], along steps: Steps) -> [UInt64] {
    var found = [UInt64](repeating: 0, count: states.count)
    for edge in edges where steps(Int(edge.label)) {
      found[Int(edge.source)] |= edge.worlds & states[Int(edge.target)]
    }
    return found
  }

  func leading(to states: [UInt64], within room: [UInt64], along steps: Steps) -> [UInt64] {
    var good = intersection(states, room)
    var pending = good
    var open = good.indices.filter { good[$0] != 0 }
    while let target = open.popLast() {
      let fresh = pending[target]
      pending[target] = 0
      for place in starts[target]..<starts[target + 1] {
        let edge = edges[place]
        let source = Int(edge.source)
        let own = fresh & edge.worlds & room[source] & ~good[source]
        guard own != 0, steps(Int(edge.label)) else { continue }
        good[source] |= own
        if pending[source] == 0 { open.append(source) }
        pending[source] |= own
      }
    }
    return good
  }
}
