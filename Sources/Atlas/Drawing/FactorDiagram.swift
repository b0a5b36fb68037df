import Diagrams
import Findings
import PoolAnalysis

/// One factor: the part of a pool's next steps in which a factor is requested, set up or chosen,
/// with the steps before and the outcomes.
struct FactorDiagram {
  let report: PoolReport
  let factor: String
  /// The words that stand for a factor in paths, by factor, where they differ from its name.
  var words: [String: [String]] = [:]

  /// The diagram, with a note on the number of other paths.
  /// - Throws: 64 if no path of the pool mentions the factor.
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
