/// Writes verdicts as a Markdown summary for a pull request or a job page: a table of verdicts, and
/// each finding with its counterexample as a Mermaid sequence diagram.
public struct MarkdownSink: Sendable {
  public init() {}

  /// The summary of some pools.
  public func text(of reports: [PoolReport]) -> String {
    reports.map(text).joined(separator: "\n")
  }

  private func text(of report: PoolReport) -> String {
    var out = "## \(Self.plain(report.pool))\n\n"
    if !report.documentation.isEmpty { out += "\(Self.plain(report.documentation))\n\n" }
    let findings = report.findings
    out += findings.isEmpty ? "No finding. " : "**\(findings.count) of "
    out += findings.isEmpty ? "" : "\(report.properties.count) promises are broken.** "
    out += "\(report.coverage.states) states, \(report.coverage.transitions) transitions"
    out += report.coverage.isComplete ? ".\n\n" : "; a limit stopped the search.\n\n"
    out += "| | promise | severity | |\n|---|---|---|---|\n"
    for property in report.properties {
      let condition = property.condition.map { "if `\($0)`" } ?? ""
      out += "| \(Self.sign(property.verdict)) | `\(property.id)` | \(property.severity.rawValue) "
      out += "| \(property.verdict.rawValue) \(Self.cell(condition)) |\n"
    }
    for property in findings { out += finding(property) }
    return out
  }

  private func finding(_ property: PropertyReport) -> String {
    var out = "\n### `\(property.id)`\n\n\(Self.plain(property.sentence))\n"
    for place in property.places {
      out += "\nIn `\(place.file)`, line \(place.line): `\(place.parameter)`.\n"
    }
    if let trace = property.trace, !trace.isEmpty { out += "\n" + Self.diagram(trace) }
    if !property.remedy.isEmpty { out += "\n**Remedy.** \(Self.plain(property.remedy))\n" }
    if !property.source.isEmpty { out += "\nSource: \(Self.plain(property.source))\n" }
    if !property.command.isEmpty { out += "\n```sh\n\(property.command)\n```\n" }
    return out
  }

  /// The trace as a sequence diagram: who acts, what the app is told, what is then different.
  private static func diagram(_ trace: [TraceStepReport]) -> String {
    var actors: [String] = []
    for step in trace {
      let actor = step.actor.isEmpty ? "service" : step.actor
      if !actors.contains(actor) { actors.append(actor) }
    }
    var out = "```mermaid\nsequenceDiagram\n"
    for (position, actor) in actors.enumerated() {
      out += "  participant a\(position) as \(actor)\n"
    }
    out += "  participant pool as Cognito with Amplify\n"
    for step in trace {
      let actor = step.actor.isEmpty ? "service" : step.actor
      let sender = "a\(actors.firstIndex(of: actor) ?? 0)"
      out += "  \(sender)->>pool: \(label(step.call))\n"
      if let told = step.told { out += "  pool-->>\(sender): \(label(told))\n" }
      if !step.changes.isEmpty {
        let changes = step.changes.map { "\($0.name): \($0.before) ⇒ \($0.after)" }
        out += "  Note over pool: \(label(changes.joined(separator: "<br/>")))\n"
      }
    }
    return out + "```\n"
  }

  /// Text that Mermaid takes as a label: a semicolon or a hash sign would end or escape it.
  private static func label(_ text: String) -> String {
    text.replacing("#", with: "#35;").replacing(";", with: "#59;").replacing("\n", with: " ")
  }

  private static func sign(_ verdict: PropertyReport.Verdict) -> String {
    switch verdict {
    case .holds: "✓"
    case .fails: "✗"
    case .vacuous: "○"
    case .undetermined: "?"
    }
  }

  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("\n", with: " ")
  }

  /// Text that Markdown takes as it stands.
  private static func plain(_ text: String) -> String {
    text.replacing("<", with: "&lt;").replacing("*", with: "\\*").replacing("_", with: "\\_")
  }
}
