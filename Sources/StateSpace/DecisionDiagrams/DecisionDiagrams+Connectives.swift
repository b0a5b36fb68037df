extension DecisionDiagrams {
  /// True where `a` is false.
  public func not(_ a: Diagram) -> Diagram { Diagram(index: negation(a.index)) }

  /// True where both are.
  public func and(_ a: Diagram, _ b: Diagram) -> Diagram {
    Diagram(index: conjunction(a.index, b.index))
  }

  /// True where at least one is.
  public func or(_ a: Diagram, _ b: Diagram) -> Diagram {
    Diagram(index: disjunction(a.index, b.index))
  }

  /// True where exactly one is.
  public func xor(_ a: Diagram, _ b: Diagram) -> Diagram {
    Diagram(index: difference(a.index, b.index))
  }

  /// True where `a` is false or `b` is true. `implies(a, b) == .yes` says that `a` entails `b`.
  public func implies(_ a: Diagram, _ b: Diagram) -> Diagram { ifThenElse(a, b, .yes) }

  /// True where both have the same value.
  public func iff(_ a: Diagram, _ b: Diagram) -> Diagram { not(xor(a, b)) }

  /// True where all are; ``Diagram/yes`` for none.
  public func and(_ all: [Diagram]) -> Diagram {
    all.reduce(.yes) { and($0, $1) }
  }

  /// True where at least one of them is; ``Diagram/no`` for none.
  public func or(_ any: [Diagram]) -> Diagram {
    any.reduce(.no) { or($0, $1) }
  }

  /// The value of `t` where `c` is true and of `e` where it is false.
  public func ifThenElse(_ c: Diagram, _ t: Diagram, _ e: Diagram) -> Diagram {
    Diagram(index: choice(c.index, t.index, e.index))
  }

  private func negation(_ a: UInt32) -> UInt32 {
    if a < 2 { return 1 - a }
    if let known = cache.result(.not, a, 0) { return known }
    let top = nodes[Int(a)]
    let result = node(top.variable, low: negation(top.low), high: negation(top.high))
    cache.store(.not, (a, 0, 0), result)
    return result
  }

  func conjunction(_ a: UInt32, _ b: UInt32) -> UInt32 {
    if a == b || b == 1 { return a }
    if a == 1 { return b }
    if a == 0 || b == 0 { return 0 }
    return apply(.and, min(a, b), max(a, b))
  }

  func disjunction(_ a: UInt32, _ b: UInt32) -> UInt32 {
    if a == b || b == 0 { return a }
    if a == 0 { return b }
    if a == 1 || b == 1 { return 1 }
    return apply(.or, min(a, b), max(a, b))
  }

  private func difference(_ a: UInt32, _ b: UInt32) -> UInt32 {
    if a == b { return 0 }
    if a == 0 { return b }
    if b == 0 { return a }
    if a == 1 { return negation(b) }
    if b == 1 { return negation(a) }
    return apply(.xor, min(a, b), max(a, b))
  }

  /// One step of a symmetric connective; the operands are in order and not constant.
  private func apply(_ operation: OperationCache.Operation, _ a: UInt32, _ b: UInt32) -> UInt32 {
    if let known = cache.result(operation, a, b) { return known }
    let variable = min(nodes[Int(a)].variable, nodes[Int(b)].variable)
    let (aLow, aHigh) = sides(of: a, at: variable)
    let (bLow, bHigh) = sides(of: b, at: variable)
    let low: UInt32
    let high: UInt32
    switch operation {
    case .and: (low, high) = (conjunction(aLow, bLow), conjunction(aHigh, bHigh))
    case .or: (low, high) = (disjunction(aLow, bLow), disjunction(aHigh, bHigh))
    default: (low, high) = (difference(aLow, bLow), difference(aHigh, bHigh))
    }
    let result = node(variable, low: low, high: high)
    cache.store(operation, (a, b, 0), result)
    return result
  }

  private func choice(_ c: UInt32, _ t: UInt32, _ e: UInt32) -> UInt32 {
    if c == 1 || t == e { return t }
    if c == 0 { return e }
    if t == 1 || t == c { return disjunction(c, e) }
    if e == 0 || e == c { return conjunction(c, t) }
    if t == 0 && e == 1 { return negation(c) }
    if let known = cache.result(.ifThenElse, c, t, e) { return known }
    let variable = min(
      nodes[Int(c)].variable, nodes[Int(t)].variable, nodes[Int(e)].variable)
    let (cLow, cHigh) = sides(of: c, at: variable)
    let (tLow, tHigh) = sides(of: t, at: variable)
    let (eLow, eHigh) = sides(of: e, at: variable)
    let result = node(
      variable, low: choice(cLow, tLow, eLow), high: choice(cHigh, tHigh, eHigh))
    cache.store(.ifThenElse, (c, t, e), result)
    return result
  }
}
