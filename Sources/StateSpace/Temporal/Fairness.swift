/// Something that a run must not neglect for ever: a class of steps, by their labels.
///
/// *Weak*: if such a step is possible from some point on without a break, it is taken again and
/// again. *Strong*: if it is possible again and again, it is taken again and again. A step is
/// possible in a state if an edge of the class leaves it.
///
/// Without fairness nobody has to do anything: a run may stop in any state (it stutters there, as
/// in TLA). What makes a claim of progress true is always somebody's persistence, and fairness
/// names whose.
///
/// Source: Lamport, "The Temporal Logic of Actions", 1994; Manna and Pnueli, 1992.
public struct Fairness: Sendable {
  /// How much is asked of the run.
  public enum Strength: Sendable, Hashable {
    case weak, strong
  }

  /// What a report calls it: “the user keeps trying”.
  public let name: String
  public let strength: Strength
  let takes: @Sendable (EdgeLabel) -> Bool

  /// - Parameters:
  ///   - name: what reports call the class.
  ///   - strength: weak or strong.
  ///   - takes: which steps belong to the class; asked once for each distinct label.
  public init(
    _ name: String, _ strength: Strength, takes: @escaping @Sendable (EdgeLabel) -> Bool
  ) {
    self.name = name
    self.strength = strength
    self.takes = takes
  }
}
