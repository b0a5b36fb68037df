import SignInCryptography
public import TransitionTables

/// A run that is executed with fresh keys, from an empty pool on.
public struct TraceReplay: Sendable {
  /// Where bytes and table differ.
  public private(set) var differences: [TestBedDifference] = []
  /// What the last call is answered with.
  public private(set) var answer: Answer?
  /// The steps that were run.
  public private(set) var trace: Trace

  /// Executes a run, and calls behind it.
  ///
  /// - Parameters:
  ///   - run: steps from the initial state of a configuration.
  ///   - calls: further actions with their inputs, each taken where the one before led.
  ///   - model: the table.
  ///   - seed: of all randomness.
  /// - Throws: a ``ReplayFailure`` where a call cannot be taken or OpenSSL fails; a
  ///   `DiagnosticList` where the table names what nothing carries out.
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
