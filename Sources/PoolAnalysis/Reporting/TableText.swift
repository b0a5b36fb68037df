import Findings
import TransitionTables

/// Renders the transition table as text, for authors and for programs.
package struct TableText {
  package let model: Model

  package init(model: Model) {
    self.model = model
  }

  /// The ids of rows and ladders, sorted.
  package var names: [String] {
    let rows = model.rows.flatMap { [$0.id, $0.fullID] }
    return Set(rows + model.groups.compactMap(\.ladder)).sorted()
  }

  // MARK: Markdown

  /// All rows, in one table per component, with a column for layers where there are some.
  package var markdown: String {
    var out = "# The transition table\n\n"
    out += "\(TextLayout.counted(model.rows.count, "row")). Rungs of a ladder are tried in order.\n"
    if !model.layers.isEmpty { out += "\nLayers: \(model.layers.joined(separator: ", ")).\n" }
    let owners: [Int?] = model.components.indices.map { $0 } + [nil]
    for owner in owners {
      let rows = model.rows.indices.filter { model.rows[$0].component == owner }
      guard !rows.isEmpty else { continue }
      out += "\n## \(owner.map { model.components[$0].name } ?? "No component")\n\n"
      let more = model.layers.isEmpty ? [] : ["layer"]
      let head = ["row", "on", "from", "when", "sets", "to", "sends", "source"] + more
      out += "| \(head.joined(separator: " | ")) |\n"
      out += "|\(head.map { _ in "---" }.joined(separator: "|"))|\n"
      for row in rows { out += line(model.rows[row]) }
    }
    return out
  }

  private func line(_ row: Row) -> String {
    let cells =
      [
        row.fullID, trigger(of: row), from(row), row.whenText, sets(row), target(of: row),
        row.sends.map { model.messages[$0].name } ?? "",
        row.source.map(ReportAssembly.text) ?? "",
      ] + (model.layers.isEmpty ? [] : [row.layer ?? ""])
    let written = cells.enumerated().map { position, cell -> String in
      let plain = cell.replacing("|", with: "\\|").replacing("\n", with: " ")
      return plain.isEmpty || position >= 7 ? plain : "`\(plain)`"
    }
    return "| \(written.joined(separator: " | ")) |\n"
  }

  // MARK: One row

  /// The page of a row or a ladder; nil where none has the name.
  package func page(for name: String) -> String? {
    let rows = rows(named: name)
    guard !rows.isEmpty else { return nil }
    var out = ""
    if model.groups.contains(where: { $0.ladder == name }) {
      out += "\(name): a ladder of \(rows.count) rungs; the first that matches wins.\n\n"
    }
    return out + rows.map { page(of: model.rows[$0]) }.joined(separator: "\n")
  }

  private func rows(named name: String) -> [Int] {
    model.rows.indices.filter { position in
      let row = model.rows[position]
      return row.id == name || row.fullID == name || model.groups[row.group].ladder == name
    }
  }

  private func page(of row: Row) -> String {
    var out = "\(row.fullID)\n"
    if !row.documentation.isEmpty {
      out += TextLayout.labelled("  ", row.documentation)
    }
    let facts = [
      ("component", row.component.map { model.components[$0].name } ?? ""),
      ("on", trigger(of: row)), ("from", from(row)), ("when", row.whenText), ("sets", sets(row)),
      ("to", target(of: row)), ("sends", row.sends.map { model.messages[$0].name } ?? ""),
      ("judges", judgements(of: row)), ("makes", row.effects.joined(separator: ", ")),
      ("ladder", ladder(of: row)), ("source", row.source.map(ReportAssembly.text) ?? ""),
      ("layer", row.layer ?? ""), ("written", row.location.description),
    ]
    for (label, text) in facts where !text.isEmpty {
      out += TextLayout.labelled("  \(TextLayout.padded(label, to: 10))", text)
    }
    return out
  }

  private func ladder(of row: Row) -> String {
    let group = model.groups[row.group]
    guard let name = group.ladder,
      let rung = group.rows.firstIndex(where: { model.rows[$0].fullID == row.fullID })
    else { return "" }
    return "rung \(rung + 1) of \(group.rows.count) of \(name)"
  }

  private func judgements(of row: Row) -> String {
    row.judgements.map { judgement in
      judgement.isAccepted
        ? "accepts \(judgement.evidence)" : "refuses \(judgement.evidence) (\(judgement.reason))"
    }.joined(separator: ", ")
  }

  // MARK: Pieces

  private func trigger(of row: Row) -> String {
    switch row.trigger {
    case .action(let action): model.actions[action].name
    case .message(let message): "receives \(model.messages[message].name)"
    case .none: ""
    }
  }

  private func from(_ row: Row) -> String {
    guard let component = row.component, let from = row.from else { return "" }
    let slot = model.components[component].locationSlot
    return from.map { model.text(of: $0, in: slot) }.joined(separator: ", ")
  }

  private func target(of row: Row) -> String {
    guard let component = row.component, let target = row.target else { return "" }
    return model.text(of: target, in: model.components[component].locationSlot)
  }

  /// The persistent variables that a row changes.
  private func sets(_ row: Row) -> String {
    let slots = row.updates.map(\.slot).filter { slot in
      if case .variable = model.slots[slot].kind { true } else { false }
    }
    return slots.map { model.slots[$0].name }.joined(separator: ", ")
  }

  // MARK: Cells

  /// The cells of a row in an atlas: id, words, trigger, start, guard, changes, target, message,
  /// source, file. A row that is not in the table has only its id. The line number is left out,
  /// since every edit above would change it, and `waymark rows` shows it.
  package func cells(of row: Row?, id: String) -> [String] {
    guard let row else { return [id] + Array(repeating: "", count: 9) }
    return [
      id, row.documentation, trigger(of: row), from(row), row.whenText, sets(row),
      target(of: row), row.sends.map { model.messages[$0].name } ?? "",
      row.source.map(ReportAssembly.text) ?? "", row.location.file,
    ]
  }

  // MARK: JSON

  /// All rows as JSON.
  package var json: JSONValue { .array(model.rows.map(json)) }

  /// The rows with a name as JSON.
  package func json(for name: String) -> JSONValue {
    .array(rows(named: name).map { json(of: model.rows[$0]) })
  }

  private func json(of row: Row) -> JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(row.fullID), "on": .string(trigger(of: row)), "from": .string(from(row)),
      "component": .optional(row.component.map { model.components[$0].name }),
      "ladder": .optional(model.groups[row.group].ladder),
      "when": .string(row.whenText), "sets": .string(sets(row)), "to": .string(target(of: row)),
      "sends": .optional(row.sends.map { model.messages[$0].name }),
      "effects": .strings(row.effects), "judges": .string(judgements(of: row)),
      "doc": .string(row.documentation), "place": .string(row.location.description),
      "source": .object([
        "fact": .string(row.source?.fact ?? ""), "document": .string(row.source?.document ?? ""),
        "confidence": .string(row.source?.confidence ?? ""),
      ]),
    ]
    if let layer = row.layer { members["layer"] = .string(layer) }
    return .object(members)
  }

  /// The diagnostics of inspections as JSON.
  package static func json(of diagnostics: [Diagnostic]) -> JSONValue {
    .array(
      diagnostics.map { diagnostic in
        .object([
          "code": .string(diagnostic.code), "severity": .string(diagnostic.severity.rawValue),
          "place": .string(diagnostic.location.description),
          "message": .string(diagnostic.message), "remedy": .string(diagnostic.remedy),
        ])
      })
  }
}
