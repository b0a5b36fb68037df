import SignInCryptography
import Synchronization
public import TransitionTables

/// Runs scenarios against the table, with real evidence.
///
/// Copies of a runner share the binding of its model, which the first run makes.
public struct ScenarioRunner: Sendable {
  /// The result of one scenario.
  public struct Report: Sendable {
    /// The result of a step, in words.
    public struct Step: Sendable {
      public var call: String
      /// The answer; a dash where there was none.
      public var answer: String
      /// The rows that fired, in order.
      public var rows: [String]
      /// The changes, as `leaves:` writes them: `{ client.at: signedIn, grant: valid }`.
      public var changes: String
    }

    public var name: String
    /// The results of the steps, in order.
    public var steps: [Step]
    /// The steps as a trace, for a replay over the wire.
    public var trace: [Trace.Step] = []
    /// The expectations that were not met, with expected and actual values.
    public var problems: [Diagnostic]
    public var differences: [TestBedDifference]
    /// The ids of the rows that fired.
    public var rows: Set<String>
    /// The configuration of the run: the value of each parameter, by slot.
    public var parameters: [Int: Int] = [:]

    /// Every state in which a row fired or an action did nothing, by step; recorded only without
    /// cryptography.
    public var moments: [Moment] = []

    /// Whether this is the run of a stored counterexample, not of a scenario.
    public var isStoredTrace = false

    public var isAsExpected: Bool { problems.isEmpty && differences.isEmpty }
  }

  /// A state in which a row fired, or an action did nothing.
  public struct Moment: Sendable {
    /// The index of the scenario's step, from 0.
    public var step: Int
    /// The action or message that was to be handled.
    public var trigger: Row.Trigger
    /// The position of the row in the model; nil where none fired.
    public var row: Int?
    /// The value of every slot before the row, inputs included.
    public var before: [Int]
  }

  public let model: Model
  public var seed: UInt64
  /// Whether evidence is made and judged in bytes. Without it the expectations are compared with
  /// the table alone, which is much faster.
  public var usesCryptography = true
  public var conventions = TestBedConventions.cognito {
    didSet { binding = SharedBinding() }
  }
  private var binding = SharedBinding()

  public init(model: Model, seed: UInt64 = 1) {
    self.model = model
    self.seed = seed
  }

  /// Runs a scenario under a configuration.
  ///
  /// - Parameters:
  ///   - scenario: the steps with their expected results.
  ///   - parameters: the configuration of the pool that the scenario names; the scenario's own
  ///     `configuration:` takes precedence.
  /// - Throws: a `DiagnosticList` where the scenario names something that does not exist.
  public func run(
    _ scenario: Scenario, parameters: [Int: Int] = [:]
  ) throws -> Report {
    let interpreter = Interpreter(model: model)
    try checkExpectations(of: scenario)
    try checkChanges(of: scenario)
    let parameters = try configuration(of: scenario, over: parameters)
    var valuation = interpreter.initial(parameters: parameters)
    try setRecord(scenario, in: &valuation)
    var execution: Execution?
    if usesCryptography, !model.evidence.isEmpty {
      let binding = try binding.value { try TestBedBinding(model, conventions.registry) }
      execution = Execution(
        world: try World(
          standingFor: binding.state(valuation),
          random: SeededRandomBytes(seed: seed, purpose: scenario.name), conventions: conventions),
        context: scenario.name)
    }
    var report = Report(name: scenario.name, steps: [], problems: [], differences: [], rows: [])
    for step in scenario.steps {
      let trace = try run(step, of: scenario, from: valuation, by: interpreter)
      let firings = trace.firings
      try execution?.run(trace)
      if !usesCryptography {
        report.moments += Self.moments(of: trace, step: report.steps.count, in: model)
      }
      report.trace.append(trace)
      let answer = step.isRequest ? reply(to: trace) : model.answer(of: trace)
      let rows = firings.map { model.rows[$0.row].fullID }
      report.steps.append(
        Report.Step(
          call: step.isRequest ? "request \(step.call)" : model.text(of: trace),
          answer: answer.map { model.text(of: $0) } ?? "–", rows: rows,
          changes: model.changesText(of: trace)))
      report.rows.formUnion(firings.map { model.rows[$0.row].id })
      let remarks: () -> [String] = {
        guard !rows.isEmpty else {
          return trace.action.map { [self.idleness(of: $0, in: valuation, by: interpreter)] } ?? []
        }
        let nearly = self.usesCryptography ? self.nearMisses(of: trace, by: interpreter) : []
        return ["fired: \(rows.joined(separator: " → "))"] + nearly.map { "nearly fired: \($0)" }
      }
      report.problems += try problems(of: step, answer, trace, in: scenario, remarks)
      valuation = trace.after
    }
    report.differences = execution?.differences ?? []
    for slot in model.parameters { report.parameters[slot] = valuation[slot] }
    return report
  }

  /// The differences between what a step did and what the scenario expects.
  /// - Parameter remarks: explanations for the message, which cost more than the step; only called
  ///   if needed.
  func problems(
    of step: Scenario.Step, _ answer: Answer?, _ trace: Trace.Step, in scenario: Scenario,
    _ remarks: () -> [String]
  ) throws -> [Diagnostic] {
    func found(_ remarks: [String]) throws -> [Diagnostic] {
      try problems(of: step, answer: answer, remarks: remarks, in: scenario)
        + problems(of: step, leaving: trace, remarks: remarks, in: scenario)
    }
    return try found([]).isEmpty ? [] : found(remarks())
  }

