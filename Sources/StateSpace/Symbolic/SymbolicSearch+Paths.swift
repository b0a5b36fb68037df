/// A path of single states, picked out of sets.
public struct SymbolicPath: Hashable, Sendable {
  /// The states at rest, with their resting words, first and last included; at least one.
  public let states: [[UInt64]]
  /// The first rule of each step between them, by its index in the machine.
  public let rules: [Int]
}

extension SymbolicSearch {
  /// A path with the fewest steps from an initial state into a set, or `nil` where no state found
  /// is in it.
  ///
  /// Sets are followed from the initial states and from the targets at once, on whichever side they
  /// are smaller, until they meet, or until no path can be shorter than one found before that leads
  /// into the set. Of all paths of that length the choice depends on the machine, on the order of
  /// its variables, and on what was asked for before.
  public func path(to targets: Diagram) -> SymbolicPath? {
    switch nearest(to: targets, knowing: paths) {
    case .known(let path): return path
    case .meeting(let found):
      guard let path = path(meeting: found.states, at: found.distance, before: found.before) else {
        return nil
      }
      remember(path)
      return path
    case nil: return nil
    }
  }

  /// The states half-way, or nearer to one end, on all shortest paths into a set, so that what
  /// never changes on a path tells which paths are shortest; `nil` where no state found is in the
  /// set.
  public func middle(to targets: Diagram) -> Diagram? {
    guard case .meeting(let found)? = nearest(to: targets) else { return nil }
    return found.states
  }

  /// How the shortest paths into a set were found.
  private enum Nearest {
    case known(SymbolicPath)
    case meeting(Meeting)
  }

  /// Where sets followed from the initial states and from the targets meet.
  private struct Meeting {
    var states: Diagram
    /// Its distance from the initial states.
    var distance: Int
    /// What lies before the targets, by distance from them, nearer than the meeting.
    var before: ArraySlice<Diagram>
  }

  private func nearest(to targets: Diagram, knowing paths: [SymbolicPath] = []) -> Nearest? {
    let goal = diagrams.and(targets, reached)
    guard goal != .no else { return nil }
    if let distance = rings.firstIndex(where: { diagrams.and($0, goal) != .no }) {
      if let known = part(of: paths, into: goal, after: distance) { return .known(known) }
      return .meeting(
        Meeting(states: diagrams.and(rings[distance], goal), distance: distance, before: []))
    }
    if let known = shortest(of: paths, into: goal), isFar(goal, by: known.rules.count) {
      return .known(known)
    }
    var before = [goal]
    var seen = goal
    while let front = rings.last, let back = before.last {
      let states = diagrams.and(front, back)
      if states != .no {
        learn(before, distance: rings.count + before.count - 2)
        return .meeting(
          Meeting(states: states, distance: rings.count - 1, before: before.dropLast()))
      }
      if let known = part(of: paths, into: goal, after: rings.count + before.count - 1) {
        learn(before, distance: known.rules.count)
        return .known(known)
      }
      if diagrams.size(of: front) < diagrams.size(of: back) {
        guard extendRings() else { return nil }
      } else {
        let next = diagrams.minus(diagrams.and(predecessors(of: back), reached), seen)
        guard next != .no else { return nil }
        seen = diagrams.or(seen, next)
        before.append(next)
      }
    }
    return nil
  }

  /// The shortest beginning of a known path that ends in a set.
  private func shortest(of paths: [SymbolicPath], into goal: Diagram) -> SymbolicPath? {
    let longest = paths.map(\.rules.count).max() ?? 0
    guard rings.count <= longest else { return nil }
    for distance in rings.count...longest {
      if let path = part(of: paths, into: goal, after: distance) { return path }
    }
    return nil
  }

  /// The beginning of a known path, so many steps long, that ends in a set.
  private func part(
    of paths: [SymbolicPath], into goal: Diagram, after distance: Int
  ) -> SymbolicPath? {
    let found = paths.first {
      $0.rules.count >= distance && machine.contains(goal, $0.states[distance])
    }
    return found.map {
      SymbolicPath(
        states: Array($0.states[...distance]), rules: Array($0.rules[..<distance]))
    }
  }

  /// The states from which some step leads to a single state at rest; few steps write what it has.
  private func predecessors(of state: [UInt64]) -> Diagram {
    let target = machine.restingSet(of: state)
    return diagrams.or(
      steps(into: state).map {
        diagrams.preimage(of: target, where: $0.condition, writing: $0.change)
      })
  }

  private func predecessors(of states: Diagram) -> Diagram {
    diagrams.or(
      groups.map { diagrams.preimage(of: states, where: $0.condition, writing: $0.change) })
  }

  /// The path through a state where both sides met: back through the rings, and on through what
  /// lies before the targets.
  private func path(
    meeting: Diagram, at distance: Int, before: ArraySlice<Diagram>
  ) -> SymbolicPath? {
    guard let middle = machine.first(of: meeting) else { return nil }
    var states = [middle]
    var rules: [Int] = []
    for ring in rings[..<distance].reversed() {
      guard let state = states.last,
        let source = machine.first(
          of: diagrams.and(predecessors(of: state), ring)),
        let rule = machine.rule(from: source, to: state)
      else { return nil }
      states.append(source)
      rules.append(rule)
    }
    states.reverse()
    rules.reverse()
    for set in before.reversed() {
      guard let state = states.last, let step = machine.firstStep(from: state, into: set),
        let rule = step.rules.first
      else { return nil }
      states.append(step.state)
      rules.append(rule)
    }
    return SymbolicPath(
      states: states.map { Array($0.prefix(machine.restingWordCount)) }, rules: rules)
  }
}

extension SymbolicMachine {
  /// The first rule that begins a step from one state at rest to another, or `nil`.
  public func rule(from source: [UInt64], to target: [UInt64]) -> Int? {
    rules.indices.first { rule in
      contains(rules[rule].condition, source)
        && steps(from: source, rule: rule).steps.contains { isSame($0.state, target) }
    }
  }

  /// The first rule that begins a step from a state at rest and is as wanted, or `nil`.
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

  private func isSame(_ a: [UInt64], _ b: [UInt64]) -> Bool {
    (0..<restingWordCount).allSatisfy { word in
      (word < a.count ? a[word] : 0) == (word < b.count ? b[word] : 0)
    }
  }

  /// Every step from a single state at rest that begins with a rule, and what goes wrong in those
  /// that do not end; as ``TransitionSystem/steps(from:rule:)`` gives them.
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
    /// Every state behind a rule, with all its words.
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

  /// A state once the literals of a change are written.
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
    for variable in diagrams.support(of: transient) {
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
