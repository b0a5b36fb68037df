public import StateSpace

/// The reachable states of a model under one configuration, read in terms of the table.
public struct TableExploration: ExploredTable {
  /// The interpreter and the compiled rules disagree: an error of this program, never of a table.
  public struct Disagreement: Error, Sendable {
    /// Which row they disagree about.
    public var message: String

    package init(message: String) { self.message = message }
  }

  /// What was explored.
  public let compiled: CompiledModel
  /// What is noted of the rows that judge evidence, see `Exploration.visits`.
  public let judgements: CompiledModel.JudgementWatch
  /// The states and steps, packed.
  public let exploration: Exploration

  /// Explores a compiled model, keeping every step.
  ///
  /// - Parameters:
  ///   - compiled: the table under one configuration.
  ///   - options: where to stop with what is known, and how many threads to use. Edges are kept in
  ///     any case.
  ///   - notesJudgements: whether is noted where evidence is judged, see
  ///     ``Explored/judgementOccasions()``.
  ///   - progress: called now and then; returning false stops.
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

  /// Explores a compiled model up to some number of states, keeping every step.
  public init(
    _ compiled: CompiledModel, maximumStates: Int,
    progress: (ExplorationProgress) -> Bool = { _ in true }
  ) throws(TransitionSystemError) {
    try self.init(
      compiled, options: ExplorationOptions(maximumStates: maximumStates), progress: progress)
  }

  /// The resting states in which an expression holds. Linear in the number of states.
  public func states(where expression: Expression) -> BitSet {
    // What is forgotten at rest has its first value there, which is the pattern of zeros.
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

  /// What the app receives at the end of a step with this observation; nil where it receives
  /// nothing.
  public func answer(observation: Int) -> Answer? {
    guard let graph = exploration.graph else { return nil }
    return model.answer(in: compiled.valuation(of: graph.observations[observation]))
  }
}
