/// A Boolean function, named by its node in one ``DecisionDiagrams``.
///
/// Two diagrams of the same ``DecisionDiagrams`` are equal exactly when their functions are equal,
/// so comparing functions costs one integer comparison. A diagram means nothing without the
/// ``DecisionDiagrams`` that made it; only the constants ``no`` and ``yes`` are the same in all.
public struct Diagram: Hashable, Sendable {
  let index: UInt32

  /// The function that is false everywhere.
  public static let no = Diagram(index: 0)
  /// The function that is true everywhere.
  public static let yes = Diagram(index: 1)
}
