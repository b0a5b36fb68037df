extension FixReport {
  /// The fixes as paragraphs, or the message that there is nothing to fix.
  func answer(width: Int) -> String {
    let text = text(width: width)
    return text.isEmpty
      ? "\n`--fix` has nothing to mend: no property fails as an error or a warning.\n" : text
  }

  /// The fixes as paragraphs; empty if there is nothing to fix.
  public func text(width: Int) -> String {
    var out = fixes.map { text(of: $0, width) }.joined()
    if !unmended.isEmpty {
      out += "\n" + TextLayout.listed("No remedy that was tried mends ", unmended, width: width)
    }
    if !untried.isEmpty {
      out += "\n" + TextLayout.listed("No remedy was tried for ", untried, width: width)
      out += TextLayout.wrapped(reason, width: width).map { $0 + "\n" }.joined()
    }
    return out
  }

  private func text(of fix: Fix, _ width: Int) -> String {
    guard fix.isChecked else { return "\nThe search stopped before a fix was checked.\n" }
    let rules = fix.refused.joined(separator: ", ")
    let isNew = rules.isEmpty ? "" : "    of a new pool: \(rules) on a live one\n"
    let left = fix.failures.map { failure in
      let before = failure.before.map { $0 == failure.severity ? "" : ", \($0.rawValue) before" }
      return "\(failure.id) (\(failure.severity.rawValue)\(before ?? ", new"))"
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
}
