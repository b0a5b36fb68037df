extension DecisionDiagrams {
  /// Whether some assignment with the given values makes `a` true.
  ///
  /// Makes no node, and follows only the branches that the given values allow: it visits at most
  /// the nodes of `a`.
  ///
  /// - Parameters:
  ///   - a: the function.
  ///   - fixed: the given values, by variable.
  public func isSatisfiable(_ a: Diagram, where fixed: [Int: Bool]) -> Bool {
    var seen: Set<UInt32> = [0]
    var open = [a.index]
    while let index = open.popLast() {
      if index == 1 { return true }
      guard seen.insert(index).inserted else { continue }
      let node = store[index]
      let value = fixed[Int(node.variable)]
      if value != true { open.append(node.low) }
      if value != false { open.append(node.high) }
    }
    return false
  }

  /// The smallest assignment that makes `a` true, where assignments are compared variable by
  /// variable and false is less than true; `nil` if there is none.
  ///
  /// Lists only the variables that the graph tests along its path, in ascending order; the others
  /// may have any value. The result depends on the function alone.
  public func smallestAssignment(of a: Diagram) -> [(variable: Int, value: Bool)]? {
    guard a != .no else { return nil }
    var path: [(variable: Int, value: Bool)] = []
    var index = a.index
    while index > 1 {
      let node = store[index]
      let value = node.low == 0
      path.append((Int(node.variable), value))
      index = value ? node.high : node.low
    }
    return path
  }

  /// The value of `a` under `assignment`, which is called for at most `variableCount` variables, in
  /// ascending order.
  public func evaluate(_ a: Diagram, _ assignment: (Int) -> Bool) -> Bool {
    var index = a.index
    while index > 1 {
      let node = store[index]
      index = assignment(Int(node.variable)) ? node.high : node.low
    }
    return index == 1
  }

  /// The number of assignments to all `variableCount` variables that make `a` true.
  ///
  /// Exact up to 2^53, rounded beyond, infinite from 2^1024 on. Costs the number of nodes of `a`.
  public func count(_ a: Diagram) -> Double { scaled(a, by: variableCount) }

  /// The number of assignments to `variables` alone that make `a` true.
  ///
  /// Exact up to 2^53, rounded beyond. Every variable that `a` depends on must be listed.
  ///
  /// - Parameters:
  ///   - a: the set to count.
  ///   - variables: distinct variables, in any order.
  public func count(_ a: Diagram, among variables: [Int]) -> Double {
    let listed = Set(variables)
    precondition(listed.count == variables.count, "distinct variables")
    precondition(support(of: a).allSatisfy(listed.contains), "the variables of the function")
    return scaled(a, by: variables.count)
  }

  /// The exact number of assignments to `variables` alone that make `a` true; `nil` from 2^128 on.
  ///
  /// Every variable that `a` depends on must be listed. Costs the number of nodes of `a`.
  ///
  /// - Parameters:
  ///   - a: the set to count.
  ///   - variables: distinct variables, in any order.
  public func exactCount(_ a: Diagram, among variables: [Int]) -> UInt128? {
    // For each variable and for the constants, the number of listed variables before it.
    var ranks = [Int](repeating: 0, count: variableCount + 1)
    for variable in variables { ranks[variable + 1] = 1 }
    for variable in 0..<variableCount { ranks[variable + 1] += ranks[variable] }
    var known: [UInt32: UInt128] = [0: 0, 1: 1]
    func shifted(_ value: UInt128, _ places: Int) -> UInt128? {
      value == 0 ? 0 : value.leadingZeroBitCount >= places ? value << UInt128(places) : nil
    }
    /// The number of assignments to the listed variables from the node's variable on.
    func count(_ index: UInt32) -> UInt128? {
      if let value = known[index] { return value }
      let node = store[index]
      let rank = ranks[Int(node.variable)] + 1
      guard let low = count(node.low), let high = count(node.high),
        let x = shifted(low, ranks[Int(store[node.low].variable)] - rank),
        let y = shifted(high, ranks[Int(store[node.high].variable)] - rank)
      else { return nil }
      let (sum, isTooLarge) = x.addingReportingOverflow(y)
      known[index] = isTooLarge ? nil : sum
      return isTooLarge ? nil : sum
    }
    return count(a.index).flatMap { shifted($0, ranks[Int(store[a.index].variable)]) }
  }

  /// The variables that the value of `a` depends on, in ascending order.
  public func support(of a: Diagram) -> [Int] {
    var asked = [Bool](repeating: false, count: variableCount)
    for index in reachable(from: a) { asked[Int(store[index].variable)] = true }
    return asked.indices.filter { asked[$0] }
  }

  /// For each function, the literals that hold in every assignment that makes it true, in ascending
  /// order of variables; an empty array for a function that is never true.
  ///
  /// Costs the number of nodes of all functions times the number of literals found.
  func neededLiterals(of functions: [Diagram]) -> [[Literal]] {
    var known: [UInt32: [Literal]] = [0: [], 1: []]
    func needs(_ index: UInt32) -> [Literal] {
      if let known = known[index] { return known }
      let node = store[index]
      let result: [Literal]
      if node.low == 0 || node.high == 0 {
        let isNeeded = node.low == 0
        result =
          [Literal(variable: Int(node.variable), value: isNeeded)]
          + needs(isNeeded ? node.high : node.low)
      } else {
        result = Self.common(needs(node.low), needs(node.high))
      }
      known[index] = result
      return result
    }
    return functions.map { needs($0.index) }
  }

  /// The literals that are in both of two ascending arrays.
  private static func common(_ a: [Literal], _ b: [Literal]) -> [Literal] {
    var found: [Literal] = []
    var place = 0
    for literal in a {
      while place < b.count, b[place].variable < literal.variable { place += 1 }
      if place < b.count, b[place] == literal { found.append(literal) }
    }
    return found
  }

  /// The number of nodes in the graph of `a`, without the constants.
  public func size(of a: Diagram) -> Int { reachable(from: a).count }

  private func reachable(from a: Diagram) -> [UInt32] {
    if let found = reachable(from: a, mostNodes: 1_000) { return found }
    var isSeen = PlainBuffer<Bool>(repeating: false, count: store.nodes.count)
    var found: [UInt32] = []
    var open = [a.index]
    while let index = open.popLast() {
      if index < 2 || isSeen[Int(index)] { continue }
      isSeen[Int(index)] = true
      found.append(index)
      open.append(store[index].high)
      open.append(store[index].low)
    }
    return found
  }

  /// The nodes of a small graph, at a cost that does not depend on the size of the store; nil if
  /// the graph has more than `mostNodes` nodes.
  private func reachable(from a: Diagram, mostNodes: Int) -> [UInt32]? {
    var seen: Set<UInt32> = [0, 1]
    var found: [UInt32] = []
    var open = [a.index]
    while let index = open.popLast() {
      guard seen.insert(index).inserted else { continue }
      guard found.count < mostNodes else { return nil }
      found.append(index)
      open.append(store[index].high)
      open.append(store[index].low)
    }
    return found
  }

  /// The share of assignments that make `a` true, times `2^exponent`.
  private func scaled(_ a: Diagram, by exponent: Int) -> Double {
    var known: [UInt32: Double] = [0: 0, 1: 1]
    // Shares are multiples of a power of two, so halving and adding them is exact up to 2^53.
    func share(_ index: UInt32) -> Double {
      if let value = known[index] { return value }
      let node = store[index]
      let value = (share(node.low) + share(node.high)) / 2
      known[index] = value
      return value
    }
    let value = share(a.index)
    guard value > 0 else { return 0 }
    return Double(sign: .plus, exponent: exponent, significand: value)
  }
}
