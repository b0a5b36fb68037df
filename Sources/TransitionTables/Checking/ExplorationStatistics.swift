public import StateSpace

/// Counts of one or several explorations.
public struct ExplorationStatistics: Sendable, Hashable {
  /// Resting states.
  public var states = 0
  /// Steps between them.
  public var transitions = 0
  /// Steps on the longest of the shortest paths.
  public var depth = 0
  /// Whether no exploration was cut off.
  public var isComplete: Bool { stop == nil }
  /// What cut the first exploration off that was cut off.
  public private(set) var stop: Completeness?

  /// No exploration yet.
  public init() {}

  /// Takes up another exploration: counts of the largest one stand for all.
  public mutating func include(_ exploration: Exploration) {
    states = max(states, exploration.stateCount)
    transitions = max(transitions, exploration.transitionCount)
    depth = max(depth, exploration.depth)
    if exploration.completeness != .complete { stop = stop ?? exploration.completeness }
  }
}
