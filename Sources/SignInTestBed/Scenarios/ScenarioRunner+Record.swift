import TransitionTables

/// Sets and checks the parts of a record by the names that scenarios use.
extension ScenarioRunner {
  /// Sets the record that a scenario starts from, or another one, in a state.
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

  /// Sets the values of some symbols in a state.
  func set(
    _ entries: [LocatedNode.Entry], of scenario: Scenario, among isPart: (Symbol) -> Bool,
    in valuation: inout [Int]
  ) throws {
    for (slot, value, _) in try values(of: entries, scenario, among: isPart) {
      valuation[slot] = value
    }
  }

  /// The values that entries give to slots, each with its place.
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

  /// The part of a property that must hold of every record in every configuration; nil where the
  /// property also reads something outside the record.
  ///
  /// A property that reads parameters may fail in a pool that is meant to show how it fails, and so
  /// may one that reads observers.
  private func claimOfAnyRecord(_ property: Property) -> Expression? {
    guard case .always(let claim) = property.claim, !claim.slots.isEmpty else { return nil }
    let isOfRecord = claim.slots.allSatisfy { model.slots[$0].kind == .variable(component: nil) }
    return isOfRecord ? claim : nil
  }

  /// A complaint about an impossible record, at its first part that the condition reads.
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

  /// Resolves a part of a record: `email: verified` is `contact[email]`, and `preference: { totp:
  /// preferred }` names members.
  ///
  /// - Parameters:
  ///   - entry: the part, with its value or its members' values.
  ///   - scenario: the scenario that contains it.
  ///   - isPart: whether a symbol of the model may be set here.
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
