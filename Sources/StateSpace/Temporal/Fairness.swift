/// A constraint on runs, that a class of steps is not neglected for ever. The class is given by
/// labels.
///
/// *Weak*: if such a step is possible from some point on without interruption, it is taken again
/// and again. *Strong*: if it is possible again and again, it is taken again and again. A step is
/// possible in a state if an edge of the class leaves the state.
///
/// Without fairness no actor has to act: a run may stop in any state (it stutters there, as in
/// TLA). A liveness property always depends on some actor that keeps trying, and fairness says
/// which.
///
/// Source: Lamport, "The Temporal Logic of Actions", 1994; Manna and Pnueli, 1992.
public struct Fairness: Sendable {
  /// The strength of the constraint.
  public enum Strength: Sendable, Hashable {
    case weak, strong
  }

  /// The name of the constraint in reports: “the user keeps trying”.
  public let name: String
  public let strength: Strength
  let takes: @Sendable (EdgeLabel) -> Bool

  /// - Parameters:
  ///   - name: the name of the class in reports.
  ///   - strength: weak or strong.
  ///   - takes: whether a step belongs to the class; called once for each distinct label.
  public init(
    _ name: String, _ strength: Strength, takes: @escaping @Sendable (EdgeLabel) -> Bool
  ) {
    self.name = name
    self.strength = strength
    self.takes = takes
  }
}
