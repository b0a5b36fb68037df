/// The distances of a search's states from the initial states, computed without some variables.
///
/// Observers record what happened, and steps read them only to write other observers. So each run
/// of the machine without them corresponds to exactly one run of the machine with them. Questions
/// that do not concern an observer are answered in the smaller machine, which has fewer sets and
/// steps.
///
/// Sets are followed from the initial states and from the targets at once, always on the side where
/// they are smaller. The search ends when they meet, or when no path can be shorter than a path
/// found before that leads into the set. Results are kept: the states at each distance, paths, and
/// lower bounds of distances.
final class SymbolicDistances {
  private let machine: SymbolicMachine
  /// The variables left out, as a conjunction.
  private let open: Diagram
  private let groups: [Closure.Group]
  /// All states found, without the variables left out.
  private let reached: Diagram
  /// For each group, the bits of the resting words that it writes, and their new values.
  private let written: [(mask: [UInt64], value: [UInt64])]
  /// The states at each distance, as far as distances were computed; `inRings` is their union.
  private(set) var rings: [Diagram]
  private var inRings: Diagram
  /// Shortest paths found so far.
  private var paths: [SymbolicPath] = []
  /// For each number of steps, states that are known not to be nearer.
  private var far: [Int: Diagram] = [:]

  private var diagrams: DecisionDiagrams { machine.diagrams }

  /// - Parameters:
  ///   - machine: the machine.
  ///   - groups: the machine's steps without the variables left out.
  ///   - reached: all states found.
  ///   - open: the variables to leave out, as a conjunction.
  init(
    _ machine: SymbolicMachine, _ groups: [Closure.Group], reached: Diagram, without open: Diagram
  ) {
    (self.machine, self.groups, self.open) = (machine, groups, open)
    self.reached = machine.diagrams.exists(open, in: reached)
    let initial = machine.diagrams.exists(open, in: machine.atRest(machine.initial))
    (rings, inRings) = ([initial], initial)
    written = groups.map { machine.restingBits(of: $0.change) }
  }

  /// Everything that must survive a ``DecisionDiagrams/collect(keeping:)``.
  var roots: [Diagram] { rings + [open, reached, inRings] + far.values }

  /// Whether the distance of every state is known.
  var isKnown: Bool { inRings == reached }

  /// Adds the states that are one step farther away; returns false if there are none.
  func extendRings() -> Bool {
    guard let last = rings.last, inRings != reached else { return false }
    let next = diagrams.or(
      groups.map { diagrams.image(of: last, where: $0.condition, writing: $0.change) })
    let ring = diagrams.minus(next, inRings)
    guard ring != .no else { return false }
    rings.append(ring)
    inRings = diagrams.or(inRings, ring)
    return true
  }

  // MARK: Paths

  /// A path with the fewest steps from an initial state into a set, or `nil` if no state found is
  /// in it. Its states include the variables left out.
  func path(
    to targets: Diagram, stoppingWhen shouldStop: () -> Bool = { false }
  ) -> SymbolicPath? {
    switch nearest(to: targets, knowing: paths, stoppingWhen: shouldStop) {
    case .known(let path): return path
    case .meeting(let found):
      guard let path = path(through: found) else { return nil }
      paths.append(path)
      return path
    case nil: return nil
    }
  }

  /// See ``SymbolicSearch/middle(to:ignoring:)``.
  func middle(to targets: Diagram, stoppingWhen shouldStop: () -> Bool) -> Diagram? {
    guard case .meeting(let found)? = nearest(to: targets, stoppingWhen: shouldStop) else {
      return nil
    }
    return found.states
  }

  /// The shortest paths into a set: a path known before, or a meeting of the two searches.
  private enum Nearest {
    case known(SymbolicPath)
    case meeting(Meeting)
  }

  /// The place where the sets followed from the initial states and from the targets meet.
  private struct Meeting {
    var states: Diagram
    /// The distance of the meeting from the initial states.
    var distance: Int
    /// The sets between the targets and the meeting, by distance from the targets.
    var before: ArraySlice<Diagram>
  }

  private func nearest(
    to targets: Diagram, knowing paths: [SymbolicPath] = [], stoppingWhen shouldStop: () -> Bool
  ) -> Nearest? {
    let goal = diagrams.and(diagrams.exists(open, in: targets), reached)
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
    while let front = rings.last, let back = before.last, !shouldStop() {
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

  /// The shortest prefix of a known path that ends in a set.
  private func shortest(of paths: [SymbolicPath], into goal: Diagram) -> SymbolicPath? {
    let longest = paths.map(\.rules.count).max() ?? 0
    guard rings.count <= longest else { return nil }
    for distance in rings.count...longest {
      if let path = part(of: paths, into: goal, after: distance) { return path }
    }
    return nil
  }

  /// The prefix of a known path with so many steps, if it ends in a set.
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

  /// Whether all states of a set are known to be at least so many steps away.
  private func isFar(_ states: Diagram, by distance: Int) -> Bool {
    far[distance].map { diagrams.minus(states, $0) == .no } ?? false
  }

  /// Records that a set is so far away, and the distances of the sets before it, which are listed
  /// by steps to the set.
  private func learn(_ before: [Diagram], distance: Int) {
    for (steps, states) in before.enumerated() {
      far[distance - steps] = diagrams.or(far[distance - steps] ?? .no, states)
    }
  }

  // MARK: Steps

  private func predecessors(of states: Diagram) -> Diagram {
    diagrams.or(
      groups.map { diagrams.preimage(of: states, where: $0.condition, writing: $0.change) })
  }

  /// The states from which some step leads to a single state. The state is given as a set without
  /// the variables left out and as words; the words rule most steps out.
  private func predecessors(of target: Diagram, _ state: [UInt64]) -> Diagram {
    let leading = groups.indices.filter { number in
      let (mask, value) = written[number]
      return mask.indices.allSatisfy { (state[$0] ^ value[$0]) & mask[$0] == 0 }
    }
    return diagrams.or(
      leading.map {
        diagrams.preimage(of: target, where: groups[$0].condition, writing: groups[$0].change)
      })
  }

  /// A path through a state where both sides met. The states before it are found backwards through
  /// the rings, without the variables left out; the run itself is then computed from the start.
  private func path(through meeting: Meeting) -> SymbolicPath? {
    var passed = meeting.before.reversed().map { $0 }
    var next = meeting.states
    for ring in rings[..<meeting.distance].reversed() {
      guard let state = machine.first(of: next) else { return nil }
      let single = diagrams.exists(open, in: machine.restingSet(of: state))
      passed.insert(single, at: 0)
      next = diagrams.and(predecessors(of: single, state), ring)
    }
    return path(from: next, through: passed)
  }

  /// The path from the first initial state of a set that passes the given sets, one per step.
  private func path(from start: Diagram, through sets: [Diagram]) -> SymbolicPath? {
    let initial = diagrams.and(machine.atRest(machine.initial), start)
    guard let first = machine.first(of: initial) else { return nil }
    var (states, rules) = ([first], [Int]())
    for set in sets {
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
  /// The bits of the resting words that a change writes, and their new values.
  fileprivate func restingBits(of change: Diagram) -> (mask: [UInt64], value: [UInt64]) {
    var mask = [UInt64](repeating: 0, count: restingWordCount)
    var value = mask
    for (variable, isSet) in diagrams.smallestAssignment(of: change) ?? [] {
      let bit = bits[variable]
      guard bit.word < restingWordCount else { continue }
      mask[bit.word] |= bit.mask
      if isSet { value[bit.word] |= bit.mask }
    }
    return (mask, value)
  }
}
