extension Diagram {
  /// The diagram as an overview: one line between two boxes, one box for bisimilar states, and
  /// errors and repetitions as counts.
  ///
  /// The label of a line is the number of transitions, or the user of the only one
  /// (`has no factor yet` for `userSRP, password: has no factor yet`); its tooltip has all labels.
  /// A box that represents several states lists their names; the names of its errors are in its
  /// tooltip. An error where a finding ends is kept as a box, because the drawing is about it. The
  /// overview is read from top to bottom and drawn low: the largest one fits a page of A4 in
  /// landscape. Cost: that of ``collapsed(startingFrom:)``.
  public func overview() -> Diagram {
    var copy = self
    let errors = Set(nodes.filter { $0.kind == .failure && $0.emphasis != .finding }.map(\.id))
    let isMark = { (edge: Edge) in
      edge.isLoop || edge.kind == .retry || errors.contains(edge.to)
    }
    copy.nodes.removeAll { errors.contains($0.id) }
    copy.edges = edges.filter { !isMark($0) }
    for index in copy.nodes.indices { copy.nodes[index].details = [] }
    let marks = Dictionary(grouping: edges.filter(isMark), by: \.from)
    let names = Dictionary(nodes.map { ($0.id, $0.lines) }) { first, _ in first }
    let ways = copy.edges
    let collapsed = copy.collapsed()
    copy = collapsed.diagram
    var boxes: [String: String] = [:]
    for node in copy.nodes {
      for id in collapsed.folded[node.id] ?? [node.id] { boxes[id] = node.id }
    }
    for index in copy.nodes.indices {
      let ids = collapsed.folded[copy.nodes[index].id] ?? [copy.nodes[index].id]
      if ids.count > 1 { copy.nodes[index].lines = ids.flatMap { names[$0] ?? [] } }
      let all = ids.flatMap { marks[$0] ?? [] }
      copy.nodes[index].details = Self.counts(of: all)
      copy.nodes[index].tooltip = Self.words(of: all, names).joined(separator: "\n")
    }
    for index in copy.edges.indices {
      let edge = copy.edges[index]
      var labels: [String] = []
      labels.appendMissing(
        ways.filter {
          boxes[$0.from] == edge.from && boxes[$0.to] == edge.to && $0.kind == edge.kind
        }.flatMap(\.lines))
      copy.edges[index].lines = labels.count > 1 ? ["\(labels.count) ways"] : labels.map(Self.short)
      copy.edges[index].tooltip = labels.joined(separator: "\n")
    }
    copy.direction = .topToBottom
    copy.isLow = true
    // The remaining details of a box are two counts, which stay in it however long its name is.
    copy.mostWords = nil
    return copy
  }

  /// The user in a label, without the answers that lead there; the whole label if it has no user.
  private static func short(_ label: String) -> String {
    label.firstRange(of: ": ").map { String(label[$0.upperBound...]) } ?? label
  }

  /// The number of answers that repeat the step and of those that end the attempt, each if not
  /// zero.
  private static func counts(of marks: [Edge]) -> [String] {
    [Edge.Kind.retry, .failure].compactMap { kind in
      let count = Set(marks.filter { $0.kind == kind }.map { [$0.to] + $0.lines }).count
      return count == 0 ? nil : "\(kind.sign) \(count)"
    }
  }

  private static func words(of marks: [Edge], _ names: [String: [String]]) -> [String] {
    var words: [String] = []
    words.appendMissing(
      marks.map { mark in
        let answer = mark.lines.joined(separator: "; ")
        let end = mark.isLoop ? [] : names[mark.to] ?? []
        return mark.kind.sign + " " + ([answer] + end).joined(separator: " → ")
      })
    return words
  }
}
