import TransitionTables

/// The parts of a record, as scenarios name them.
extension ScenarioRunner {
  /// Gives a state the record that a scenario starts from, or another.
  func setRecord(
    _ scenario: Scenario, _ record: [LocatedNode.Entry]? = nil, in valuation: inout [Int]
  ) throws {
    var scenario = scenario
    scenario.record = record ?? scenario.record
    try set(scenario.record, of: scenario, among: isRecord, in: &valuation)
    let evaluator = ConcreteEvaluator(valuation)
    if let broken = model.never.first(where: { evaluator.holds($0.states) }) {
      throw try impossible(
        scenario, broken.states, broken.documentation,
        remedy: "`\(broken.statesText)` must not hold; add or change a part of the record")
    }
    for property in model.properties {
      guard let claim = claimOfAnyRecord(property), !evaluator.holds(claim) else { continue }
      throw try impossible(
        scenario, claim, property.prose,
        remedy: "property \(property.fullID): `\(property.claimText)`; change a part of the record")
    }
  }

  /// Gives some symbols of a state their values.
  func set(
    _ entries: [LocatedNode.Entry], of scenario: Scenario, among isPart: (Symbol) -> Bool,
    in valuation: inout [Int]
  ) throws {
    for (slot, value, _) in try values(of: entries, scenario, among: isPart) {
      valuation[slot] = value
    }
  }

  /// What some symbols are to have as values, by slot, each with its place.
  func values(
    of entries: [LocatedNode.Entry], _ scenario: Scenario, among isPart: (Symbol) -> Bool
  ) throws -> [(slot: Int, value: Int, location: SourceLocation)] {
    try entries.flatMap { entry in
      try slots(for: entry, scenario, among: isPart).map { slot, node in
        let value = try located(scenario) { () throws(Diagnostic) in
          try model.value(node, for: slot)
        }
        return (slot, value, node.location)
      }
    }
  }

  /// What a property claims of every record, whatever the configuration; nil where it speaks of
  /// anything next to the record.
  ///
  /// A claim over parameters too may fail in a pool that is to show how it fails, and so may one
  /// over what was seen on the way.
  private func claimOfAnyRecord(_ property: Property) -> Expression? {
    guard case .always(let claim) = property.claim, !claim.slots.isEmpty else { return nil }
    let isOfRecord = claim.slots.allSatisfy { model.slots[$0].kind == .variable(component: nil) }
    return isOfRecord ? claim : nil
  }

  /// A complaint about a record, at the first of its parts that matters.
  private func impossible(
    _ scenario: Scenario, _ condition: Expression, _ reason: String, remedy: String
  ) throws -> DiagnosticList {
    let read = Set(condition.slots)
    let part = try scenario.record.first { entry in
      try slots(for: entry, scenario, among: isRecord).contains { read.contains($0.0) }
    }
    return DiagnosticList([
      scenario.document.diagnostic(
        "scenario.impossible-record",
        at: part?.keyLocation ?? scenario.document.root["record"]?.location
          ?? scenario.document.root.location,
        "no pool holds this record: \(reason)", remedy: remedy)
    ])
  }

  /// `email: verified` is `contact[email]`; `preference: { totp: preferred }` names members.
  ///
  /// - Parameters:
  ///   - entry: one part, with its value or its members' values.
  ///   - scenario: where it stands.
  ///   - isPart: which of the model's symbols are parts.
  /// - Throws: a `DiagnosticList` with code `scenario.unknown-name` or `scenario.shape`.
  func slots(
    for entry: LocatedNode.Entry, _ scenario: Scenario, among isPart: (Symbol) -> Bool
  ) throws -> [(Int, LocatedNode)] {
    if let symbol = model.symbols[entry.key], isPart(symbol) {
      guard let index = symbol.index else { return [(symbol.slots[0], entry.value)] }
      let members = model.types.enums[index].members
      guard let parts = entry.value.entries else {
        throw DiagnosticList([
          scenario.document.diagnostic(
            "scenario.shape", at: entry.value.location,
            "`\(entry.key)` has no value of its own, but one for each member",
            remedy: "write `\(entry.key): { \(members[0]): … }`, with any of \(members.list)")
        ])
      }
      return try parts.map { part in
        guard let at = members.firstIndex(of: part.key) else {
          throw unknown(part, "is not one of \(members.list)", members, scenario)
        }
        return (symbol.slots[at], part.value)
      }
    }
    for symbol in model.symbols.values.sorted(by: { $0.name < $1.name }) where isPart(symbol) {
      guard let index = symbol.index,
        let at = model.types.enums[index].members.firstIndex(of: entry.key)
      else { continue }
      return [(symbol.slots[at], entry.value)]
    }
    let names = model.symbols.values.filter(isPart).map(\.name).sorted()
    throw unknown(entry, "is no part of a record", names, scenario)
  }

  private func isRecord(_ symbol: Symbol) -> Bool {
    symbol.slots.allSatisfy { slot in
      if case .variable = model.slots[slot].kind { true } else { false }
    }
  }
}
