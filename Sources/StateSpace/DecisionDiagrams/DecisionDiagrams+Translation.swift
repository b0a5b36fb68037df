/// Rewrites functions of one ``DecisionDiagrams`` as functions of another, with other names or
/// another order of the variables.
///
/// A subgraph that several functions share is rewritten once. The cost is that of an if-then-else
/// for each node, and can be large where the other order suits a function badly.
public struct DiagramTranslation {
  private let source: DecisionDiagrams
  private let target: DecisionDiagrams
  private let variables: [Int]
  private var known: [UInt32: Diagram] = [0: .no, 1: .yes]

  /// - Parameters:
  ///   - source: the diagrams that hold the functions.
  ///   - target: the diagrams that receive the functions.
  ///   - variables: for each variable of `source`, the variable of `target` that replaces it;
  ///     distinct for all variables that the functions depend on.
  public init(
    from source: DecisionDiagrams, to target: DecisionDiagrams, variables: [Int]
  ) {
    self.source = source
    self.target = target
    self.variables = variables
  }

  /// The translation of a function of the source.
  public mutating func translate(_ diagram: Diagram) -> Diagram {
    if let result = known[diagram.index] { return result }
    if target.store.isStopped { return .no }
    let node = source.store[diagram.index]
    let low = translate(Diagram(index: node.low))
    let high = translate(Diagram(index: node.high))
    let variable = variables[Int(node.variable)]
    let asked = target.variable(variable)
    // Where the order of the variables stays the same, the node can be made directly.
    let (x, y) = (target.store[low.index], target.store[high.index])
    let result =
      variable < min(x.variable, y.variable)
      ? Diagram(index: target.store.node(UInt32(variable), low: low.index, high: high.index))
      : target.ifThenElse(asked, high, low)
    known[diagram.index] = result
    return result
  }

  /// Forgets all translations. Necessary after either side frees nodes, because the indices of
  /// freed nodes are used again.
  public mutating func forget() { known = [0: .no, 1: .yes] }

  /// The translation of a product of literals, which is faster than ``translate(_:)``.
  public mutating func translate(product: Diagram) -> Diagram {
    if let result = known[product.index] { return result }
    // Each literal as one number, so that literals sort by variable.
    var literals: [Int] = []
    var index = product.index
    while index > 1 {
      let node = source.store[index]
      let isSet = node.low == 0
      literals.append(variables[Int(node.variable)] << 1 | (isSet ? 1 : 0))
      index = isSet ? node.high : node.low
    }
    literals.sort()
    var result: UInt32 = 1
    for literal in literals.reversed() {
      let variable = UInt32(literal >> 1)
      result =
        literal & 1 == 1
        ? target.store.node(variable, low: 0, high: result)
        : target.store.node(variable, low: result, high: 0)
    }
    known[product.index] = Diagram(index: result)
    return Diagram(index: result)
  }
}
