extension ModelLoader {
  /// Who reads an expression, and so what it may speak of.
  enum ReadingPlace {
    /// A row, or the `enabled:` of an action: the state, and the inputs of its own action.
    case table(action: Int?)
    /// An observer's update: the same, and observers.
    case observer(action: Int?)
    /// A property: states and observers, no inputs.
    case property
    /// `never:` and `attempt:`: states alone.
    case states
  }

  /// Type-checks an expression and makes sure that it reads only what its place may read.
  ///
  /// Inputs exist only while their action is taken, and observers must not influence what they
  /// observe: composed in or not, the rows do the same.
  func checked(
    _ node: LocatedNode, expecting type: ValueType, by checker: TypeChecker,
    in place: ReadingPlace
  ) throws(Diagnostic) -> Expression {
    let expression = try checker.check(try node.expression(), expecting: type)
    try verify(expression, at: node.location, in: place)
    return expression
  }

  func verify(
    _ expression: Expression, at location: SourceLocation, in place: ReadingPlace
  ) throws(Diagnostic) {
    for slot in expression.slots {
      switch (model.slots[slot].kind, place) {
      case (.observer, .table), (.observer, .states):
        throw Diagnostic(
          "table.type", at: location,
          "the observer `\(model.slots[slot].name)` is read outside properties",
          remedy: "make it a variable, or move the claim into a property")
      case (.input(let owner), .table(let action)) where owner == action: continue
      case (.input(let owner), .observer(let action)) where owner == action: continue
      case (.input, _):
        throw Diagnostic(
          "table.type", at: location,
          "the input `\(model.slots[slot].name)` is read where its action is not taken",
          remedy: "send it in a message, or store it in a variable")
      default: continue
      }
    }
  }
}
