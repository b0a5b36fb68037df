/// The limits of an exploration and what it keeps.
public struct ExplorationOptions: Hashable, Sendable {
  /// The maximum number of states to store, 1 to 4,294,967,294. The search stops before one more.
  public var maximumStates: Int
  /// The maximum number of steps of a path; `nil` for no limit.
  public var maximumDepth: Int?
  /// The maximum memory in bytes that the search may take at any moment for states, their parents,
  /// the hash table and kept edges; `nil` for no limit. The search stops before it takes more. The
  /// table grows by half at a time, so the search may stop well below the limit.
  public var maximumBytes: Int?
  /// Whether to keep every step for ``Exploration/graph``, at 16 bytes each, and 24 while the graph
  /// is built.
  public var keepEdges: Bool
  /// The maximum number of threads, at least 1; no result depends on it. More threads help only
  /// where no edges are kept, no state is urgent, no invariant is checked within steps, and levels
  /// are large.
  public var threads: Int
  /// The rules whose firing is recorded if edges are kept; see ``Exploration/visits``.
  public var watch = RuleWatch()

  /// By default there is no limit, and only states are kept.
  public init(
    maximumStates: Int = 4_294_967_294, maximumDepth: Int? = nil, maximumBytes: Int? = nil,
    keepEdges: Bool = false, threads: Int = 1
  ) {
    self.maximumStates = maximumStates
    self.maximumDepth = maximumDepth
    self.maximumBytes = maximumBytes
    self.keepEdges = keepEdges
    self.threads = threads
  }
}

/// The progress of a search.
public struct ExplorationProgress: Hashable, Sendable {
  /// The number of states found so far.
  public let states: Int
  /// The number of steps taken so far.
  public let transitions: Int
  /// The memory that the search holds now, in bytes, counted as for
  /// ``ExplorationOptions/maximumBytes``.
  public let bytes: Int
  /// The search's current distance from the initial states, in steps.
  public let depth: Int
}

/// Whether an exploration was complete, and if not, what stopped it.
public enum Completeness: Hashable, Sendable {
  /// Every reachable state was found and every step taken.
  case complete
  /// ``ExplorationOptions/maximumStates`` was reached, and there was a further state.
  case stateLimit
  /// ``ExplorationOptions/maximumDepth`` was reached, and there were states whose steps, if any,
  /// were not taken.
  case depthLimit
  /// One more batch of states would have exceeded ``ExplorationOptions/maximumBytes``.
  case memoryLimit
  /// The caller's closure stopped the search, or the task in which it runs was cancelled.
  case cancelled
}

/// The first state found that breaks an invariant.
public struct Violation: Hashable, Sendable {
  /// The index of the bad state if `rules` is empty; otherwise the index of the state at rest whose
  /// step leads through the bad state.
  public let index: Int
  /// The rules fired on the way from `index` to the bad state; empty if `index` is the bad state.
  public let rules: [Int]
  /// The bad state, with all words of a state of its machine.
  public let state: [UInt64]

  /// Makes a violation, for comparison with one that a search found.
  public init(index: Int, rules: [Int], state: [UInt64]) {
    self.index = index
    self.rules = rules
    self.state = state
  }
}

/// A step of an exploration that could not be finished.
public struct ExplorationFault: Hashable, Sendable {
  /// The index of the state at rest where the step began.
  public let source: Int
  /// The rules fired from there, and the reason for the failure.
  public let step: StepFault

  /// Makes a fault, for comparison with one that a search found.
  public init(source: Int, step: StepFault) {
    self.source = source
    self.step = step
  }
}
