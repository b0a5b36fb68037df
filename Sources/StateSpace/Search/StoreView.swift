import CMemory

/// A view of a store that does not change, or to which only states are added that it has room for.
///
/// A reader may then meet a table line that is being written. An entry is written at once, only
/// for a new state, and never changed. So an entry that is seen is correct, and one that is missed
/// proves nothing. Therefore the view is `Sendable`.
struct StoreView: @unchecked Sendable {
  let states: UnsafeMutablePointer<UInt64>
  let words: Int
  /// The number of states when the view was made.
  let count: Int
  let hashing: StateHash
  var probe: Probe

  /// The view for threads that read while another one writes. Entries with indices may then come to
  /// lie so far from home that tags prove nothing, so states are compared.
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

  /// Prefetches the state that probably belongs to this hash, where states must be compared.
  @inline(__always)
  func prefetchState(_ hash: UInt64) {
    if let index = probe.indexAtHome(hash) { waymark_prefetch(states + index * words) }
  }

  /// Whether a state is stored and its entry is the first candidate in its home line; `false`
  /// proves nothing. For tables whose tags do not decide.
  @inline(__always)
  func isAtHome<State: PackedState>(_ state: State, hash: UInt64) -> Bool {
    guard let index = probe.indexAtHome(hash), index < count else { return false }
    return state.equals(states + index * words, count: words)
  }
}
