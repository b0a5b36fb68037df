/// A parameter that bounds the exploration without being a setting of the service. States beyond
/// the bound are not explored, and a report says so.
public struct ExplorationBound: Sendable, Hashable {
  /// The parameter whose value is the bound.
  public var parameter: Int
  /// The quantity that is bounded: “answers to CUSTOM_CHALLENGE in one sign-in”.
  public var counted: String
  /// The configurations that can reach the bound, as a condition over parameters.
  public var condition: Expression
}
