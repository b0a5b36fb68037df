/// A maximal set of states that all reach each other.
public struct Component: Hashable, Sendable {
  /// The states, in ascending order; at least one.
  public let states: [Int]
  /// Whether a path of at least one step leads from the component back into it: it has more than
  /// one state, or a self-loop.
  public let isCyclic: Bool
}

extension StateGraph {
  /// The strongly connected components, each after all others that it reaches.
  ///
  /// - Parameters:
  ///   - states: the states to consider; `nil` for all.
  ///   - filter: the edges to consider.
  ///
  /// Source: Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972, without recursion.
  public func stronglyConnectedComponents(
    within states: BitSet? = nil, along filter: (EdgeLabel) -> Bool = { _ in true }
  ) -> [Component] {
    var search = ComponentSearch(edges: edges, states: states, passing: passing(filter))
    for state in 0..<stateCount where states?.contains(state) ?? true { search.visit(state) }
    return search.components
  }
}

/// Tarjan's search with an explicit stack, so that a long path cannot exhaust the thread's stack.
private struct ComponentSearch {
  private struct Frame {
    var state: Int
    var nextEdge: Int
  }

  private let edges: EdgeLists
  private let states: BitSet?
  private let passing: [Bool]
  private(set) var components: [Component] = []
  /// The number of each state's first visit, from 1; 0 for a state not visited.
  private var order: [Int]
  private var lowest: [Int]
  private var isOpen: BitSet
  private var open: [Int] = []
  private var visits = 0

  init(edges: EdgeLists, states: BitSet?, passing: [Bool]) {
    self.edges = edges
    self.states = states
    self.passing = passing
    order = [Int](repeating: 0, count: edges.stateCount)
    lowest = order
    isOpen = BitSet(capacity: edges.stateCount)
  }

  mutating func visit(_ root: Int) {
    guard order[root] == 0 else { return }
    var frames = [enter(root)]
    while var frame = frames.popLast() {
      guard frame.nextEdge < edges.starts[frame.state + 1] else {
        leave(frame.state)
        if let parent = frames.last {
          lowest[parent.state] = min(lowest[parent.state], lowest[frame.state])
        }
        continue
      }
      let edge = frame.nextEdge
      frame.nextEdge += 1
      frames.append(frame)
      let target = Int(edges.ends[edge])
      guard allows(edge) else { continue }
      if order[target] == 0 {
        frames.append(enter(target))
      } else if isOpen.contains(target) {
        lowest[frame.state] = min(lowest[frame.state], order[target])
      }
    }
  }

  private func allows(_ edge: Int) -> Bool {
    passing[Int(edges.labels[edge])] && states?.contains(Int(edges.ends[edge])) ?? true
  }

  private mutating func enter(_ state: Int) -> Frame {
    visits += 1
    order[state] = visits
    lowest[state] = visits
    open.append(state)
    isOpen.insert(state)
    return Frame(state: state, nextEdge: edges.starts[state])
  }

  private mutating func leave(_ state: Int) {
    guard lowest[state] == order[state] else { return }
    var members: [Int] = []
    while let member = open.popLast() {
      isOpen.remove(member)
      members.append(member)
      if member == state { break }
    }
    let loops = edges.range(of: state).contains { Int(edges.ends[$0]) == state && allows($0) }
    components.append(Component(states: members.sorted(), isCyclic: members.count > 1 || loops))
  }
}
