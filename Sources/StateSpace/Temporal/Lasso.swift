/// A run that goes on for ever: a way in, and a cycle of real steps that is repeated.
///
/// The cycle is one closed walk along edges of the graph, not the list of a component's states.
/// Where it has no step the run stops in its only state: somebody could go on, and nobody has to.
public struct Lasso: Hashable, Sendable {
  /// From an initial state to the first state of the cycle; shortest.
  public let prefix: GraphPath
  /// The walk round; its first and last state are the same. No label where the run stutters.
  public let cycle: GraphPath
}
