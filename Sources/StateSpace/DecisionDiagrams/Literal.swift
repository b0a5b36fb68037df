/// A variable with the value that a product term requires of it.
public struct Literal: Hashable, Sendable {
  /// The variable's index in its ``DecisionDiagrams``, from 0.
  public let variable: Int
  /// The value that the term requires.
  public let value: Bool

  /// The literal that requires `value` of `variable`.
  public init(variable: Int, value: Bool) {
    self.variable = variable
    self.value = value
  }
}
