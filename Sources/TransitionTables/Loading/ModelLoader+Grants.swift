extension ModelLoader {
  /// Enables the actions that rows grant in the states where one of these rows would fire. So the
  /// reasons for a refusal are declared once, in the ladder that receives the request.
  ///
  /// A row with `grants:` receives a request whose fields have the values of the action's inputs
  /// with the same names, and first values otherwise. The action's own `enabled:` must hold in
  /// addition.
  mutating func enableGrantedActions() {
    var granted: [Int: [Expression]] = [:]
    for group in model.groups {
      var before: [Expression] = []
      for row in group.rows.map({ model.rows[$0] }) {
        let own = Expression.and([model.placeExpression(of: row), row.when])
        for action in row.grants {
          attempt { loader throws(Diagnostic) in
            let values = try loader.fieldValues(of: row, from: action)
            granted[action, default: []].append(
              Expression.and(before + [own]).replacing(values))
          }
        }
        before.append(.not(own))
      }
    }
    for (action, conditions) in granted.sorted(by: { $0.key < $1.key }) {
      model.actions[action].enabled = .and([.or(conditions), model.actions[action].enabled])
    }
  }

  /// The values of the received message's fields for an action: its inputs with the same names, and
  /// first values otherwise.
  private func fieldValues(
    of row: Row, from position: Int
  ) throws(Diagnostic) -> [Int: Expression] {
    let action = model.actions[position]
    guard case .message(let message) = row.trigger else {
      throw Diagnostic(
        "table.shape", at: row.location, "only a row that receives a message grants an action",
        remedy: "write `receive:`, or delete `grants:`")
    }
    var values: [Int: Expression] = [:]
    for field in model.messages[message].fields {
      let slot = model.slots[field]
      let name = slot.ownName
      values[field] = .constant(model.types.first(of: slot.type))
      guard let input = action.inputs.first(where: { $0.name == name }) else { continue }
      guard model.slots[input.slot].type == slot.type else {
        throw Diagnostic(
          "table.type", at: row.location,
          "`\(name)` of `\(action.name)` is \(model.types.text(of: model.slots[input.slot].type)), "
            + "but the field is \(model.types.text(of: slot.type))",
          remedy: "give the input the type of the field, or another name")
      }
      values[field] = .slot(input.slot)
    }
    return values
  }
}
