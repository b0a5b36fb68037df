public import TransitionTables

/// Runs cases of the client's own tests against the rows of the table's client.
///
/// A script takes the pool's place, so that the client meets answers that no pool would give. In a
/// live case the table's own pool answers, in each legal set-up that the case leaves open; the case
/// agrees if the table does what was seen in at least one of them, and the report says in how many.
/// Compared are what the app receives, the requests in order and their fields, as far as the case
/// states them. A call that the table does not allow in its state is not run, and the case is set
/// aside. A call is allowed wherever `possible:` of its action holds, explored or not.
public struct CaseRunner: Sendable {
  public let model: Model
  private let interpreter: Interpreter
  private let codec: WireCodec

  public init(model: Model) {
    self.model = model
    codec = WireCodec(model)
    interpreter = Interpreter(model: model)
  }

  /// Runs one case. The cost is linear in its steps and in its set-ups.
  public func run(_ one: ClientCase) -> CaseReport {
    var report = CaseReport(one)
    guard let scenario = one.scenario, !one.setUps.isEmpty else {
      report.setAside(one.setAside ?? "the case has no set-up")
      return report
    }
    let reports = one.setUps.map { run(one, scenario, from: $0) }
    guard reports.count > 1 else { return reports[0] }
    let agreeing = reports.firstIndex { $0.verdict == .agrees }
    // If none agrees, report the set-up that got furthest.
    let furthest = reports.indices.max { reports[$0].steps.count < reports[$1].steps.count }
    let chosen = agreeing ?? furthest ?? 0
    report = reports[chosen]
    if agreeing != nil { report.reasons = ["first in the set-up \(one.setUps[chosen].text)"] }
    report.setUps = CaseReport.SetUps(
      agree: reports.count { $0.verdict == .agrees },
      differ: reports.count { $0.verdict != .agrees }, illegal: one.illegalSetUps)
    return report
  }

  private func run(_ one: ClientCase, _ scenario: Scenario, from setUp: CaseSetUp) -> CaseReport {
    var report = CaseReport(one)
    var (valuation, memory) = (setUp.valuation, one.memory)
    for step in one.steps where report.verdict == .agrees {
      do {
        try run(step, scenario, &valuation, &memory, into: &report)
      } catch let error as DiagnosticList {
        for problem in error.diagnostics { report.differ(problem.message) }
      } catch {
        report.differ("the table cannot go on: \(error)")
      }
    }
    return report
  }

  /// Runs one call, against its script or the table's pool, and compares the result.
  private func run(
    _ step: ClientCase.Step, _ scenario: Scenario, _ valuation: inout [Int],
    _ memory: inout CaseMemory, into report: inout CaseReport
  ) throws {
    let runner = ScenarioRunner(model: model)
    if !step.record.isEmpty { try runner.setRecord(scenario, step.record, in: &valuation) }
    let scripted = step.scripted
    let call = try runner.call(scripted, of: scenario, from: valuation, by: interpreter)
    memory.take(step.texts, of: model.actions[call.action])
    guard let first = try interpreter.begin(call.action, inputs: call.inputs, from: valuation)
    else {
      let client = model.component(.client).map { model.components[$0].locationSlot }
      let place = client.map { model.text(of: valuation[$0], in: $0) } ?? "no place"
      report.refusedCall = scripted.call
      return report.setAside(
        "the table does not allow `\(scripted.call)` here, where the client is at \(place)")
    }
    var exchange = CaseExchange(script: step.script ?? [], interpreter: interpreter, codec: codec)
    if step.script != nil { try exchange.run(from: first, &memory) }
    let firings = step.script == nil ? try interpreter.goOn(after: first) : exchange.firings
    var trace = interpreter.taken(call.action, call.inputs, firings, from: valuation)
    if let slot = model.messageSlot { trace.after[slot] = 0 }
    let answer = runner.reply(to: trace).flatMap {
      model.messages[$0.message].receiver == nil ? $0 : nil
    }
    let received = answer.map { model.messages[$0.message] }
    report.steps.append(
      CaseReport.Step(
        call: scripted.call, answer: received?.name,
        requests: exchange.requests, rows: trace.firings.map { model.rows[$0.row].fullID }))
    for problem in exchange.problems { report.differ(problem) }
    CaseJudge(answer: received, memory: memory, exception: exchange.exception)
      .compare(step, into: &report)
    for problem in try runner.problems(of: scripted, answer, trace, in: scenario, { [] }) {
      report.differ(problem.message)
    }
    valuation = trace.after
  }
}
