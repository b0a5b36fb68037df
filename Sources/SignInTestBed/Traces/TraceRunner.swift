import SignInCryptography
public import TransitionTables

/// Runs stored counterexamples again, step by step, and checks nothing else.
///
/// Every step must fire the stored rows in order, send and answer the stored messages, and make the
/// stored changes. If the table was changed since, the first difference is reported with its place
/// in the file. Nothing is explored: the cost is that of the steps. Where the table judges
/// evidence, bytes are made and judged as in a scenario.
public struct TraceRunner: Sendable {
  /// The model that is run.
  public let model: Model
  /// The seed of all randomness.
  public var seed: UInt64
  /// The conventions of both halves.
  public var conventions = TestBedConventions.cognito

  /// Creates a runner with a seed for keys, salts and codes.
  public init(model: Model, seed: UInt64 = 1) {
    self.model = model
    self.seed = seed
  }

  /// Runs a stored trace from the initial state of its configuration.
  ///
  /// - Returns: the steps up to the first difference, which is one of the report's problems.
  /// - Throws: a `DiagnosticList` with code `trace.shape` where the configuration does not fit this
  ///   table; a `CryptographyError` where OpenSSL fails.
  public func run(_ stored: StoredTrace) throws -> ScenarioRunner.Report {
    let property = model.properties.first { $0.fullID == stored.property.text }
    let follower = TraceFollower(model: model, stored: stored)
    var valuation = follower.interpreter.initial(parameters: try follower.parameters())
    var report = ScenarioRunner.Report(
      name: "\(stored.document.file): \(stored.name)", steps: [], problems: [], differences: [],
      rows: [])
    report.isStoredTrace = true
    var execution: Execution?
    if !model.evidence.isEmpty {
      let binding = try TestBedBinding(model, conventions.registry)
      execution = Execution(
        world: try World(
          binding, random: SeededRandomBytes(seed: seed, purpose: stored.name),
          conventions: conventions),
        context: stored.name)
    }
    var rests = [valuation]
    for step in stored.steps {
      let taken: Trace.Step
      switch follower.take(step, from: valuation) {
      case .success(let found): taken = found
      case .failure(let problem):
        report.problems.append(problem)
        return finished(report, execution)
      }
      try execution?.run(taken)
      append(taken, to: &report)
      valuation = taken.after
      rests.append(valuation)
      if let problem = follower.difference(of: step, from: taken) {
        report.problems.append(problem)
        return finished(report, execution)
      }
    }
    report.problems += follower.problemsOfEnd(rests, property)
    return finished(report, execution)
  }

  private func append(_ step: Trace.Step, to report: inout ScenarioRunner.Report) {
    let answer = model.answer(of: step).map { model.text(of: $0) } ?? "–"
    let rows = step.firings.map { model.rows[$0.row].fullID }
    report.trace.append(step)
    report.steps.append(
      ScenarioRunner.Report.Step(
        call: model.text(of: step), answer: answer, rows: rows,
        changes: model.changesText(of: step)))
    report.rows.formUnion(step.firings.map { model.rows[$0.row].id })
  }

  private func finished(
    _ report: ScenarioRunner.Report, _ execution: Execution?
  ) -> ScenarioRunner.Report {
    var report = report
    report.differences = execution?.differences ?? []
    if let last = report.trace.last {
      for slot in model.parameters { report.parameters[slot] = last.after[slot] }
    }
    return report
  }
}
