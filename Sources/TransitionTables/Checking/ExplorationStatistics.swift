public import StateSpace

/// The counts of one or several explorations.
public struct ExplorationStatistics: Sendable, Hashable {
  /// The number of resting states.
  public var states = 0
  /// The number of steps between resting states.
  public var transitions = 0
  /// The depth: the length in steps of the longest shortest path.
  public var depth = 0
  /// Whether all explorations were complete.
  public var isComplete: Bool { stop == nil }
  /// The reason why the first incomplete exploration stopped; nil where all were complete.
  public private(set) var stop: Completeness?
  /// Whether steps were counted. The symbolic engine counts them only where the first state and the
  /// first rule determine each step.
  public var countsTransitions = true
  /// Whether the depth was computed; the symbolic engine does so only while it is cheap.
  public var measuresDepth = true
  /// The engine: symbolic if any exploration was.
  public var backend = Backend.explicit

  /// The statistics of no exploration.
  public init() {}

  /// Records the reason why an exploration was not begun.
  public mutating func cutOff(by reason: Completeness) { stop = stop ?? reason }

  /// Adds an exploration; each count is the maximum over all explorations.
  public mutating func include(_ exploration: Exploration) {
    states = max(states, exploration.stateCount)
    transitions = max(transitions, exploration.transitionCount)
    depth = max(depth, exploration.depth)
    if exploration.completeness != .complete { stop = stop ?? exploration.completeness }
  }

  /// Adds a symbolic exploration; counts above 2^63 - 1 are clamped to that.
  public mutating func include(_ table: SymbolicTable) {
    states = max(states, Self.clamped(table.stateCount))
    transitions = max(transitions, Self.clamped(table.transitionCount ?? 0))
    depth = max(depth, table.depth ?? 0)
    countsTransitions = countsTransitions && table.transitionCount != nil
    measuresDepth = measuresDepth && table.depth != nil
    if table.completeness != .complete { stop = stop ?? table.completeness }
    backend = .symbolic
  }

  /// Adds an exploration by either engine.
  public mutating func include(_ explored: Explored) {
    switch explored {
    case .explicit(let table): include(table.exploration)
    case .symbolic(let table): include(table)
    }
  }

  private static func clamped(_ count: UInt128?) -> Int { count.map(Int.init(clamping:)) ?? .max }
}
