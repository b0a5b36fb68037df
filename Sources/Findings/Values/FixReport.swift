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
    /// Whether it holds without the fix.
    public var isNew: Bool

    public init(id: String, severity: PropertyReport.Severity, isNew: Bool) {
      (self.id, self.severity, self.isNew) = (id, severity, isNew)
    }
  }

  /// What mends the errors, and what mends all findings where that is more.
  public var fixes: [Fix] = []
  /// The findings that no remedy mends, by id.
  public var unmended: [String] = []

  public init() {}
}
