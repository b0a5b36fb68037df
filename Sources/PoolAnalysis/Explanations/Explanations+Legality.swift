import SignIn

extension Explanations {
  /// The rules of legality that are checked in documents, one page a rule; the rules about
  /// parameters have pages of their own, from the table.
  static let legality = DocumentRule.all.map { rule in
    ExplanationPage(
      rule.code, meaning(of: rule), remedy: sentence(rule.remedy),
      source: "\(rule.source), confidence \(rule.confidence)")
  }

  /// The rule, and what the service answers where that is known.
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
