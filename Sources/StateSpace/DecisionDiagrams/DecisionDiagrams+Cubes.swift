extension DecisionDiagrams {
  /// A short disjunction of product terms that is true wherever `lower` is true, and nowhere
  /// outside of `upper`.
  ///
  /// The terms together cover `lower` and stay within `upper`. Each term is a prime implicant of
  /// `upper` (no literal can be dropped), and each is needed to cover `lower` (no term can be
  /// dropped). Pass the same diagram twice for a plain sum of products; pass
  /// `within: or(lower, impossible)` where some assignments cannot occur.
  ///
  /// - Parameters:
  ///   - lower: what must be covered; it must entail `upper`.
  ///   - upper: what may be covered.
  /// - Returns: the terms, each with literals in ascending order of variables, in an order that
  ///   depends on the functions alone. The empty term is true everywhere; no terms mean false.
  ///
  /// Source: Minato, "Fast Generation of Irredundant Sum-of-Products Forms from Binary Decision
  /// Diagrams", 1992, after Morreale 1970.
  public func cubes(from lower: Diagram, within upper: Diagram) -> [[Literal]] {
    // Diagrams that a limit has cut off mean nothing, so there is nothing to cover.
    guard limit?.stop == nil else { return [] }
    precondition(minus(lower, upper) == .no, "what must be covered may be covered")
    var known: [Interval: Cover] = [:]
    return cover(Interval(lower: lower.index, upper: upper.index), &known).terms
  }

  /// The function that a disjunction of product terms denotes.
  public func diagram(of cubes: [[Literal]]) -> Diagram {
    or(cubes.map { cube in and(cube.map { literal($0) }) })
  }

  private struct Interval: Hashable {
    var lower: UInt32
    var upper: UInt32
  }

  private struct Cover {
    var terms: [[Literal]]
    var function: UInt32
  }

  private func cover(_ interval: Interval, _ known: inout [Interval: Cover]) -> Cover {
    // Only a limit that cuts diagrams off can make `upper` empty while `lower` is not.
    if interval.lower == 0 || interval.upper == 0 { return Cover(terms: [], function: 0) }
    if interval.upper == 1 { return Cover(terms: [[]], function: 1) }
    if let cover = known[interval] { return cover }
    let variable = min(
      store[interval.lower].variable, store[interval.upper].variable)
    let lower = store.sides(of: interval.lower, at: variable)
    let upper = store.sides(of: interval.upper, at: variable)
    // Assignments that `upper` allows on one side of the variable only need its literal; the others
    // do without it.
    let low = cover(
      Interval(lower: minus(lower.low, upper.high), upper: upper.low), &known)
    let high = cover(
      Interval(lower: minus(lower.high, upper.low), upper: upper.high), &known)
    let rest = store.disjunction(minus(lower.low, low.function), minus(lower.high, high.function))
    let both = cover(
      Interval(lower: rest, upper: store.conjunction(upper.low, upper.high)), &known)
    let result = Cover(
      terms: prefixed(low, variable, false) + prefixed(high, variable, true) + both.terms,
      function: store.node(
        variable, low: store.disjunction(low.function, both.function),
        high: store.disjunction(high.function, both.function)))
    known[interval] = result
    return result
  }

  private func prefixed(_ cover: Cover, _ variable: UInt32, _ value: Bool) -> [[Literal]] {
    cover.terms.map { [Literal(variable: Int(variable), value: value)] + $0 }
  }

  private func minus(_ a: UInt32, _ b: UInt32) -> UInt32 {
    store.remainder(a, b)
  }
}
