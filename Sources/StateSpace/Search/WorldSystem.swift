/// Up to 64 machines over the same states, explored as one: the worlds of a choice that is open.
///
/// Each rule exists in some of the worlds, which a bit mask names, and so does each claim. What all
/// worlds share is done once.
public struct WorldSystem: Sendable {
  /// The rules of all worlds and the claims, each judged within steps too. Rules with the same
  /// effect and label stand next to each other.
  public var system: TransitionSystem
  /// By rule, the worlds in which it exists.
  public var worldsOfRule: [UInt64]
  /// By claim, the worlds in which it is made.
  public var worldsOfClaim: [UInt64]
  /// All worlds.
  public var all: UInt64

  /// Puts machines together.
  ///
  /// - Parameters:
  ///   - system: the rules and claims of all worlds.
  ///   - worldsOfRule: by rule, the worlds in which it exists.
  ///   - worldsOfClaim: by claim, the worlds in which it is made.
  ///   - all: all worlds.
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
  ///   - maximumStates: how many states are listed at most.
  ///   - progress: called now and then with the number of states; returning false stops.
  /// - Returns: nil where a limit came first, or the machine is not whole.
  /// - Throws: a ``TransitionSystemError`` where the machine is not well formed.
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

/// What was found in all worlds.
public struct WorldExploration: Sendable {
  /// A step between states at rest.
  public struct Edge: Sendable {
    /// The state that it leaves.
    public var source: UInt32
    /// The state that it leads to.
    public var target: UInt32
    /// Its label, by position in ``WorldExploration/labels``.
    public var label: UInt32
    /// The worlds in which it is taken.
    public var worlds: UInt64
  }

  /// The words of a state at rest.
  public let restingWordCount: Int
  /// The words of all states, one behind the other.
  public let words: [UInt64]
  /// By state, the worlds that reach it.
  public let worlds: [UInt64]
  /// All steps, in runs.
  public let edges: [[Edge]]
  /// What steps show.
  public let labels: [EdgeLabel]
  /// The distinct observations, with all words of a state.
  public let observations: [[UInt64]]
  /// By claim, the worlds in which some state breaks it.
  public let broken: [UInt64]
  /// The worlds in which a step cannot be finished.
  public let faulty: UInt64

  /// The number of states that some world reaches.
  public var stateCount: Int { worlds.count }

  /// Calls for each state that matches one of some cubes, with the worlds that reach it.
  ///
  /// - Parameters:
  ///   - cubes: conditions on states at rest.
  ///   - body: what to do with a state.
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
