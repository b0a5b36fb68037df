extension Inspector {
  /// Inputs that carry evidence of a class that some row accepts, without `needs:` for it: an
  /// analysis of means would take it for free.
  func unclaimedEvidence() -> [Diagnostic] {
    guard !model.means.isEmpty else { return [] }
    return acceptedClasses() + actions()
  }

  /// By kind of evidence, the values of a slot with which a row that accepts it can fire.
  private func accepts(_ kind: String, _ slot: Int, _ value: Int) -> String? {
    for (position, row) in model.rows.enumerated()
    where row.judgements.contains(where: { $0.evidence == kind && $0.isAccepted }) {
      let condition = space.diagrams.and(effective[position], space.equality(slot, value))
      if witness(condition) != nil { return row.fullID }
    }
    return nil
  }

  private func acceptedClasses() -> [Diagnostic] {
    var found: [Diagnostic] = []
    for action in model.actions {
      for input in action.inputs {
        guard let name = input.evidence, !action.saysNeeds else { continue }
        let type = model.slots[input.slot].type
        for value in model.types.values(of: type) where !input.classesWithNeeds.contains(value) {
          guard let row = acceptingRow(name, value, type) else { continue }
          found.append(
            model.diagnostic(
              "inspect.needs", at: model.slots[input.slot].location,
              "`\(action.name).\(input.name)` says nothing of what "
                + "`\(model.types.text(of: value, as: type))` needs, and `\(row)` accepts it",
              remedy: "name the means under `needs:`, or write `none`"))
        }
      }
    }
    return found
  }

  /// A row that accepts a class of an input. An input's evidence is a kind, or what several kinds
  /// of the same classes share, such as `code`.
  private func acceptingRow(_ name: String, _ value: Int, _ type: ValueType) -> String? {
    let kinds = model.evidence.values.filter { kind in
      (model.evidence[name] == nil || kind.name == name)
        && kind.classes.contains { model.slots[$0].type == type }
    }.sorted { $0.name < $1.name }
    for kind in kinds {
      for slot in kind.classes where model.slots[slot].type == type {
        if let row = accepts(kind.name, slot, value) { return row }
      }
    }
    return nil
  }

  /// Actions that send evidence without an input that says which.
  private func actions() -> [Diagnostic] {
    var found: [Diagnostic] = []
    var seen = Set<Int>()
    for row in model.rows {
      guard case .action(let position) = row.trigger, !model.actions[position].saysNeeds else {
        continue
      }
      for update in row.updates {
        guard let value = ConcreteEvaluator.constant(update.value) else { continue }
        for kind in model.evidence.values.sorted(by: { $0.name < $1.name })
        where kind.classes.contains(update.slot) && !seen.contains(position) {
          guard value != model.slots[update.slot].initial || row.sends != nil,
            let accepting = accepts(kind.name, update.slot, value),
            !model.actions[position].inputs.contains(where: { !$0.classesWithNeeds.isEmpty })
          else { continue }
          seen.insert(position)
          found.append(
            model.diagnostic(
              "inspect.needs", at: model.actions[position].location,
              "`\(model.actions[position].name)` sends `\(kind.name)` by `\(row.fullID)`, which "
                + "`\(accepting)` accepts, and says nothing of what it needs",
              remedy: "name the means under `needs:` of the action, or write `none`"))
        }
      }
    }
    return found
  }
}
