import StateSpace

/// The states nearest to the initial states of a machine, listed on demand. Shortest paths to most
/// states are found there quickly.
struct NearestStates {
  private let system: TransitionSystem
  /// The most states that are listed.
  private let most: Int
  private let shouldStop: () -> Bool
  private var listed: Exploration?

  /// The number of states in the first listing.
  private static let few = 2_000

  /// - Parameters:
  ///   - system: the machine.
  ///   - most: the most states that are listed.
  ///   - shouldStop: called from time to time; true stops the listing.
  init(of system: TransitionSystem, most: Int, shouldStop: @escaping () -> Bool = { false }) {
    (self.system, self.most, self.shouldStop) = (system, most, shouldStop)
  }

  /// Returns a shortest path to a state that fulfils a condition, if one is among those listed.
  /// States are listed in the order of their distance, so no path is shorter.
  mutating func path(where isWanted: ([UInt64]) -> Bool) -> SymbolicPath? {
    var seen = 0
    repeat {
      guard let listed else { continue }
      let found = (seen..<listed.stateCount).first { isWanted(listed.state($0)) }
      if let found {
        let path = listed.path(to: found)
        return SymbolicPath(
          states: path.map(listed.state), rules: path.dropFirst().compactMap(listed.firstRule))
      }
      seen = listed.stateCount
    } while listMore()
    return nil
  }

  /// Lists more states, the known ones first and in their order; false where there are no more.
  private mutating func listMore() -> Bool {
    let known = listed?.stateCount ?? 0
    guard known < most, listed.map({ $0.completeness == .stateLimit }) ?? true else { return false }
    let next = known == 0 ? min(Self.few, most) : most
    let found = try? system.explore(ExplorationOptions(maximumStates: next)) { _ in !shouldStop() }
    guard let found, found.stateCount > known else { return false }
    listed = found
    return true
  }
}
