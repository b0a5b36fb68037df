import TransitionTables

/// The parts of a record, as scenarios name them.
extension ScenarioRunner {
  /// Gives a state the record that a scenario starts from.
  func setRecord(_ scenario: Scenario, in valuation: inout [Int]) throws {
    for entry in scenario.record {
      for (slot, node) in try slots(for: entry, scenario, among: isRecord) {
        valuation[slot] = try located(scenario) { () throws(Diagnostic) in
          try model.value(node, for: slot)
        }
      }
    }
    let evaluator = ConcreteEvaluator(valuation)
    if let broken = model.never.first(where: { evaluator.holds($0.states) }) {
      let place = scenario.document.root["record"]?.location ?? scenario.document.root.location
      throw DiagnosticList([
        scenario.document.diagnostic(
          "scenario.impossible-record", at: place,
          "no pool holds this record: \(broken.documentation)",
          remedy: "`\(broken.statesText)` must not hold; add or change a part of the record")
      ])
    }
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
