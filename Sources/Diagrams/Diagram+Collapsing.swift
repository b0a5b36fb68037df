extension Diagram {
  /// The result of ``collapsed(startingFrom:)``: the smaller diagram, and which nodes were folded.
  public struct Collapsed: Sendable, Hashable {
    public var diagram: Diagram
    /// For each node that represents several, the ids of those nodes, in order.
    public var folded: [String: [String]]

    /// The numbers of folded nodes and of the nodes that represent them, in a sentence; nil if none
    /// was folded.
    public var statement: String? {
      guard !folded.isEmpty else { return nil }
      let all = folded.values.reduce(0) { $0 + $1.count }
      return "\(all) places that go on alike are folded into \(folded.count)"
    }
  }

  /// The diagram with one node for each class of bisimilar nodes: nodes of one kind, cluster and
  /// emphasis from which edges of the same kinds lead to the same classes.
  ///
  /// The classes are the coarsest possible, found by splitting until no class splits. A node that
  /// represents several has their names as details. Edges of one kind between the same classes
  /// become one, with the rows of all. Cost: rounds times edges; at most as many rounds as nodes.
  ///
  /// - Parameter startingFrom: a key; nodes with different keys are never folded together.
  public func collapsed(startingFrom apart: (Node) -> String = { _ in "" }) -> Collapsed {
    let classes = bisimulation(apart)
    var members: [Int: [Node]] = [:]
    for node in nodes { members[classes[node.id] ?? 0, default: []].append(node) }
    var names: [String: String] = [:]
    var result = Collapsed(diagram: self, folded: [:])
    result.diagram.nodes = nodes.compactMap { node in
      guard let all = members[classes[node.id] ?? 0], let first = all.first else { return nil }
      names[node.id] = first.id
      guard first.id == node.id else { return nil }
      guard all.count > 1 else { return node }
      result.folded[node.id] = all.map(\.id)
      var one = node
      one.lines = ["\(all.count) places"]
      one.details = all.map { $0.lines.joined(separator: " ") }
      one.tooltip = one.details.joined(separator: "\n")
      one.rows = all.flatMap(\.rows)
      return one
    }
    result.diagram.edges = joined(names)
    return result
  }

  /// The edges between representatives. Edges of one kind between the same nodes are merged into
  /// the first, which gets the rows of all.
  private func joined(_ names: [String: String]) -> [Edge] {
    var places: [String: Int] = [:]
    var edges: [Edge] = []
    for edge in self.edges {
      guard let from = names[edge.from], let to = names[edge.to] else { continue }
      let key = "\(from)>\(to)#\(edge.kind.rawValue)"
      if let place = places[key] {
        edges[place].rows.appendMissing(edge.rows)
      } else {
        places[key] = edges.count
        var one = edge
        (one.from, one.to, one.id) = (from, to, key)
        edges.append(one)
      }
    }
    return edges
  }

  private func bisimulation(_ apart: (Node) -> String) -> [String: Int] {
    struct Signature: Hashable {
      let own: String
      let successors: Set<String>
    }
    let leaving = Dictionary(grouping: edges, by: \.from)
    var classes: [String: Int] = [:]
    for node in nodes { classes[node.id] = 0 }
    var count = 1
    while true {
      var numbers: [Signature: Int] = [:]
      var next: [String: Int] = [:]
      for node in nodes {
        let own = "\(node.kind) \(node.cluster ?? "") \(node.emphasis) \(apart(node))"
        let successors = (leaving[node.id] ?? []).map { "\($0.kind) \(classes[$0.to] ?? -1)" }
        let signature = Signature(
          own: own + " \(classes[node.id] ?? 0)", successors: Set(successors))
        let number = numbers[signature] ?? numbers.count
        numbers[signature] = number
        next[node.id] = number
      }
      guard numbers.count > count else { return classes.isEmpty ? next : classes }
      (classes, count) = (next, numbers.count)
    }
  }
}
