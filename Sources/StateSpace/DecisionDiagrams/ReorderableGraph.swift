/// The nodes of some functions, copied from their diagrams, under an order of variables that can
/// change.
///
/// To exchange two adjacent variables, only the nodes of the upper one are rewritten, since a
/// node's index stands for its function and not for the variable it tests. Nodes count their
/// references, and unreferenced nodes are freed at once: ``size`` is exact.
///
/// Source: Rudell, "Dynamic Variable Ordering for Ordered Binary Decision Diagrams", 1993.
struct ReorderableGraph: ~Copyable {
  /// A node with its links. Not private: the compiler's debug builds need it where a graph is
  /// freed.
  struct Node: BitwiseCopyable {
    var variable: UInt32
    var low: UInt32
    var high: UInt32
    /// The number of nodes and functions that refer to this node.
    var uses: UInt32 = 1
    /// The next node in the same hash bucket, or the next free node.
    var next: UInt32 = 0
    /// The previous node that tests the same variable, or 0; `after` is the next one.
    var before: UInt32 = 0
    var after: UInt32 = 0
  }

  /// The variable of the constants, which no other node has.
  private static let none = UInt32.max

  /// The variables that some node tests, from top to bottom.
  private(set) var order: [UInt32] = []
  /// The number of nodes, without the constants.
  private(set) var size = 0
  /// The number of nodes of each variable.
  private(set) var counts: [Int]
  /// The first node of each variable, or 0.
  private var heads: [UInt32]
  private var functions: [UInt32] = []
  private var nodes = PlainBuffer<Node>(capacity: 1 << 12)
  private var buckets = PlainBuffer<UInt32>(spreadZeros: 1 << 12)
  private var firstFree: UInt32 = 0

  /// Copies the nodes of some functions, in the order of their variables.
  ///
  /// - Parameters:
  ///   - functions: the functions.
  ///   - diagrams: the diagrams that hold them.
  init(of functions: [Diagram], in diagrams: DecisionDiagrams) {
    counts = Array(repeating: 0, count: diagrams.variableCount)
    heads = Array(repeating: 0, count: diagrams.variableCount)
    for _ in 0..<2 { nodes.append(Node(variable: Self.none, low: 0, high: 0)) }
    var names: [UInt32: UInt32] = [0: 0, 1: 1]
    for function in functions { self.functions.append(copy(function.index, diagrams, &names)) }
    order = heads.indices.filter { heads[$0] != 0 }.map(UInt32.init)
  }

  private mutating func copy(
    _ index: UInt32, _ diagrams: DecisionDiagrams, _ names: inout [UInt32: UInt32]
  ) -> UInt32 {
    if let known = names[index] {
      nodes.base[Int(known)].uses += 1
      return known
    }
    let node = diagrams.store[index]
    let low = copy(node.low, diagrams, &names)
    let high = copy(node.high, diagrams, &names)
    let name = add(Node(variable: node.variable, low: low, high: high))
    names[index] = name
    return name
  }

  /// The functions, in the order in which they were given, as functions of diagrams whose variables
  /// are numbered by this graph's order.
  ///
  /// - Parameters:
  ///   - places: for each variable its new number; ascending in ``order``.
  ///   - diagrams: the diagrams that receive the functions.
  func functions(named places: [Int], in diagrams: DecisionDiagrams) -> [Diagram] {
    var names = [UInt32](repeating: 0, count: nodes.count)
    names[1] = 1
    for variable in order.reversed() {
      var index = heads[Int(variable)]
      while index != 0 {
        let node = nodes.base[Int(index)]
        names[Int(index)] = diagrams.store.node(
          UInt32(places[Int(variable)]), low: names[Int(node.low)], high: names[Int(node.high)])
        index = node.after
      }
    }
    return functions.map { Diagram(index: names[Int($0)]) }
  }

  // MARK: Changing places

  /// Exchanges the variable of a level with the one below it.
  ///
  /// - Parameter level: a position in ``order`` that is not the last one.
  mutating func swap(_ level: Int) {
    let (upper, lower) = (order[level], order[level + 1])
    order[level] = lower
    order[level + 1] = upper
    // Nodes of the upper variable that do not refer to the lower one stay as they are. The others
    // are removed from their buckets before any new node is looked up.
    var open: UInt32 = 0
    var index = heads[Int(upper)]
    while index != 0 {
      let node = nodes.base[Int(index)]
      if asks(node.low, for: lower) || asks(node.high, for: lower) {
        remove(index, node)
        nodes.base[Int(index)].next = open
        open = index
      }
      index = node.after
    }
    while open != 0 {
      let next = nodes.base[Int(open)].next
      turn(open, upper, lower)
      open = next
    }
  }

