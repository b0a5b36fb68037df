extension ModelLoader {
  /// Reads an expression that may read only parameters, such as the condition of a legality rule.
  ///
  /// - Parameters:
  ///   - subject: the declaration that contains the expression, for the diagnostic.
  ///   - remedy: the advice of the diagnostic.
  /// - Throws: `table.type` at the expression, where it has another type or reads a slot that is
  ///   not a parameter.
  func configured(
    _ node: LocatedNode, of subject: String, expecting type: ValueType = .bool, remedy: String
  ) throws(Diagnostic) -> Expression {
    let expression = try checker.check(try node.expression(), expecting: type)
    if let slot = expression.slots.first(where: { !model.slots[$0].isParameter }) {
      throw Diagnostic(
        "table.type", at: node.location,
        "\(subject) reads `\(model.slots[slot].name)`, which is no parameter", remedy: remedy)
    }
    return expression
  }

  /// Returns the slot of the parameter that a node names.
  ///
  /// - Throws: `table.unknown-name` at the node, where no parameter has the name.
  func parameter(_ node: LocatedNode) throws(Diagnostic) -> Int {
    try parameter(named: try node.requireText(), at: node.location)
  }

  private func parameter(
    named name: String, at place: SourceLocation
  ) throws(Diagnostic) -> Int {
    guard let slot = model.parameter(named: name) else {
      throw .unknownName(
        name, at: place, "`\(name)` is no parameter",
        among: model.parameters.map { model.slots[$0].name }, else: "name a declared parameter")
    }
    return slot
  }

  /// Reads parameters with their new values, `{ mfaMethods: "mfaMethods union {totp}" }`.
  func parameterChanges(
    _ node: LocatedNode, of subject: String, remedy: String
  ) throws(Diagnostic) -> [ParameterChange] {
    try (node.entries ?? []).map { entry throws(Diagnostic) in
      let slot = try parameter(named: entry.key, at: entry.keyLocation)
      let value = try configured(
        entry.value, of: subject, expecting: model.slots[slot].type, remedy: remedy)
      return ParameterChange(slot: slot, value: value)
    }
  }
}
