public import StateSpace

extension SymbolicSpace {
  /// The possible values of an expression, ascending, each with its condition; the conditions
  /// exclude each other. For members and integers.
  public typealias Cases = [(value: Int, condition: Diagram)]

  /// Returns the condition under which a Boolean expression holds.
  public func condition(_ expression: Expression) -> Diagram {
    switch expression {
    case .constant(let value): return value == 0 ? .no : .yes
    case .slot(let slot): return equality(slot, 1)
    case .not(let a): return diagrams.not(condition(a))
    case .and(let all):
      var result = Diagram.yes
      for part in all where result != .no { result = diagrams.and(result, condition(part)) }
      return result
    case .or(let any):
      var result = Diagram.no
      for part in any where result != .yes { result = diagrams.or(result, condition(part)) }
      return result
    case .equal(let a, let b): return equality(a, b)
    case .less(let a, let b): return compare(cases(a), cases(b), <)
    case .contains(let set, let member): return contains(set, member)
    case .subset(let a, let b):
      let (x, y) = padded(members(a), members(b))
      return diagrams.and(zip(x, y).map { diagrams.implies($0, $1) })
    case .conditional(let test, let yes, let no):
      return diagrams.ifThenElse(condition(test), condition(yes), condition(no))
    case .choose(let index, let alternatives):
      return diagrams.or(
        cases(index).map { diagrams.and($0.condition, condition(alternatives[$0.value])) })
    case .union, .minus, .intersection, .gathering, .tally, .sum, .difference:
      return diagrams.not(compare(cases(expression), [(0, .yes)], ==))
    }
  }

  private func compare(_ a: Cases, _ b: Cases, _ holds: (Int, Int) -> Bool) -> Diagram {
    diagrams.or(
      a.flatMap { x in
        b.filter { holds(x.value, $0.value) }.map { diagrams.and(x.condition, $0.condition) }
      })
  }

  private func equality(_ a: Expression, _ b: Expression) -> Diagram {
    switch (shape(of: a), shape(of: b)) {
    case (.set, _), (_, .set):
      let (x, y) = padded(members(a), members(b))
      return diagrams.and(zip(x, y).map { diagrams.iff($0, $1) })
    case (.truth, _), (_, .truth):
      return diagrams.iff(condition(a), condition(b))
    default:
      if case .slot(let slot) = a, case .constant(let value) = b { return equality(slot, value) }
      if case .slot(let slot) = b, case .constant(let value) = a { return equality(slot, value) }
      return compare(cases(a), cases(b), ==)
    }
  }

  private func contains(_ set: Expression, _ member: Expression) -> Diagram {
    let bits = members(set)
    return diagrams.or(
      cases(member).map {
        bits.indices.contains($0.value)
          ? diagrams.and($0.condition, bits[$0.value]) : .no
      })
  }

  // MARK: Shapes

  private enum Shape { case truth, set, value, unknown }

  /// The kind of value that an expression has; unknown for a constant alone.
  private func shape(of expression: Expression) -> Shape {
    switch expression {
    case .constant: .unknown
    case .slot(let slot):
      switch model.slots[slot].type {
      case .bool: .truth
      case .set: .set
      default: .value
      }
    case .not, .and, .or, .equal, .less, .contains, .subset: .truth
    case .union, .minus, .intersection, .gathering: .set
    case .tally, .sum, .difference: .value
    case .conditional(_, let a, let b):
      shape(of: a) == .unknown ? shape(of: b) : shape(of: a)
    case .choose(_, let all): all.map(shape).first { $0 != .unknown } ?? .unknown
    }
  }

  // MARK: Sets

  private func padded(_ a: [Diagram], _ b: [Diagram]) -> ([Diagram], [Diagram]) {
    let count = max(a.count, b.count)
    return (
      a + Array(repeating: .no, count: count - a.count),
      b + Array(repeating: .no, count: count - b.count)
    )
  }

