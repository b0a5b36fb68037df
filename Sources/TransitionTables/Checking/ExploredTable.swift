public import StateSpace

/// The engine that explores.
public enum Backend: String, Sendable, Hashable, CaseIterable {
  /// The explicit engine while the states are few, the symbolic engine beyond.
  case auto
  /// The explicit engine: it lists every state, breadth first.
  case explicit
  /// The symbolic engine: it represents sets of states as decision diagrams.
  case symbolic
}

/// The reachable states of a model under one configuration, independent of the engine that found
/// them.
///
/// States that are referred to have numbers. A trace to a state or through states is rebuilt by the
/// ``Interpreter``, so that every trace that is shown was checked a second time.
public protocol ExploredTable: Sendable {
  /// The compiled table that was explored.
  var compiled: CompiledModel { get }
  /// Returns the words of a packed state at rest.
  func packedState(_ number: Int) -> [UInt64]
  /// Returns a shortest path from an initial state to a state: valuations at rest and first rules.
  func shortestPath(to number: Int) -> (states: [[UInt64]], rules: [Int])?
}

extension ExploredTable {
  /// The table as a model.
  public var model: Model { compiled.model }

  /// Returns the valuation of a resting state.
  public func valuation(_ number: Int) -> [Int] { compiled.valuation(of: packedState(number)) }

  /// Returns a shortest trace to a state, rebuilt by the interpreter.
  ///
  /// - Parameters:
  ///   - number: the number of the state.
  ///   - observers: the observers whose changes are reported; nil for all of the compilation.
  public func trace(
    to number: Int, showing observers: Set<Int>? = nil
  ) throws(TableExploration.Disagreement) -> Trace {
    guard let path = shortestPath(to: number) else {
      throw TableExploration.Disagreement(message: "no path leads to state \(number)")
    }
    return try compiled.trace(
      through: path.states.map(compiled.valuation(of:)), rules: path.rules, showing: observers)
  }

  /// Returns the trace through given states by given first rules, rebuilt by the interpreter.
  public func trace(
    through states: [Int], rules: [Int]
  ) throws(TableExploration.Disagreement) -> Trace {
    try compiled.trace(through: states.map(valuation), rules: rules)
  }

  /// Returns the step of a compiled rule's row from a valuation, run by the interpreter.
  public func step(
    _ label: CompiledModel.Label, from valuation: [Int], _ interpreter: Interpreter
  ) throws(TableExploration.Disagreement) -> Trace.Step {
    try compiled.step(label, from: valuation, interpreter)
  }
}

/// The result of an engine: a list of all states, or a symbolic set of them.
public enum Explored: Sendable {
  case explicit(TableExploration)
  case symbolic(SymbolicTable)

  /// The explored table, by the interface that both engines share.
  public var table: any ExploredTable {
    switch self {
    case .explicit(let table): table
    case .symbolic(let table): table
    }
  }

  /// Whether all reachable states were found.
  public var isComplete: Bool { completeness == .complete }

  /// Whether all reachable states were found, or the reason why not.
  public var completeness: Completeness {
    switch self {
    case .explicit(let table): table.exploration.completeness
    case .symbolic(let table): table.completeness
    }
  }

  /// The counts of the exploration.
  public var statistics: ExplorationStatistics {
    var statistics = ExplorationStatistics()
    statistics.include(self)
    return statistics
  }
}
