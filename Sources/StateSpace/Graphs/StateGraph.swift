/// The visible part of a step: the rule that began it and the observation at its end.
public struct EdgeLabel: Hashable, Sendable {
  /// The index of the first rule that fired.
  public let firstRule: Int
  /// The index of the observation in ``StateGraph/observations``.
  public let observation: Int
}

/// A step between two states at rest.
public struct Edge: Hashable, Sendable {
  /// The index of the state at rest that the step leads to.
  public let target: Int
  /// The visible part of the step.
  public let label: EdgeLabel
}

/// The graph of all steps that an exploration took, over the indices of its states.
///
/// Edges keep the order in which the search took them. Steps that differ only in the urgent states
/// they pass through are separate edges with the same target, and may have the same label. Every
/// method here is deterministic and costs at most about the number of states and edges.
///
/// Methods take a filter of labels and a set of states: edges whose label the filter rejects, and
/// states outside the set, are treated as if they did not exist. The filter is called once for each
/// distinct label.
public struct StateGraph: Sendable {
  let edges: EdgeLists
  let backEdges: EdgeLists
  /// The number of initial states, which are `0..<initialCount`.
  public let initialCount: Int
  /// The distinct labels, in the order of discovery.
  public let labels: [EdgeLabel]
  /// The distinct observations, in the order of discovery, each as all words of a state.
  public let observations: [[UInt64]]

  init(edges: EdgeLists, initialCount: Int, labels: [EdgeLabel], observations: [[UInt64]]) {
    self.edges = edges
    backEdges = edges.reversed()
    self.initialCount = initialCount
    self.labels = labels
    self.observations = observations
  }

  /// The number of states.
  public var stateCount: Int { edges.stateCount }

  /// The number of edges.
  public var edgeCount: Int { edges.ends.count }

  /// The set of the initial states.
  public var initialStates: BitSet { BitSet(capacity: stateCount, 0..<initialCount) }

  /// The steps from a state, in the order in which the search took them.
  ///
  /// - Parameter source: in `0..<stateCount`.
  public func edges(from source: Int) -> [Edge] {
    edges.range(of: source).map { edge in
      Edge(target: Int(edges.ends[edge]), label: labels[Int(edges.labels[edge])])
    }
  }

  /// Calls a closure with the target of each step from a state and the position of the step's label
  /// in ``labels``.
  public func forEachEdge(from source: Int, _ body: (_ target: Int, _ label: Int) -> Void) {
    for edge in edges.range(of: source) { body(Int(edges.ends[edge]), Int(edges.labels[edge])) }
  }

  /// The graph with the same states and only the edges whose label the filter accepts.
  ///
  /// States that no edge leads to any more remain. Costs one pass over the edges.
  public func restricted(to filter: (EdgeLabel) -> Bool) -> StateGraph {
    let passes = passing(filter)
    var kept = EdgeLists(starts: [0], ends: [], labels: [])
    for state in 0..<stateCount {
      for edge in edges.range(of: state) where passes[Int(edges.labels[edge])] {
        kept.ends.append(edges.ends[edge])
        kept.labels.append(edges.labels[edge])
      }
      kept.starts.append(kept.ends.count)
    }
    return StateGraph(
      edges: kept, initialCount: initialCount, labels: labels, observations: observations)
  }

  /// For each label, whether `filter` accepts it.
  func passing(_ filter: (EdgeLabel) -> Bool) -> [Bool] { labels.map(filter) }
}
