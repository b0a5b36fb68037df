/// A path through a graph: its states, and the label of each step between them.
public struct GraphPath: Hashable, Sendable {
  /// The states, first and last included; at least one.
  public let states: [Int]
  /// The label of each step, one fewer than the states.
  public let labels: [EdgeLabel]
}

extension StateGraph {
  /// The states of `targets`, and all from which some path leads to one.
  ///
  /// - Parameters:
  ///   - targets: where the paths end; they belong to the result even outside `states`.
  ///   - states: where the paths may run before they end; everywhere, where not given.
  ///   - filter: which edges they may take.
  public func backwardReachable(
    from targets: BitSet, within states: BitSet? = nil,
    along filter: (EdgeLabel) -> Bool = { _ in true }
  ) -> BitSet {
    closure(of: targets, over: backEdges, within: states, passing(filter))
  }

  /// The states of `sources`, and all to which some path leads from one.
  ///
  /// - Parameters:
  ///   - sources: where the paths start; they belong to the result even outside `states`.
  ///   - states: where the paths may run after their start; everywhere, where not given.
  ///   - filter: which edges they may take.
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
  /// Among paths of equal length, the one that a breadth-first search finds first, which takes
  /// sources in ascending order and edges in the order of discovery.
  ///
  /// - Parameters:
  ///   - targets: where the path ends.
  ///   - sources: where it starts; the initial states, where not given.
  ///   - states: where it may run after its start, its end included; everywhere, where not given.
  ///   - filter: which edges it may take.
  /// - Returns: the path, of a single state where a source is a target; `nil` where there is none.
  public func shortestPath(
    to targets: BitSet, from sources: BitSet? = nil, within states: BitSet? = nil,
    along filter: (EdgeLabel) -> Bool = { _ in true }
  ) -> GraphPath? {
    let passing = passing(filter)
    var queue = (sources ?? initialStates).members
    var seen = BitSet(capacity: stateCount, queue)
    // Next to each queued state, the place in the queue and the edge by which it was reached.
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
