import Diagrams
import Findings

/// A pool's next steps on several pages, one for each way in which a sign-in can begin: by a flow,
/// or by the factor that is asked for first.
struct NextStepPages {
  /// What stands on one page.
  struct Page {
    /// What the app begins with: `userSRP`.
    var beginning: String
    var diagram: Diagram
  }

  let report: PoolReport

  /// The pages, in the order in which the catalogue has their first paths.
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

  /// `userSRP` of `signIn(userSRP, wrong)`.
  private static func beginning(of path: PathReport) -> String {
    let argument = path.calls.first?.argument ?? ""
    return argument.split(separator: ",").first.map(String.init) ?? argument
  }
}

extension PoolReport {
  /// The report with some of its paths alone, and with the side steps between what these show.
  func narrowed(to paths: [PathReport]) -> PoolReport {
    var part = self
    part.paths = paths
    let steps = Set(paths.flatMap(\.calls).map(\.step)).union(["start"])
    part.sideSteps = sideSteps.filter { steps.contains($0.from) && steps.contains($0.to) }
    return part
  }
}
