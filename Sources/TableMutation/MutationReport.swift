import Findings
import PoolAnalysis
import TransitionTables

/// A report on a mutation run, as text and as JSON.
package struct MutationReport {
  package let run: MutationRun
  private let model: Model
  private let defaults: [Int]
  private let counts: MutantCounts

  package init(_ run: MutationRun) {
    self.run = run
    model = run.model
    counts = run.counts
    defaults = Interpreter(model: run.model).initial(parameters: [:])
  }

  /// The number of kills by oracle; kills by the inspections are counted as unviable.
  private var kills: [(oracle: String, count: Int)] {
    ["scenario", "cryptography", "case", "property"].map { oracle in
      (oracle, run.killed.count { $0.kill.oracle == oracle })
    }
  }

  package var text: String {
    var out = ""
    for survivor in run.survivors {
      let sign = survivor.equivalence == nil ? "✗" : "="
      out += "\(sign) \(survivor.mutant.id) (\(survivor.mutant.place.file))\n"
      out += lines(about: survivor).map { "    \($0)\n" }.joined()
    }
    out += "\(TextLayout.counted(run.chosen.count, "mutant")) of "
    out += "\(TextLayout.grouped(run.total)): \(run.unviable.count) unviable (killed by the "
    out += "inspections alone), \(run.killed.count) killed ("
    out += kills.map { "\($0.count) by \($0.oracle)" }.joined(separator: ", ")
    out += "), \(counts.equivalent) equivalent, \(counts.alive) alive\n"
    out += "\(counts.rate) of the viable killed; 90 % are needed\n"
    if let shown = run.shownByProperties {
      out += "\(counts.rate(of: shown.count)) of the viable, \(shown.count), are killed by "
      out += "properties alone\n"
    }
    return out
  }

  private func lines(about survivor: MutationRun.Survivor) -> [String] {
    if let reason = survivor.equivalence { return [reason] }
    guard let difference = survivor.difference else {
      return ["no run that was tried comes to \(survivor.place ?? "where it differs")"]
    }
    var lines: [String] = []
    let configuration = settings(of: difference.walk.start) { model.slots[$0].isParameter }
    let record = settings(of: difference.walk.start, where: isOfRecord)
    if !configuration.isEmpty { lines.append("configuration \(joined(configuration))") }
    if !record.isEmpty { lines.append("record \(joined(record))") }
    let steps = steps(of: difference.walk)
    for (number, step) in steps.enumerated() {
      let answer = model.answer(of: step).map { model.text(of: $0) } ?? "–"
      lines.append("\(number + 1). \(model.text(of: step)) → \(answer)")
    }
    let what =
      difference.isAnswered ? difference.instead : "the same answer, but \(difference.instead)"
    lines.append("with the mutant: \(what)")
    return lines
  }

  private func isOfRecord(_ slot: Int) -> Bool {
    if case .variable = model.slots[slot].kind { true } else { false }
  }

  private func joined(_ settings: [(name: String, value: String)]) -> String {
    settings.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
  }

  /// The selected slots whose values differ from the table's defaults.
  private func settings(
    of start: [Int], where isMeant: (Int) -> Bool
  ) -> [(name: String, value: String)] {
    model.slots.indices.filter { isMeant($0) && start[$0] != defaults[$0] }.map {
      (model.slots[$0].name, model.text(of: start[$0], in: $0))
    }
  }

  private func steps(of walk: Walk) -> [Trace.Step] {
    walk.steps(by: Interpreter(model: model)) ?? []
  }

  // MARK: JSON

  package var json: JSONValue {
    var entries: [String: JSONValue] = [
      "mutants": .number(run.chosen.count), "total": .number(run.total),
      "unviable": .number(run.unviable.count), "killed": .number(run.killed.count),
      "kills": .object(
        Dictionary(
          ([("inspection", run.unviable.count)] + kills).map { ($0.0, JSONValue.number($0.1)) },
          uniquingKeysWith: { first, _ in first })),
      "equivalent": .number(counts.equivalent), "alive": .number(counts.alive),
      "survivors": .array(run.survivors.map(json)),
    ]
    if let shown = run.shownByProperties {
      entries["byProperties"] = .object(
        Dictionary(
          shown.map { ($0.mutant.id, JSONValue.string($0.kill.name)) },
          uniquingKeysWith: { first, _ in first }))
    }
    return .object(entries)
  }

  private func json(of survivor: MutationRun.Survivor) -> JSONValue {
    var entries: [String: JSONValue] = [
      "id": .string(survivor.mutant.id), "row": .string(survivor.mutant.row),
      "operation": .string(survivor.mutant.operation.rawValue),
      "place": .string("\(survivor.mutant.place)"),
      "equivalent": .bool(survivor.equivalence != nil),
    ]
    entries["reason"] = (survivor.equivalence ?? survivor.place).map(JSONValue.string)
    if let difference = survivor.difference {
      entries["scenario"] = .string(difference.walk.scenario)
      entries["configuration"] = object(
        settings(of: difference.walk.start) { model.slots[$0].isParameter })
      entries["record"] = object(
        settings(of: difference.walk.start, where: isOfRecord))
      entries["trace"] = .array(steps(of: difference.walk).map(json))
      entries["instead"] = .string(difference.instead)
      entries["answered"] = .bool(difference.isAnswered)
    }
    return .object(entries)
  }

  private func object(_ settings: [(name: String, value: String)]) -> JSONValue {
    .object(
      Dictionary(
        settings.map { ($0.name, .string($0.value)) }, uniquingKeysWith: { first, _ in first }))
  }

  private func json(of step: Trace.Step) -> JSONValue {
    var expected: [String: JSONValue] = [:]
    if let answer = model.answer(of: step) {
      let message = model.messages[answer.message]
      expected[message.kind] = .string(message.name)
      for (slot, value) in zip(message.fields, answer.fields) {
        expected[model.slots[slot].ownName] = .string(model.text(of: value, in: slot))
      }
    }
    return .object([
      "call": .string(model.text(of: step)), "answer": .object(expected),
      "action": .string(step.action.map { model.actions[$0].name } ?? ""),
      "rows": .strings(step.firings.map { model.rows[$0.row].fullID }),
    ])
  }
}
