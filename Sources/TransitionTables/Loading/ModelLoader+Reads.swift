extension ModelLoader {
  /// The context of an expression, which determines what it may read.
  enum ReadingPlace {
    /// A row, or the `enabled:` of an action: it reads the state and the inputs of its own action.
    case table(action: Int?)
    /// An observer's update: it reads the same, and observers.
    case observer(action: Int?)
    /// A property: it reads states and observers, but no inputs.
    case property
    /// `never:` and `attempt:`: they read only states.
    case states
  }

  /// Type-checks an expression and verifies that it reads only what its context permits.
  ///
  /// Inputs exist only while their action is taken. Observers must not influence what they observe:
  /// the rows behave the same with and without them.
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
