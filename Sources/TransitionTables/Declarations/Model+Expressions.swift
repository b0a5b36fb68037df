extension Model {
  /// The expression that a text stands for: variables, parameters, places and fields by their
  /// names, members by the type of what they are compared with. Definitions are not known here.
  ///
  /// For code that reads states of a model and must not read a name that the model lacks.
  /// - Parameters:
  ///   - text: such as `status == none`, or the name of a variable alone.
  ///   - location: where complaints point to.
  /// - Throws: a ``Diagnostic`` with code `table.expression`, `table.unknown-name` or `table.type`.
  public func expression(
    _ text: String, at location: SourceLocation
  ) throws(Diagnostic) -> Expression {
    let checker = TypeChecker(types: types, symbols: symbols, definitions: [:])
    return try checker.resolve(try ExpressionParser.parse(text, at: location), expected: nil)
      .expression
  }
}
