extension FixReport {
  /// The report as JSON.
  var value: JSONValue {
    .object([
      "unmended": .strings(unmended), "untried": .strings(untried), "reason": .string(reason),
      "fixes": .array(
        fixes.map { fix in
          .object([
            "settings": .strings(fix.settings), "refused": .strings(fix.refused),
            "isChecked": .bool(fix.isChecked),
            "stillFails": .array(
              fix.failures.map {
                .object([
                  "id": .string($0.id), "severity": .string($0.severity.rawValue),
                  "before": $0.before.map { .string($0.rawValue) } ?? .null,
                  "isNew": .bool($0.isNew),
                ])
              }),
          ])
        }),
    ])
  }
}
