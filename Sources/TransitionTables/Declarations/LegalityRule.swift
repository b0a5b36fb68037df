/// A combination of parameters that the service refuses, with its own words and the remedy.
public struct LegalityRule: Sendable, Hashable {
  /// Its mark, as reports cite it.
  public var id: String
  /// True for the configurations that are refused.
  public var forbid: Expression
  /// The condition as written.
  public var forbidText: String
  /// The service's own refusal text, or empty.
  public var refusal: String
  /// What a report points at.
  public var parameters: [String]
  /// Whether the service refuses it; a rule of doubtful scope only warns.
  public var isError: Bool
  /// Whether it only says what the service makes of such a configuration, which is no mistake.
  public var isNote = false
  /// Whether a warning is a note of an app client that hands out tokens on the pages of managed
  /// login, which do not meet what it warns of.
  public var isNoteOnPages = false
  /// Whether it only keeps others than the given configurations from being explored: one that a
  /// remedy makes may be any.
  public var isBound = false
  /// Where it comes from, or nil.
  public var source: Source?
  /// What to change in the configuration.
  public var remedy: String
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation
}

/// States that must be impossible; proved by induction over the rows or checked while exploring.
public struct NeverConstraint: Sendable, Hashable {
  /// Its mark, as reports cite it.
  public var id: String
  /// True in the states that must be impossible.
  public var states: Expression
  /// The condition as written.
  public var statesText: String
  /// The author's `doc:`, or empty.
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation
}

extension Model {
  /// Whether a rule is the service's own: one that reads a parameter which says what is explored is
  /// a bound of the exploration.
  public func isOfService(_ rule: LegalityRule) -> Bool {
    rule.forbid.slots.allSatisfy { slots[$0].isSetting }
  }
}
