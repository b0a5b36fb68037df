import Diagrams
import Findings

/// The effect of a change of a pool on its next steps: both pools in one drawing, in which added,
/// removed and changed elements have their own sign and line style.
struct DifferenceDiagram {
  let old: PoolReport
  let new: PoolReport

  func diagram() -> Diagram {
    let (before, after) = (places(of: old), places(of: new))
    var diagram = after
    diagram.mostWords = NextStepDiagram.mostWords
    diagram.id = "diff-\(old.pool)-\(new.pool)"
    diagram.title = "From \(old.pool) to \(new.pool)"
    diagram.description =
      "Next steps of two pools: what only the second has is added, what only the first has is "
      + "removed, what asks for something else is changed."
    let known = Dictionary(
      before.nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for index in diagram.nodes.indices {
      guard let was = known[diagram.nodes[index].id] else {
        diagram.nodes[index].emphasis = .added
        continue
      }
      if was.details != diagram.nodes[index].details || was.kind != diagram.nodes[index].kind {
        diagram.nodes[index].emphasis = .changed
        let has = diagram.nodes[index].details
        diagram.nodes[index].details =
          has.map { was.details.contains($0) ? $0 : Diagram.Emphasis.added.sign + $0 }
          + was.details.filter { !has.contains($0) }.map { Diagram.Emphasis.removed.sign + $0 }
      }
    }
    let has = Set(after.nodes.map(\.id))
    diagram.nodes += before.nodes.filter { !has.contains($0.id) }.map { node in
      var node = node
      node.emphasis = .removed
      return node
    }
    let had = Set(before.edges.map(\.id))
    for index in diagram.edges.indices where !had.contains(diagram.edges[index].id) {
      diagram.edges[index].emphasis = .added
    }
    let stays = Set(after.edges.map(\.id))
    diagram.edges += before.edges.filter { !stays.contains($0.id) }.map { edge in
      var edge = edge
      edge.emphasis = .removed
      return edge
    }
    return diagram
  }

  /// The diagram of one side, in which loops are details of their nodes.
  ///
  /// Crowded ends are not folded: an end that is folded on one side only would seem added or
  /// removed. The table below the drawing is made later, when the texts of both sides are known.
  private func places(of report: PoolReport) -> Diagram {
    var drawn = NextStepDiagram.diagram(of: report, leads: false)
    drawn.mostWords = nil
    return drawn.folded(Diagram.Folding(loops: true, crowdedEnds: 0, gathersEnds: false))
  }
}
