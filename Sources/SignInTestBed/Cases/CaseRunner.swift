public import TransitionTables

/// Runs cases of the client's own tests against the rows of the table's client.
///
/// A script takes the pool's place, so that the client meets answers that no pool would give. In a
/// live case the table's own pool answers, in each legal set-up that the case leaves open; the case
/// agrees where the table does what was seen in one of them, and the report says in how many. What
/// the app receives, the requests in their order and their fields are compared as far as the case
/// states them. A call that the table does not allow in its state is not run, and the case is set
/// aside.
public struct CaseRunner: Sendable {
  public let model: Model
  let interpreter: Interpreter
  private let codec: WireCodec

  public init(model: Model) {
    self.model = model
    codec = WireCodec(model)
    interpreter = Interpreter(model: model)
  }

  /// Runs one case. Linear in its steps and in its set-ups.
  public func run(_ one: ClientCase) -> CaseReport {
    var report = CaseReport(one)
    guard let scenario = one.scenario, !one.setUps.isEmpty else {
      report.setAside(one.setAside ?? "the case has no set-up")
      return report
    }
    let reports = one.setUps.map { run(one, scenario, from: $0) }
    guard reports.count > 1 else { return reports[0] }
    let agreeing = reports.firstIndex { $0.verdict == .agrees }
    // Where none agrees, the set-up that goes furthest shows where the case differs.
    let furthest = reports.indices.max { reports[$0].steps.count < reports[$1].steps.count }
    let chosen = agreeing ?? furthest ?? 0
    report = reports[chosen]
    report.note("first in the set-up \(one.setUps[chosen].text)")
    report.setUps = CaseReport.SetUps(
      agree: reports.count { $0.verdict == .agrees },
      differ: reports.count { $0.verdict != .agrees }, illegal: one.illegalSetUps)
    return report
  }

  private func run(_ one: ClientCase, _ scenario: Scenario, from setUp: CaseSetUp) -> CaseReport {
    var report = CaseReport(one)
    var session = CaseSession(
      setUps: CaseSetUps(node: .empty, scenario: scenario, interpreter: interpreter),
      interpreter: interpreter, codec: codec, valuation: setUp.valuation, memory: one.memory)
    for step in one.steps where report.verdict == .agrees { session.run(step, into: &report) }
    return report
  }
}

/// The client of one case while its steps run.
struct CaseSession {
  let setUps: CaseSetUps
  let interpreter: Interpreter
  let codec: WireCodec
  var valuation: [Int]
  var memory: CaseMemory

  var model: Model { interpreter.model }

  /// Runs one call with its script, or against the table's pool, and compares.
  mutating func run(_ step: ClientCase.Step, into report: inout CaseReport) {
    do {
      if !step.record.isEmpty { try setUps.set(step, in: &valuation) }
      let call = try setUps.call(step, from: valuation)
      let action = model.actions[call.action]
      memory.showsEchoedName = action.name == "selectMFA"
      memory.take(step.texts, of: action.call)
      let before = valuation
      guard let first = try interpreter.begin(call.action, inputs: call.inputs, from: valuation)
      else {
        let place = text("client.at")
        report.refusedCall = step.scripted.call
        return report.setAside(
          "the table does not allow `\(step.scripted.call)` here, where the client is at \(place)")
      }
      var exchange = CaseExchange(script: step.script ?? [])
      let answer =
        step.script == nil
        ? try live(call, &exchange) : try exchange.run(from: first, in: &self)
      exchange.finish()
      report.steps.append(
        CaseReport.Step(
          call: step.scripted.call, answer: answer.map { model.messages[$0].name },
          requests: exchange.requests, rows: exchange.rows))
      for problem in exchange.problems { report.differ(problem) }
      CaseJudge(
        model: model, answer: answer, valuation: valuation, memory: memory,
        exception: exchange.exception
      ).compare(step, into: &report)
      valuation = interpreter.rested(valuation)
      if step.script != nil, let slot = model.messageSlot { valuation[slot] = 0 }
      try compareChanges(step, by: call, from: before, into: &report)
    } catch let error as DiagnosticList {
      for problem in error.diagnostics { report.differ(problem.message) }
    } catch {
      report.differ("the table cannot go on: \(error)")
    }
  }

  /// Lets the table's own pool answer.
  private mutating func live(
    _ call: ScenarioCall, _ exchange: inout CaseExchange
  ) throws(Interpreter.Fault) -> Int? {
    let firings = try interpreter.step(call.action, inputs: call.inputs, from: valuation)
    exchange.rows = firings.map { model.rows[$0.row].fullID }
    valuation = firings.last?.valuation ?? valuation
    let sent = firings.last.flatMap { model.rows[$0.row].sends }
    return sent.flatMap { model.messages[$0].receiver == nil ? $0 : nil }
  }

  private func compareChanges(
    _ step: ClientCase.Step, by call: ScenarioCall, from before: [Int],
    into report: inout CaseReport
  ) throws {
    let trace = Trace.Step(
      action: call.action, inputs: call.inputs, firings: [], before: before, after: valuation)
    let problems = try ScenarioRunner(model: model).problems(
      of: step.scripted, leaving: trace, remarks: [], in: setUps.scenario)
    for problem in problems { report.differ(problem.message) }
  }

  /// The value of a place or a variable, as a text.
  private func text(_ name: String) -> String {
    guard let slot = model.symbols[name]?.slots.first else { return "" }
    return model.text(of: valuation[slot], in: slot)
  }
}
