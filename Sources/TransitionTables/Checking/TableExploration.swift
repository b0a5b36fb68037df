public import StateSpace

/// The reachable states of a model under one configuration, read in terms of the table.
public struct TableExploration: Sendable {
  /// The interpreter and the compiled rules disagree: an error of this program, never of a table.
  public struct Disagreement: Error, Sendable {
    /// Which row they disagree about.
    public var message: String
  }

  /// What was explored.
  public let compiled: CompiledModel
  /// The states and steps, packed.
  public let exploration: Exploration

  /// Explores a compiled model, keeping every step.
  ///
  /// - Parameters:
  ///   - options: where to stop with what is known, and how many threads to use. Edges are kept in
  ///     any case.
  ///   - progress: called now and then; returning false stops.
  /// - Throws: a `TransitionSystemError` where the compiled system is malformed.
  public init(
    _ compiled: CompiledModel, options: ExplorationOptions = ExplorationOptions(),
    progress: (ExplorationProgress) -> Bool = { _ in true }
  ) throws(TransitionSystemError) {
    self.compiled = compiled
    var options = options
    options.keepEdges = true
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

  /// The table.
  public var model: Model { compiled.model }

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

  /// The valuation of a resting state.
  public func valuation(_ index: Int) -> [Int] {
    compiled.valuation(of: exploration.state(index))
  }

  /// What the app is told at the end of a step with this observation; nil where it is told nothing.
  public func answer(observation: Int) -> Answer? {
    guard let graph = exploration.graph else { return nil }
    return model.answer(in: compiled.valuation(of: graph.observations[observation]))
  }

  /// A shortest trace to a state, rebuilt by the interpreter.
  public func trace(to index: Int) throws(Disagreement) -> Trace {
    let path = exploration.path(to: index)
    let rules = path.dropFirst().map { exploration.firstRule($0) ?? 0 }
    return try trace(through: path, rules: rules)
  }

  /// The trace along given states and first rules, rebuilt by the interpreter.
  public func trace(
    through states: [Int], rules: [Int]
  ) throws(Disagreement) -> Trace {
    let interpreter = Interpreter(model: model, observers: compiled.observers)
    guard let first = states.first else { return Trace(steps: []) }
    var current = valuation(first)
    var steps: [Trace.Step] = []
    for (target, rule) in zip(states.dropFirst(), rules) {
      let label = compiled.label(ofRule: rule)
      let step = try self.step(label, from: current, interpreter)
      guard step.after == valuation(target) else {
        throw Disagreement(
          message: "row \(model.rows[label.row].fullID) leads elsewhere than its compiled rule")
      }
      current = step.after
      steps.append(step)
    }
    return Trace(steps: steps)
  }

  /// One step from a valuation by a compiled rule's row, run by the interpreter.
  public func step(
    _ label: CompiledModel.Label, from valuation: [Int], _ interpreter: Interpreter
  ) throws(Disagreement) -> Trace.Step {
    do {
      let firings = try interpreter.step(
        row: label.row, action: label.action, inputs: label.inputs, from: valuation)
      let after = firings.last.map { interpreter.rested($0.valuation) } ?? valuation
      return Trace.Step(
        action: label.action, inputs: label.inputs, firings: firings, before: valuation,
        after: after)
    } catch {
      throw Disagreement(
        message: "row \(model.rows[label.row].fullID) cannot be run: \(error)")
    }
  }
}
