/// What a rule of legality is about, which decides where it can be checked.
public enum RuleClass: String, Sendable, CaseIterable {
  /// A pool or a client as it stands.
  case state
  /// A change of a pool that is deployed: two documents, for `diff`.
  case change
  /// One call of the service's API, whatever the pool is afterwards.
  case call
  /// What a user may enter at sign-up.
  case signUp
  /// A combination that looks wrong and is legal.
  case permitted

  /// The class of each rule, by id, in the order of the reference's list.
  public static let byRule: [(id: String, ruleClass: RuleClass)] = [
    ("L1", .state), ("L2", .change), ("L3", .state), ("L4", .state), ("L5", .signUp),
    ("L6", .state), ("L7", .state), ("L8", .state), ("L9", .state), ("L10", .permitted),
    ("L11", .state), ("L12", .permitted), ("L13", .state), ("L14", .permitted), ("L15", .state),
    ("L16", .state), ("L17", .permitted), ("L18", .state), ("L19", .state), ("L20", .state),
    ("L21", .state), ("L22", .state), ("L23", .state), ("L24", .state), ("L25", .change),
    ("L26", .state), ("L27", .state), ("L28", .state), ("L29", .state), ("L30", .state),
    ("L31", .change), ("L32", .call), ("L33", .change), ("L34", .change), ("L40", .state),
    ("L41", .state), ("L42", .state), ("L43", .state), ("L44", .state), ("L45", .state),
    ("L46", .state), ("L47", .state), ("L48", .state),
  ]
}
