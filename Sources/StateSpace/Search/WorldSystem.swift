/// Up to 64 machines over the same states, explored together: the worlds of a choice that is open.
///
/// Each rule exists in some of the worlds, given as a bit mask, and so does each invariant. Work
/// that is the same in several worlds is done once.
public struct WorldSystem: Sendable {
  /// The rules and the invariants of all worlds; each invariant is checked within steps too. Rules
  /// with the same effect and label must be adjacent.
  public var system: TransitionSystem
  /// For each rule, the worlds in which it exists.
  public var worldsOfRule: [UInt64]
  /// For each invariant, the worlds in which it is checked.
  public var worldsOfClaim: [UInt64]
  /// The mask of all worlds.
  public var all: UInt64

  /// Makes a system of several machines.
  ///
  /// - Parameters:
  ///   - system: the rules and invariants of all worlds.
  ///   - worldsOfRule: for each rule, the worlds in which it exists.
  ///   - worldsOfClaim: for each invariant, the worlds in which it is checked.
  ///   - all: the mask of all worlds.
  public init(
    _ system: TransitionSystem, worldsOfRule: [UInt64], worldsOfClaim: [UInt64], all: UInt64
  ) {
    self.system = system
    self.worldsOfRule = worldsOfRule
    self.worldsOfClaim = worldsOfClaim
    self.all = all
  }

  /// Finds every state at rest with the worlds that reach it, and every step with its worlds.
  ///
  /// - Parameters:
  ///   - maximumStates: the maximum number of states.
  ///   - progress: called now and then with the number of states; returns false to stop.
  /// - Returns: nil if a limit stopped the search, or if the machine is not whole.
  /// - Throws: a ``TransitionSystemError`` if the machine is not well formed.
  public func explore(
    maximumStates: Int, progress: (Int) -> Bool = { _ in true }
  ) throws(TransitionSystemError) -> WorldExploration? {
    try system.validate()
    guard system.isWhole else { return nil }
    return switch system.wordCount {
    case 1, 2: search(SIMD2<UInt64>.self, maximumStates, progress)
    case 3, 4: search(SIMD4<UInt64>.self, maximumStates, progress)
    default: search(SIMD8<UInt64>.self, maximumStates, progress)
    }
  }

  private func search<State: PackedState>(
    _ width: State.Type, _ maximumStates: Int, _ progress: (Int) -> Bool
  ) -> WorldExploration? {
    var search = WorldSearch<State>(self, maximumStates: maximumStates)
    return search.run(progress) ? search.finish() : nil
  }
}

/// The result of exploring all worlds.
public struct WorldExploration: Sendable {
  /// A step between states at rest.
  public struct Edge: Sendable {
    /// The number of the state that the step leaves.
    public var source: UInt32
    /// The number of the state that the step leads to.
    public var target: UInt32
    /// The position of the step's label in ``WorldExploration/labels``.
    public var label: UInt32
    /// The worlds in which the step exists.
    public var worlds: UInt64
  }

  /// The number of words of a state at rest.
  public let restingWordCount: Int
  /// The words of all states, one state after the other.
  public let words: [UInt64]
  /// For each state, the worlds that reach it.
  public let worlds: [UInt64]
  /// All steps, in several arrays.
  public let edges: [[Edge]]
  /// The distinct labels of steps.
  public let labels: [EdgeLabel]
  /// The distinct observations, with all words of a state.
  public let observations: [[UInt64]]
  /// For each invariant, the worlds in which some state breaks it.
  public let broken: [UInt64]
  /// The worlds in which some step cannot be finished.
  public let faulty: UInt64

  /// The number of states that some world reaches.
  public var stateCount: Int { worlds.count }

  /// Calls a closure for each state that matches one of some cubes, with the worlds that reach it.
  ///
  /// - Parameters:
  ///   - cubes: conditions on states at rest.
  ///   - body: called with the state's number and its worlds.
  public func forEachState(
    matching cubes: [PackedCube], _ body: (_ state: Int, _ worlds: UInt64) -> Void
  ) {
    let asked = cubes.filter { $0.value.dropFirst(restingWordCount).allSatisfy { $0 == 0 } }
      .map { (mask: SIMD8<UInt64>($0.mask), value: SIMD8<UInt64>($0.value)) }
    guard !asked.isEmpty else { return }
    words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return }
      for state in worlds.indices {
        let own = SIMD8<UInt64>(base + state * restingWordCount, count: restingWordCount)
        if asked.contains(where: { own.matches($0.mask, $0.value) }) { body(state, worlds[state]) }
      }
    }
  }
}
