/// A variable with the value that a product term asks of it.
public struct Literal: Hashable, Sendable {
  /// The variable's index in its ``DecisionDiagrams``, from 0.
  public let variable: Int
  /// The value that the term asks for.
  public let value: Bool

  /// Asks for `value` of `variable`.
  public init(variable: Int, value: Bool) {
    self.variable = variable
    self.value = value
  }
}
