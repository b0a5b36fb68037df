/// A combination of parameters that the service refuses, with its own words and the remedy.
public struct LegalityRule: Sendable, Hashable {
  public var id: String
  /// True for the configurations that are refused.
  public var forbid: Expression
  public var forbidText: String
  /// The service's own refusal text, or empty.
  public var refusal: String
  /// What a report points at.
  public var parameters: [String]
  /// Whether the service refuses it; a rule of doubtful scope only warns.
  public var isError: Bool
  public var source: Source?
  public var remedy: String
  public var documentation: String
  public var location: SourceLocation
}

/// States that must be impossible; proved by induction over the rows or checked while exploring.
public struct NeverConstraint: Sendable, Hashable {
  public var id: String
  public var states: Expression
  public var statesText: String
  public var documentation: String
  public var location: SourceLocation
}
