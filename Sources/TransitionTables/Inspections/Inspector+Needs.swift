extension Inspector {
  /// Inputs that carry evidence of a class that some row accepts, without `needs:` for it: an
  /// analysis of means would take it for free.
  func unclaimedEvidence() -> [Diagnostic] {
    guard !model.means.isEmpty else { return [] }
    var found: [Diagnostic] = []
    for (position, action) in model.actions.enumerated() where !action.saysNeeds {
      for input in action.inputs {
        guard let name = input.evidence else { continue }
        let type = model.slots[input.slot].type
        for value in model.types.values(of: type) where !input.classesWithNeeds.contains(value) {
          guard let row = acceptingRow(position, name, value, type) else { continue }
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
  private func acceptingRow(
    _ action: Int, _ name: String, _ value: Int, _ type: ValueType
  ) -> String? {
    let kinds = model.evidence.values.filter { kind in
      (model.evidence[name] == nil || kind.name == name)
        && kind.classes.contains { model.slots[$0].type == type }
    }.sorted { $0.name < $1.name }
    for kind in kinds {
      for slot in kind.classes where model.slots[slot].type == type && !isOthers(slot, action) {
        if let row = accepts(kind.name, slot, value) { return row }
      }
    }
    return nil
  }

  /// Whether a field is set by rows of other actions alone.
  private func isOthers(_ slot: Int, _ action: Int) -> Bool {
    let setters = model.rows.compactMap { row -> Int? in
      guard case .action(let own) = row.trigger,
        row.updates.contains(where: { $0.slot == slot && !$0.value.slots.isEmpty })
      else { return nil }
      return own
    }
    return !setters.isEmpty && !setters.contains(action)
  }

  /// By kind of evidence, the values of a slot with which a row that accepts it can fire.
  private func accepts(_ kind: String, _ slot: Int, _ value: Int) -> String? {
    for (position, row) in model.rows.enumerated()
    where row.judgements.contains(where: { $0.evidence == kind && $0.isAccepted }) {
      // A row that does not look at the claim accepts it in another message.
      let read = space.slots(of: space.diagrams.support(of: effective[position]))
      guard read.contains(slot) else { continue }
      let condition = space.diagrams.and(effective[position], space.equality(slot, value))
      if witness(condition) != nil { return row.fullID }
    }
    return nil
  }
}
