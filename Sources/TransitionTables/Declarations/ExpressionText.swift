/// Writes expressions as an author would: `status == confirmed and totp in mfaMethods`.
///
/// Definitions and comprehensions are written out, as the evaluators see them, so that a part of a
/// claim can be shown by itself. Members and sets are named by the type of the other operand.
struct ExpressionText {
  let model: Model

  /// The text of an expression.
  ///
  /// - Parameter type: the type of its value; derived from the expression where not given.
  func text(_ expression: Expression, as type: ValueType? = nil) -> String {
    switch expression {
    case .constant(let value): model.types.text(of: value, as: type ?? .bool)
    case .slot(let slot): model.slots[slot].name
    case .choose(let index, let all): chosen(index, among: all, as: type)
    case .not(let inner): negated(inner)
    case .and(let all): joined(all, by: " and ")
    case .or(let all): alternatives(all)
    case .equal(let a, let b): pair(a, " == ", b)
    case .less(let a, let b): pair(a, " < ", b)
    case .contains(let set, let member): contained(member, in: set)
    case .subset(let a, let b): pair(a, " subset ", b)
    case .union(let a, let b): pair(a, " union ", b)
    case .minus(let a, let b): pair(a, " minus ", b)
    case .intersection(let a, let b): pair(a, " intersect ", b)
    case .gathering(let all): gathered(all, as: type)
    case .tally(let all): "count(\(all.map { text($0) }.joined(separator: ", ")))"
    case .conditional(let test, let yes, let no):
      "if \(text(test)) then \(text(yes, as: type)) else \(text(no, as: type))"
    case .sum(let a, let b): pair(a, " + ", b)
    case .difference(let a, let b): pair(a, " - ", b)
    }
  }

  private func negated(_ inner: Expression) -> String {
    switch inner {
    case .equal(let a, let b): pair(a, " != ", b)
    case .less(let a, let b): pair(b, " <= ", a)
    case .slot: "not \(text(inner))"
    default: "not (\(text(inner)))"
    }
  }

  private func pair(_ a: Expression, _ operation: String, _ b: Expression) -> String {
    let type = self.type(of: a) ?? self.type(of: b)
    return bracketed(a, as: type) + operation + bracketed(b, as: type)
  }

  private func joined(_ all: [Expression], by word: String) -> String {
    all.isEmpty ? "true" : all.map { bracketed($0, as: .bool) }.joined(separator: word)
  }

  /// Writes `a implies b` where all alternatives but the last are negations, else `a or b`.
  private func alternatives(_ all: [Expression]) -> String {
    let premises = all.dropLast().compactMap { part in
      if case .not(let inner) = part { inner } else { nil }
    }
    guard let last = all.last else { return "false" }
    guard all.count > 1, premises.count == all.count - 1 else { return joined(all, by: " or ") }
    return "\(joined(premises, by: " and ")) implies \(bracketed(last, as: .bool))"
  }

  private func contained(_ member: Expression, in set: Expression) -> String {
    var type = self.type(of: member)
    if type == nil, case .set(let id)? = self.type(of: set) { type = .member(id) }
    return "\(bracketed(member, as: type)) in \(bracketed(set, as: nil))"
  }

  private func gathered(_ all: [Expression], as type: ValueType?) -> String {
    guard case .set(let id)? = type else {
      return "{\(all.map { text($0) }.joined(separator: ", "))}"
    }
    let parts = zip(model.types.enums[id].members, all).filter { $0.1 != .no }
    return "{"
      + parts.map { $0.1 == .yes ? $0.0 : "\($0.0) if \(text($0.1))" }.joined(separator: ", ") + "}"
  }

  /// Writes `contact[attribute]`, where an expression selects the member.
  private func chosen(
    _ index: Expression, among all: [Expression], as type: ValueType?
  ) -> String {
    let slots = all.compactMap { if case .slot(let slot) = $0 { slot } else { nil } }
    let symbol = model.symbols.values.filter { $0.slots == slots }.map(\.name).min()
    let name = symbol ?? "(\(all.map { text($0, as: type) }.joined(separator: ", ")))"
    return "\(name)[\(text(index))]"
  }

  private func bracketed(_ expression: Expression, as type: ValueType?) -> String {
    let own = text(expression, as: type)
    switch expression {
    case .constant, .slot, .choose, .gathering, .tally: return own
    case .not(.equal), .not(.less), .equal, .less, .contains, .subset:
      return type == .bool ? own : "(\(own))"
    default: return "(\(own))"
    }
  }

  /// The type of an expression's value; nil where the expression alone does not determine it.
  private func type(of expression: Expression) -> ValueType? {
    switch expression {
    case .constant, .gathering: nil
    case .slot(let slot): model.slots[slot].type
    case .choose(_, let all): all.lazy.compactMap(type(of:)).first
    case .not, .and, .or, .equal, .less, .contains, .subset: .bool
    case .union(let a, let b), .minus(let a, let b), .intersection(let a, let b),
      .conditional(_, let a, let b):
      type(of: a) ?? type(of: b)
    case .tally(let all): .integer(0...all.count)
    case .sum, .difference: .integer(0...Int.max)
    }
  }
}

extension Model {
  /// An expression as an author would write it, its definitions written out.
  public func text(of expression: Expression) -> String {
    ExpressionText(model: self).text(expression)
  }
}
