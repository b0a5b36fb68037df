import Findings
import TransitionTables

/// Reports a trace in the words of the table: who does what, what is sent, what changes.
struct TraceWording {
  let model: Model
  /// Whether to show only changes to the user's record, without the locations of pool and app.
  var tellsRecordsAlone = false

  /// The steps of a trace; for an infinite run, followed by a note on how it continues.
  func steps(_ trace: Trace) -> [TraceStepReport] {
    let steps = trace.steps.map(step)
    guard let start = trace.loopStart else { return steps }
    let rest =
      start < steps.count ? "and so on for ever from step \(start + 1)" : "and nobody ever goes on"
    return steps + [TraceStepReport(actor: "", call: rest)]
  }

  /// The steps of a failing sign-in. Where the last row has an effect without bytes, such as a code
  /// that is announced and not sent, its answer mentions it in the effect's words.
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

  /// A step without rows, for the differences in state where another trace begins.
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

  /// A call without the switches that are off.
  func shortCall(_ action: Int, _ inputs: [Int]) -> String {
    let parts = zip(model.actions[action].inputs, inputs).compactMap { input, value -> String? in
      guard model.slots[input.slot].type == .bool else {
        return "\(input.name): \(model.text(of: value, in: input.slot))"
      }
      return value == 0 ? nil : input.name
    }
    return "\(model.actions[action].call)(\(parts.joined(separator: ", ")))"
  }

  /// The persistent changes that a step makes.
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
