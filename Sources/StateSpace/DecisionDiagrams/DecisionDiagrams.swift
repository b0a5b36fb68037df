/// Boolean functions over a fixed set of variables, as reduced ordered binary decision diagrams.
///
/// A function is a graph that asks for one variable after another, always in the order of their
/// indices, and ends in ``Diagram/no`` or ``Diagram/yes``. Nodes that would ask a question whose
/// answer does not matter are left out, and equal nodes are shared; so a function has exactly one
/// graph, and equality of functions is equality of ``Diagram`` values.
///
/// ```swift
/// let diagrams = DecisionDiagrams(variableCount: 2)
/// let (a, b) = (diagrams.variable(0), diagrams.variable(1))
/// let both = diagrams.and(a, b)
/// diagrams.not(diagrams.or(diagrams.not(a), diagrams.not(b))) == both  // true
/// ```
///
/// **Cost.** A connective of two diagrams takes time and memory of at most the product of their
/// node counts, usually far less. The order of the variables decides the size: keep variables that
/// are compared with each other close together. Nodes are never freed before the object is.
///
/// **Pitfalls.** Diagrams of different objects must not be mixed. Methods trap on a variable that
/// is not in `0..<variableCount`, which is a programming error. The object is not `Sendable`.
///
/// Source: Bryant, "Graph-Based Algorithms for Boolean Function Manipulation", 1986.
public final class DecisionDiagrams {
  struct Node {
    var variable: UInt32
    var low: UInt32
    var high: UInt32
  }

  /// The number of variables; they are named `0..<variableCount`.
  public let variableCount: Int
  var nodes: [Node]
  var cache = OperationCache()
  /// Open addressing over `nodes`; 0 marks a free slot, because constants are never looked up.
  private var table: [UInt32]

  /// Starts with the two constants and no other function.
  ///
  /// - Parameter variableCount: the number of variables, at least 0.
  public init(variableCount: Int) {
    precondition(variableCount >= 0 && variableCount < Int(UInt32.max), "a count of variables")
    self.variableCount = variableCount
    // The constants ask for a variable beyond the last, so that they sort below every node.
    let end = UInt32(variableCount)
    nodes = [Node(variable: end, low: 0, high: 0), Node(variable: end, low: 1, high: 1)]
    table = [UInt32](repeating: 0, count: 1024)
  }

  /// The number of distinct nodes made so far, the two constants among them.
  public var nodeCount: Int { nodes.count }

  /// The function that is the value of variable `i`.
  ///
  /// - Parameter i: an index in `0..<variableCount`.
  public func variable(_ i: Int) -> Diagram {
    Diagram(index: node(checked(i), low: 0, high: 1))
  }

  /// The function that is true where the literal's variable has the literal's value.
  public func literal(_ literal: Literal) -> Diagram {
    let variable = checked(literal.variable)
    return Diagram(
      index: literal.value
        ? node(variable, low: 0, high: 1) : node(variable, low: 1, high: 0))
  }

  func checked(_ variable: Int) -> UInt32 {
    precondition(variable >= 0 && variable < variableCount, "a variable of these diagrams")
    return UInt32(variable)
  }

  /// The only node that asks for `variable` and goes on to `low` or `high`; both ask for later
  /// variables.
  func node(_ variable: UInt32, low: UInt32, high: UInt32) -> UInt32 {
    if low == high { return low }
    let mask = table.count - 1
    var slot = Self.hash(variable, low, high) & mask
    while table[slot] != 0 {
      let candidate = nodes[Int(table[slot])]
      if candidate.low == low && candidate.high == high && candidate.variable == variable {
        return table[slot]
      }
      slot = (slot + 1) & mask
    }
    let index = UInt32(nodes.count)
    nodes.append(Node(variable: variable, low: low, high: high))
    table[slot] = index
    if nodes.count * 2 > table.count { growTable() }
    return index
  }

  private func growTable() {
    table = [UInt32](repeating: 0, count: table.count * 2)
    let mask = table.count - 1
    for index in 2..<nodes.count {
      let node = nodes[index]
      var slot = Self.hash(node.variable, node.low, node.high) & mask
      while table[slot] != 0 { slot = (slot + 1) & mask }
      table[slot] = UInt32(index)
    }
    cache.grow(toHold: nodes.count)
  }

  static func hash(_ a: UInt32, _ b: UInt32, _ c: UInt32) -> Int {
    var h = (UInt64(a) << 32 | UInt64(b)) &* 0x9E37_79B9_7F4A_7C15
    h ^= h >> 32
    h = (h ^ UInt64(c)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: (h ^ h >> 32) & 0x7FFF_FFFF_FFFF_FFFF)
  }

  /// The low and high sides of `index` at `variable`, which is at or above the node's own.
  func sides(of index: UInt32, at variable: UInt32) -> (low: UInt32, high: UInt32) {
    let node = nodes[Int(index)]
    return node.variable == variable ? (node.low, node.high) : (index, index)
  }
}
