import TransitionTables

extension FactReader {
  /// Notes that the service refuses something, in its own words where they are known.
  mutating func refuse(_ known: KnownRule, at location: SourceLocation, _ message: String) {
    guard author == .person, let rule = DocumentRule.rule(known) else { return }
    let words = rule.refusal.isEmpty ? "" : ": “\(rule.refusal)”"
    complain(
      rule.code, at: location,
      "\(message); the service refuses this\(words) (\(rule.id), confidence \(rule.confidence))",
      remedy: rule.remedy)
  }

  /// The same for a rule that only warns.
  mutating func warn(_ known: KnownRule, at location: SourceLocation, _ message: String) {
    guard author == .person, let rule = DocumentRule.rule(known) else { return }
    complain(
      rule.code, .warning, at: location, "\(message) (\(rule.id), confidence \(rule.confidence))",
      remedy: rule.remedy)
  }

  /// The same for what a guide forbids and the service was seen to accept.
  mutating func note(_ known: KnownRule, at location: SourceLocation, _ message: String) {
    guard author == .person, let rule = DocumentRule.rule(known) else { return }
    complain(
      rule.code, .note, at: location, "\(message) (\(rule.id), confidence \(rule.confidence))",
      remedy: rule.remedy)
  }

  /// Refuses what a fact states where the feature plan does not have it.
  mutating func checkPlan(of fact: FixedFact, tier: ParameterValue?) {
    guard case .choice(let name) = tier,
      let refusal = FeaturePlan(rawValue: name).flatMap({ fact.planRefusal(in: $0) })
    else { return }
    refuse(refusal.rule, at: fact.location, refusal.message)
  }
}
