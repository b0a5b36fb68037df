/// A problem of a document itself: it cannot be read, or the service would reject what it says.
public struct DocumentProblem: Sendable, Hashable, Codable {
  /// The diagnostic's code: `template.unknown-reference`, `legality.L11`.
  public var code: String
  public var severity: PropertyReport.Severity
  public var message: String
  public var remedy: String
  /// The file as the user named it; empty if there is none.
  public var file: String
  /// The line, 1-based; 0 if the problem concerns the whole file.
  public var line: Int
  public var column: Int

  public init(code: String, severity: PropertyReport.Severity, message: String, remedy: String) {
    self.code = code
    self.severity = severity
    self.message = message
    self.remedy = remedy
    file = ""
    line = 0
    column = 0
  }
}
