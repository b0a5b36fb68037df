import TransitionTables

extension FactReader {
  /// Reports a violated rule; for an error the message says that the service rejects it, in the
  /// service's own words where they are known.
  mutating func refuse(
    _ known: KnownRule, _ severity: Diagnostic.Severity = .error, at location: SourceLocation,
    _ message: String
  ) {
    guard author == .person, let rule = DocumentRule.rule(known) else { return }
    let words = rule.refusal.isEmpty ? "" : ": “\(rule.refusal)”"
    let verdict = severity == .error ? "; the service refuses this\(words)" : ""
    complain(
      rule.code, severity, at: location,
      "\(message)\(verdict) (\(rule.id), confidence \(rule.confidence))",
      remedy: rule.remedy.replacing(Self.property) { spelled(String($0.output)) })
  }

  /// Matches the name of a property, such as `TokenValidityUnits`.
  private static var property: Regex<Substring> { /\b[A-Z]\w*[a-z]\w*[A-Z]\w*/ }

  /// Reports a violation of a rule that only warns.
  mutating func warn(_ known: KnownRule, at location: SourceLocation, _ message: String) {
    refuse(known, .warning, at: location, message)
  }

  /// Notes something that a guide forbids and the service was seen to accept.
  mutating func note(_ known: KnownRule, at location: SourceLocation, _ message: String) {
    refuse(known, .note, at: location, message)
  }

  /// Reports a fact that the pool's feature plan does not have.
  mutating func checkPlan(of fact: FixedFact, tier: ParameterValue?) {
    guard case .choice(let name) = tier,
      let refusal = FeaturePlan(rawValue: name).flatMap({ fact.planRefusal(in: $0) })
    else { return }
    refuse(refusal.rule, at: fact.location, refusal.message)
  }
}
