public import StateSpace

/// Explores compiled tables, as they are or started elsewhere, by the engine that is asked for.
public struct TableExplorer: Sendable {
  /// The engine that answers.
  public var backend = Backend.auto
  /// With ``Backend/auto``, the most states that are explored one by one; sets of states take over
  /// beyond.
  public var explicitStates = 30_000
  /// The most resting states that are listed; symbolic sets need memory alone.
  public var maximumStates = 1 << 31
  /// The memory in bytes for an exploration state by state; `nil` for any.
  public var maximumBytes: Int?
  /// What a symbolic exploration may use.
  public var symbolicLimits = SymbolicTable.Limits()
  /// Called now and then; returning false stops.
  public var progress: @Sendable (ExplorationProgress) -> Bool = { _ in true }
  /// Called now and then by a symbolic exploration; returning false stops.
  public var symbolicProgress: @Sendable (SymbolicProgress) -> Bool = { _ in true }
  /// Asked often by a search of sets, and by what these are asked for later; true stops it. Steps
  /// are put together before.
  public var shouldStop: @Sendable () -> Bool = { false }

  /// An explorer that stops at nothing.
  public init() {}

  /// All states of a compiled table.
  /// - Throws: a `TransitionSystemError` where the compiled system is malformed.
  public func explore(_ compiled: CompiledModel) throws(TransitionSystemError) -> Explored {
    try explore(compiled, listing: compiled, from: nil)
  }

  /// All states that come of some valuations, given both ways: as a list and as a set.
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

  /// All states that come of a set of valuations, symbolically.
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
