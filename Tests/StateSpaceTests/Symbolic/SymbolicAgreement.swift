import StateSpace

/// What an explicit exploration and a symbolic search say about one machine, side by side.
struct SymbolicAgreement {
  let system: TransitionSystem
  let found: Exploration
  let search: SymbolicSearch

  /// Steps are of two kinds: those that a rule of even index begins, and the others, which are
  /// taken first on every other machine.
  init(_ system: TransitionSystem, shuffledBy seed: UInt64) throws {
    self.system = system
    found = try system.explore(ExplorationOptions(keepEdges: true))
    var random = SplitMix64(seed: seed)
    var order = (0..<system.wordCount).flatMap { word in
      (0..<64).map { StateBit(word: word, place: $0) }
    }
    for place in order.indices { order.swapAt(place, random.below(order.count)) }
    let machine = SymbolicMachine(system, order: order)
    let isEager = seed % 2 == 1
    // Two of three look for another order of variables again and again.
    search = SymbolicSearch(
      machine, machine.wholeSteps { $0 % 2 }, reorderingFrom: seed % 3 == 0 ? 1_000 : 1,
      isEager: { isEager && $0 == 1 })
    search.run()
  }

  /// Under the order of variables that the search ended with.
  var machine: SymbolicMachine { search.machine }

  private var indices: Range<Int> { 0..<found.stateCount }
  private var graph: StateGraph? { found.graph }

  func set(_ members: some Sequence<Int>) -> Diagram {
    machine.diagrams.or(members.map { machine.restingSet(of: found.state($0)) })
  }

  /// The first thing about which they disagree, or nil.
  func difference() -> String? {
    if isFaulty(.urgentCycle) {
      return search.fault()?.step.kind == nil ? "a fault was missed" : nil
    }
    if search.reached != set(indices) { return "states" }
    if search.stateCount != UInt128(found.stateCount) { return "count" }
    if search.deadEnds != set(found.deadEnds) { return "dead ends" }
    return differenceOfFaults() ?? differenceOfSteps() ?? differenceOfClosures()
      ?? differenceOfPaths() ?? differenceOfClaims() ?? differenceOfDistances()
  }

  private func isFaulty(_ kind: StepFault.Kind) -> Bool {
    found.faults.contains { $0.step.kind == kind }
  }

  private func differenceOfFaults() -> String? {
    let nearest = found.faults.map { found.depth(of: $0.source) }.min()
    let fault = search.fault()
    guard nearest == fault.map({ $0.path.rules.count }) else { return "distance of the fault" }
    if machine.diagrams.and(search.reached, search.steps.cyclic) != .no { return "a cycle" }
    guard let fault, let source = fault.path.states.last else { return nil }
    return system.steps(from: source).faults.contains(fault.step) ? nil : "the fault"
  }

  private func differenceOfSteps() -> String? {
    if let count = search.transitionCount, count != UInt128(found.transitionCount) {
      return "transition count"
    }
    for index in indices {
      let source = found.state(index)
      let plain = Set(
        system.steps(from: source).steps.map { step in
          "\(step.rules[0] % 2) \(step.state) \(step.observation)"
        })
      let whole = Set(
        search.steps.steps.filter { machine.contains($0.condition, source) }.map { step in
          let target = write(step.change, over: source)
          let still = zip(source, system.observed).map { $0 & $1 }
          let shown = write(step.observation, over: still)
          return "\(step.kind) \(target.prefix(system.restingWordCount)) \(shown)"
        })
      if plain != whole { return "steps from \(source): \(plain) for \(whole)" }
      let own = system.rules.indices.map { machine.steps(from: source, rule: $0) }
      if own.flatMap(\.steps) != system.steps(from: source).steps { return "walks" }
    }
    return nil
  }

