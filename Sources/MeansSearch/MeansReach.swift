/// For each state, the sets of means with which a goal is reached from there, computed for all sets
/// at once.
///
/// A person with means `m` can take a step that needs `n` and gives `g` where `n` is part of `m`,
/// and holds `m` with `g` afterwards. So the contribution of a step to the family of its source
/// follows from its target's family by a shift and a mask. A work list computes the least fixpoint
/// over all steps.
///
/// The family of a state only grows, in practice a few times; for the cost of a step see
/// ``SetFamilies``.
package struct MeansReach {
  /// The family of each state, by number.
  private var reached: [UInt32]
  private var families: SetFamilies
  /// The number of steps between two checks whether to stop, minus one; the number is a power of
  /// two.
  private static let pause = 1 << 14 - 1

  /// States that are goals themselves, for some sets of means.
  package struct Seeds {
    /// A reach whose families classify the states: equal families mean goals for the same sets.
    package var alike: MeansReach
    /// Sets the bits of the sets for which a state is a goal.
    package var fill: (Int, inout [UInt64]) -> Void

    package init(alike: MeansReach, fill: @escaping (Int, inout [UInt64]) -> Void) {
      (self.alike, self.fill) = (alike, fill)
    }
  }

  /// - Parameters:
  ///   - graph: the pool's states and steps.
  ///   - shouldStop: called from time to time; true stops, and the result is then meaningless.
  ///   - isGoal: whether taking a step reaches the goal.
  package init(
    _ graph: MeansGraph, stopping shouldStop: () -> Bool = { false },
    where isGoal: (MeansGraph.Step) -> Bool = { $0.signsIn }
  ) {
    self.init(graph, bits: graph.used.count, stopping: shouldStop, where: isGoal)
  }

  /// The same reach over sets with further members that steps give.
  ///
  /// - Parameters:
  ///   - graph: the pool's states and steps.
  ///   - bits: the number of members that a set can have; the first are the means.
  ///   - added: the members that a step adds to a set, given the means that it gives.
  ///   - seeds: the states that are goals themselves.
  ///   - isFree: whether steps from one state to another may be taken on the way.
  ///   - shouldStop: called from time to time; true stops, and the result is then meaningless.
  ///   - isGoal: whether taking a step reaches the goal.
  package init(
    _ graph: MeansGraph, bits: Int, adding added: (UInt32) -> UInt32 = { $0 },
    seeds: Seeds? = nil, taking isFree: (UInt32, UInt32) -> Bool = { _, _ in true },
    stopping shouldStop: () -> Bool = { false }, where isGoal: (MeansGraph.Step) -> Bool
  ) {
    let arrivals = graph.arrivals
    var families = SetFamilies(
      bits: bits,
      uses: arrivals.uses.map { MeansArrivals.Use(needs: $0.needs, gives: added($0.gives)) })
    var reached = [UInt32](repeating: SetFamilies.none, count: graph.stateCount)
    if let seeds {
      var known: [UInt32: UInt32] = [:]
      for state in 0..<graph.stateCount {
        let kind = seeds.alike.reached[state]
        let family = known[kind] ?? families.number { seeds.fill(state, &$0) }
        known[kind] = family
        reached[state] = family
      }
    }
    for (number, step) in graph.steps.enumerated() {
      if number & Self.pause == 0, shouldStop() { break }
      guard isGoal(step) else { continue }
      let source = Int(step.source)
      reached[source] = families.union(reached[source], families.having(step.needs))
    }
    var queue = reached.indices.filter { reached[$0] != SetFamilies.none }
    var isQueued = reached.map { $0 != SetFamilies.none }
    var place = 0
    while place < queue.count {
      if place & Self.pause == 0, shouldStop() { break }
      let state = queue[place]
      place += 1
      isQueued[state] = false
      for arrival in arrivals.at(state) where isFree(arrival.source, UInt32(state)) {
        let source = Int(arrival.source)
        let sets = families.before(Int(arrival.use), reaching: reached[state])
        let grown = families.union(reached[source], sets)
        guard grown != reached[source] else { continue }
        reached[source] = grown
        guard !isQueued[source] else { continue }
        isQueued[source] = true
        queue.append(source)
      }
      if place > 1 << 16 {
        queue.removeFirst(place)
        place = 0
      }
    }
    (self.families, self.reached) = (families, reached)
  }

  /// Whether a person with a set of means reaches the goal from a state.
  package func reaches(from state: Int, holding set: UInt32) -> Bool {
    families.contains(set, in: reached[state])
  }
}
