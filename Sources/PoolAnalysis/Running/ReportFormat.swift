import Findings

/// How a report is written.
package enum ReportFormat: String, Sendable, CaseIterable {
  case text, json, sarif, junit, markdown, github
}

/// What is no list of findings: written for people, as Markdown, or as JSON.
package protocol PlainReport {
  var text: String { get }
  var markdown: String { get }
  var value: JSONValue { get }
}

extension PlainReport {
  /// The report in a format; as text in those for findings, which its verbs do not take.
  package func written(as format: ReportFormat) -> String {
    switch format {
    case .json: value.text
    case .markdown: markdown
    case .text, .sarif, .junit, .github: text
    }
  }
}
