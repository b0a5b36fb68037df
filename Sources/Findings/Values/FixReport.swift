/// What the remedies of a pool's findings come to together: settings, and what is left with them.
public struct FixReport: Sendable, Hashable, Codable {
  /// Settings that were checked like the pool itself.
  public struct Fix: Sendable, Hashable, Codable {
    /// As options of the command line: `--set mfa=off`.
    public var settings: [String]
    /// Rules that refuse the change on a pool that is deployed; a new pool can have it.
    public var refused: [String]
    /// What would still fail.
    public var failures: [Failure] = []
    /// Whether it could be checked before a limit was reached.
    public var isChecked: Bool

    public init(settings: [String], refused: [String], isChecked: Bool) {
      (self.settings, self.refused, self.isChecked) = (settings, refused, isChecked)
    }
  }

  /// A property that fails with a fix.
  public struct Failure: Sendable, Hashable, Codable {
    public var id: String
    public var severity: PropertyReport.Severity
    /// How much it weighs without the fix; nil where it does not fail then.
    public var before: PropertyReport.Severity?
    /// Whether it holds without the fix.
    public var isNew: Bool { before == nil }

    public init(
      id: String, severity: PropertyReport.Severity, before: PropertyReport.Severity?
    ) {
      (self.id, self.severity, self.before) = (id, severity, before)
    }
  }

  /// What mends the errors, and what mends all findings where that is more.
  public var fixes: [Fix] = []
  /// The findings that no remedy mends, by id.
  public var unmended: [String] = []
  /// The findings for which no remedy was tried, by id.
  public var untried: [String] = []
  /// Why none was tried for them.
  public var reason = ""

  public init() {}
}
