import StateSpace

/// The obvious breadth-first search, with sets of arrays: slow, short, and written apart from the
/// engine. It shares nothing with it but the machine's own description.
struct ReferenceExplorer {
  struct Arrow: Hashable {
    var target: Int
    var rule: Int
    var observation: [UInt64]
  }

  struct Bad: Hashable {
    var index: Int
    var rules: [Int]
    var state: [UInt64]
  }

  let system: TransitionSystem
  private(set) var states: [[UInt64]] = []
  private(set) var depths: [Int] = []
  private(set) var arrows: [[Arrow]] = []
  private(set) var deadEnds: [Int] = []
  /// For each urgent state where something went wrong, the first step into it.
  private(set) var faults: [ExplorationFault] = []
  private(set) var faultCount = 0
  private(set) var bad: [Bad?]
  private var known: [[UInt64]: Int] = [:]

  init(_ system: TransitionSystem) {
    self.system = system
    bad = system.invariants.map { _ in nil }
    for state in system.initialStates { discover(Array(state.prefix(system.restingWordCount)), 0) }
    var next = 0
    while next < states.count {
      arrows.append([])
      for (index, rule) in system.rules.enumerated() where fires(rule, padded(states[next])) {
        follow(index, from: [padded(states[next])], source: next, [])
      }
      if arrows[next].isEmpty { deadEnds.append(next) }
      next += 1
    }
  }

  private func padded(_ state: [UInt64]) -> [UInt64] {
    state + [UInt64](repeating: 0, count: system.wordCount - state.count)
  }

  private func holds(_ cube: PackedCube, _ state: [UInt64]) -> Bool {
    zip(state, zip(cube.mask, cube.value)).allSatisfy { $0 & $1.0 == $1.1 }
  }

  private func fires(_ rule: TransitionRule, _ state: [UInt64]) -> Bool {
    rule.cubes.contains { holds($0, state) }
  }

  private mutating func judge(_ state: [UInt64], _ index: Int, _ rules: [Int], within: Bool) {
    for (number, invariant) in system.invariants.enumerated()
    where bad[number] == nil && invariant.within == within
      && invariant.badCubes.contains(where: { holds($0, state) })
    {
      bad[number] = Bad(index: index, rules: rules, state: state)
    }
  }

  @discardableResult
  private mutating func discover(_ state: [UInt64], _ depth: Int) -> Int {
    if let index = known[state] { return index }
    known[state] = states.count
    states.append(state)
    depths.append(depth)
    judge(padded(state), states.count - 1, [], within: false)
    if depth == 0 { judge(padded(state), states.count - 1, [], within: true) }
    return states.count - 1
  }

  private mutating func report(_ kind: StepFault.Kind, _ source: Int, _ fault: Bad) {
    faultCount += 1
    let step = StepFault(kind: kind, rules: fault.rules, state: fault.state)
    if !faults.contains(where: { $0.step.kind == kind && $0.step.state == fault.state }) {
      faults.append(ExplorationFault(source: source, step: step))
    }
  }

  /// Fires a rule in the last state of a chain; false where the step ran into a cycle.
  @discardableResult
  private mutating func follow(
    _ index: Int, from chain: [[UInt64]], source: Int, _ before: [Int]
  ) -> Bool {
    let rule = system.rules[index]
    let state = chain[chain.count - 1]
    let next = state.indices.map { (state[$0] & ~rule.clear[$0]) | rule.set[$0] }
    let fired = before + [index]
    judge(next, source, fired, within: true)
    guard system.urgent.contains(where: { holds($0, next) }) else {
      end(next, source: source, fired)
      return true
    }
    if chain.dropFirst().contains(next) {
      report(.urgentCycle, source, Bad(index: source, rules: fired, state: next))
      return false
    }
    let matching = system.rules.indices.filter { fires(system.rules[$0], next) }
    if matching.isEmpty {
      report(.stuck, source, Bad(index: source, rules: fired, state: next))
    }
    return matching.allSatisfy { follow($0, from: chain + [next], source: source, fired) }
  }

  private mutating func end(_ state: [UInt64], source: Int, _ fired: [Int]) {
    let resting = state.indices.map { state[$0] & ~system.transient[$0] }
    judge(resting, source, fired, within: true)
    let target = discover(Array(resting.prefix(system.restingWordCount)), depths[source] + 1)
    arrows[source].append(
      Arrow(
        target: target, rule: fired[0],
        observation: state.indices.map { state[$0] & system.observed[$0] }))
  }
}
