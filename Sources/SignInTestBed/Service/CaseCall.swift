import TransitionTables

/// A call of the app, resolved to an action of the table with the classes of its arguments.
struct CaseCall {
  var action: Int
  var inputs: [Int]

  /// The members by input, as the table writes them; what is left out has its first value.
  init?(_ name: String, _ members: [String: String] = [:], of model: Model) {
    guard let action = model.action(named: name) else { return nil }
    self.action = action
    inputs = model.actions[action].inputs.map { input in
      members[input.name].flatMap { model.value($0, in: input.slot) }
        ?? model.types.first(of: model.slots[input.slot].type)
    }
  }
}

extension Model {
  /// A value by its text, or nil where the slot has none of that text.
  func value(_ text: String, in slot: Int) -> Int? {
    types.values(of: slots[slot].type).first { self.text(of: $0, in: slot) == text }
  }
}
