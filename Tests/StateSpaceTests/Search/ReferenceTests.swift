import StateSpace
import Testing

@Suite("The search agrees with an obvious one on random machines")
struct ReferenceTests {
  @Test(
    "states, order, depths, steps, dead ends, faults and violations are the same",
    arguments: [1, 2, 3, 4, 6, 8])
  func randomMachines(words: Int) throws {
    var (compared, branching, stuck, violated, withinStep, cycles) = (0, 0, 0, 0, 0, 0)
    for seed in 0..<60 as Range<UInt64> {
      var source = RandomMachine(seed: seed * 31 + UInt64(words), words: words)
      var system = source.machine()
      // No answer depends on how many bits the rules are found by.
      if seed % 2 == 1 { system.selectorBits = TransitionSystem.mostSelectorBits }
      if system.initialStates.isEmpty { continue }
      let reference = ReferenceExplorer(system)
      let found = try system.explore(ExplorationOptions(keepEdges: true))
      cycles += found.faults.contains { $0.step.kind == .urgentCycle } ? 1 : 0
      if let difference = difference(system, reference, found) {
        Issue.record("seed \(seed): \(difference)")
      }
      compared += 1
      branching += found.stateCount > 10 ? 1 : 0
      stuck += found.faultCount > 0 ? 1 : 0
      violated += found.violations.contains { $0?.rules == [] } ? 1 : 0
      withinStep += found.violations.contains { ($0?.rules.count ?? 0) > 1 } ? 1 : 0
    }
    // The machines must be worth comparing: each feature occurs.
    #expect(compared > 40)
    #expect(branching > 10)
    #expect(stuck > 5)
    #expect(violated > 10)
    #expect(withinStep > 5)
    #expect(cycles > 0)
  }

  private func difference(
    _ system: TransitionSystem, _ reference: ReferenceExplorer, _ found: Exploration
  ) -> String? {
    let indices = 0..<found.stateCount
    guard indices.map(found.state) == reference.states else { return "states" }
    guard indices.map(found.depth(of:)) == reference.depths else { return "depths" }
    guard found.deadEnds == reference.deadEnds else { return "dead ends" }
    guard found.faults == Array(reference.faults.prefix(100)),
      found.faultCount == reference.faultCount
    else { return "faults" }
    guard found.transitionCount == reference.arrows.reduce(0, { $0 + $1.count }) else {
      return "transition count"
    }
    guard let graph = found.graph, indices.map({ arrows(graph, $0) }) == reference.arrows else {
      return "edges"
    }
    let bad = found.violations.map { violation in
      violation.map {
        ReferenceExplorer.Bad(index: $0.index, rules: $0.rules, state: $0.state)
      }
    }
    guard bad == reference.bad else { return "violations \(bad) for \(reference.bad)" }
    return recomputation(system, found, graph)
  }

  private func arrows(_ graph: StateGraph, _ source: Int) -> [ReferenceExplorer.Arrow] {
    graph.edges(from: source).map { edge in
      ReferenceExplorer.Arrow(
        target: edge.target, rule: edge.label.firstRule,
        observation: graph.observations[edge.label.observation])
    }
  }

  /// The plain recomputation of steps must give the edges, the faults and a replay of every path.
  private func recomputation(
    _ system: TransitionSystem, _ found: Exploration, _ graph: StateGraph
  ) -> String? {
    var faults: [ExplorationFault] = []
    for source in 0..<found.stateCount {
      let plain = system.steps(from: found.state(source))
      let targets = plain.steps.map { found.index(of: $0.state) }
      guard targets == graph.edges(from: source).map(\.target) else { return "plain steps" }
      let chained = plain.steps.allSatisfy { $0.urgentStates.count + 1 == $0.rules.count }
      guard chained else { return "urgent states" }
      for fault in plain.faults {
        let isKnown = faults.contains {
          $0.step.kind == fault.kind && $0.step.state == fault.state
        }
        if !isKnown { faults.append(ExplorationFault(source: source, step: fault)) }
      }
      let path = found.path(to: source)
      guard path.count == found.depth(of: source) + 1 else { return "path length" }
      guard let replay = system.replay(to: source, in: found) else { return "replay" }
      guard replay.map(\.state) == path.dropFirst().map(found.state) else { return "replay" }
    }
    return Array(faults.prefix(100)) == found.faults ? nil : "plain faults"
  }
}
