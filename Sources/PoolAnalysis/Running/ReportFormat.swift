/// How a report is written.
package enum ReportFormat: String, Sendable, CaseIterable {
  case text, json, sarif, junit, markdown, github
}
