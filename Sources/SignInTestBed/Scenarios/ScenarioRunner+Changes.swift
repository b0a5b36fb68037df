import TransitionTables

/// Checks `leaves:`: the parts of the state that a step changed, and no others.
///
/// An answer shows little of what a row does: a counter that is not reset, or a session that is not
/// ended, shows many steps later or never. `leaves:` checks such changes in the step itself.
extension ScenarioRunner {
  /// Checks that every part named by a `leaves:` exists and can have the stated value.
  ///
  /// - Throws: a `DiagnosticList` with code `scenario.unknown-name`, `scenario.shape` or
  ///   `table.unknown-name`.
  func checkChanges(of scenario: Scenario) throws {
    for step in scenario.steps {
      var named: Set<Int> = []
      for change in try changes(of: step, in: scenario) {
        guard !named.insert(change.slot).inserted else { continue }
        throw DiagnosticList([
          scenario.document.diagnostic(
            "scenario.shape", at: change.location,
            "the step leaves `\(model.slots[change.slot].name)` twice", remedy: "say it once")
        ])
      }
    }
  }

  /// The differences between a step's `leaves:` and what it changed.
  func problems(
    of step: Scenario.Step, leaving trace: Trace.Step, remarks: [String], in scenario: Scenario
  ) throws -> [Diagnostic] {
    guard let wanted = step.changes else { return [] }
    var problems: [Diagnostic] = []
    func complain(_ message: String, at location: SourceLocation) {
      problems.append(
        scenario.document.diagnostic(
          "scenario.differs", at: location,
          "\(message); the step leaves \(model.changesText(of: trace))",
          remedy: remarks.joined(separator: "\n    ")))
    }
    let changes = try changes(of: step, in: scenario)
    for (slot, value, location) in changes {
      let name = model.slots[slot].name
      let after = model.text(of: trace.after[slot], in: slot)
      if trace.before[slot] == trace.after[slot] {
        complain("\(name) stays \(after) here", at: location)
      } else if trace.after[slot] != value {
        complain(
          "\(name) becomes \(after) here, not \(model.text(of: value, in: slot))", at: location)
      }
    }
    for slot in model.changedSlots(by: trace) where !changes.contains(where: { $0.slot == slot }) {
      let (before, after) = (trace.before[slot], trace.after[slot])
      complain(
        "\(model.slots[slot].name) becomes \(model.text(of: after, in: slot)) here, which was "
          + "\(model.text(of: before, in: slot)) and is not in `leaves`", at: wanted.location)
    }
    return problems
  }

  private func changes(
    of step: Scenario.Step, in scenario: Scenario
  ) throws -> [(slot: Int, value: Int, location: SourceLocation)] {
    try values(of: step.changes?.entries ?? [], scenario, among: isLeft)
  }

  private func isLeft(_ symbol: Symbol) -> Bool { symbol.slots.allSatisfy(model.isKept) }
}

extension Model {
  /// Whether a slot is part of a resting state: a variable, or a component's place.
  func isKept(_ slot: Int) -> Bool {
    switch slots[slot].kind {
    case .variable, .location: true
    default: false
    }
  }

  /// The slots of the resting state that a step changed, in order of declaration.
  func changedSlots(by step: Trace.Step) -> [Int] {
    slots.indices.filter { isKept($0) && step.before[$0] != step.after[$0] }
  }

  /// A step's changes as `leaves:` writes them, with the members of an indexed variable together:
  /// `{ grant: valid, contact: { email: verified } }`.
  func changesText(of step: Trace.Step) -> String {
    var parts: [(stem: String, members: [String])] = []
    for slot in changedSlots(by: step) {
      let value = text(of: step.after[slot], in: slot)
      let name = slots[slot].name
      guard let bracket = name.firstIndex(of: "[") else {
        parts.append((name, [value]))
        continue
      }
      let stem = String(name[..<bracket])
      let member = "\(name[bracket...].dropFirst().dropLast()): \(value)"
      if parts.last?.stem == stem {
        parts[parts.count - 1].members.append(member)
      } else {
        parts.append((stem, [member]))
      }
    }
    guard !parts.isEmpty else { return "{}" }
    let texts = parts.map { stem, members in
      symbols[stem]?.index == nil
        ? "\(stem): \(members[0])" : "\(stem): { \(members.joined(separator: ", ")) }"
    }
    return "{ \(texts.joined(separator: ", ")) }"
  }
}
