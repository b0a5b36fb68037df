import SafeText

/// Writes findings as workflow commands, which GitHub shows as annotations next to the lines of the
/// user's own document.
public struct GitHubSink: Sendable {
  public init() {}

  /// One line per finding, in the order of the pools; a warning for each property that was not
  /// decided.
  public func text(of reports: [PoolReport], problems: [DocumentProblem] = []) -> String {
    var out = (problems + reports.flatMap(\.problems)).map(line).joined()
    for report in reports {
      for property in report.properties {
        switch property.verdict {
        // Notes, known findings and findings with another finding as their cause get no annotation.
        case .fails
        where property.isKnown || property.severity == .note || property.cause != nil:
          break
        case .fails:
          out += line(
            Self.command(property.severity), property, in: report,
            "\(property.sentence) \(property.remedy)")
        case .undetermined:
          out += line(
            "warning", property, in: report,
            "The search stopped before it was decided: \(property.prose)")
        case .holds, .vacuous: break
        }
      }
      if let fix = report.fix?.text(width: 80), !fix.isEmpty {
        out += "::notice title=\(GitHubText.field("\(report.pool): fixes"))"
        out += "::\(GitHubText.data(String(fix.dropFirst())))\n"
      }
    }
    return out
  }

  private func line(
    _ command: String, _ property: PropertyReport, in report: PoolReport, _ message: String
  ) -> String {
    var fields: [String] = []
    if let place = property.places.first {
      fields = [
        "file=\(GitHubText.field(place.file))", "line=\(place.line)", "col=\(place.column)",
      ]
    } else if let file = report.files.first {
      fields = ["file=\(GitHubText.field(file))"]
    }
    fields.append("title=\(GitHubText.field("\(report.pool): \(property.id)"))")
    return "::\(command) \(fields.joined(separator: ","))::\(GitHubText.data(message))\n"
  }

  private func line(_ problem: DocumentProblem) -> String {
    var fields: [String] = []
    if !problem.file.isEmpty { fields.append("file=\(GitHubText.field(problem.file))") }
    if problem.line > 0 { fields += ["line=\(problem.line)", "col=\(max(1, problem.column))"] }
    fields.append("title=\(GitHubText.field(problem.code))")
    let text = [problem.message, problem.remedy].filter { !$0.isEmpty }.joined(separator: "; ")
    return "::\(Self.command(problem.severity)) \(fields.joined(separator: ","))"
      + "::\(GitHubText.data(text))\n"
  }

  private static func command(_ severity: PropertyReport.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }
}
