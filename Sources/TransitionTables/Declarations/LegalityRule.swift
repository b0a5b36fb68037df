/// A combination of parameters that the service refuses, with its error message and the remedy.
public struct LegalityRule: Sendable, Hashable {
  /// The id of the rule, as reports cite it.
  public var id: String
  /// The condition that is true for the refused configurations.
  public var forbid: Expression
  /// The condition as the author wrote it.
  public var forbidText: String
  /// The service's own error message, or empty.
  public var refusal: String
  /// The names of the parameters that a report points at.
  public var parameters: [String]
  /// Whether the service refuses the combination; a rule of doubtful scope only warns.
  public var isError: Bool
  /// Whether the rule only describes how the service treats the configuration, which is no mistake.
  public var isNote = false
  /// Whether a warning is reduced to a note for an app client that issues tokens on the pages of
  /// managed login, which the warning does not concern.
  public var isNoteOnPages = false
  /// Whether the rule only restricts the exploration to the given configurations; a configuration
  /// that a remedy produces need not fulfil it.
  public var isBound = false
  /// The source of the rule, or nil.
  public var source: Source?
  /// The advice on what to change in the configuration.
  public var remedy: String
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where the rule is declared.
  public var location: SourceLocation
}

/// States that must be impossible; proved by induction over the rows or checked during exploration.
public struct NeverConstraint: Sendable, Hashable {
  /// The id of the constraint.
  public var id: String
  /// The condition that is true in the states that must be impossible.
  public var states: Expression
  /// The condition as the author wrote it.
  public var statesText: String
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where the constraint is declared.
  public var location: SourceLocation
}

extension Model {
  /// Whether a rule is the service's own. A rule that reads a parameter which selects what is
  /// explored is a bound of the exploration instead.
  public func isOfService(_ rule: LegalityRule) -> Bool {
    rule.forbid.slots.allSatisfy { slots[$0].isSetting }
  }
}
