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
/// are compared with each other close together. A node takes 12 bytes, and 16 to 32 bytes in the
/// tables that find it; only ``collect(keeping:)`` frees nodes.
///
/// **Pitfalls.** Diagrams of different objects must not be mixed. Methods trap on a variable that
/// is not in `0..<variableCount`, which is a programming error, and beyond 134 million nodes. The
/// object is not `Sendable`.
///
/// Source: Bryant, "Graph-Based Algorithms for Boolean Function Manipulation", 1986.
public final class DecisionDiagrams {
  /// The number of variables; they are named `0..<variableCount`.
  public let variableCount: Int
  var store: NodeStore

  /// Makes an object with the two constants and no other function.
  ///
  /// - Parameter variableCount: the number of variables, at least 0.
  public convenience init(variableCount: Int) {
    self.init(variableCount: variableCount, room: NodeStore.mostNodes)
  }

  /// - Parameter room: the maximum number of nodes.
  init(variableCount: Int, room: Int) {
    self.variableCount = variableCount
    store = NodeStore(variableCount: variableCount, room: room)
  }

  /// The limit that may end the work on these diagrams.
  public var limit: WorkLimit? {
    get { store.limit }
    set { store.limit = newValue }
  }

  /// The number of distinct nodes in use, including the two constants.
  public var nodeCount: Int { store.liveCount }

  /// The memory that the nodes, their hash table and the cached results take, in bytes.
  public var bytes: Int { store.bytes }

  /// The function that is the value of variable `i`.
  ///
  /// - Parameter i: an index in `0..<variableCount`.
  public func variable(_ i: Int) -> Diagram {
    Diagram(index: store.node(checked(i), low: 0, high: 1))
  }

  /// The function that is true where the literal's variable has the literal's value.
  public func literal(_ literal: Literal) -> Diagram {
    let variable = checked(literal.variable)
    return Diagram(
      index: literal.value
        ? store.node(variable, low: 0, high: 1) : store.node(variable, low: 1, high: 0))
  }

  /// The product of literals of distinct variables, in any order. Linear apart from sorting.
  public func cube(_ literals: [Literal]) -> Diagram {
    var product: UInt32 = 1
    for literal in literals.sorted(by: { $0.variable > $1.variable }) {
      let variable = checked(literal.variable)
      precondition(store[product].variable > variable, "distinct variables")
      product =
        literal.value
        ? store.node(variable, low: 0, high: product)
        : store.node(variable, low: product, high: 0)
    }
    return Diagram(index: product)
  }

  /// Frees all nodes except those of the given functions. Every other ``Diagram`` made before
  /// becomes invalid. Linear in the number of nodes.
  public func collect(keeping roots: [Diagram]) { store.collect(keeping: roots.map(\.index)) }

  func checked(_ variable: Int) -> UInt32 {
    precondition(variable >= 0 && variable < variableCount, "a variable of these diagrams")
    return UInt32(variable)
  }
}
