/// The edges of a graph, grouped by the state at one of their ends.
struct EdgeLists: Sendable {
  /// The index of each state's first edge, followed by the total number of edges.
  var starts: [Int]
  /// The state at the other end of each edge.
  var ends: [UInt32]
  /// The number of each edge's label.
  var labels: [UInt32]

  var stateCount: Int { starts.count - 1 }

  func range(of state: Int) -> Range<Int> { starts[state]..<starts[state + 1] }

  /// The same edges grouped by their other end, in a stable order.
  func reversed() -> EdgeLists {
    var next = [Int](repeating: 0, count: stateCount + 1)
    for end in ends { next[Int(end) + 1] += 1 }
    for state in 0..<stateCount { next[state + 1] += next[state] }
    var result = EdgeLists(
      starts: next, ends: [UInt32](repeating: 0, count: ends.count),
      labels: [UInt32](repeating: 0, count: ends.count))
    for source in 0..<stateCount {
      for edge in range(of: source) {
        let place = next[Int(ends[edge])]
        next[Int(ends[edge])] += 1
        result.ends[place] = UInt32(source)
        result.labels[place] = labels[edge]
      }
    }
    return result
  }
}
