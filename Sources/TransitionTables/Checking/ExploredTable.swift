public import StateSpace

/// Which engine answers.
public enum Backend: String, Sendable, Hashable, CaseIterable {
  /// Explicit while the states are few, symbolic beyond.
  case auto
  /// Every state by itself, breadth first.
  case explicit
  /// Sets of states as decision diagrams.
  case symbolic
}

/// The reachable states of a model under one configuration, whatever engine found them.
///
/// States that are spoken of have numbers. A trace to a state or through some states is rebuilt by
/// the ``Interpreter``, so that what is shown was checked a second time.
public protocol ExploredTable: Sendable {
  /// What was explored.
  var compiled: CompiledModel { get }
  /// The resting words of a state.
  func packedState(_ number: Int) -> [UInt64]
  /// A shortest path from an initial state to a state: valuations at rest and first rules.
  func shortestPath(to number: Int) -> (states: [[UInt64]], rules: [Int])?
}

extension ExploredTable {
  /// The table.
  public var model: Model { compiled.model }

  /// The valuation of a resting state.
  public func valuation(_ number: Int) -> [Int] { compiled.valuation(of: packedState(number)) }

  /// A shortest trace to a state, rebuilt by the interpreter.
  ///
  /// - Parameters:
  ///   - number: the state.
  ///   - observers: those whose changes are reported; nil for all that were composed in.
  public func trace(
    to number: Int, showing observers: Set<Int>? = nil
  ) throws(TableExploration.Disagreement) -> Trace {
    guard let path = shortestPath(to: number) else {
      throw TableExploration.Disagreement(message: "no path leads to state \(number)")
    }
    return try compiled.trace(
      through: path.states.map(compiled.valuation(of:)), rules: path.rules, showing: observers)
  }

  /// The trace along given states and first rules, rebuilt by the interpreter.
  public func trace(
    through states: [Int], rules: [Int]
  ) throws(TableExploration.Disagreement) -> Trace {
    try compiled.trace(through: states.map(valuation), rules: rules)
  }

  /// One step from a valuation by a compiled rule's row, run by the interpreter.
  public func step(
    _ label: CompiledModel.Label, from valuation: [Int], _ interpreter: Interpreter
  ) throws(TableExploration.Disagreement) -> Trace.Step {
    try compiled.step(label, from: valuation, interpreter)
  }
}

/// What an engine found: every state, or the set of them.
public enum Explored: Sendable {
  case explicit(TableExploration)
  case symbolic(SymbolicTable)

  /// What both can be asked.
  public var table: any ExploredTable {
    switch self {
    case .explicit(let table): table
    case .symbolic(let table): table
    }
  }

  /// Whether everything was seen.
  public var isComplete: Bool { completeness == .complete }

  /// Whether everything was seen, and why not.
  public var completeness: Completeness {
    switch self {
    case .explicit(let table): table.exploration.completeness
    case .symbolic(let table): table.completeness
    }
  }

  /// Its counts.
  public var statistics: ExplorationStatistics {
    var statistics = ExplorationStatistics()
    statistics.include(self)
    return statistics
  }
}
