/// A parameter that bounds an exploration and nothing of the service: what lies beyond it is not
/// explored, and a report says so.
public struct ExplorationBound: Sendable, Hashable {
  /// The parameter whose value is the bound.
  public var parameter: Int
  /// What is counted: “answers to CUSTOM_CHALLENGE in one sign-in”.
  public var counted: String
  /// Which configurations ever come near it: a condition over parameters.
  public var condition: Expression
}
