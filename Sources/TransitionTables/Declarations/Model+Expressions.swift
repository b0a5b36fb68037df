extension Model {
  /// Parses and resolves the text of an expression. It may name variables, parameters, places and
  /// fields; members are resolved by the type of the other operand. Definitions are not available.
  ///
  /// For code that reads states of a model and must fail on a name that the model lacks.
  /// - Parameters:
  ///   - text: the expression, such as `status == none`, or the name of a variable alone.
  ///   - location: the place that diagnostics point to.
  /// - Throws: a ``Diagnostic`` with code `table.expression`, `table.unknown-name` or `table.type`.
  public func expression(
    _ text: String, at location: SourceLocation
  ) throws(Diagnostic) -> Expression {
    let checker = TypeChecker(types: types, symbols: symbols, definitions: [:])
    return try checker.resolve(try ExpressionParser.parse(text, at: location), expected: nil)
      .expression
  }
}
