/// Something that is wrong with a document itself: it cannot be read, or the service would refuse
/// what it says.
public struct DocumentProblem: Sendable, Hashable, Codable {
  /// The diagnostic's code: `template.unknown-reference`, `legality.L11`.
  public var code: String
  public var severity: PropertyReport.Severity
  public var message: String
  public var remedy: String
  /// The file as the user named it; empty where there is none.
  public var file: String
  /// 1-based; 0 where the problem is about the file as a whole.
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
