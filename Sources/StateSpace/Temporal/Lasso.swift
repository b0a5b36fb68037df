/// An infinite run: a prefix, and a cycle of steps that is repeated for ever.
///
/// The cycle is one closed walk along edges of the graph, not the list of a component's states. If
/// it has no step, the run stops in its only state: steps may be possible there, but none is
/// required.
public struct Lasso: Hashable, Sendable {
  /// A shortest path from an initial state to the first state of the cycle.
  public let prefix: GraphPath
  /// The cycle; its first and last state are the same. Without labels if the run stutters.
  public let cycle: GraphPath
}
