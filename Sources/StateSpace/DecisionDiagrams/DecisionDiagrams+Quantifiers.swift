extension DecisionDiagrams {
  /// The function that `a` becomes once `variable` is fixed to `value`; it no longer depends on it.
  public func restrict(_ a: Diagram, _ variable: Int, to value: Bool) -> Diagram {
    Diagram(index: restriction(a.index, checked(variable), value))
  }

  /// True where some values of `variables` make `a` true. Order and repetition do not matter.
  public func exists(_ variables: [Int], in a: Diagram) -> Diagram {
    // The variables travel as their conjunction, so that the operation cache can name them.
    let chain = Set(variables.map(checked)).sorted().reversed()
      .reduce(UInt32(1)) { rest, variable in node(variable, low: 0, high: rest) }
    return Diagram(index: existence(a.index, chain))
  }

  /// True where all values of `variables` make `a` true. Order and repetition do not matter.
  public func forAll(_ variables: [Int], in a: Diagram) -> Diagram {
    not(exists(variables, in: not(a)))
  }

  private func restriction(_ a: UInt32, _ variable: UInt32, _ value: Bool) -> UInt32 {
    let top = nodes[Int(a)]
    if top.variable > variable { return a }
    if top.variable == variable { return value ? top.high : top.low }
    if let known = cache.result(.restrict, a, variable, value ? 1 : 0) { return known }
    let result = node(
      top.variable, low: restriction(top.low, variable, value),
      high: restriction(top.high, variable, value))
    cache.store(.restrict, (a, variable, value ? 1 : 0), result)
    return result
  }

  private func existence(_ a: UInt32, _ variables: UInt32) -> UInt32 {
    if a < 2 { return a }
    let top = nodes[Int(a)]
    var chain = variables
    while nodes[Int(chain)].variable < top.variable { chain = nodes[Int(chain)].high }
    if chain == 1 { return a }
    if let known = cache.result(.exists, a, chain) { return known }
    let result: UInt32
    if nodes[Int(chain)].variable == top.variable {
      let rest = nodes[Int(chain)].high
      let low = existence(top.low, rest)
      result = low == 1 ? 1 : disjunction(low, existence(top.high, rest))
    } else {
      result = node(
        top.variable, low: existence(top.low, chain), high: existence(top.high, chain))
    }
    cache.store(.exists, (a, chain, 0), result)
    return result
  }
}
