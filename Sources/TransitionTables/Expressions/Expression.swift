/// A typed expression over the slots of a model. Names are resolved, definitions and comprehensions
/// are written out, so that an evaluator handles only these few forms.
///
/// There are two evaluators on purpose: a symbolic one over decision diagrams (inspection,
/// compilation) and a concrete one over one valuation (replay). A property test compares them.
public indirect enum Expression: Hashable, Sendable {
  case constant(Int)
  /// The value of a slot, by its position in ``Model/slots``.
  case slot(Int)
  /// The alternative that the index, a member of an enum, selects.
  case choose(Expression, [Expression])
  case not(Expression)
  case and([Expression])
  case or([Expression])
  /// Equality of two values of one type.
  case equal(Expression, Expression)
  case less(Expression, Expression)
  /// Whether a member is in a set.
  case contains(set: Expression, member: Expression)
  case subset(Expression, Expression)
  case union(Expression, Expression)
  case minus(Expression, Expression)
  case intersection(Expression, Expression)
  /// The set of the members whose condition holds; there is one condition for each member.
  case gathering([Expression])
  /// The number of conditions that hold.
  case tally([Expression])
  case conditional(Expression, Expression, Expression)
  case sum(Expression, Expression)
  case difference(Expression, Expression)

  /// The expression that is true in every state.
  public static let yes = Expression.constant(1)
  /// The expression that is false in every state.
  public static let no = Expression.constant(0)

  /// The slots that the expression reads, ascending.
  public var slots: [Int] {
    var found = Set<Int>()
    collect(into: &found)
    return found.sorted()
  }

  private func collect(into found: inout Set<Int>) {
    if case .slot(let slot) = self { found.insert(slot) }
    for child in children { child.collect(into: &found) }
  }

  /// The direct subexpressions.
  public var children: [Expression] {
    switch self {
    case .constant, .slot: []
    case .not(let a): [a]
    case .and(let all), .or(let all), .gathering(let all), .tally(let all): all
    case .choose(let index, let all): [index] + all
    case .equal(let a, let b), .less(let a, let b), .subset(let a, let b), .union(let a, let b),
      .minus(let a, let b), .intersection(let a, let b), .sum(let a, let b),
      .difference(let a, let b), .contains(let a, let b):
      [a, b]
    case .conditional(let a, let b, let c): [a, b, c]
    }
  }
}

extension Expression {
  /// Returns the expression with other expressions in place of some slots.
  package func replacing(_ values: [Int: Expression]) -> Expression {
    func all(_ parts: [Expression]) -> [Expression] { parts.map { $0.replacing(values) } }
    func one(_ part: Expression) -> Expression { part.replacing(values) }
    return switch self {
    case .constant: self
    case .slot(let slot): values[slot] ?? self
    case .not(let a): .not(one(a))
    case .and(let parts): .and(all(parts))
    case .or(let parts): .or(all(parts))
    case .gathering(let parts): .gathering(all(parts))
    case .tally(let parts): .tally(all(parts))
    case .choose(let index, let parts): .choose(one(index), all(parts))
    case .equal(let a, let b): .equal(one(a), one(b))
    case .less(let a, let b): .less(one(a), one(b))
    case .contains(let set, let member): .contains(set: one(set), member: one(member))
    case .subset(let a, let b): .subset(one(a), one(b))
    case .union(let a, let b): .union(one(a), one(b))
    case .minus(let a, let b): .minus(one(a), one(b))
    case .intersection(let a, let b): .intersection(one(a), one(b))
    case .sum(let a, let b): .sum(one(a), one(b))
    case .difference(let a, let b): .difference(one(a), one(b))
    case .conditional(let a, let b, let c): .conditional(one(a), one(b), one(c))
    }
  }
}

/// An expression with its type.
public struct TypedExpression: Hashable, Sendable {
  /// The expression.
  public var expression: Expression
  /// The type of the expression's value.
  public var type: ValueType

  /// An expression with its type.
  public init(_ expression: Expression, _ type: ValueType) {
    self.expression = expression
    self.type = type
  }
}
