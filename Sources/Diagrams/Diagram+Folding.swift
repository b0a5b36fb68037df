extension Diagram {
  /// What ``folded(_:)`` takes out of the lines and puts into words.
  public struct Folding: Sendable, Hashable {
    /// Self loops become detail lines of their node: `↺ wrong code`.
    public var loops: Bool
    /// An end of kind failure that at least this many different nodes reach by edges of one kind
    /// loses those edges; each node gets a detail line instead: `◷ after 3 minutes → expired`.
    /// Zero folds none.
    public var crowdedEnds: Int

    /// Makes a choice of what to fold.
    public init(loops: Bool = true, crowdedEnds: Int = 4) {
      self.loops = loops
      self.crowdedEnds = crowdedEnds
    }

    /// Loops and ends with four and more arrows.
    public static let standard = Folding()
    /// Every edge stays a line.
    public static let none = Folding(loops: false, crowdedEnds: 0)
  }

  /// The same diagram with fewer lines: loops and the arrows into crowded ends become words.
  ///
  /// Nothing is lost: each folded edge leaves its label, its sign and its rows at the node where
  /// it started. A failure end that no edge reaches any more goes; the words name it. Edges with
  /// an emphasis stay, because they are what the drawing is about.
  public func folded(_ folding: Folding = .standard) -> Diagram {
    let names = Dictionary(nodes.map { ($0.id, $0.lines.first ?? $0.id) }) { first, _ in first }
    let crowded = crowdedArrows(folding.crowdedEnds)
    let folds = { (edge: Edge) in
      edge.emphasis == .plain
        && (edge.isLoop ? folding.loops : crowded.contains(Arrow(to: edge.to, kind: edge.kind)))
    }
    var copy = self
    copy.edges.removeAll(where: folds)
    for index in copy.nodes.indices {
      let gone = edges.filter { $0.from == nodes[index].id && folds($0) }
      copy.nodes[index].details += detailLines(of: gone, names: names)
      copy.nodes[index].rows.appendMissing(gone.flatMap(\.rows))
    }
    let lost = Set(edges.map(\.to)).subtracting(copy.edges.map(\.to))
    let spokenOf = Set(notes.compactMap(\.about))
    copy.nodes.removeAll {
      $0.kind == .failure && lost.contains($0.id) && !spokenOf.contains($0.id)
        && $0.emphasis == .plain
    }
    return copy
  }

  private struct Arrow: Hashable {
    let to: String
    let kind: Edge.Kind
  }

  private func crowdedArrows(_ limit: Int) -> Set<Arrow> {
    guard limit > 0 else { return [] }
    let ends = Set(nodes.filter { $0.kind == .failure }.map(\.id))
    var sources: [Arrow: Set<String>] = [:]
    for edge in edges where ends.contains(edge.to) && !edge.isLoop {
      sources[Arrow(to: edge.to, kind: edge.kind), default: []].insert(edge.from)
    }
    return Set(sources.filter { $0.value.count >= limit }.keys)
  }

  /// One line for each (kind, target): the sign, the labels with commas, and the end's name.
  private func detailLines(of gone: [Edge], names: [String: String]) -> [String] {
    Edge.Kind.allCases.flatMap { kind -> [String] in
      let ofKind = gone.filter { $0.kind == kind }
      var targets: [String] = []
      targets.appendMissing(ofKind.map(\.to))
      return targets.map { target in
        let edges = ofKind.filter { $0.to == target }
        var labels: [String] = []
        labels.appendMissing(edges.flatMap(\.lines))
        let words = labels.joined(separator: ", ")
        let end = edges.contains(where: \.isLoop) ? "" : names[target] ?? target
        return [kind.sign, words, end.isEmpty || words.isEmpty ? "" : "→", end]
          .filter { !$0.isEmpty }.joined(separator: " ")
      }
    }
  }
}

extension Array where Element: Hashable {
  /// Appends the elements that are not there yet, in their order.
  mutating func appendMissing(_ others: [Element]) {
    var seen = Set(self)
    for other in others where seen.insert(other).inserted { append(other) }
  }
}