  private func write(_ change: Diagram, over state: [UInt64]) -> [UInt64] {
    var words = state + [UInt64](repeating: 0, count: system.wordCount - state.count)
    for (variable, value) in machine.diagrams.smallestAssignment(of: change) ?? [] {
      let bit = machine.bits[variable]
      words[bit.word] = value ? words[bit.word] | bit.mask : words[bit.word] & ~bit.mask
    }
    return words
  }

  private func differenceOfClosures() -> String? {
    guard let graph else { return "graph" }
    for kind in 0..<2 {
      let some = indices.filter { ($0 + kind) % 5 == 0 }
      let bits = BitSet(capacity: found.stateCount, some)
      let back = graph.backwardReachable(from: bits) { $0.firstRule % 2 == kind }
      if search.backwardReachable(from: set(some), along: { $0 == kind }) != set(back.members) {
        return "backward closure"
      }
      let on = graph.forwardReachable(from: bits) { $0.firstRule % 2 == kind }
      if search.forwardReachable(from: set(some), along: { $0 == kind }) != set(on.members) {
        return "forward closure"
      }
    }
    let members = (0..<3).map { kind in indices.filter { ($0 + kind) % 5 == 0 } }
    let backs = members.map { some in
      set(graph.backwardReachable(from: BitSet(capacity: found.stateCount, some)).members)
    }
    for threads in [2, 1] {
      let known = search.backwardReachable(
        fromEach: members.map(set), within: search.reached, threads: threads)
      if known != backs { return "backward closures on \(threads) threads" }
    }
    for variable in machine.resting {
      let bit = machine.bits[variable]
      let marked = indices.filter { found.state($0)[bit.word] & bit.mask != 0 }
      let back = graph.backwardReachable(from: BitSet(capacity: found.stateCount, marked)) {
        $0.firstRule % 2 == 0
      }
      let known = search.backwardReachable(
        from: set(marked), markedBy: [variable], along: { $0 == 0 })
      if known != set(back.members) { return "backward closure of what \(variable) marks" }
    }
    let unmoved = indices.filter { source in
      graph.edges(from: source).allSatisfy { $0.target == source }
    }
    return search.unmoved() == set(unmoved) ? nil : "unmoved"
  }

  private func differenceOfPaths() -> String? {
    // Sets that overlap, again and again, so that answers lean on those before.
    for size in [1, 3, 1] {
      for start in stride(from: 0, to: found.stateCount, by: max(1, found.stateCount / 3)) {
        let members = (0..<size).map { (start + 7 * $0) % found.stateCount }
        let nearest = members.map { found.depth(of: $0) }.min()
        if search.path(to: set(members))?.rules.count != nearest { return "length into \(members)" }
      }
    }
    for index in Set([0, found.stateCount / 2, found.stateCount - 1]).sorted() {
      let targets = set([index, found.stateCount - 1])
      guard let path = search.path(to: targets) else { return "no path to \(index)" }
      if path.rules.count != found.depth(of: index) { return "length of the path to \(index)" }
      guard let first = path.states.first, let last = path.states.last,
        machine.contains(machine.initial, first), machine.contains(targets, last)
      else { return "ends of the path" }
      for (step, rule) in path.rules.enumerated() {
        let possible = system.steps(from: path.states[step], rule: rule).steps
        if !possible.contains(where: { $0.state == path.states[step + 1] }) { return "path" }
      }
    }
    return nil
  }

  private func differenceOfClaims() -> String? {
    for (invariant, violation) in zip(system.invariants, found.violations) {
      let bad = machine.set(of: invariant.badCubes)
      let broken = search.violation(of: bad, within: invariant.within)
      let distance = violation.map {
        found.depth(of: $0.index) + ($0.rules.isEmpty ? 0 : 1)
      }
      let own = broken.map { $0.path.rules.count + ($0.rule == nil ? 0 : 1) }
      if distance != own { return "\(invariant.name): \(own ?? -1) for \(distance ?? -1)" }
    }
    return nil
  }

  private func differenceOfDistances() -> String? {
    if search.depth() != found.depth { return "depth" }
    return nil
  }
}
