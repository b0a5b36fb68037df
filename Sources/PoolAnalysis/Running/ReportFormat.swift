import Findings

/// The formats of a report.
package enum ReportFormat: String, Sendable, CaseIterable {
  case text, json, sarif, junit, markdown, github
}

/// A report that is not a list of findings, as text, as Markdown, or as JSON.
package protocol PlainReport {
  var text: String { get }
  var markdown: String { get }
  var value: JSONValue { get }
}

extension PlainReport {
  /// The report in a format; as text in the formats for findings, which its verbs do not accept.
  package func written(as format: ReportFormat) -> String {
    switch format {
    case .json: value.text
    case .markdown: markdown
    case .text, .sarif, .junit, .github: text
    }
  }
}