  /// Rewrites a node that tests the upper variable and then the lower one so that it tests them in
  /// the opposite order.
  private mutating func turn(_ index: UInt32, _ upper: UInt32, _ lower: UInt32) {
    let (low, high) = (nodes.base[Int(index)].low, nodes.base[Int(index)].high)
    let (x, y) = (sides(of: low, at: lower), sides(of: high, at: lower))
    let newLow = use(upper, low: x.low, high: y.low)
    let newHigh = use(upper, low: x.high, high: y.high)
    release(low)
    release(high)
    nodes.base[Int(index)].variable = lower
    nodes.base[Int(index)].low = newLow
    nodes.base[Int(index)].high = newHigh
    insert(index)
  }

  @inline(__always)
  private func asks(_ index: UInt32, for variable: UInt32) -> Bool {
    nodes.base[Int(index)].variable == variable
  }

  @inline(__always)
  private func sides(of index: UInt32, at variable: UInt32) -> (low: UInt32, high: UInt32) {
    let node = nodes.base[Int(index)]
    return node.variable == variable ? (node.low, node.high) : (index, index)
  }

  /// The unique node with these parts, with one more reference.
  private mutating func use(_ variable: UInt32, low: UInt32, high: UInt32) -> UInt32 {
    if low == high {
      nodes.base[Int(low)].uses += 1
      return low
    }
    var index = buckets.base[bucket(variable, low, high)]
    while index != 0 {
      let node = nodes.base[Int(index)]
      if node.low == low && node.high == high && node.variable == variable {
        nodes.base[Int(index)].uses += 1
        return index
      }
      index = node.next
    }
    nodes.base[Int(low)].uses += 1
    nodes.base[Int(high)].uses += 1
    return add(Node(variable: variable, low: low, high: high))
  }

  /// Drops a reference to a node, and frees the node if that was the last one.
  private mutating func release(_ index: UInt32) {
    nodes.base[Int(index)].uses -= 1
    guard index > 1, nodes.base[Int(index)].uses == 0 else { return }
    let node = nodes.base[Int(index)]
    remove(index, node)
    nodes.base[Int(index)].next = firstFree
    firstFree = index
    release(node.low)
    release(node.high)
  }

  // MARK: Adding and removing nodes

  private mutating func add(_ node: Node) -> UInt32 {
    let index: UInt32
    if firstFree != 0 {
      index = firstFree
      firstFree = nodes.base[Int(index)].next
      nodes.base[Int(index)] = node
    } else {
      index = UInt32(nodes.count)
      nodes.append(node)
    }
    insert(index)
    if size > buckets.count { widen() }
    return index
  }

  /// Puts a node into its hash bucket and into the list of its variable.
  private mutating func insert(_ index: UInt32) {
    let node = nodes.base[Int(index)]
    let (variable, slot) = (Int(node.variable), bucket(node.variable, node.low, node.high))
    let head = heads[variable]
    nodes.base[Int(index)].next = buckets.base[slot]
    nodes.base[Int(index)].before = 0
    nodes.base[Int(index)].after = head
    nodes.base[Int(head)].before = index
    buckets.base[slot] = index
    heads[variable] = index
    counts[variable] += 1
    size += 1
  }

  /// Removes a node, given with its contents, from its hash bucket and from the list of its
  /// variable.
  private mutating func remove(_ index: UInt32, _ node: Node) {
    let slot = bucket(node.variable, node.low, node.high)
    if buckets.base[slot] == index {
      buckets.base[slot] = node.next
    } else {
      var at = buckets.base[slot]
      while nodes.base[Int(at)].next != index { at = nodes.base[Int(at)].next }
      nodes.base[Int(at)].next = node.next
    }
    if node.before == 0 {
      heads[Int(node.variable)] = node.after
    } else {
      nodes.base[Int(node.before)].after = node.after
    }
    nodes.base[Int(node.after)].before = node.before
    counts[Int(node.variable)] -= 1
    size -= 1
  }

  @inline(__always)
  private func bucket(_ variable: UInt32, _ low: UInt32, _ high: UInt32) -> Int {
    Int(NodeStore.hash(variable, low, high) >> 32) & (buckets.count - 1)
  }

  private mutating func widen() {
    buckets = PlainBuffer(spreadZeros: buckets.count * 2)
    for variable in heads.indices {
      var index = heads[variable]
      while index != 0 {
        let node = nodes.base[Int(index)]
        let slot = bucket(node.variable, node.low, node.high)
        nodes.base[Int(index)].next = buckets.base[slot]
        buckets.base[slot] = index
        index = node.after
      }
    }
  }
}
