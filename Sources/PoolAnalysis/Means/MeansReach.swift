/// For each state, with which sets of means the goal is reached from there: for all sets at once.
///
/// A step that needs `n` and gives `g` lets a person with `m` take it where `n` is part of `m`; from
/// then on the person holds `m` with `g`. So what a step contributes to the family of its source is
/// made of its target's family by a shift and a mask, and the least solution over all steps is found
/// by a work list.
///
/// Cost: a state's family only grows, in practice a few times; see ``SetFamilies`` for a step's.
struct MeansReach {
  /// The family of each state, by number.
  private var reached: [UInt32]
  private var families: SetFamilies

  /// States that are goals themselves, for some sets.
  struct Seeds {
    /// States that have one family in this reach are goals for the same sets.
    var alike: MeansReach
    /// Fills in the sets for which a state is a goal.
    var fill: (Int, inout [UInt64]) -> Void
  }

  /// - Parameters:
  ///   - graph: the pool's states and steps.
  ///   - isGoal: whether a step reaches the goal by being taken.
  init(_ graph: MeansGraph, where isGoal: (MeansGraph.Step) -> Bool = { $0.signsIn }) {
    self.init(graph, bits: graph.used.count, giving: \.gives, where: isGoal)
  }

  /// The same over sets with further members that steps give.
  ///
  /// - Parameters:
  ///   - graph: the pool's states and steps.
  ///   - bits: how many members a set can have; the first are the means.
  ///   - gives: what a step adds to a set.
  ///   - seeds: the states that are goals themselves.
  ///   - isFree: whether a step may be taken at all on the way.
  ///   - isGoal: whether a step reaches the goal by being taken.
  init(
    _ graph: MeansGraph, bits: Int, giving gives: (MeansGraph.Step) -> UInt32,
    seeds: Seeds? = nil, taking isFree: (MeansGraph.Step) -> Bool = { _ in true },
    where isGoal: (MeansGraph.Step) -> Bool
  ) {
    var families = SetFamilies(bits: bits)
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
    for step in graph.steps where isGoal(step) {
      let source = Int(step.source)
      reached[source] = families.union(reached[source], families.having(step.needs))
    }
    let arrivals = Arrivals(graph, giving: gives, taking: isFree, &families)
    var queue = reached.indices.filter { reached[$0] != SetFamilies.none }
    var isQueued = reached.map { $0 != SetFamilies.none }
    var place = 0
    while place < queue.count {
      let state = queue[place]
      place += 1
      isQueued[state] = false
      for arrival in arrivals.at(state) {
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

  /// Whether a person who holds a set reaches the goal from a state.
  func reaches(from state: Int, holding set: UInt32) -> Bool {
    families.contains(set, in: reached[state])
  }
}

/// The steps that lead on, by target: of those between two states that need and give the same, one.
private struct Arrivals {
  struct Arrival {
    var source: UInt32
    /// By its number in the families.
    var use: UInt32
  }

  private var arrivals: [Arrival]
  private let starts: [Int]
  private var ends: [Int]

  func at(_ state: Int) -> ArraySlice<Arrival> { arrivals[starts[state]..<ends[state]] }

  init(
    _ graph: MeansGraph, giving gives: (MeansGraph.Step) -> UInt32,
    taking isFree: (MeansGraph.Step) -> Bool, _ families: inout SetFamilies
  ) {
    var starts = [Int](repeating: 0, count: graph.stateCount + 1)
    for step in graph.steps where !step.endsAccount { starts[Int(step.target) + 1] += 1 }
    for state in 0..<graph.stateCount { starts[state + 1] += starts[state] }
    var ends = starts
    var arrivals = [Arrival](
      repeating: Arrival(source: 0, use: 0), count: starts[graph.stateCount])
    // Most steps with one label need and give the same.
    var uses = [(use: SetFamilies.Use, number: Int)?](
      repeating: nil, count: graph.graph.labels.count)
    for step in graph.steps where !step.endsAccount && isFree(step) {
      let (use, label) = (
        SetFamilies.Use(needs: step.needs, gives: gives(step)), Int(step.label)
      )
      var known = uses[label] ?? (use, families.number(of: use))
      if known.use != use { known = (use, families.number(of: use)) }
      uses[label] = known
      let target = Int(step.target)
      var earlier = ends[target]
      // The steps of one source stand together, since steps are in the order of their sources.
      while earlier > starts[target], arrivals[earlier - 1].source == step.source,
        arrivals[earlier - 1].use != UInt32(known.number)
      {
        earlier -= 1
      }
      let isKnown = earlier > starts[target] && arrivals[earlier - 1].source == step.source
      if isKnown { continue }
      arrivals[ends[target]] = Arrival(source: step.source, use: UInt32(known.number))
      ends[target] += 1
    }
    (self.arrivals, self.starts, self.ends) = (arrivals, starts, ends)
  }
}
