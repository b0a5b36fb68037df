/// The choice of the engine that explores; no other code makes it.
///
/// With ``Backend/auto`` states are listed while they are few; beyond that the symbolic engine
/// takes over. Where that runs out of memory, states are listed again, up to the maximum. The
/// choice is remembered for the next exploration of the same configuration.
struct EngineChoice: Sendable {
  /// The result of an engine, and whether all states fitted its limits.
  typealias Found<Result> = (result: Result, fits: Bool)

  /// The requested engine.
  var backend: Backend
  /// With ``Backend/auto``, the most states that are listed before the symbolic engine takes over.
  var explicitStates: Int
  /// The most states that are listed at all.
  var maximumStates: Int
  /// Whether the states are known to be too many for a first listing.
  var isLarge = false
  /// Whether the symbolic engine ran out of memory, so that states are listed up to the maximum.
  var isTangled = false

  /// The most states of the first listing.
  var mostListed: Int {
    backend == .auto && !isTangled ? min(explicitStates, maximumStates) : maximumStates
  }

  /// Runs the chosen engine and returns its result.
  ///
  /// - Parameters:
  ///   - list: explores state by state, up to a number of states.
  ///   - sets: explores symbolically.
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
