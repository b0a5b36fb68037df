import Findings
import SignIn
import TransitionTables

/// Pages about the table's declarations: properties, legality rules, rows, parameters.
package struct ModelExplainer {
  package let model: Model

  package init(model: Model) {
    self.model = model
  }

  /// The names of everything that has a page, sorted.
  package var names: [String] {
    let own =
      model.properties.map(\.id) + model.legality.map(\.id) + model.changes.map(\.id)
      + model.never.map(\.id)
      + model.parameters.map { model.slots[$0].name } + received.map(\.name)
      + model.statements.flatMap { $0.aliases.map(\.name) }
    return (Set(own).sorted()) + TableText(model: model).names
  }

  /// Properties and parameters, one per line, wrapped at a terminal's width.
  package func index(width: Int?) -> String {
    var seen: Set<String> = []
    let properties = model.properties.filter { seen.insert($0.id).inserted }
      .map { (name: $0.id, text: "property, \($0.severity)") }
    let rows = properties + ParameterReference(model: model).lines
    return TextLayout.entries(rows, width: width) + "\n"
  }

  /// The pages for a fact. For a statement of a document, such as `K12`, it is that statement's
  /// page; for a fact such as `M9` or `X2`, the pages of everything that rests on it: assumptions,
  /// rows, rules of legality, properties and rules of changes, each kind in the order of the table.
  package func pages(ofFact fact: String) -> [String] {
    let assumptions = model.parameters.map { (model.slots[$0].name, model.slots[$0].source) }
    let declared: [(id: String, source: Source?)] =
      assumptions + model.rows.map { ($0.id, $0.source) }
      + model.legality.map { ($0.id, $0.source) } + model.properties.map { ($0.id, $0.source) }
    var seen: Set<String> = []
    let pages = declared.compactMap { id, source in
      Self.facts(of: source).contains(fact) && seen.insert(id).inserted ? page(for: id) : nil
    }
    let changes = model.changes.filter { Self.facts(of: $0.source).contains(fact) }
    let stated = model.statements.filter { $0.id == fact }
    return stated.map(page(of:)) + pages + changes.map(page(of:))
  }

  private func page(of statement: Statement) -> String {
    layout(
      "\(statement.id): a statement (\(statement.binding.word))",
      [
        ("states", statement.text), ("document", statement.document),
        ("by", StatementMatrix.reason(statement.binding)),
        ("written", statement.location.description),
      ])
  }

  private static func facts(of source: Source?) -> [String] {
    (source?.fact ?? "").split { ", ".contains($0) }.map(String.init)
  }

  /// The page of an id, or nil.
  package func page(for id: String) -> String? {
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
    let name = model.message(byAlias: id) ?? id
    if let message = received.first(where: { $0.name == name }) { return page(of: message) }
    return TableText(model: model).page(for: id)
  }

  /// The messages that the app receives: next steps, errors and results.
  private var received: [Message] { model.messages.filter { $0.receiver == nil } }

  private func page(of message: Message) -> String {
    let senders = model.rows.filter { row in
      row.sends.map { model.messages[$0].name } == message.name
    }
    let rows = senders.map(\.id).reduce(into: [String]()) { found, id in
      if !found.contains(id) { found.append(id) }
    }
    let fields = message.fields.map { slot in
      "\(model.slots[slot].name.dropFirst(message.name.count + 1)): "
        + model.types.text(of: model.slots[slot].type)
    }
    let stated = model.statements.filter { statement in
      statement.aliases.contains { $0.message == message.name }
    }
    let aliases = stated.flatMap(\.aliases).filter { $0.message == message.name }.map(\.name)
    return layout(
      "\(message.name): what the app receives (\(message.kind))",
      [
        ("what", message.documentation), ("fields", fields.joined(separator: "; ")),
        ("also", aliases.joined(separator: ", ")), ("sent by", rows.joined(separator: ", ")),
        ("expect it", "expect: { \(message.kind): \(message.name) }"),
      ] + stated.map { ("states", "\($0.id): \($0.text)") })
  }

  private func page(of property: Property) -> String {
    layout(
      "\(property.id): a property (\(property.severity))",
      [
        ("claims", property.prose), ("formula", property.claimText), ("remedy", property.remedy),
        ("source", property.source.map(ReportAssembly.text) ?? ""),
        ("written", property.location.description),
        ("check it", "waymark check POOL --property \(property.id)"),
      ])
  }

  /// The pages of all rules about changes with a number, such as `L31`, or of one of them, such as
  /// `L31.lite`.
  package func pages(ofChange id: String) -> [String] {
    model.changes.filter { $0.id == id || $0.id.hasPrefix("\(id).") }.map(page(of:))
  }

  private func page(of rule: ChangeRule) -> String {
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

  private func page(of rule: LegalityRule) -> String {
    let severity = rule.isError ? "error" : rule.isNote ? "note" : "warning"
    return layout(
      "\(rule.id): a rule of legality (\(severity))",
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
      ] + places(statingParameter: slot) + [
        ("source", model.slots[slot].source.map(ReportAssembly.text) ?? ""),
        ("written", model.slots[slot].location.description),
      ])
  }

  /// Where documents of a pool state a parameter, and its value where they leave it out.
  private func places(statingParameter slot: Int) -> [(label: String, text: String)] {
    let declared = model.slots[slot]
    guard let documented = DocumentedParameter(declared) else {
      let place = DocumentedParameter.place(ofOther: declared.name)
      return [("stated", declared.kind == .assumption ? "" : place)]
    }
    let answer = documented.answer.map { "; in the service's answers: \($0)" } ?? ""
    return [
      ("template", documented.property + answer), ("Terraform", documented.terraform),
      ("left out", documented.absence ?? ""),
    ]
  }

  private func layout(_ title: String, _ facts: [(label: String, text: String)]) -> String {
    var out = title + "\n"
    for fact in facts where !fact.text.isEmpty {
      out += TextLayout.labelled(
        "  \(TextLayout.padded(fact.label, to: 10))", fact.text)
    }
    return out
  }
}
