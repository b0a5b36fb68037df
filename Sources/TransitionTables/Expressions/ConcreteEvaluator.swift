/// Evaluates expressions over one valuation, by a walk over the expression tree.
///
/// It shares no code with the symbolic evaluator, so a replay with it checks the compiled rules
/// independently. The cost is linear in the size of the expression.
public struct ConcreteEvaluator {
  /// The value of each slot.
  public var valuation: [Int]

  /// An evaluator for one valuation.
  public init(_ valuation: [Int]) { self.valuation = valuation }

  /// The value of an expression that reads no slot, or nil.
  public static func constant(_ expression: Expression) -> Int? {
    expression.slots.isEmpty ? ConcreteEvaluator([]).value(of: expression) : nil
  }

  /// Whether a Boolean expression is true.
  public func holds(_ expression: Expression) -> Bool { value(of: expression) != 0 }

  /// The value of an expression; its type says what the number means.
  public func value(of expression: Expression) -> Int {
    switch expression {
    case .constant(let value): value
    case .slot(let slot): valuation[slot]
    case .choose(let index, let alternatives): value(of: alternatives[value(of: index)])
    case .not(let a): value(of: a) == 0 ? 1 : 0
    case .and(let all): all.allSatisfy(holds) ? 1 : 0
    case .or(let all): all.contains(where: holds) ? 1 : 0
    case .equal(let a, let b): value(of: a) == value(of: b) ? 1 : 0
    case .less(let a, let b): value(of: a) < value(of: b) ? 1 : 0
    case .contains(let set, let member): value(of: set) >> value(of: member) & 1
    case .subset(let a, let b): value(of: a) & ~value(of: b) == 0 ? 1 : 0
    case .union(let a, let b): value(of: a) | value(of: b)
    case .minus(let a, let b): value(of: a) & ~value(of: b)
    case .intersection(let a, let b): value(of: a) & value(of: b)
    case .gathering(let all):
      all.indices.reduce(0) { $0 | (holds(all[$1]) ? 1 << $1 : 0) }
    case .tally(let all): all.count(where: holds)
    case .conditional(let test, let yes, let no): value(of: holds(test) ? yes : no)
    case .sum(let a, let b): value(of: a) + value(of: b)
    case .difference(let a, let b): value(of: a) - value(of: b)
    }
  }
}
