extension Diagram {
  /// The same diagram for a first look: one line between two boxes, one box for the places that go
  /// on alike, and errors and repeats as counts.
  ///
  /// A line says how many ways there are, or of the only one who takes it (`has no factor yet` of
  /// `userSRP, password: has no factor yet`); its tooltip has all words. The places that share a
  /// box are named in it; the names of its errors are in its tooltip. An error in which a finding
  /// ends is a box: the drawing is about it. It is read from top to bottom, and drawn low: the
  /// largest there is fits a page of A4 in landscape. Cost: that of ``collapsed(startingFrom:)``.
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
    // What is left to say of a box is two counts, which belong in it however long its name is.
    copy.mostWords = nil
    return copy
  }

  /// Who takes a way, without the answers that lead there; the whole label where it names nobody.
  private static func short(_ label: String) -> String {
    label.firstRange(of: ": ").map { String(label[$0.upperBound...]) } ?? label
  }

  /// How many answers repeat the step, and how many end the attempt, where any do.
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
