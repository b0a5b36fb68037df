/// A path through a graph: its states, and the label of each step between them.
public struct GraphPath: Hashable, Sendable {
  /// The states, first and last included; at least one.
  public let states: [Int]
  /// The label of each step, one fewer than the states.
  public let labels: [EdgeLabel]
}

extension StateGraph {
  /// The states of `targets`, and all states from which a path leads to one of them.
  ///
  /// - Parameters:
  ///   - targets: the ends of the paths; they belong to the result even outside `states`.
  ///   - states: the states that the paths may pass before they end; `nil` for all.
  ///   - filter: the edges that the paths may take.
  public func backwardReachable(
    from targets: BitSet, within states: BitSet? = nil,
    along filter: (EdgeLabel) -> Bool = { _ in true }
  ) -> BitSet {
    closure(of: targets, over: backEdges, within: states, passing(filter))
  }

  /// The states of `sources`, and all states to which a path leads from one of them.
  ///
  /// - Parameters:
  ///   - sources: the starts of the paths; they belong to the result even outside `states`.
  ///   - states: the states that the paths may pass after their start; `nil` for all.
  ///   - filter: the edges that the paths may take.
  public func forwardReachable(
    from sources: BitSet, within states: BitSet? = nil,
    along filter: (EdgeLabel) -> Bool = { _ in true }
  ) -> BitSet {
    closure(of: sources, over: edges, within: states, passing(filter))
  }

  private func closure(
    of start: BitSet, over edges: EdgeLists, within states: BitSet?, _ passing: [Bool]
  ) -> BitSet {
    var found = start
    var open = start.members
    while let state = open.popLast() {
      for edge in edges.range(of: state) where passing[Int(edges.labels[edge])] {
        let next = Int(edges.ends[edge])
        guard states?.contains(next) ?? true else { continue }
        if found.insert(next) { open.append(next) }
      }
    }
    return found
  }

  /// A path with the fewest steps from any of `sources` to any of `targets`.
  ///
  /// Among paths of equal length, returns the one that a breadth-first search finds first, which
  /// takes sources in ascending order and edges in the order of discovery.
  ///
  /// - Parameters:
  ///   - targets: the states where the path may end.
  ///   - sources: the states where it may start; `nil` for the initial states.
  ///   - states: the states that it may pass after its start, including its end; `nil` for all.
  ///   - filter: the edges that it may take.
  /// - Returns: the path, which is a single state if a source is a target; `nil` if there is none.
  public func shortestPath(
    to targets: BitSet, from sources: BitSet? = nil, within states: BitSet? = nil,
    along filter: (EdgeLabel) -> Bool = { _ in true }
  ) -> GraphPath? {
    let passing = passing(filter)
    var queue = (sources ?? initialStates).members
    var seen = BitSet(capacity: stateCount, queue)
    // For each queued state, the place in the queue and the edge by which it was reached.
    var origins = queue.map { _ in (place: -1, edge: -1) }
    var place = 0
    while place < queue.count {
      if targets.contains(queue[place]) { return path(to: place, queue, origins) }
      for edge in edges.range(of: queue[place]) where passing[Int(edges.labels[edge])] {
        let next = Int(edges.ends[edge])
        guard states?.contains(next) ?? true, seen.insert(next) else { continue }
        queue.append(next)
        origins.append((place, edge))
      }
      place += 1
    }
    return nil
  }

  private func path(
    to place: Int, _ queue: [Int], _ origins: [(place: Int, edge: Int)]
  ) -> GraphPath {
    var states = [queue[place]]
    var taken: [EdgeLabel] = []
    var origin = origins[place]
    while origin.place >= 0 {
      states.append(queue[origin.place])
      taken.append(labels[Int(edges.labels[origin.edge])])
      origin = origins[origin.place]
    }
    return GraphPath(states: states.reversed(), labels: taken.reversed())
  }
}
