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

  /// The fixes as paragraphs; empty where nothing is to be mended.
  public func text(width: Int) -> String {
    var out = fixes.map { text(of: $0, width) }.joined()
    if !unmended.isEmpty {
      out += "\n" + TextLayout.listed("No remedy that was tried mends ", unmended, width: width)
    }
    return out
  }

  private func text(of fix: Fix, _ width: Int) -> String {
    guard fix.isChecked else { return "\nA limit was reached before a fix was checked.\n" }
    let rules = fix.refused.joined(separator: ", ")
    let isNew = rules.isEmpty ? "" : "    of a new pool: \(rules) on a live one\n"
    let left = fix.failures.map {
      "\($0.id) (\($0.severity.rawValue)\($0.isNew ? ", new" : ""))"
    }
    return "\nWhat would leave \(Self.claim(about: fix)):\n"
      + "  \(fix.settings.joined(separator: " "))\n" + isNew
      + (left.isEmpty ? "" : TextLayout.listed("    still fails: ", left, width: width))
  }

  private static func claim(about fix: Fix) -> String {
    if fix.failures.isEmpty { return "no finding" }
    let errors = fix.failures.count { $0.severity == .error }
    if errors > 0 { return TextLayout.counted(errors, "error") }
    return fix.failures.contains { $0.severity == .warning }
      ? "no error" : "no error and no warning"
  }

  /// The same as JSON.
  var value: JSONValue {
    .object([
      "unmended": .strings(unmended),
      "fixes": .array(
        fixes.map { fix in
          .object([
            "settings": .strings(fix.settings), "refused": .strings(fix.refused),
            "isChecked": .bool(fix.isChecked),
            "stillFails": .array(
              fix.failures.map {
                .object([
                  "id": .string($0.id), "severity": .string($0.severity.rawValue),
                  "isNew": .bool($0.isNew),
                ])
              }),
          ])
        }),
    ])
  }
}
