public import StateSpace

/// Explores compiled tables by the requested engine, from their initial states or from others.
public struct TableExplorer: Sendable {
  /// The engine that explores.
  public var backend = Backend.auto
  /// With ``Backend/auto``, the most states that are listed; beyond that the symbolic engine takes
  /// over.
  public var explicitStates = 30_000
  /// The most resting states that are listed; the symbolic engine is bounded only by memory.
  public var maximumStates = 1 << 31
  /// The memory in bytes for an explicit exploration; `nil` for no limit.
  public var maximumBytes: Int?
  /// The limits of a symbolic exploration.
  public var symbolicLimits = SymbolicTable.Limits()
  /// Called from time to time; returning false stops the exploration.
  public var progress: @Sendable (ExplorationProgress) -> Bool = { _ in true }
  /// Called from time to time by a symbolic exploration; returning false stops it.
  public var symbolicProgress: @Sendable (SymbolicProgress) -> Bool = { _ in true }
  /// Called often by a symbolic search and by later queries on its result; true stops them. The
  /// compilation of the steps comes before and is not stopped.
  public var shouldStop: @Sendable () -> Bool = { false }

  /// An explorer without limits.
  public init() {}

  /// Explores all reachable states of a compiled table.
  /// - Throws: a `TransitionSystemError` where the compiled system is malformed.
  public func explore(_ compiled: CompiledModel) throws(TransitionSystemError) -> Explored {
    try explore(compiled, listing: compiled, from: nil)
  }

  /// Explores all states reachable from some valuations, which are given both as a list and as a
  /// set.
  public func explore(
    _ compiled: CompiledModel, startingFrom valuations: [[Int]], or start: StartingSet
  ) throws(TransitionSystemError) -> Explored {
    try explore(compiled, listing: compiled.starting(from: valuations), from: start)
  }

  private func explore(
    _ compiled: CompiledModel, listing started: CompiledModel, from start: StartingSet?
  ) throws(TransitionSystemError) -> Explored {
    var choice = EngineChoice(
      backend: backend, explicitStates: explicitStates, maximumStates: maximumStates)
    return try choice.explored { most throws(TransitionSystemError) in
      let found = try TableExploration(
        started,
        options: ExplorationOptions(maximumStates: most, maximumBytes: maximumBytes),
        progress: progress)
      let stop = found.exploration.completeness
      return (.explicit(found), stop != .stateLimit && stop != .memoryLimit)
    } sets: { () throws(TransitionSystemError) in
      let found = try sets(compiled, from: start)
      return (.symbolic(found), found.completeness != .memoryLimit)
    }
  }

  /// Explores all states reachable from a set of valuations, symbolically.
  public func explore(
    _ compiled: CompiledModel, startingFrom start: StartingSet
  ) throws(TransitionSystemError) -> Explored {
    .symbolic(try sets(compiled, from: start))
  }

  private func sets(
    _ compiled: CompiledModel, from start: StartingSet?
  ) throws(TransitionSystemError) -> SymbolicTable {
    let table = try SymbolicTable(
      compiled, limits: symbolicLimits, startingFrom: start, measuresDepth: false,
      shouldStop: shouldStop, progress: symbolicProgress)
    return table
  }
}
