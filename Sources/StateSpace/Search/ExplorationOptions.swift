/// How far an exploration may go and what it keeps.
public struct ExplorationOptions: Hashable, Sendable {
  /// The number of states to store at most, 1 to 4,294,967,294. The search stops before one more.
  public var maximumStates: Int
  /// The number of steps that a path may have at most; `nil` for any.
  public var maximumDepth: Int?
  /// The memory in bytes that the search may take at any moment for states, their parents, the
  /// table and kept edges; `nil` for any. The search stops before it takes more. The table grows by
  /// half at a time, so it may stop well below.
  public var maximumBytes: Int?
  /// Whether to keep every step for ``Exploration/graph``, at 16 bytes each, and 24 while the graph
  /// is made.
  public var keepEdges: Bool
  /// How many threads may take steps, at least 1; no result depends on it. They help where no edges
  /// are kept, no state is urgent and nothing is judged within steps, and levels are large.
  public var threads: Int
  /// The rules whose firing is noted, where edges are kept; see ``Exploration/visits``.
  public var watch = RuleWatch()

  /// Goes everywhere and keeps states alone by default.
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

/// How far a search has got.
public struct ExplorationProgress: Hashable, Sendable {
  /// The states found so far.
  public let states: Int
  /// The steps taken so far.
  public let transitions: Int
  /// The memory that the search holds now, in bytes, as ``ExplorationOptions/maximumBytes`` counts.
  public let bytes: Int
  /// The distance from an initial state at which the search is now, in steps.
  public let depth: Int
}

/// Whether an exploration saw everything, and if not, what stopped it.
public enum Completeness: Hashable, Sendable {
  /// Every reachable state was found and every step taken.
  case complete
  /// ``ExplorationOptions/maximumStates`` was reached with a further state at hand.
  case stateLimit
  /// ``ExplorationOptions/maximumDepth`` was reached with states that could go on.
  case depthLimit
  /// ``ExplorationOptions/maximumBytes`` would have been passed by one more batch of states.
  case memoryLimit
  /// The caller's closure said stop, or the task in which the search runs was cancelled.
  case cancelled
}

/// The first state found that breaks an invariant.
public struct Violation: Hashable, Sendable {
  /// The index of the bad state at rest where `rules` is empty, else of the state at rest whose
  /// step leads through the bad state.
  public let index: Int
  /// The rules fired on the way from `index` to the bad state; empty where it is `index` itself.
  public let rules: [Int]
  /// The bad state, with all words of a state of its machine.
  public let state: [UInt64]

  /// Makes a violation, for comparison with one that was found.
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
  /// What happened from there.
  public let step: StepFault

  /// Makes a fault, for comparison with one that was found.
  public init(source: Int, step: StepFault) {
    self.source = source
    self.step = step
  }
}
