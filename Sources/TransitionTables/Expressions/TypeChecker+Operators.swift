extension TypeChecker {
  /// Resolves the application of a binary operator.
  func resolve(
    _ operation: SyntaxTree.Operator, _ left: SyntaxTree, _ right: SyntaxTree,
    at location: SourceLocation, expected: ValueType?
  ) throws(Diagnostic) -> TypedExpression {
    switch operation {
    case .and, .or, .implies:
      let a = try check(left, expecting: .bool)
      let b = try check(right, expecting: .bool)
      let expression: Expression =
        switch operation {
        case .and: .and([a, b])
        case .or: .or([a, b])
        default: .or([.not(a), b])
        }
      return TypedExpression(expression, .bool)
    case .equal, .notEqual:
      let (a, b) = try resolveSides(left, right)
      let equal = Expression.equal(a.expression, b.expression)
      return TypedExpression(operation == .equal ? equal : .not(equal), .bool)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return try order(operation, left, right)
    case .member:
      return try membership(left, right)
    case .subset, .meets:
      let (a, b) = try sets(left, right, expected: nil)
      guard operation == .meets else {
        return TypedExpression(.subset(a.expression, b.expression), .bool)
      }
      let common = Expression.intersection(a.expression, b.expression)
      return TypedExpression(.not(.equal(common, .constant(0))), .bool)
    case .union, .minus, .intersect:
      let (a, b) = try sets(left, right, expected: expected)
      let (x, y) = (a.expression, b.expression)
      let expression: Expression =
        switch operation {
        case .union: .union(x, y)
        case .minus: .minus(x, y)
        default: .intersection(x, y)
        }
      return TypedExpression(expression, a.type)
    case .plus, .difference:
      return try arithmetic(operation, left, right)
    }
  }

  private func resolveSides(
    _ left: SyntaxTree, _ right: SyntaxTree
  ) throws(Diagnostic) -> (TypedExpression, TypedExpression) {
    try resolvePair(left, right, expected: nil)
  }

  private func integers(
    _ left: SyntaxTree, _ right: SyntaxTree
  ) throws(Diagnostic) -> (TypedExpression, ClosedRange<Int>, TypedExpression, ClosedRange<Int>) {
    let a = try resolve(left, expected: nil)
    let b = try resolve(right, expected: nil)
    guard case .integer(let x) = a.type, case .integer(let y) = b.type else {
      throw Diagnostic(
        "table.type", at: left.location, "both sides must be integers",
        remedy: "order and arithmetic are for integers only")
    }
    return (a, x, b, y)
  }

  private func order(
    _ operation: SyntaxTree.Operator, _ left: SyntaxTree, _ right: SyntaxTree
  ) throws(Diagnostic) -> TypedExpression {
    let (a, _, b, _) = try integers(left, right)
    let (x, y) = (a.expression, b.expression)
    let expression: Expression =
      switch operation {
      case .less: .less(x, y)
      case .lessOrEqual: .not(.less(y, x))
      case .greater: .less(y, x)
      default: .not(.less(x, y))
      }
    return TypedExpression(expression, .bool)
  }

  private func arithmetic(
    _ operation: SyntaxTree.Operator, _ left: SyntaxTree, _ right: SyntaxTree
  ) throws(Diagnostic) -> TypedExpression {
    let (a, x, b, y) = try integers(left, right)
    if operation == .plus {
      return TypedExpression(
        .sum(a.expression, b.expression),
        .integer(x.lowerBound + y.lowerBound...x.upperBound + y.upperBound))
    }
    return TypedExpression(
      .difference(a.expression, b.expression),
      .integer(x.lowerBound - y.upperBound...x.upperBound - y.lowerBound))
  }

  private func membership(
    _ left: SyntaxTree, _ right: SyntaxTree
  ) throws(Diagnostic) -> TypedExpression {
    if case .word(let name) = right.phrase, let group = groups[name] {
      let member = try check(left, expecting: .member(group.domain))
      return TypedExpression(.or(group.members.map { .equal(member, .constant($0)) }), .bool)
    }
    let member: TypedExpression
    let set: TypedExpression
    if needsExpectation(right), !needsExpectation(left) {
      member = try resolve(left, expected: nil)
      guard case .member(let id) = member.type else { throw noSet(right.location) }
      set = try resolve(right, expected: .set(id))
    } else {
      set = try resolve(right, expected: nil)
      guard case .set(let id) = set.type else { throw noSet(right.location) }
      member = TypedExpression(try check(left, expecting: .member(id)), .member(id))
    }
    return TypedExpression(.contains(set: set.expression, member: member.expression), .bool)
  }

  private func noSet(_ location: SourceLocation) -> Diagnostic {
    Diagnostic(
      "table.type", at: location, "`in` needs a member on its left and a set on its right",
      remedy: "write `f in {a, b}` or `f in someSet`")
  }

  private func sets(
    _ left: SyntaxTree, _ right: SyntaxTree, expected: ValueType?
  ) throws(Diagnostic) -> (TypedExpression, TypedExpression) {
    let pair = try resolvePair(left, right, expected: expected)
    guard case .set = pair.0.type else {
      throw Diagnostic(
        "table.type", at: left.location, "both sides must be sets",
        remedy: "write a set, as in `{sms, totp}`")
    }
    return pair
  }
}
