import Diagrams
import Findings
import PoolAnalysis

/// One factor: the part of a pool's next steps through which a factor is asked for, set up
/// or chosen, with what leads there and what comes of it.
struct FactorDiagram {
  let report: PoolReport
  let factor: String
  /// The table's words for factors, where paths do not speak of them by their names.
  var words: [String: [String]] = [:]

  /// The diagram, with what the other paths do said in a note.
  /// - Throws: 64 where no path of the pool speaks of the factor.
  func diagram() throws(CommandFailure) -> Diagram {
    let words = words[factor] ?? [factor]
    let part = report.narrowed(
      to: report.paths.filter { isAbout($0, words.map { $0.lowercased() }) })
    guard !part.paths.isEmpty else {
      throw .usage(
        "usage.unknown-factor", "no path of \(report.pool) asks for \(factor)",
        remedy: "draw `--view next-steps` to see what it asks for")
    }
    var diagram = NextStepDiagram.diagram(of: part)
    diagram.id = "factor-\(factor)-\(report.pool)"
    diagram.title = "Paths with \(factor) in \(report.pool)"
    diagram.description = "The paths of a sign-in that ask for \(factor)."
    let folded = report.paths.count - part.paths.count
    if folded > 0 {
      diagram.notes.append(
        .init(
          id: "folded",
          lines: ["\(folded) of \(report.paths.count) paths do not speak of \(factor)"]))
    }
    return diagram
  }

  private func isAbout(_ path: PathReport, _ words: [String]) -> Bool {
    path.calls.contains { call in
      let text = (call.step + " " + call.argument + " " + call.fields).lowercased()
      return words.contains { text.contains($0) }
    }
  }
}
