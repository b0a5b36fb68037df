/// Which engine explores: the only place that decides it.
///
/// With ``Backend/auto`` states are listed while they are few, and sets take over beyond; what sets
/// have no room for may have room as a list. What was found out is kept for the next exploration of
/// the same configuration.
struct EngineChoice: Sendable {
  /// What an engine found, and whether there was room for all of it.
  typealias Found<Result> = (result: Result, fits: Bool)

  /// The engine that was asked for.
  var backend: Backend
  /// With ``Backend/auto``, the most states that are listed before sets take over.
  var explicitStates: Int
  /// The most states that are listed at all.
  var maximumStates: Int
  /// Whether there are too many states to list them first.
  var isLarge = false
  /// Whether sets had no room for the states either, so that they are listed as far as it goes.
  var isTangled = false

  /// The most states that are listed in the first place.
  var mostListed: Int {
    backend == .auto && !isTangled ? min(explicitStates, maximumStates) : maximumStates
  }

  /// What the engine of choice finds.
  ///
  /// - Parameters:
  ///   - list: lists up to that many states.
  ///   - sets: searches with sets of states.
  mutating func explored<Result, Failure: Error>(
    list: (_ most: Int) throws(Failure) -> Found<Result>,
    sets: () throws(Failure) -> Found<Result>
  ) throws(Failure) -> Result {
    if backend == .explicit || backend == .auto && (!isLarge || isTangled) {
      let most = mostListed
      let found = try list(most)
      if found.fits || most == maximumStates { return found.result }
      isLarge = true
    }
    let found = try sets()
    if backend == .symbolic || found.fits { return found.result }
    isTangled = true
    return try list(maximumStates).result
  }
}