  /// Returns for each member of the enum the condition under which it is in the set.
  public func members(_ expression: Expression) -> [Diagram] {
    switch expression {
    case .constant(let value):
      return (0..<(Int.bitWidth - value.leadingZeroBitCount)).map {
        value >> $0 & 1 == 1 ? .yes : .no
      }
    case .slot(let slot):
      if let known = fixed[slot] { return members(.constant(known)) }
      return (bits[slot] ?? []).map(diagrams.variable)
    case .gathering(let all): return all.map(condition)
    case .union(let a, let b): return combine(a, b) { diagrams.or($0, $1) }
    case .minus(let a, let b): return combine(a, b) { diagrams.and($0, diagrams.not($1)) }
    case .intersection(let a, let b): return combine(a, b) { diagrams.and($0, $1) }
    case .conditional(let test, let yes, let no):
      let c = condition(test)
      return combine(yes, no) { diagrams.ifThenElse(c, $0, $1) }
    case .choose(let index, let alternatives):
      return cases(index).reduce([]) { result, choice in
        let own = members(alternatives[choice.value]).map { diagrams.and(choice.condition, $0) }
        let (x, y) = padded(result, own)
        return zip(x, y).map { diagrams.or($0, $1) }
      }
    default: return []
    }
  }

  private func combine(
    _ a: Expression, _ b: Expression, _ operation: (Diagram, Diagram) -> Diagram
  ) -> [Diagram] {
    let (x, y) = padded(members(a), members(b))
    return zip(x, y).map { operation($0, $1) }
  }

  // MARK: Members and integers

  /// Returns the cases of an expression, without impossible ones.
  public func cases(_ expression: Expression) -> Cases {
    switch expression {
    case .constant(let value): return [(value, .yes)]
    case .slot(let slot):
      if let known = fixed[slot] { return [(known, .yes)] }
      return model.types.values(of: model.slots[slot].type).map { ($0, equality(slot, $0)) }
    case .conditional(let test, let yes, let no):
      let c = condition(test)
      let first = cases(yes).map { ($0.value, diagrams.and(c, $0.condition)) }
      let second = cases(no).map { ($0.value, diagrams.and(diagrams.not(c), $0.condition)) }
      return gathered(first + second)
    case .choose(let index, let alternatives):
      return gathered(
        cases(index).flatMap { choice in
          cases(alternatives[choice.value]).map {
            ($0.value, diagrams.and(choice.condition, $0.condition))
          }
        })
    case .sum(let a, let b): return arithmetic(a, b, +)
    case .difference(let a, let b): return arithmetic(a, b, -)
    case .tally(let all):
      return all.reduce([(0, .yes)]) { counts, part in
        let holds = condition(part)
        return gathered(
          counts.flatMap {
            [
              ($0.value, diagrams.and($0.condition, diagrams.not(holds))),
              ($0.value + 1, diagrams.and($0.condition, holds)),
            ]
          })
      }
    case .union, .minus, .intersection, .gathering:
      return members(expression).enumerated().reduce([(0, .yes)]) { sets, member in
        gathered(
          sets.flatMap {
            [
              ($0.value, diagrams.and($0.condition, diagrams.not(member.element))),
              ($0.value | 1 << member.offset, diagrams.and($0.condition, member.element)),
            ]
          })
      }
    case .not, .and, .or, .equal, .less, .contains, .subset:
      let holds = condition(expression)
      return gathered([(0, diagrams.not(holds)), (1, holds)])
    }
  }

  private func arithmetic(
    _ a: Expression, _ b: Expression, _ operation: (Int, Int) -> Int
  ) -> Cases {
    let right = cases(b)
    return gathered(
      cases(a).flatMap { x in
        right.map { (operation(x.value, $0.value), diagrams.and(x.condition, $0.condition)) }
      })
  }

  private func gathered(_ cases: Cases) -> Cases {
    var byValue: [Int: Diagram] = [:]
    for (value, condition) in cases where condition != .no {
      byValue[value] = diagrams.or(byValue[value] ?? .no, condition)
    }
    return byValue.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
