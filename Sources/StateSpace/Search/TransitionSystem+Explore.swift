extension TransitionSystem {
  /// Finds every reachable state at rest, breadth first and exactly.
  ///
  /// Time is about proportional to the number of steps times the number of guards that share their
  /// selector value; memory is that of ``Exploration/bytesPerState`` and, with edges, 16 bytes for
  /// each step. The result depends on the machine and the options alone.
  ///
  /// - Parameters:
  ///   - options: the limits of the search and what it keeps.
  ///   - progress: called every few milliseconds; returning `false` stops the search,
  ///     whose result is then ``Completeness/cancelled``.
  /// - Throws: ``TransitionSystemError`` if the machine is not well formed. A step that cannot be
  ///   finished is not an error; it is listed in ``Exploration/faults``.
  public func explore(
    _ options: ExplorationOptions = ExplorationOptions(),
    progress: (ExplorationProgress) -> Bool = { _ in true }
  ) throws(TransitionSystemError) -> Exploration {
    try validate()
    // The search is specialized for each width, so that a state lives in registers.
    switch wordCount {
    case 1: return search(UInt64.self, options, progress)
    case 2: return search(SIMD2<UInt64>.self, options, progress)
    case 3, 4: return search(SIMD4<UInt64>.self, options, progress)
    default: return search(SIMD8<UInt64>.self, options, progress)
    }
  }

  private func search<State: PackedState>(
    _ width: State.Type, _ options: ExplorationOptions,
    _ progress: (ExplorationProgress) -> Bool
  ) -> Exploration {
    var search = Search<State>(self, options)
    search.run(from: initialStates, progress)
    return search.finish()
  }
}
