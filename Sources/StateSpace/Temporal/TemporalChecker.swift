/// The reason why a temporal question cannot be answered.
public enum TemporalError: Error, Hashable, Sendable {
  /// The search stopped at a limit. Beyond it anything may happen, so nothing is known about
  /// infinite runs.
  case incomplete
  /// The search kept no edges.
  case noEdges
}

/// Checks formulas of computation tree logic on an explored graph, by fixpoints.
///
/// Each operator costs one pass over states and edges; `globally` under fairness computes strongly
/// connected components, again for each part that strong fairness rules out. Results are exact, and
/// do not depend on threads.
///
/// An incomplete search is rejected: a bounded search proves nothing about infinite runs.
public struct TemporalChecker: Sendable {
  /// A fairness constraint on this graph.
  struct Constraint: Sendable {
    var strength: Fairness.Strength
    /// For each label, by its number, whether the step belongs to the class.
    var passes: [Bool]
    /// The states in which a step of the class is possible.
    var enabled: BitSet
  }

  /// The graph of states and steps.
  public let graph: StateGraph
  /// For each atom, the states in which it holds.
  public let atoms: [BitSet]
  let constraints: [Constraint]

  /// Makes a checker for the graph of an exploration.
  ///
  /// - Parameters:
  ///   - exploration: a complete search that kept its edges.
  ///   - atoms: for each atom, the states in which it holds.
  ///   - fairness: the fairness constraints, all of which apply together.
  /// - Throws: `incomplete` if the search stopped at a limit; `noEdges` if it kept no edges.
  public init(
    _ exploration: Exploration, atoms: [BitSet], fairness: [Fairness] = []
  ) throws(TemporalError) {
    guard exploration.completeness == .complete else { throw .incomplete }
    guard let graph = exploration.graph else { throw .noEdges }
    self.init(graph: graph, atoms: atoms, fairness: fairness)
  }

  /// Makes a checker for a graph, which must have all states and all relevant steps.
  ///
  /// - Parameters:
  ///   - graph: the states and steps.
  ///   - atoms: for each atom, the states in which it holds.
  ///   - fairness: the fairness constraints, all of which apply together.
  public init(graph: StateGraph, atoms: [BitSet], fairness: [Fairness]) {
    self.graph = graph
    self.atoms = atoms
    constraints = fairness.map { fairness in
      let passes = graph.passing(fairness.takes)
      let enabled = BitSet(capacity: graph.stateCount) { state in
        graph.edges.range(of: state).contains { passes[Int(graph.edges.labels[$0])] }
      }
      return Constraint(strength: fairness.strength, passes: passes, enabled: enabled)
    }
  }

  /// The states in which a formula holds.
  public func states(satisfying formula: TemporalFormula) -> BitSet {
    switch formula {
    case .atom(let number): atoms[number]
    case .not(let inner): states(satisfying: inner).complement
    case .and(let a, let b): states(satisfying: a).intersection(states(satisfying: b))
    case .or(let a, let b): states(satisfying: a).union(states(satisfying: b))
    case .existsNext(let inner): predecessors(of: states(satisfying: inner))
    case .allNext(let inner): predecessors(of: states(satisfying: inner).complement).complement
    case .existsFinally(let inner): graph.backwardReachable(from: states(satisfying: inner))
    case .allFinally(let inner): fairlyStaying(in: states(satisfying: inner).complement).complement
    case .existsGlobally(let inner): fairlyStaying(in: states(satisfying: inner))
    case .allGlobally(let inner):
      graph.backwardReachable(from: states(satisfying: inner).complement).complement
    case .existsUntil(let p, let q): until(states(satisfying: p), states(satisfying: q))
    case .allUntil(let p, let q): allUntil(states(satisfying: p), states(satisfying: q))
    }
  }

  /// Whether a formula holds in every initial state.
  public func holds(_ formula: TemporalFormula) -> Bool {
    graph.initialStates.isSubset(of: states(satisfying: formula))
  }

  private func predecessors(of targets: BitSet) -> BitSet {
    BitSet(capacity: graph.stateCount) { state in
      graph.edges.range(of: state).contains { targets.contains(Int(graph.edges.ends[$0])) }
    }
  }

  /// E[p U q]. Every finite path can be extended to a fair run, so fairness does not matter here.
  private func until(_ p: BitSet, _ q: BitSet) -> BitSet {
    graph.backwardReachable(from: q, within: p.union(q)).intersection(p.union(q))
  }

  /// A[p U q], which fails where a run leaves p before q, or where a fair run stays outside q.
  private func allUntil(_ p: BitSet, _ q: BitSet) -> BitSet {
    let notQ = q.complement
    let leaves = until(notQ, notQ.subtracting(p))
    return leaves.union(fairlyStaying(in: notQ)).complement
  }

  /// EG: the states from which some fair run stays within `region`.
  func fairlyStaying(in region: BitSet) -> BitSet {
    var core = BitSet(capacity: graph.stateCount)
    for component in fairComponents(within: region) { core = core.union(component) }
    return graph.backwardReachable(from: core, within: region)
  }
}
