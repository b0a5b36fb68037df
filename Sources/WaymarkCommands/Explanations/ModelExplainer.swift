import Findings
import TransitionTables

/// Pages about what the table declares: properties, legality rules, rows, parameters.
struct ModelExplainer {
  let model: Model

  /// All that has a page, sorted.
  var names: [String] {
    let own =
      model.properties.map(\.id) + model.legality.map(\.id) + model.changes.map(\.id)
      + model.never.map(\.id)
      + model.parameters.map { model.slots[$0].name }
    return (Set(own).sorted()) + TableText(model: model).names
  }

  /// The pages of all rows that rest on a fact, such as `M9` or `X2`, in the order of the table.
  func pages(ofFact fact: String) -> [String] {
    var seen: Set<String> = []
    return model.rows.compactMap { row in
      let facts = (row.source?.fact ?? "").split { ", ".contains($0) }.map(String.init)
      guard facts.contains(fact), seen.insert(row.id).inserted else { return nil }
      return page(for: row.id)
    }
  }

  /// The page of an id, or nil.
  func page(for id: String) -> String? {
    if let property = model.properties.first(where: { $0.id == id || $0.fullID == id }) {
      return page(of: property)
    }
    if let rule = model.legality.first(where: { $0.id == id }) { return page(of: rule) }
    if let constraint = model.never.first(where: { $0.id == id }) {
      return layout(
        constraint.id,
        [
          ("what", constraint.documentation), ("never", constraint.statesText),
          ("written", constraint.location.description),
        ])
    }
    if let slot = model.parameter(named: id) { return page(ofParameter: slot) }
    return TableText(model: model).page(for: id)
  }

  private func page(of property: Property) -> String {
    layout(
      "\(property.id): a property (\(property.severity))",
      [
        ("promise", property.prose), ("claim", property.claimText), ("remedy", property.remedy),
        ("source", property.source.map(ReportAssembly.text) ?? ""),
        ("written", property.location.description),
        ("check it", "waymark check POOL --property \(property.id)"),
      ])
  }

  /// The pages of the rules about changes with a number, such as `L31`, and of one of them, such as
  /// `L31.lite`.
  func pages(ofChange id: String) -> [String] {
    model.changes.filter { $0.id == id || $0.id.hasPrefix("\(id).") }.map { rule in
      let parameters = rule.parameters.map { model.slots[$0].name }
      return layout(
        "\(rule.id): a rule about changes (\(rule.severity.rawValue))",
        [
          ("what", rule.documentation), ("service", rule.refusal),
          ("looks at", parameters.joined(separator: ", ")), ("remedy", rule.remedy),
          ("source", rule.source.map(ReportAssembly.text) ?? ""),
          ("written", rule.location.description), ("check it", "waymark diff BEFORE AFTER"),
        ])
    }
  }

  private func page(of rule: LegalityRule) -> String {
    layout(
      "\(rule.id): a rule of legality (\(rule.isError ? "error" : "warning"))",
      [
        ("refuses", rule.forbidText), ("service", rule.refusal), ("what", rule.documentation),
        ("looks at", rule.parameters.joined(separator: ", ")), ("remedy", rule.remedy),
        ("source", rule.source.map(ReportAssembly.text) ?? ""),
        ("written", rule.location.description),
      ])
  }

  private func page(ofParameter slot: Int) -> String {
    let kind = model.slots[slot].kind == .assumption ? "an assumption" : "a parameter"
    let option = model.slots[slot].kind == .assumption ? "--assume" : "--set"
    let initial = model.text(of: model.slots[slot].initial, in: slot)
    return layout(
      "\(model.slots[slot].name): \(kind)",
      [
        ("what", model.slots[slot].documentation), ("takes", model.choices(for: slot)),
        ("default", initial), ("set it", "\(option) \(model.slots[slot].name)=…"),
        ("written", model.slots[slot].location.description),
      ])
  }

  private func layout(_ title: String, _ facts: [(label: String, text: String)]) -> String {
    var out = title + "\n"
    for fact in facts where !fact.text.isEmpty {
      out += TextLayout.labelled(
        "  \(TextLayout.padded(fact.label, to: 10))", fact.text, width: 100)
    }
    return out
  }
}
