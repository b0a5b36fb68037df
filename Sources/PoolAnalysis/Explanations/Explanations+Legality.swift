import SignIn

extension Explanations {
  /// The rules of legality that are checked in documents, one page per rule. The rules about
  /// parameters have their own pages, generated from the table.
  static let legality = DocumentRule.all.map { rule in
    ExplanationPage(
      rule.code, meaning(of: rule), remedy: sentence(rule.remedy),
      source: "\(rule.source), confidence \(rule.confidence)")
  }

  /// The rule, with the service's error message where it is known.
  private static func meaning(of rule: DocumentRule) -> String {
    let verdict = "The service refuses it"
    guard !rule.refusal.isEmpty else { return "\(rule.statement) \(verdict)." }
    let words = rule.refusal.hasSuffix(".") ? String(rule.refusal.dropLast()) : rule.refusal
    return "\(rule.statement) \(verdict): “\(words)”."
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
