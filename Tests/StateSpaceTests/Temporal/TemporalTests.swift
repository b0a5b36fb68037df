import Testing

@testable import StateSpace

@Suite("Temporal logic on explored graphs")
struct TemporalTests {
  /// A graph of numbered states; state 0 is initial, each label is a rule of its own.
  private static func graph(_ count: Int, _ edges: [NaiveTemporal.Edge]) -> StateGraph {
    var lists = EdgeLists(starts: [0], ends: [], labels: [])
    let names = Set(edges.map(\.label)).sorted()
    for state in 0..<count {
      for edge in edges where edge.from == state {
        lists.ends.append(UInt32(edge.to))
        lists.labels.append(UInt32(names.firstIndex(of: edge.label) ?? 0))
      }
      lists.starts.append(lists.ends.count)
    }
    return StateGraph(
      edges: lists, initialCount: 1,
      labels: names.map { EdgeLabel(firstRule: $0, observation: 0) }, observations: [[0]])
  }

  private static func edges(_ pairs: [(Int, Int)], label: Int = 0) -> [NaiveTemporal.Edge] {
    pairs.map { NaiveTemporal.Edge(from: $0.0, to: $0.1, label: label) }
  }

  private static func checker(
    _ count: Int, _ edges: [NaiveTemporal.Edge], atoms: [Set<Int>], fairness: [Fairness] = []
  ) -> TemporalChecker {
    TemporalChecker(
      graph: graph(count, edges),
      atoms: atoms.map { BitSet(capacity: count, $0.sorted()) }, fairness: fairness)
  }

  private static func everything(_ strength: Fairness.Strength) -> Fairness {
    Fairness("somebody goes on", strength) { _ in true }
  }

  // MARK: The pitfalls of famous tools

  @Test("a property that fails on a cycle is not missed on cycles")
  func missedOnCycles() throws {
    // 0 → 1 ⇄ 2, and the goal 3 is off the cycle.
    let checker = Self.checker(
      4, Self.edges([(0, 1), (1, 2), (2, 1), (2, 3)]), atoms: [[3]],
      fairness: [Self.everything(.weak)])
    #expect(!checker.holds(.allFinally(.atom(0))))
    let lasso = try #require(checker.lasso(stayingIn: checker.atoms[0].complement))
    #expect(lasso.prefix.states == [0, 1])
    #expect(lasso.cycle.states == [1, 2, 1])
  }

