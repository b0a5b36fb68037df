import SafeText

/// Writes verdicts as a Markdown summary for a pull request or a job page: a table of verdicts, and
/// each finding with its counterexample as a Mermaid sequence diagram.
public struct MarkdownSink: Sendable {
  public init() {}

  /// The summary of some pools.
  public func text(of reports: [PoolReport]) -> String {
    reports.map(text).joined(separator: "\n")
  }

  private func text(of report: PoolReport) -> String {
    var out = "## \(MarkdownText.escaped(report.pool))\n\n"
    if !report.documentation.isEmpty { out += "\(MarkdownText.prose(report.documentation))\n\n" }
    for problem in report.problems {
      let place = problem.line > 0 ? "\(problem.file):\(problem.line)" : problem.file
      out += "- \(problem.severity.rawValue) \(MarkdownText.code(problem.code)) "
      out += "\(MarkdownText.code(place)): \(MarkdownText.prose(problem.message))\n"
    }
    if !report.problems.isEmpty { out += "\n" }
    let findings = report.causes
    out += findings.isEmpty ? "No finding. " : "**\(findings.count) of "
    out += findings.isEmpty ? "" : "\(report.properties.count) properties fail.** "
    out += "\(report.coverage.states) states, \(report.coverage.transitions) transitions"
    out += report.coverage.isComplete ? ".\n\n" : "; \(report.stopped), there may be more.\n\n"
    out += "| | property | severity | |\n|---|---|---|---|\n"
    for property in report.properties {
      let condition = property.condition.map { "if \(MarkdownText.code($0))" } ?? ""
      out += "| \(property.verdict.sign) | \(MarkdownText.code(property.id)) "
      out += "| \(property.severity.rawValue) | \(property.verdict.rawValue) \(condition) |\n"
    }
    for property in findings { out += finding(property) }
    if let fix = report.fix?.text(width: 80), !fix.isEmpty {
      out += "\n### Fixes\n\n" + MarkdownText.block(String(fix.dropFirst()), language: "")
    }
    return out
  }

  private func finding(_ property: PropertyReport) -> String {
    var out = "\n### \(MarkdownText.code(property.id))\n\n"
    out += "\(MarkdownText.prose(property.sentence))\n"
    for place in property.places {
      out += "\nIn \(MarkdownText.code(place.file)), line \(place.line): "
      out += "\(MarkdownText.code(place.parameter)).\n"
    }
    if !property.run.isEmpty { out += "\n" + Self.diagram(property.run) }
    if !property.remedy.isEmpty { out += "\n**Remedy.** \(MarkdownText.prose(property.remedy))\n" }
    if !property.source.isEmpty { out += "\nSource: \(MarkdownText.prose(property.source))\n" }
    if !property.command.isEmpty {
      out += "\n" + MarkdownText.block(property.command, language: "sh")
    }
    return out
  }

  /// The trace as a sequence diagram: the actors, their calls, the app's answers and the changes.
  private static func diagram(_ trace: [TraceStepReport]) -> String {
    var actors: [String] = []
    for step in trace {
      let actor = step.actor.isEmpty ? "service" : step.actor
      if !actors.contains(actor) { actors.append(actor) }
    }
    var out = "sequenceDiagram\n"
    for (position, actor) in actors.enumerated() {
      out += "  participant a\(position) as \(label(actor))\n"
    }
    out += "  participant pool as Cognito with Amplify\n"
    for step in trace {
      let actor = step.actor.isEmpty ? "service" : step.actor
      let sender = "a\(actors.firstIndex(of: actor) ?? 0)"
      out += "  \(sender)->>pool: \(label(step.shortCall))\n"
      if let answer = step.answer { out += "  pool-->>\(sender): \(label(answer))\n" }
      if !step.changes.isEmpty {
        let changes = step.changes.map {
          label("\($0.name): \($0.before) ⇒ \($0.after)")
        }
        out += "  Note over pool: \(changes.joined(separator: "<br/>"))\n"
      }
    }
    return MarkdownText.block(out, language: "mermaid")
  }

  /// Text that Mermaid accepts as a label: a semicolon or a hash sign would end or escape it, and
  /// angle brackets would become elements.
  private static func label(_ text: String) -> String {
    let codes: [Unicode.Scalar: String] = ["#": "#35;", ";": "#59;", "<": "#60;", ">": "#62;"]
    return text.visibleLine.unicodeScalars.map { codes[$0] ?? String($0) }.joined()
  }
}
