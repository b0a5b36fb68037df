import Findings
import SafeText

/// The catalogue of paths as Markdown, for technical writers: one table per outcome, one row per
/// path.
struct MarkdownCatalogue {
  func text(of report: PoolReport) -> String {
    var out = "# Next steps of \(MarkdownText.escaped(report.pool))\n\n"
    if !report.documentation.isEmpty { out += MarkdownText.prose(report.documentation) + "\n\n" }
    out += "\(TextLayout.counted(report.paths.count, "path")). Each was found by exploring all "
    out += TextLayout.counted(report.coverage.states, "state")
    out += " and is led by a record that really goes through all of it.\n"
    for outcome in report.outcomes {
      out +=
        "\n## \(Self.title(outcome))\n\n| calls and next steps | record of the user |\n|---|---|\n"
      for path in report.paths where path.outcome == outcome { out += row(path) }
    }
    return out + sideSteps(of: report)
  }

  private static func title(_ outcome: String) -> String {
    switch outcome {
    case "done": "Signed in"
    case "error": "Ends with an error"
    case "noWayOn": "Dead end"
    case "neverReturns": "A call never returns"
    default: "Sent to \(MarkdownText.code(outcome))"
    }
  }

  private func row(_ path: PathReport) -> String {
    let calls = path.calls.map {
      "\(MarkdownText.code($0.call)) → **\(MarkdownText.escaped($0.answer))**"
    }
    let condition = path.condition.map { "<br>if \(MarkdownText.escaped($0))" } ?? ""
    let record = path.record.map { MarkdownText.code($0.text) }
    return
      "| \(calls.joined(separator: "<br>"))\(condition) | \(record.joined(separator: "<br>")) |\n"
  }

  private func sideSteps(of report: PoolReport) -> String {
    guard !report.sideSteps.isEmpty else { return "" }
    var out = "\n## Next to the paths\n\nCalls that lead back to where the user has been.\n\n"
    out += "| at | call | comes back with | and leads to |\n|---|---|---|---|\n"
    var seen = Set<String>()
    for step in report.sideSteps {
      let row =
        "| \(MarkdownText.escaped(step.from)) | \(MarkdownText.code(step.call.call)) "
        + "| \(MarkdownText.escaped(step.call.answer)) | \(MarkdownText.escaped(step.to)) |\n"
      if seen.insert(row).inserted { out += row }
    }
    return out
  }
}
