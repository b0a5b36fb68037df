/// A path of single states, chosen from sets.
public struct SymbolicPath: Hashable, Sendable {
  /// The states at rest with their resting words, including the first and the last; at least one.
  public let states: [[UInt64]]
  /// The first rule of each step between the states, by its index in the machine.
  public let rules: [Int]

  /// - Parameters:
  ///   - states: the states; at least one.
  ///   - rules: the first rule of each step; one fewer than the states.
  public init(states: [[UInt64]], rules: [Int]) { (self.states, self.rules) = (states, rules) }
}

extension SymbolicSearch {
  /// A path with the fewest steps from an initial state into a set, or `nil` if no state found is
  /// in it.
  ///
  /// The choice between several paths of that length depends on the machine, on the order of its
  /// variables, and on earlier queries.
  ///
  /// - Parameters:
  ///   - targets: the set, which must not depend on ignored variables.
  ///   - ignored: variables that steps read only to write variables among these. The path includes
  ///     them all the same; without them it is found sooner.
  public func path(to targets: Diagram, ignoring ignored: [Int] = []) -> SymbolicPath? {
    noticingStop { distances(ignoring: ignored).path(to: targets, stoppingWhen: shouldStop) }
  }

  /// The states half-way, or nearer to one end, on all shortest paths into a set. Bits that never
  /// change on a path thus show which paths are shortest. `nil` if no state found is in the set.
  ///
  /// - Parameters:
  ///   - targets: the set, which must not depend on ignored variables.
  ///   - ignored: variables that steps read only to write variables among these.
  public func middle(to targets: Diagram, ignoring ignored: [Int] = []) -> Diagram? {
    noticingStop { distances(ignoring: ignored).middle(to: targets, stoppingWhen: shouldStop) }
  }
}

extension SymbolicMachine {
  /// The first rule that can begin a step in a state at rest and meets a condition, or `nil`.
  public func rule(from source: [UInt64], where isWanted: (Int) -> Bool) -> Int? {
    rules.indices.first { isWanted($0) && contains(rules[$0].condition, source) }
  }

  /// The first step, in the order of the rules, from a state at rest into a set.
  public func firstStep(from source: [UInt64], into targets: Diagram) -> Step? {
    for rule in rules.indices where contains(rules[rule].condition, source) {
      let found = steps(from: source, rule: rule).steps.first { contains(targets, $0.state) }
      if let found { return found }
    }
    return nil
  }

  /// Every step from a state at rest that begins with a rule, and the faults of the steps that
  /// cannot be finished; the same as ``TransitionSystem/steps(from:rule:)`` returns.
  public func steps(from state: [UInt64], rule: Int) -> (steps: [Step], faults: [StepFault]) {
    let walk = walk(from: state, rule: rule)
    return (walk.steps, walk.faults)
  }

  func walk(from state: [UInt64], rule: Int) -> Walk {
    let start = state + [UInt64](repeating: 0, count: max(0, wordCount - state.count))
    var walk = Walk(machine: self)
    if contains(rules[rule].condition, start) { walk.fire(rule, from: [start], after: []) }
    return walk
  }

  /// A depth-first walk through the urgent states of one step.
  struct Walk {
    private let machine: SymbolicMachine
    private(set) var steps: [Step] = []
    private(set) var faults: [StepFault] = []
    /// Every state that some rule of the step led to, with all its words.
    private(set) var passed: [[UInt64]] = []
    private var isStopped = false

    init(machine: SymbolicMachine) { self.machine = machine }

    mutating func fire(_ rule: Int, from states: [[UInt64]], after rules: [Int]) {
      guard let state = states.last else { return }
      let next = machine.writing(machine.rules[rule].change, over: state)
      let fired = rules + [rule]
      passed.append(next)
      guard machine.contains(machine.urgent, next) else {
        return steps.append(machine.step(fired, Array(states.dropFirst()), next))
      }
      if states.dropFirst().contains(next) || fired.count > TransitionSystem.longestChain {
        faults.append(StepFault(kind: .urgentCycle, rules: fired, state: next))
        isStopped = true
        return
      }
      let matching = machine.rules.indices.filter {
        machine.contains(machine.rules[$0].condition, next)
      }
      if matching.isEmpty {
        faults.append(StepFault(kind: .stuck, rules: fired, state: next))
      }
      for rule in matching where !isStopped { fire(rule, from: states + [next], after: fired) }
    }
  }

  /// A state with the literals of a change written into it.
  func writing(_ change: Diagram, over state: [UInt64]) -> [UInt64] {
    var state = state
    for (variable, value) in diagrams.smallestAssignment(of: change) ?? [] {
      let bit = bits[variable]
      if value { state[bit.word] |= bit.mask } else { state[bit.word] &= ~bit.mask }
    }
    return state
  }

  fileprivate func step(_ rules: [Int], _ urgent: [[UInt64]], _ end: [UInt64]) -> Step {
    var state = end
    var observation = [UInt64](repeating: 0, count: wordCount)
    for variable in passing {
      state[bits[variable].word] &= ~bits[variable].mask
    }
    for variable in observed {
      observation[bits[variable].word] |= end[bits[variable].word] & bits[variable].mask
    }
    return Step(
      rules: rules, urgentStates: urgent, end: end,
      state: Array(state.prefix(restingWordCount)), observation: observation)
  }
}
