import StateSpace

/// Answers formulas of computation tree logic on sets of states, by fixed points.
///
/// It says of every state what `TemporalChecker` says of it, fairness included: a run may stop
/// anywhere unless fairness moves it on. What strong fairness asks for is either taken again and
/// again or impossible from some point on; each choice of the one or the other is a search of its
/// own, so that the cost doubles with every class that is strongly fair.
///
/// Source: Emerson and Lei, "Efficient Model Checking in Fragments of the Propositional
/// Mu-Calculus", 1986.
struct SymbolicTemporal {
  /// Which steps belong to a class, by their kind.
  typealias Steps = (Int) -> Bool

  let search: SymbolicSearch
  /// The steps that runs consist of.
  let along: Steps
  /// What runs take again and again if it is possible again and again.
  let strong: [Steps]
  /// What runs take again and again if it is possible from some point on.
  let weak: [Steps]
  /// The states, reached or not, in which each atom holds.
  let atoms: [Diagram]

  private var diagrams: DecisionDiagrams { search.machine.diagrams }

  /// The states found in which a formula holds.
  func states(satisfying formula: TemporalFormula) -> Diagram {
    switch formula {
    case .atom(let number): diagrams.and(atoms[number], search.reached)
    case .not(let inner): others(than: states(satisfying: inner))
    case .and(let a, let b): diagrams.and(states(satisfying: a), states(satisfying: b))
    case .or(let a, let b): diagrams.or(states(satisfying: a), states(satisfying: b))
    case .existsNext(let inner): before(states(satisfying: inner))
    case .allNext(let inner): others(than: before(others(than: states(satisfying: inner))))
    case .existsFinally(let inner): leading(to: states(satisfying: inner), within: search.reached)
    case .allFinally(let inner):
      others(than: fairlyStaying(in: others(than: states(satisfying: inner))))
    case .existsGlobally(let inner): fairlyStaying(in: states(satisfying: inner))
    case .allGlobally(let inner):
      others(than: leading(to: others(than: states(satisfying: inner)), within: search.reached))
    case .existsUntil(let p, let q):
      leading(to: states(satisfying: q), within: states(satisfying: p))
    case .allUntil(let p, let q): allUntil(states(satisfying: p), states(satisfying: q))
    }
  }

  private func others(than states: Diagram) -> Diagram { diagrams.minus(search.reached, states) }

  private func before(_ states: Diagram) -> Diagram {
    search.predecessors(of: states, along: along)
  }

  /// E[p U q]. Every finite path can be gone on with fairly, so that fairness changes nothing here.
  private func leading(to q: Diagram, within p: Diagram) -> Diagram {
    search.backwardReachable(from: q, within: p, along: along)
  }

  /// A[p U q] fails where a run leaves p before q, or fairly stays away from q.
  private func allUntil(_ p: Diagram, _ q: Diagram) -> Diagram {
    let away = others(than: q)
    let leaves = leading(to: diagrams.minus(away, p), within: away)
    return others(than: diagrams.or(leaves, fairlyStaying(in: away)))
  }

  /// EG: the states from which some fair run stays within a region.
  func fairlyStaying(in region: Diagram) -> Diagram {
    var found = Diagram.no
    for choice in 0..<(1 << strong.count) {
      var (room, wanted) = (region, weak.map { (steps: $0, isExcused: true) })
      for (position, steps) in strong.enumerated() {
        if choice & 1 << position == 0 {
          room = diagrams.minus(room, possible(steps))
        } else {
          wanted.append((steps, false))
        }
      }
      found = diagrams.or(found, core(of: room, taking: wanted))
    }
    return leading(to: found, within: region)
  }

  /// Where a class of steps is possible.
  private func possible(_ steps: @escaping Steps) -> Diagram {
    search.predecessors(of: search.reached) { along($0) && steps($0) }
  }

  /// The states of a region from which some run within it takes a step of each class again and
  /// again, or comes again and again to where that is not possible, if that is an excuse.
  private func core(
    of region: Diagram, taking classes: [(steps: Steps, isExcused: Bool)]
  ) -> Diagram {
    let excuses = classes.map { $0.isExcused ? others(than: possible($0.steps)) : .no }
    var room = region
    while true {
      var rest = room
      for (wanted, excuse) in zip(classes, excuses) {
        let taken = search.predecessors(of: rest) { along($0) && wanted.steps($0) }
        let done = diagrams.and(rest, diagrams.or(taken, excuse))
        rest = diagrams.and(rest, leading(to: done, within: rest))
      }
      if rest == room { return room }
      room = rest
    }
  }
}
