/// A rule of the reference for which no document is rejected: it restricts what users may enter at
/// sign-up, or permits a combination that looks wrong.
public struct UnenforcedRule: Sendable, Hashable {
  public var id: String
  public var ruleClass: RuleClass
  /// The rule in one sentence.
  public var statement: String
  /// The confidence, from A, measured at the service, to D, not settled.
  public var confidence: String
  /// The bundled file that demonstrates the rule.
  public var shownBy: String

  /// All unenforced rules, in the order of their numbers.
  public static let all: [UnenforcedRule] = [
    UnenforcedRule(
      id: "L5", ruleClass: .signUp,
      statement: "Where e-mail is an alias a user name may not look like an e-mail address, where"
        + " the phone number is one not like a phone number; SignUp answers InvalidParameter.",
      confidence: "B", shownBy: "Models/scenarios/sign-up/name-like-an-alias.yaml"),
    UnenforcedRule(
      id: "L10", ruleClass: .permitted,
      statement: "Passkeys may be configured while MFA is off.", confidence: "A",
      shownBy: "Models/pools/sound/library.yaml"),
    UnenforcedRule(
      id: "L12", ruleClass: .permitted,
      statement: "One-time passwords may be a first factor while MFA is optional.",
      confidence: "A", shownBy: "Models/pools/sound/signal-box.yaml"),
    UnenforcedRule(
      id: "L14", ruleClass: .permitted,
      statement: "Passkeys may be a single factor while MFA is optional.", confidence: "A",
      shownBy: "Models/pools/sound/lighthouse.yaml"),
    UnenforcedRule(
      id: "L17", ruleClass: .permitted,
      statement: "Codes by e-mail may be a first factor with Cognito's own mail, which sends at"
        + " most 50 a day.", confidence: "A", shownBy: "Models/pools/sound/newsstand.yaml"),
  ]
}

/// The subject of a rule of legality, which decides where the rule can be checked.
public enum RuleClass: String, Sendable, CaseIterable {
  /// A pool or a client in its present state.
  case state
  /// A change of a deployed pool, from one document to another, for `diff`.
  case change
  /// One call of the service's API, whatever the state of the pool afterwards.
  case call
  /// The values that a user may enter at sign-up.
  case signUp
  /// A combination that looks wrong and is legal.
  case permitted

  /// The class of a rule; nil for an id that is no rule of the reference.
  public static func of(_ id: String) -> RuleClass? {
    byRule.first { $0.id == id }?.ruleClass
  }

  /// The class in words, for a page of the reference.
  public var words: String {
    switch self {
    case .state: "a state rule: about a pool or a client as it stands"
    case .change: "a change rule: about two documents of a pool, for `waymark diff`"
    case .call: "a call rule: about one call of the service, for `waymark diff`"
    case .signUp: "a sign-up rule: about what a user enters"
    case .permitted: "permitted: it looks wrong and is legal"
    }
  }

  /// The class of each rule, by id, in the order of the reference's list. The rules that follow
  /// from measured facts (K, N) or from a settled contradiction (X) come last.
  public static let byRule: [(id: String, ruleClass: RuleClass)] = [
    ("L1", .state), ("L2", .change), ("L3", .state), ("L4", .state), ("L5", .signUp),
    ("L6", .state), ("L7", .state), ("L8", .state), ("L9", .state), ("L10", .permitted),
    ("L11", .state), ("L12", .permitted), ("L13", .state), ("L14", .permitted), ("L15", .state),
    ("L16", .state), ("L17", .permitted), ("L18", .state), ("L19", .state), ("L20", .state),
    ("L21", .state), ("L22", .state), ("L23", .state), ("L24", .state), ("L25", .change),
    ("L26", .state), ("L27", .state), ("L28", .state), ("L29", .state), ("L30", .state),
    ("L31", .change), ("L32", .call), ("L33", .change), ("L34", .change), ("L40", .state),
    ("L41", .state), ("L42", .state), ("L43", .state), ("L44", .state), ("L45", .state),
    ("L46", .state), ("L47", .state), ("L48", .state), ("K177", .state), ("K178", .change),
    ("K249", .state), ("N447", .state), ("N488", .state), ("N491", .state),
    ("N499", .state), ("N503", .state), ("N505", .state), ("N507", .state), ("N993", .state),
    ("X9", .state),
  ]
}
