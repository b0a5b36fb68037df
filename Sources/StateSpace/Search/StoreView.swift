import CMemory

/// A look at a store while it stays as it is, or while states are added for which it has room.
///
/// Looks at a line of the table may then meet one that is being written: an entry is written at
/// once, never changed, and only once its state is new, so that what is seen is true, and what is
/// missed proves nothing. Hence it may call itself `Sendable`.
struct StoreView: @unchecked Sendable {
  let states: UnsafeMutablePointer<UInt64>
  let words: Int
  /// The states that there were.
  let count: Int
  let hashing: StateHash
  var probe: Probe

  /// The same for those who look while others write. Entries with indices may then come to lie so
  /// far from home that tags prove nothing, so that states are compared.
  var shared: StoreView {
    var shared = self
    shared.probe.tagsDecide = probe.tagsDecide && !probe.hasIndices
    return shared
  }

  @inline(__always)
  func load<State: PackedState>(_ index: Int, as type: State.Type) -> State {
    State(states + index * words, count: words)
  }

  @inline(__always)
  func hash<State: PackedState>(_ state: State) -> UInt64 { hashing(state, count: words) }

  /// Asks for the state that is probably the one of this hash, where it will have to be compared.
  @inline(__always)
  func prefetchState(_ hash: UInt64) {
    if let index = probe.indexAtHome(hash) { waymark_prefetch(states + index * words) }
  }

  /// Whether a state is stored and found at once; a `false` proves nothing. For tables whose tags
  /// do not decide.
  @inline(__always)
  func isAtHome<State: PackedState>(_ state: State, hash: UInt64) -> Bool {
    guard let index = probe.indexAtHome(hash), index < count else { return false }
    return state.equals(states + index * words, count: words)
  }
}
