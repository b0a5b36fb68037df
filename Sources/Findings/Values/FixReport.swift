/// The joint effect of the remedies of a pool's findings: settings, and the failures that remain
/// with them.
public struct FixReport: Sendable, Hashable, Codable {
  /// Settings with remedies, checked like the pool itself.
  public struct Fix: Sendable, Hashable, Codable {
    /// The settings as options of the command line: `--set mfa=off`.
    public var settings: [String]
    /// The rules that refuse the change on a deployed pool; a new pool can have it.
    public var refused: [String]
    /// The properties that would still fail.
    public var failures: [Failure] = []
    /// Whether the fix was checked before a limit was reached.
    public var isChecked: Bool

    public init(settings: [String], refused: [String], isChecked: Bool) {
      (self.settings, self.refused, self.isChecked) = (settings, refused, isChecked)
    }
  }

  /// A property that fails with a fix.
  public struct Failure: Sendable, Hashable, Codable {
    public var id: String
    public var severity: PropertyReport.Severity
    /// The severity of the failure without the fix; nil if the property does not fail then.
    public var before: PropertyReport.Severity?
    /// Whether the property fails only with the fix.
    public var isNew: Bool { before == nil }

    public init(
      id: String, severity: PropertyReport.Severity, before: PropertyReport.Severity?
    ) {
      (self.id, self.severity, self.before) = (id, severity, before)
    }
  }

  /// The fix for the errors and, if it differs, the fix for all findings.
  public var fixes: [Fix] = []
  /// The findings that no remedy fixes, by id.
  public var unmended: [String] = []
  /// The findings for which no remedy was tried, by id.
  public var untried: [String] = []
  /// The reason why no remedy was tried for them.
  public var reason = ""

  public init() {}
}
