public import StateSpace

/// The reachable states of a model under one configuration, in terms of the table.
public struct TableExploration: ExploredTable {
  /// A disagreement between interpreter and compiled rules: an error of this program, not of a
  /// table.
  public struct Disagreement: Error, Sendable {
    /// The description, with the row in question.
    public var message: String

    package init(message: String) { self.message = message }
  }

  /// The compiled table that was explored.
  public let compiled: CompiledModel
  /// The rows that judge evidence and what is recorded of them, see `Exploration.visits`.
  public let judgements: CompiledModel.JudgementWatch
  /// The packed states and the steps.
  public let exploration: Exploration

  /// Explores a compiled model and keeps every step.
  ///
  /// - Parameters:
  ///   - compiled: the table under one configuration.
  ///   - options: the limits of the exploration and the number of threads. Edges are always kept.
  ///   - notesJudgements: whether to record where evidence is judged, see
  ///     ``Explored/judgementOccasions()``.
  ///   - progress: called from time to time; returning false stops.
  /// - Throws: a `TransitionSystemError` where the compiled system is malformed.
  public init(
    _ compiled: CompiledModel, options: ExplorationOptions = ExplorationOptions(),
    notesJudgements: Bool = true,
    progress: (ExplorationProgress) -> Bool = { _ in true }
  ) throws(TransitionSystemError) {
    self.compiled = compiled
    var options = options
    options.keepEdges = true
    judgements = compiled.judgementWatch(StepKinds(compiled))
    if notesJudgements { options.watch = judgements.rules }
    exploration = try compiled.system.explore(options, progress: progress)
  }

  /// Explores a compiled model up to a number of states and keeps every step.
  public init(
    _ compiled: CompiledModel, maximumStates: Int,
    progress: (ExplorationProgress) -> Bool = { _ in true }
  ) throws(TransitionSystemError) {
    try self.init(
      compiled, options: ExplorationOptions(maximumStates: maximumStates), progress: progress)
  }

  /// Returns the resting states in which an expression holds. Linear in the number of states.
  public func states(where expression: Expression) -> BitSet {
    // Transient slots have their first value at rest, which is the pattern of zeros.
    let resting = compiled.cubes(where: expression).filter { cube in
      cube.value.dropFirst(compiled.layout.restingWordCount).allSatisfy { $0 == 0 }
    }
    let cubes = resting.map { cube in
      (0..<compiled.layout.restingWordCount).compactMap { word in
        cube.mask[word] == 0 ? nil : (word, cube.mask[word], cube.value[word])
      }
    }
    return BitSet(capacity: exploration.stateCount) { index in
      cubes.contains { cube in
        cube.allSatisfy { word, mask, value in exploration.word(word, of: index) & mask == value }
      }
    }
  }

  public func packedState(_ number: Int) -> [UInt64] { exploration.state(number) }

  public func shortestPath(to number: Int) -> (states: [[UInt64]], rules: [Int])? {
    let path = exploration.path(to: number)
    return (
      path.map(exploration.state), path.dropFirst().map { exploration.firstRule($0) ?? 0 }
    )
  }

  /// Returns the answer to the app in a step with this observation; nil where the app receives
  /// nothing.
  public func answer(observation: Int) -> Answer? {
    guard let graph = exploration.graph else { return nil }
    return model.answer(in: compiled.valuation(of: graph.observations[observation]))
  }
}
