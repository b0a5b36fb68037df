import Diagrams
import Findings

/// A pool's next steps on several pages, one for each beginning of a sign-in: a flow, or the factor
/// that is requested first.
struct NextStepPages {
  /// The content of one page.
  struct Page {
    /// The first argument of the first call: `userSRP`.
    var beginning: String
    var diagram: Diagram
  }

  let report: PoolReport

  /// The pages, in the order of their first paths in the catalogue.
  func pages() -> [Page] {
    var beginnings: [String] = []
    for path in report.paths where !beginnings.contains(Self.beginning(of: path)) {
      beginnings.append(Self.beginning(of: path))
    }
    return beginnings.map { beginning in
      let part = report.narrowed(to: report.paths.filter { Self.beginning(of: $0) == beginning })
      var diagram = NextStepDiagram.diagram(of: part)
      diagram.id = "next-steps-\(beginning)-\(report.pool)"
      diagram.title = "Next steps of \(report.pool), begun with \(beginning)"
      return Page(beginning: beginning, diagram: diagram)
    }
  }

  /// The beginning of a path: `userSRP` for `signIn(userSRP, wrong)`.
  private static func beginning(of path: PathReport) -> String {
    let argument = path.calls.first?.argument ?? ""
    return argument.split(separator: ",").first.map(String.init) ?? argument
  }
}

extension PoolReport {
  /// The report with only some of its paths, and the side steps between the steps of these.
  func narrowed(to paths: [PathReport]) -> PoolReport {
    var part = self
    part.paths = paths
    let steps = Set(paths.flatMap(\.calls).map(\.step)).union(["start"])
    part.sideSteps = sideSteps.filter { steps.contains($0.from) && steps.contains($0.to) }
    return part
  }
}
