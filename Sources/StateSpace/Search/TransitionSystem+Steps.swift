/// Recomputes steps in a simple way from the rules.
///
/// Nothing here is shared with the search's own loop, so that each can check the other.
extension TransitionSystem {
  /// Every step from a state at rest, in the order in which the search discovers them.
  ///
  /// - Parameters:
  ///   - state: the state at rest, with its resting words or all words.
  ///   - rule: the rule to start with; `nil` for every rule that matches.
  /// - Returns: the steps that came to rest, and the faults of those that did not. An urgent cycle
  ///   ends the whole step with that first rule, including all its further branches.
  public func steps(
    from state: [UInt64], rule: Int? = nil
  ) -> (steps: [Step], faults: [StepFault]) {
    let start = state + [UInt64](repeating: 0, count: max(0, wordCount - state.count))
    var finished: [Step] = []
    var faults: [StepFault] = []
    for first in rules.indices where (rule == nil || rule == first) && matches(first, start) {
      follow(first, from: start, &finished, &faults)
    }
    return (finished, faults)
  }

  /// Recomputes the steps of the path that an exploration has recorded to a state.
  ///
  /// - Returns: the steps from an initial state to `index`, or `nil` if the recomputation disagrees
  ///   with the search, which would be an error of this module.
  public func replay(to index: Int, in exploration: Exploration) -> [Step]? {
    let path = exploration.path(to: index)
    guard let first = path.first, isInitial(exploration.state(first)) else { return nil }
    var found: [Step] = []
    for (source, target) in zip(path, path.dropFirst()) {
      let all = steps(from: exploration.state(source), rule: exploration.firstRule(target)).steps
      let goal = exploration.state(target)
      guard let step = all.first(where: { $0.state == goal }) else { return nil }
      found.append(step)
    }
    return found
  }

  private func isInitial(_ state: [UInt64]) -> Bool {
    initialStates.contains { Array($0.prefix(restingWordCount)) == state }
  }

  private func matches(_ rule: Int, _ state: [UInt64]) -> Bool {
    rules[rule].cubes.contains { $0.matches(state) }
  }

  private func updated(_ state: [UInt64], by rule: Int) -> [UInt64] {
    let rule = rules[rule]
    return state.indices.map { state[$0] & ~rule.clear[$0] | rule.set[$0] }
  }

  /// A step in progress: the rules fired and the states that they led to.
  private struct Chain {
    var rules: [Int]
    var states: [[UInt64]]
  }

  private func follow(
    _ first: Int, from start: [UInt64], _ finished: inout [Step], _ faults: inout [StepFault]
  ) {
    var open = [Chain(rules: [first], states: [updated(start, by: first)])]
    while let chain = open.popLast(), let state = chain.states.last {
      guard isUrgent(state) else {
        finished.append(step(chain, end: state))
        continue
      }
      if chain.states.count > Self.longestChain || chain.states.dropLast().contains(state) {
        faults.append(StepFault(kind: .urgentCycle, rules: chain.rules, state: state))
        return
      }
      let matching = rules.indices.filter { matches($0, state) }
      if matching.isEmpty {
        faults.append(StepFault(kind: .stuck, rules: chain.rules, state: state))
      }
      // The rule pushed last is followed first: depth first, in the order of the rules.
      for rule in matching.reversed() {
        open.append(
          Chain(rules: chain.rules + [rule], states: chain.states + [updated(state, by: rule)]))
      }
    }
  }

  private func step(_ chain: Chain, end: [UInt64]) -> Step {
    Step(
      rules: chain.rules, urgentStates: Array(chain.states.dropLast()), end: end,
      state: (0..<restingWordCount).map { end[$0] & ~transient[$0] },
      observation: end.indices.map { end[$0] & observed[$0] })
  }
}
