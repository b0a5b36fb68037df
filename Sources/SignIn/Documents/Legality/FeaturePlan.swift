import TransitionTables

/// The feature plans of a pool, the smallest first, with the model's names.
enum FeaturePlan: String, CaseIterable, Comparable {
  case lite, essentials, plus

  static func < (one: FeaturePlan, other: FeaturePlan) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }

  /// The name that AWS uses.
  var title: String { rawValue.capitalized }
}

/// Facts that only some feature plans have (L19, L27, L31).
///
/// Source: the developer guide's pages on feature plans, on turning off features, and on exporting
/// logs.
extension FixedFact {
  /// The versions of the trigger's events that let it change access tokens.
  static let accessTokenVersions: Set<String> = ["V2_0", "V3_0"]

  /// The smallest plan that has the feature, or nil where every plan has it.
  var plan: FeaturePlan? {
    switch kind {
    case .accessTokenTrigger: Self.accessTokenVersions.contains(value) ? .essentials : nil
    case .activityLogs: .plus
    default: nil
    }
  }

  /// The rule that rejects the fact in a plan that is too small, with a message; nil where the plan
  /// has it.
  func planRefusal(in tier: FeaturePlan) -> (rule: KnownRule, message: String)? {
    guard let plan, tier < plan else { return nil }
    switch kind {
    case .accessTokenTrigger:
      return (.l19, "the \(tier.title) plan has no trigger of version \(value)")
    case .activityLogs: return (.l27, "the \(tier.title) plan has no export of user activity")
    default: return nil
    }
  }

  /// The diagnostic for a new pool whose plan lacks what the present pool uses, or nil.
  func planComplaint(to new: PoolDocument, tier: String) -> Diagnostic? {
    guard let plan, let chosen = FeaturePlan(rawValue: tier), chosen < plan,
      let rule = DocumentRule.rule(.l31)
    else { return nil }
    return Diagnostic(
      rule.code, at: new.place(of: .tier) ?? new.firstPlace ?? location,
      "\(name), `\(value)` at \(location), needs the \(plan.title) plan, and the new pool has the"
        + " \(chosen.title) plan; the service refuses this: “\(rule.refusal)”"
        + " (\(rule.id), confidence \(rule.confidence))", remedy: rule.remedy)
  }
}
