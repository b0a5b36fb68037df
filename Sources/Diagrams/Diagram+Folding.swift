extension Diagram {
  /// The edges and nodes that ``folded(_:)`` replaces by text.
  public struct Folding: Sendable, Hashable {
    /// Whether self loops become detail lines of their node: `↺ wrong code`.
    public var loops: Bool
    /// The number of nodes from which an end of kind failure is crowded. If edges of one kind from
    /// at least so many nodes lead to it, each becomes a detail line of its node, such as
    /// `◷ after 3 minutes → expired`. Edges from an entrance are kept. Zero folds none.
    public var crowdedEnds: Int
    /// Whether ends of kind failure that only one node leads to become one box that lists them.
    public var gathersEnds: Bool

    /// Makes a selection of what to fold.
    public init(loops: Bool = true, crowdedEnds: Int = 2, gathersEnds: Bool = true) {
      self.loops = loops
      self.crowdedEnds = crowdedEnds
      self.gathersEnds = gathersEnds
    }

    /// Folds loops, ends with two or more incoming nodes, and several ends of one node.
    public static let standard = Folding()
    /// Folds nothing.
    public static let none = Folding(loops: false, crowdedEnds: 0, gathersEnds: false)
  }

  /// The same diagram with fewer lines: loops and the edges into crowded ends become text.
  ///
  /// Nothing is lost: each folded edge leaves its label, its sign and its rows at the node where it
  /// started. A failure end that no edge leads to any more is removed, since the text names it.
  /// Edges with an emphasis are kept, because the drawing is about them.
  public func folded(_ folding: Folding = .standard) -> Diagram {
    let names = Dictionary(nodes.map { ($0.id, $0.lines.first ?? $0.id) }) { first, _ in first }
    let crowded = crowdedArrows(folding.crowdedEnds)
    let findings = Set(nodes.filter { $0.emphasis == .finding }.map(\.id))
    let entrances = Set(nodes.filter { $0.kind == .start }.map(\.id))
    let folds = { (edge: Edge) in
      guard edge.emphasis == .plain, !findings.contains(edge.to) || edge.isLoop else {
        return false
      }
      guard !edge.isLoop else { return folding.loops }
      return crowded.contains(Arrow(to: edge.to, kind: edge.kind)) && !entrances.contains(edge.from)
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
    return (folding.gathersEnds ? copy.gatheringEnds() : copy).tabulated()
  }

  /// The same diagram with a table below it, which has the errors that boxes list, and the other
  /// details of boxes that would have too many words.
  private func tabulated() -> Diagram {
    guard let mostWords else { return self }
    var copy = self
    for index in nodes.indices {
      let node = nodes[index]
      var kept = node.kind == .failure ? [] : node.details.filter { !Self.isError($0) }
      let words = (node.lines + kept).flatMap { $0.split(separator: " ") }
      if words.count(where: Self.isWord) > mostWords { kept = [] }
      guard kept.count < node.details.count else { continue }
      var note = Note(
        id: "details-of-\(node.id)", lines: node.details.filter { !kept.contains($0) })
      note.heading = node.lines.joined(separator: " ")
      copy.notes.append(note)
      copy.nodes[index].details = kept
    }
    return copy
  }

  private static func isWord(_ part: Substring) -> Bool {
    part.contains { $0.isLetter || $0.isNumber }
  }

  /// Whether a detail line is about a rejected answer; a comparison puts its own sign before it.
  private static func isError(_ detail: String) -> Bool {
    [Edge.Kind.retry, .failure].contains { detail.contains("\($0.sign) ") }
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

  /// One line for each kind, target and result: the sign, the answers and the result.
  private func detailLines(of gone: [Edge], names: [String: String]) -> [String] {
    Edge.Kind.allCases.flatMap { kind -> [String] in
      let ofKind = gone.filter { $0.kind == kind }
      var targets: [String] = []
      targets.appendMissing(ofKind.map(\.to))
      return targets.flatMap { target -> [String] in
        let edges = ofKind.filter { $0.to == target }
        var labels: [String] = []
        labels.appendMissing(edges.flatMap(\.lines))
        let end = edges.contains(where: \.isLoop) ? "" : names[target] ?? target
        return Self.byResult(labels).map { words, result in
          let parts = [words, result, end].filter { !$0.isEmpty }
          return kind.sign + " " + parts.joined(separator: " → ")
        }
      }
    }
  }

  /// Labels of the form `answer → result`, joined by result: `wrong, empty → validation`.
  private static func byResult(_ labels: [String]) -> [(words: String, result: String)] {
    guard !labels.isEmpty else { return [("", "")] }
    var results: [String] = []
    var answers: [String: [String]] = [:]
    for label in labels {
      let parts = label.split(separator: " → ", maxSplits: 1).map { String($0) }
      let result = parts.count > 1 ? parts[1] : ""
      results.appendMissing([result])
      answers[result, default: []].appendMissing([parts.first ?? ""])
    }
    return results.map { result in
      let words = answers[result] ?? []
      let hasCommas = words.contains { $0.contains(",") }
      return (words.joined(separator: hasCommas ? "; " : ", "), result)
    }
  }
}

extension Array where Element: Hashable {
  /// Appends the elements that the array does not contain yet, in order.
  mutating func appendMissing(_ others: [Element]) {
    var seen = Set(self)
    for other in others where seen.insert(other).inserted { append(other) }
  }
}
