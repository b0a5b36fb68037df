import SignInCryptography
public import TransitionTables

/// A run executed with fresh keys, starting from an empty pool.
public struct TraceReplay: Sendable {
  /// The differences between bytes and table.
  public private(set) var differences: [TestBedDifference] = []
  /// The answer to the last call.
  public private(set) var answer: Answer?
  /// The steps that were run.
  public private(set) var trace: Trace

  /// Executes a run, and then further calls.
  ///
  /// - Parameters:
  ///   - run: steps from the initial state of a configuration.
  ///   - calls: further actions with their inputs, each run from the state that the last one
  ///     reached.
  ///   - model: the model of the run.
  ///   - seed: the seed of all randomness.
  /// - Throws: a ``ReplayFailure`` where a call cannot be made or OpenSSL fails; a `DiagnosticList`
  ///   where the table names something that nothing carries out.
  public init(
    _ run: Trace, then calls: [(action: Int, inputs: [Int])], model: Model, seed: UInt64 = 1
  ) throws {
    let binding = try TestBedBinding(model, TestBedConventions.cognito.registry)
    var execution = Execution(
      world: try World(
        binding, random: SeededRandomBytes(seed: seed, purpose: "replay"), conventions: .cognito),
      context: "replay")
    let interpreter = Interpreter(model: model)
    trace = run
    for step in run.steps { try execution.run(step) }
    for call in calls {
      guard let before = trace.steps.last?.after else { break }
      let firings = try interpreter.step(call.action, inputs: call.inputs, from: before)
      guard !firings.isEmpty else {
        throw ReplayFailure(
          id: model.actionText(call.action, inputs: call.inputs), reason: "nothing happens")
      }
      let step = interpreter.taken(call.action, call.inputs, firings, from: before)
      try execution.run(step)
      trace.steps.append(step)
    }
    differences = execution.differences
    answer = trace.steps.last.flatMap { model.answer(of: $0) }
  }
}
