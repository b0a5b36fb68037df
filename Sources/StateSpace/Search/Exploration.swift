import Synchronization

/// The result of a search: every reachable state at rest, how it was reached, and the errors found.
///
/// States are numbered in the order of discovery, initial states first. The order is that of a
/// breadth-first search with successors in the order of the rules. So the path that ``path(to:)``
/// returns has the fewest steps possible, and of all states with a property the one with the
/// smallest index has a shortest path. The same machine with the same options always gives the same
/// exploration.
public struct Exploration: Sendable {
  struct Counts: Sendable {
    var transitions: Int
    var explored: Int
    var faults: Int
    var fired: [Bool] = []
    var visits: [RuleVisit] = []
  }

  private let store: StateArchive
  private let counts: Counts
  private let levels: [Int]
  /// The states at rest from which no step leads to a state at rest, even to the same one, in
  /// ascending order, among the first ``exploredCount`` states. The caller decides whether such an
  /// end is intended.
  public let deadEnds: [Int]
  /// For each invariant of the machine, in order, the first state that breaks it, or `nil`.
  public let violations: [Violation?]
  /// Steps that could not be finished, in the order of discovery: for each urgent state where that
  /// happened, the first step into it; at most 100.
  public let faults: [ExplorationFault]
  /// Whether the search was complete, and if not, what stopped it.
  public let completeness: Completeness
  /// The graph of all steps, if ``ExplorationOptions/keepEdges`` was set.
  public let graph: StateGraph?

  init(
    store: StateArchive, counts: Counts, levels: [Int], deadEnds: [Int],
    violations: [Violation?], faults: [ExplorationFault], completeness: Completeness,
    graph: StateGraph?
  ) {
    self.store = store
    self.counts = counts
    self.levels = levels
    self.deadEnds = deadEnds
    self.violations = violations
    self.faults = faults
    self.completeness = completeness
    self.graph = graph
  }

  /// The number of states at rest found.
  public var stateCount: Int { store.states.count }

  /// The number of states whose steps were all taken, which are `0..<exploredCount`; equal to
  /// ``stateCount`` if the exploration is complete.
  public var exploredCount: Int { counts.explored }

  /// The number of steps taken. Self-loops count, and so do steps to the same target by different
  /// rules or through different urgent states.
  public var transitionCount: Int { counts.transitions }

  /// For each rule, whether any step fired it, also on its way through urgent states; empty if no
  /// edges were kept.
  public var firedRules: [Bool] { counts.fired }

  /// The circumstances in which watched rules fired, in the order of discovery; empty if no edges
  /// were kept. See ``ExplorationOptions/watch``.
  public var visits: [RuleVisit] { counts.visits }

  /// The number of steps that could not be finished, including those that ``faults`` omits.
  public var faultCount: Int { counts.faults }

  /// The largest number of steps on a shortest path to any state found.
  public var depth: Int { levels.count - 1 }

  /// The number of states at each distance from the initial states, from 0 to ``depth``.
  public var statesByDepth: [Int] {
    zip(levels, levels.dropFirst() + [stateCount]).map { $1 - $0 }
  }

  /// The memory that states, their parents and the hash table take, in bytes per state, without the
  /// graph.
  public var bytesPerState: Double {
    stateCount == 0 ? 0 : Double(store.states.bytes) / Double(stateCount)
  }

  /// The most memory that states, their parents and the hash table took at any moment of the
  /// search, in bytes per state found, without the graph.
  public var peakBytesPerState: Double {
    let peak = max(store.states.peakBytes, store.states.bytes)
    return stateCount == 0 ? 0 : Double(peak) / Double(stateCount)
  }

  /// The resting words of a state.
  ///
  /// - Parameter index: in `0..<stateCount`.
  public func state(_ index: Int) -> [UInt64] { store.states.state(checked(index)) }

  /// One resting word of a state, without making an array.
  public func word(_ word: Int, of index: Int) -> UInt64 {
    precondition(word >= 0 && word < store.states.words, "a resting word")
    return store.states.word(checked(index), word)
  }

  /// The index of a state given by its resting words, or `nil` if it was not found. The first call
  /// may have to build a table of indices, which costs time and memory for each state.
  public func index(of state: [UInt64]) -> Int? {
    guard state.count == store.states.words else { return nil }
    return store.index(of: state)
  }

  /// The state whose step found this one; `nil` for an initial state.
  public func predecessor(_ index: Int) -> Int? {
    let parent = store.states.parent(checked(index))
    return parent.source == StateStore.noSource ? nil : Int(parent.source)
  }

  /// The first rule of the step that found this state; `nil` for an initial state.
  public func firstRule(_ index: Int) -> Int? {
    let parent = store.states.parent(checked(index))
    return parent.source == StateStore.noSource ? nil : Int(parent.rule)
  }

  /// The number of steps on a shortest path to a state. Costs the logarithm of ``depth``.
  public func depth(of index: Int) -> Int {
    let index = checked(index)
    var (low, high) = (0, levels.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if levels[middle] <= index { low = middle } else { high = middle }
    }
    return low
  }

  /// A shortest path from an initial state to a state, both ends included.
  public func path(to index: Int) -> [Int] {
    var path = [checked(index)]
    var last = index
    while let before = predecessor(last) {
      path.append(before)
      last = before
    }
    return path.reversed()
  }

  private func checked(_ index: Int) -> Int {
    precondition(index >= 0 && index < stateCount, "a state of this exploration")
    return index
  }
}

/// The states of a finished search, shared by all copies of its ``Exploration``.
final class StateArchive: Sendable {
  let states: StateStore
  private let indices = Mutex<StateStore.Indices?>(nil)

  init(_ states: consuming StateStore) { self.states = states }

  /// The index of a state given by its resting words.
  func index(of state: [UInt64]) -> Int? {
    indices.withLock { indices in
      let made = {
        let known = indices ?? self.states.makeIndices()
        indices = known
        return known
      }
      return state.count == 1
        ? states.index(of: state[0], made) : states.index(of: SIMD8<UInt64>(state), made)
    }
  }
}