  @Test("a property that fails beyond a join is not missed on joins")
  func missedOnJoins() {
    // Two ways join in 3; one of them passes the goal 1, the other does not, and 3 is the end.
    let checker = Self.checker(
      4, Self.edges([(0, 1), (0, 2), (1, 3), (2, 3)]), atoms: [[1]],
      fairness: [Self.everything(.weak)])
    #expect(!checker.holds(.allFinally(.atom(0))))
    #expect(
      checker.lasso(stayingIn: checker.atoms[0].complement)?.prefix.states == [0, 2, 3])
  }

  @Test("stuttering is not ignored: without fairness nobody has to go on")
  func stutteringIgnored() throws {
    let edges = Self.edges([(0, 1)])
    let lazy = Self.checker(2, edges, atoms: [[1]])
    #expect(!lazy.holds(.allFinally(.atom(0))))
    let lasso = try #require(lazy.lasso(stayingIn: lazy.atoms[0].complement))
    #expect(lasso.cycle.labels.isEmpty)
    #expect(lasso.prefix.states == [0])
    let keen = Self.checker(2, edges, atoms: [[1]], fairness: [Self.everything(.weak)])
    #expect(keen.holds(.allFinally(.atom(0))))
    #expect(keen.lasso(stayingIn: keen.atoms[0].complement) == nil)
  }

  @Test("a whole component is not printed as a cycle: the cycle is a walk along real edges")
  func componentPrintedAsCycle() throws {
    // A component of four states in which no single circle visits all.
    let edges = Self.edges([(0, 1), (1, 0), (0, 2), (2, 0), (0, 3), (3, 0)])
    let checker = Self.checker(
      4, edges, atoms: [[]],
      fairness: [
        Fairness("to 3", .strong) { $0.firstRule == 7 }, Self.everything(.weak),
      ])
    let lasso = try #require(checker.lasso(stayingIn: checker.atoms[0].complement))
    let walk = lasso.cycle.states
    #expect(walk.first == walk.last)
    #expect(walk.count > 1)
    for (from, to) in zip(walk, walk.dropFirst()) {
      #expect(edges.contains { $0.from == from && $0.to == to })
    }
  }

  @Test("strong fairness takes what is possible again and again, weak fairness need not")
  func strongAndWeak() {
    // The way out of the cycle 0 ⇄ 1 is possible in 0 only.
    let edges = Self.edges([(0, 1), (1, 0)]) + Self.edges([(0, 2)], label: 1)
    let out: @Sendable (EdgeLabel) -> Bool = { $0.firstRule == 1 }
    let weak = Self.checker(
      3, edges, atoms: [[2]], fairness: [Fairness("out", .weak, takes: out)])
    #expect(!weak.holds(.allFinally(.atom(0))))
    let strong = Self.checker(
      3, edges, atoms: [[2]],
      fairness: [Fairness("out", .strong, takes: out), Self.everything(.weak)])
    #expect(strong.holds(.allFinally(.atom(0))))
  }

  @Test("a search that was cut off is refused")
  func boundIsRefused() throws {
    let system = TwoPhaseCommit(managers: 3).machine()
    let exploration = try system.explore(
      ExplorationOptions(maximumStates: 20, keepEdges: true))
    #expect(throws: TemporalError.incomplete) {
      try TemporalChecker(exploration, atoms: [])
    }
    let whole = try system.explore(ExplorationOptions(keepEdges: false))
    #expect(throws: TemporalError.noEdges) { try TemporalChecker(whole, atoms: []) }
  }

  // MARK: A second opinion

  @Test("formulas agree with their meaning spelt out, on thousands of random graphs")
  func againstNaive() throws {
    var random = SplitMix64(seed: 11)
    var failing = 0
    for round in 0..<3_000 {
      let count = 1 + random.below(5)
      var edges: [NaiveTemporal.Edge] = []
      for _ in 0..<random.below(3 * count) {
        let edge = NaiveTemporal.Edge(
          from: random.below(count), to: random.below(count), label: random.below(3))
        if !edges.contains(edge) { edges.append(edge) }
      }
      let atoms = (0..<2).map { _ in Set((0..<count).filter { _ in random.bool() }) }
      let classes = (0..<random.below(3)).map { _ in
        (labels: Set((0..<3).filter { _ in random.bool() }), isStrong: random.bool())
      }
      let formula = Self.formula(&random, depth: 3)
      let naive = NaiveTemporal(
        stateCount: count, edges: edges, atoms: atoms, fairness: classes)
      let checker = Self.checker(
        count, edges, atoms: atoms,
        fairness: classes.map { labels, isStrong in
          Fairness("f", isStrong ? .strong : .weak) { labels.contains($0.firstRule) }
        })
      let found = checker.states(satisfying: formula).members
      let expected = (0..<count).filter { naive.holds(formula, in: $0) }
      #expect(found == expected, "round \(round): \(formula)")
      if expected.count < count { failing += 1 }
      checkLasso(checker, naive, round: round)
    }
    #expect(failing > 1_000)
  }

  /// Where a fair run stays outside an atom a lasso is found, fair and along real edges.
  private func checkLasso(_ checker: TemporalChecker, _ naive: NaiveTemporal, round: Int) {
    let region = checker.atoms[0].complement
    let exists = naive.holds(.existsGlobally(.not(.atom(0))), in: 0)
    let lasso = checker.lasso(stayingIn: region)
    #expect((lasso != nil) == exists, "round \(round)")
    guard let lasso else { return }
    let walk = lasso.prefix.states + lasso.cycle.states.dropFirst()
    let home = Set(lasso.cycle.states)
    #expect(walk.allSatisfy(region.contains), "round \(round)")
    let labels = lasso.prefix.labels + lasso.cycle.labels
    for (position, label) in labels.enumerated() {
      let edge = NaiveTemporal.Edge(
        from: walk[position], to: walk[position + 1], label: label.firstRule)
      #expect(naive.edges.contains(edge), "round \(round)")
    }
    for (classLabels, isStrong) in naive.fairness {
      let isTaken = lasso.cycle.labels.contains { classLabels.contains($0.firstRule) }
      let possible = home.filter { state in
        naive.edges.contains { $0.from == state && classLabels.contains($0.label) }
      }
      #expect(
        isTaken || (isStrong ? possible.isEmpty : possible.count < home.count), "round \(round)")
    }
  }

  private static func formula(_ random: inout SplitMix64, depth: Int) -> TemporalFormula {
    guard depth > 0 else { return .atom(random.below(2)) }
    let a = formula(&random, depth: depth - 1)
    let b = formula(&random, depth: random.below(depth))
    switch random.below(11) {
    case 0: return .not(a)
    case 1: return .and(a, b)
    case 2: return .or(a, b)
    case 3: return .existsNext(a)
    case 4: return .allNext(a)
    case 5: return .existsFinally(a)
    case 6: return .allFinally(a)
    case 7: return .existsGlobally(a)
    case 8: return .allGlobally(a)
    case 9: return .existsUntil(a, b)
    default: return .allUntil(a, b)
    }
  }
}
