import StateSpace

/// Sets of states with the operations that fixpoints need.
///
/// `Steps` selects the permitted steps by the number that the implementation gives to a kind of
/// step.
protocol TemporalSets {
  associatedtype States: Equatable
  typealias Steps = (Int) -> Bool

  /// All states.
  var all: States { get }
  func union(_ a: States, _ b: States) -> States
  func intersection(_ a: States, _ b: States) -> States
  func difference(_ a: States, _ b: States) -> States
  /// Returns the states from which one step leads into a set.
  func predecessors(of states: States, along steps: Steps) -> States
  /// Returns the states of a region from which some path within it leads to a subset of the region.
  func leading(to states: States, within room: States, along steps: Steps) -> States
}

/// Evaluates formulas of computation tree logic by fixpoints on sets of states.
///
/// The result agrees with `TemporalChecker`, fairness included: a run may stop anywhere unless
/// fairness makes it continue. A strongly fair class is either taken infinitely often or impossible
/// from some point on. Each choice between the two is a separate search, so that the cost doubles
/// with every strongly fair class.
///
/// Source: Emerson and Lei, "Efficient Model Checking in Fragments of the Propositional
/// Mu-Calculus", 1986.
struct FixedPoints<Sets: TemporalSets> {
  let sets: Sets
  /// The steps that runs consist of.
  let along: Sets.Steps
  /// Strong fairness: classes that runs take infinitely often if they are enabled infinitely often.
  let strong: [Sets.Steps]
  /// Weak fairness: classes that runs take infinitely often if they stay enabled from some point
  /// on.
  let weak: [Sets.Steps]
  /// The states in which each atom holds.
  let atoms: [Sets.States]

  /// Returns the states in which a formula holds.
  func states(satisfying formula: TemporalFormula) -> Sets.States {
    switch formula {
    case .atom(let number): atoms[number]
    case .not(let inner): others(than: states(satisfying: inner))
    case .and(let a, let b):
      sets.intersection(states(satisfying: a), states(satisfying: b))
    case .or(let a, let b): sets.union(states(satisfying: a), states(satisfying: b))
    case .existsNext(let inner):
      sets.predecessors(of: states(satisfying: inner), along: along)
    case .allNext(let inner):
      others(
        than: sets.predecessors(of: others(than: states(satisfying: inner)), along: along))
    case .existsFinally(let inner): until(sets.all, states(satisfying: inner))
    case .allFinally(let inner):
      others(than: fairlyStaying(in: others(than: states(satisfying: inner))))
    case .existsGlobally(let inner): fairlyStaying(in: states(satisfying: inner))
    case .allGlobally(let inner):
      others(than: until(sets.all, others(than: states(satisfying: inner))))
    case .existsUntil(let p, let q): until(states(satisfying: p), states(satisfying: q))
    case .allUntil(let p, let q): allUntil(states(satisfying: p), states(satisfying: q))
    }
  }

  private func others(than states: Sets.States) -> Sets.States {
    sets.difference(sets.all, states)
  }

  /// E[p U q]. Every finite path has a fair continuation, so fairness has no influence here.
  private func until(_ p: Sets.States, _ q: Sets.States) -> Sets.States {
    sets.leading(to: q, within: sets.union(p, q), along: along)
  }

  /// A[p U q], the complement of: some run leaves p before q, or a fair run stays outside q.
  private func allUntil(_ p: Sets.States, _ q: Sets.States) -> Sets.States {
    let away = others(than: q)
    let leaves = until(away, sets.difference(away, p))
    return others(than: sets.union(leaves, fairlyStaying(in: away)))
  }

  /// EG: the states from which some fair run stays within a region.
  private func fairlyStaying(in region: Sets.States) -> Sets.States {
    var found = sets.difference(region, region)
    for choice in 0..<(1 << strong.count) {
      var (room, wanted) = (region, weak.map { (steps: $0, isExcused: true) })
      for (position, steps) in strong.enumerated() {
        if choice & 1 << position == 0 {
          room = sets.difference(room, possible(steps))
        } else {
          wanted.append((steps, false))
        }
      }
      found = sets.union(found, core(of: room, taking: wanted))
    }
    return until(region, found)
  }

  /// The states in which a class of steps is enabled.
  private func possible(_ steps: Sets.Steps) -> Sets.States {
    sets.predecessors(of: sets.all) { along($0) && steps($0) }
  }

  /// The states of a region from which some run within it takes a step of each class infinitely
  /// often. Where a class is excused, it suffices that the run is infinitely often in a state where
  /// the class is not enabled.
  private func core(
    of region: Sets.States, taking classes: [(steps: Sets.Steps, isExcused: Bool)]
  ) -> Sets.States {
    let excuses = classes.map { $0.isExcused ? others(than: possible($0.steps)) : nil }
    var room = region
    while true {
      var rest = room
      for (wanted, excuse) in zip(classes, excuses) {
        var done = sets.predecessors(of: rest) { along($0) && wanted.steps($0) }
        if let excuse { done = sets.union(done, excuse) }
        rest = sets.leading(to: sets.intersection(rest, done), within: rest, along: along)
      }
      if rest == room { return room }
      room = rest
    }
  }
}
