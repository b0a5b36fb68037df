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
  /// Whether the steps were counted; sets of states count them only where each is known by the
  /// state and the rule that begin it.
  public var countsTransitions = true
  /// Whether the depth was worked out; sets of states do so only while it costs little.
  public var measuresDepth = true
  /// The engine: symbolic where any exploration was.
  public var backend = Backend.explicit

  /// No exploration yet.
  public init() {}

  /// Notes what kept an exploration from being begun.
  public mutating func cutOff(by reason: Completeness) { stop = stop ?? reason }

  /// Takes up another exploration: counts of the largest one stand for all.
  public mutating func include(_ exploration: Exploration) {
    states = max(states, exploration.stateCount)
    transitions = max(transitions, exploration.transitionCount)
    depth = max(depth, exploration.depth)
    if exploration.completeness != .complete { stop = stop ?? exploration.completeness }
  }

  /// Takes up a symbolic exploration. Numbers beyond 2^63 - 1 count as that.
  public mutating func include(_ table: SymbolicTable) {
    states = max(states, Self.clamped(table.stateCount))
    transitions = max(transitions, Self.clamped(table.transitionCount ?? 0))
    depth = max(depth, table.depth ?? 0)
    countsTransitions = countsTransitions && table.transitionCount != nil
    measuresDepth = measuresDepth && table.depth != nil
    if table.completeness != .complete { stop = stop ?? table.completeness }
    backend = .symbolic
  }

  /// Takes up an exploration by either engine.
  public mutating func include(_ explored: Explored) {
    switch explored {
    case .explicit(let table): include(table.exploration)
    case .symbolic(let table): include(table)
    }
  }

  private static func clamped(_ count: UInt128?) -> Int { count.map(Int.init(clamping:)) ?? .max }
}
