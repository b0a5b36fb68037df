import StateSpace
import Testing

@Suite("Graphs of explorations agree with plain closures")
struct GraphTests {
  /// Small graphs of random machines, with a random filter and sets.
  private func forEachGraph(
    _ body: (StateGraph, BitSet, BitSet, (EdgeLabel) -> Bool) -> String?
  ) throws {
    var compared = 0
    for seed in 0..<300 as Range<UInt64> {
      var source = RandomMachine(seed: seed &+ 7_000, words: 1)
      var system = source.machine()
      system.urgent = []
      system.initialStates = [[0]]
      var random = SplitMix64(seed: seed)
      guard let graph = try system.explore(ExplorationOptions(keepEdges: true)).graph else {
        continue
      }
      let n = graph.stateCount
      let some = BitSet(capacity: n) { _ in random.below(4) == 0 }
      let most = BitSet(capacity: n) { _ in random.below(5) != 0 }
      let refused = random.below(system.rules.count)
      if let difference = body(graph, some, most, { $0.firstRule != refused }) {
        Issue.record("seed \(seed): \(difference)")
      }
      compared += n > 4 ? 1 : 0
    }
    #expect(compared > 40)
  }

  /// `reach[a][b]`: the fewest steps from `a` to `b` through states of `within`.
  private func distances(
    _ graph: StateGraph, _ within: BitSet, _ filter: (EdgeLabel) -> Bool
  ) -> [[Int?]] {
    (0..<graph.stateCount).map { source in
      var row = [Int?](repeating: nil, count: graph.stateCount)
      row[source] = 0
      for length in 1...graph.stateCount {
        for state in row.indices where row[state] == length - 1 {
          for edge in graph.edges(from: state)
          where filter(edge.label) && within.contains(edge.target) && row[edge.target] == nil {
            row[edge.target] = length
          }
        }
      }
      return row
    }
  }

  @Test("forward and backward closures and shortest paths")
  func closures() throws {
    try forEachGraph { graph, some, most, filter in
      let distance = distances(graph, most, filter)
      let indices = 0..<graph.stateCount
      let forward = indices.filter { target in
        some.contains(target) || some.members.contains { distance[$0][target] != nil }
      }
      let found = graph.forwardReachable(from: some, within: most, along: filter)
      guard found.members == forward else { return "forward" }

      // Backward: the path runs within `most` until it takes its last step into a target.
      let backward = indices.filter { source in
        some.contains(source)
          || most.contains(source)
            && indices.contains { last in
              distance[source][last] != nil && most.contains(last)
                && graph.edges(from: last).contains {
                  filter($0.label) && some.contains($0.target)
                }
            }
      }
      let back = graph.backwardReachable(from: some, within: most, along: filter)
      guard back.members == backward else { return "backward" }

      let lengths = (0..<graph.initialCount).flatMap { start in
        some.members.compactMap { distance[start][$0] }
      }
      let path = graph.shortestPath(to: some, within: most, along: filter)
      guard path.map({ $0.labels.count }) == lengths.min() else { return "path length" }
      if let path, !isPath(path, graph, filter) { return "not a path" }
      return nil
    }
  }

  private func isPath(
    _ path: GraphPath, _ graph: StateGraph, _ filter: (EdgeLabel) -> Bool
  ) -> Bool {
    zip(zip(path.states, path.states.dropFirst()), path.labels).allSatisfy { ends, label in
      filter(label)
        && graph.edges(from: ends.0).contains { $0.target == ends.1 && $0.label == label }
    }
  }

  @Test("components are the classes of mutual reachability, each after those that it reaches")
  func components() throws {
    try forEachGraph { graph, _, most, filter in
      let distance = distances(graph, most, filter)
      let components = graph.stronglyConnectedComponents(within: most, along: filter)
      guard components.flatMap(\.states).sorted() == most.members else { return "not a partition" }
      for (place, component) in components.enumerated() {
        let first = component.states[0]
        let mutual = most.members.filter {
          distance[first][$0] != nil && distance[$0][first] != nil
        }
        guard component.states == mutual else { return "component of \(first)" }
        let loops = graph.edges(from: first).contains { $0.target == first && filter($0.label) }
        guard component.isCyclic == (mutual.count > 1 || loops) else { return "cyclic" }
        let later = components.dropFirst(place + 1).flatMap(\.states)
        guard later.allSatisfy({ distance[first][$0] == nil }) else { return "order" }
      }
      return nil
    }
  }

  @Test("from two-phase commit's decision there is no way back, and its graph is one long tail")
  func twoPhaseCommit() throws {
    let model = TwoPhaseCommit(managers: 4)
    let found = try model.machine().explore(ExplorationOptions(keepEdges: true))
    let graph = try #require(found.graph)
    let committed = BitSet(capacity: found.stateCount) { found.word(0, of: $0) & 3 == 1 }
    let after = graph.forwardReachable(from: committed)
    #expect(after == committed)
    let path = try #require(graph.shortestPath(to: committed))
    #expect(path.states == found.path(to: try #require(committed.first)))
    #expect(path.labels.count == 9)
    #expect(path.labels.last?.firstRule == 0)
    #expect(graph.backwardReachable(from: committed) { $0.firstRule != 0 } == committed)
    // Nothing is ever undone, so every component is one state.
    let components = graph.stronglyConnectedComponents()
    #expect(components.count == found.stateCount)
  }

  @Test("a path of 20,000 states does not exhaust the stack")
  func longPath() throws {
    var system = TransitionSystem(wordCount: 1)
    system.initialStates = [[0]]
    system.rules = (0..<15).map { bit in
      let low = Field(offset: 0, width: bit + 1)
      return rule(when: [(low, 1 << UInt64(bit) - 1)], set: [(low, 1 << UInt64(bit))])
    }
    let found = try system.explore(ExplorationOptions(maximumStates: 20_000, keepEdges: true))
    let graph = try #require(found.graph)
    #expect(graph.stronglyConnectedComponents().count == 20_000)
    #expect(found.depth == 19_999)
    #expect(found.path(to: 19_999).count == 20_000)
  }
}