  /// The value of each parameter that a scenario or its pool sets, by slot.
  ///
  /// - Parameters:
  ///   - scenario: the scenario, whose `configuration:` and `assume:` take precedence.
  ///   - parameters: the configuration of the pool that it names.
  /// - Throws: a `DiagnosticList` where it names an unknown parameter or value.
  public func configuration(
    of scenario: Scenario, over parameters: [Int: Int]
  ) throws -> [Int: Int] {
    var parameters = parameters
    for entry in scenario.configuration {
      guard let slot = model.parameter(named: entry.key) else {
        throw unknown(
          entry, "is no parameter", model.parameters.map { model.slots[$0].name }, scenario)
      }
      parameters[slot] = try located(scenario) { () throws(Diagnostic) in
        try model.value(entry.value, for: slot)
      }
    }
    return parameters
  }

  // MARK: Expectations

  private func problems(
    of step: Scenario.Step, answer: Answer?, remarks: [String], in scenario: Scenario
  ) -> [Diagnostic] {
    step.expectation.compactMap { expectation -> Diagnostic? in
      let actual = self.actual(expectation.key, of: answer)
      let expected = expectedText(expectation, of: answer)
      guard expected != actual else { return nil }
      return scenario.document.diagnostic(
        "scenario.differs", at: expectation.location,
        "\(expectation.key) is \(actual ?? "nothing") here, not \(expected); the answer was "
          + "\(answer.map { model.text(of: $0) } ?? "none")",
        remedy: remarks.joined(separator: "\n    "))
    }
  }

  /// The rows that nearly fired in a step, each with its guard; the pool's decisions come before
  /// the client's reading of them.
  private func nearMisses(of step: Trace.Step, by interpreter: Interpreter) -> [String] {
    var before = step.before
    if let action = step.action {
      for (input, value) in zip(model.actions[action].inputs, step.inputs) {
        before[input.slot] = value
      }
    }
    var found: [String] = []
    for firing in step.firings {
      let decided = model.slots.indices.filter { slot in
        model.isKept(slot) && before[slot] != step.before[slot]
      }
      let rows = interpreter.nearMisses(
        of: firing, before: before, limit: 2, apartFrom: Set(decided))
      for row in rows {
        let text = model.rows[row].whenText.replacing("\n", with: " ")
        found.append("\(model.rows[row].fullID), which needs \(text)")
      }
      before = firing.valuation
    }
    return Array(found.suffix(4))
  }

  /// The expected value as text, written like a field of the answer where it is one.
  private func expectedText(_ expectation: Scenario.Expectation, of answer: Answer?) -> String {
    if let slot = answer.flatMap({ field(expectation.key, of: $0.message) }),
      let value = try? model.value(expectation.value, for: slot)
    {
      return model.text(of: value, in: slot)
    }
    if let elements = expectation.value.elements {
      return "{\(elements.compactMap(\.text).joined(separator: ", "))}"
    }
    return meant(expectation.value.text ?? "", by: expectation.key)
  }

  /// The part of an answer that an expectation names, as text.
  private func actual(_ key: String, of answer: Answer?) -> String? {
    guard let answer else { return key == "nothing" ? "true" : nil }
    if key == "nothing" { return "false" }
    let message = model.messages[answer.message]
    if key == message.kind { return message.name }
    guard let slot = field(key, of: answer.message),
      let position = message.fields.firstIndex(of: slot)
    else { return nil }
    return model.text(of: answer.fields[position], in: slot)
  }

  /// The slot of a field of a message.
  private func field(_ key: String, of message: Int) -> Int? {
    guard key != model.messages[message].kind else { return nil }
    return model.messages[message].fields.first { model.slots[$0].isNamed(key) }
  }

  // MARK: Complaints

  func located<T>(
    _ scenario: Scenario, _ body: () throws(Diagnostic) -> T
  ) throws -> T {
    do {
      return try body()
    } catch {
      var diagnostic = error
      let lines = scenario.document.lines
      if lines.indices.contains(error.location.line - 1) {
        diagnostic.sourceLine = lines[error.location.line - 1]
      }
      throw DiagnosticList([diagnostic])
    }
  }

  func unknown(
    _ entry: LocatedNode.Entry, _ what: String, _ names: [String], _ scenario: Scenario
  ) -> DiagnosticList {
    DiagnosticList([
      scenario.document.diagnostic(
        "scenario.unknown-name", at: entry.keyLocation, "`\(entry.key)` \(what)",
        remedy: names.nearest(to: entry.key).map { "did you mean `\($0)`?" }
          ?? "use one of \(names.withoutIndices.list)")
    ])
  }
}

/// A binding that is made when it is first needed.
private final class SharedBinding: Sendable {
  private let bound = Mutex<TestBedBinding?>(nil)

  func value(_ bind: () throws -> TestBedBinding) throws -> TestBedBinding {
    try bound.withLock { bound in
      if let bound { return bound }
      let new = try bind()
      bound = new
      return new
    }
  }
}
