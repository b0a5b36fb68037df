import Findings
import TransitionTables

/// Reports a trace in the words of the table: who does what, what is sent, what is then different.
struct TraceWording {
  let model: Model
  /// Whether only what the service keeps of the user is shown, not where pool and app stand.
  var tellsRecordsAlone = false

  /// The steps; behind those of a run that goes on for ever, what it goes on with.
  func steps(_ trace: Trace) -> [TraceStepReport] {
    let steps = trace.steps.map(step)
    guard let start = trace.loopStart else { return steps }
    let rest =
      start < steps.count ? "and so on for ever from step \(start + 1)" : "and nobody ever goes on"
    return steps + [TraceStepReport(actor: "", call: rest)]
  }

  /// The steps of a sign-in that fails. Where the last row has an effect that leaves no bytes, such
  /// as a code that is announced and not sent, its answer says so in the effect's words.
  func refusal(_ trace: Trace) -> [TraceStepReport] {
    var steps = self.steps(trace)
    let effects = trace.steps.last?.firings.flatMap { model.rows[$0.row].effects } ?? []
    let idle = effects.compactMap { model.effects[$0] }.first { $0.action == Effect.nothing }
    if let words = idle?.documentation, let answer = steps.last?.answer {
      let clause = words.prefix(1).lowercased() + words.dropFirst().prefix { $0 != "." }
      steps[steps.count - 1].answer = "\(answer), but \(clause)"
    }
    return steps
  }

  /// What is different where another trace begins, in which no row fires.
  func pause(_ text: String, from before: [Int], to after: [Int]) -> TraceStepReport {
    let step = Trace.Step(action: nil, inputs: [], firings: [], before: before, after: after)
    return TraceStepReport(actor: "", call: text, changes: changes(in: step))
  }

  private func step(_ step: Trace.Step) -> TraceStepReport {
    var report = TraceStepReport(
      actor: step.action.map { model.actions[$0].actor } ?? "", call: model.text(of: step),
      shortCall: step.action.map { shortCall($0, step.inputs) },
      answer: model.answer(of: step).map { model.text(of: $0) },
      changes: changes(in: step))
    report.rows = step.firings.map { model.rows[$0.row].fullID }
    report.messages = step.firings.compactMap { model.messageText(of: $0) }
    return report
  }

  /// A call without what is false of it.
  func shortCall(_ action: Int, _ inputs: [Int]) -> String {
    let parts = zip(model.actions[action].inputs, inputs).compactMap { input, value -> String? in
      guard model.slots[input.slot].type == .bool else {
        return "\(input.name): \(model.text(of: value, in: input.slot))"
      }
      return value == 0 ? nil : input.name
    }
    return "\(model.actions[action].call)(\(parts.joined(separator: ", ")))"
  }

  /// What lasts and is different after the step.
  private func changes(in step: Trace.Step) -> [TraceStepReport.Change] {
    model.slots.indices.filter { slot in
      model.slots[slot].isState && !model.slots[slot].isTransient
        && step.before[slot] != step.after[slot]
        && (!tellsRecordsAlone || model.slots[slot].kind == .variable(component: nil))
    }.map { slot in
      var change = TraceStepReport.Change(
        model.slots[slot].name, from: model.text(of: step.before[slot], in: slot),
        to: model.text(of: step.after[slot], in: slot))
      change.isBookkeeping = model.slots[slot].kind == .observer
      return change
    }
  }
}
