/// A typed expression over the slots of a model: names are resolved, definitions and comprehensions
/// written out, so that an evaluator meets only this handful of forms.
///
/// Evaluators exist twice on purpose: symbolically over decision diagrams (inspection,
/// compilation) and concretely over one valuation (replay); a property test holds them together.
public indirect enum Expression: Hashable, Sendable {
  case constant(Int)
  /// The value of a slot, by its position in ``Model/slots``.
  case slot(Int)
  /// The alternative that the index, a member of an enum, picks.
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
  /// The set of the members whose condition holds, one condition a member.
  case gathering([Expression])
  /// How many of the conditions hold.
  case tally([Expression])
  case conditional(Expression, Expression, Expression)
  case sum(Expression, Expression)
  case difference(Expression, Expression)

  /// True everywhere.
  public static let yes = Expression.constant(1)
  /// True nowhere.
  public static let no = Expression.constant(0)

  /// The slots that it reads, ascending.
  public var slots: [Int] {
    var found = Set<Int>()
    collect(into: &found)
    return found.sorted()
  }

  private func collect(into found: inout Set<Int>) {
    if case .slot(let slot) = self { found.insert(slot) }
    for child in children { child.collect(into: &found) }
  }

  /// The direct parts.
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
  /// The expression with other values in place of some slots.
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
  /// What is computed.
  public var expression: Expression
  /// What the number that comes out means.
  public var type: ValueType

  /// An expression with its type.
  public init(_ expression: Expression, _ type: ValueType) {
    self.expression = expression
    self.type = type
  }
}
