/// The states at rest that a machine can reach, as a set.
///
/// ``run(ignoring:progress:)`` adds what each group of steps reaches from everything found so far,
/// group after group, until nothing new comes up. Steps that the caller calls *eager*, and those
/// that keep to their location, are taken until they find nothing more before any other is taken
/// again: where a record's life goes on beside a sign-in, the sign-in is then taken from all
/// records that there are and not from some of them, and the sets that come up on the way are
/// smaller.
///
/// That ignores how many steps a state is away, and on purpose: a part of the state that nothing
/// else depends on costs as much alone as beside all others, but sets of states at one distance mix
/// all parts. Distances are worked out where they are asked for, from both ends and no farther than
/// needed, see ``path(to:)`` and ``depth(mostNodes:ignoring:)``.
///
/// Sets are over the ``SymbolicMachine/resting`` variables. Their number of states does not matter,
/// the size of their diagrams does.
///
/// The states are those of ``TransitionSystem/explore(_:progress:)``, except that a rule whose step
/// can run in a circle of urgent states also takes its steps that do not.
///
/// Source: the disjunctive partitions of Burch, Clarke, Long, “Symbolic Model Checking with
/// Partitioned Transition Relations”, 1991; chaining after Roig, Cortadella, Pastor, 1995.
public final class SymbolicSearch {
  /// The machine.
  public let machine: SymbolicMachine
  /// Its steps.
  public let steps: WholeSteps
  /// The memory that diagrams may take, in bytes; `nil` for any.
  public let maximumBytes: Int?
  /// All states found; with any values of the ``ignored`` variables.
  public private(set) var reached: Diagram = .no
  /// The variables that ``run(ignoring:progress:)`` left open, so that a state counts as reached
  /// with any values of theirs; ``path(to:)`` tells which are.
  public private(set) var ignored: [Int] = []
  /// Whether everything was seen.
  public private(set) var completeness = Completeness.complete
  /// Diagrams that the caller needs after ``run(ignoring:progress:)``,
  /// ``depth(mostNodes:ignoring:)`` and ``collect()``, which free all that they do not know.
  public var pinned: [Diagram] = []
  /// The states first reached by as many steps as their position says, as far as they were asked
  /// for, and all of them together.
  private(set) var rings: [Diagram] = []
  private var inRings: Diagram = .no
  /// Shortest paths that were found before.
  private(set) var paths: [SymbolicPath] = []
  /// By a number of steps, states that are known to be no nearer.
  private var far: [Int: Diagram] = [:]
  /// Steps that write the same are one.
  private(set) lazy var groups = groups(of: steps.steps)
  private let isEager: [Int: Bool]
  private let locations: [Int]
  /// For each step, in the resting words, the bits that it writes and what it writes there.
  private let written: [(mask: [UInt64], value: [UInt64])]
  private var nodesAfterCollection = 1 << 18

  /// A search that has not begun.
  ///
  /// - Parameters:
  ///   - machine: the machine.
  ///   - steps: its whole steps, see ``SymbolicMachine/wholeSteps(watching:mostChains:kind:)``.
  ///   - maximumBytes: the memory that diagrams may take.
  ///   - locations: the variables that say where the machine is. Steps that do not write them anew
  ///     are taken first.
  ///   - isEager: the kinds of steps to take first. No result depends on either.
  public init(
    _ machine: SymbolicMachine, _ steps: WholeSteps, maximumBytes: Int? = nil,
    locations: [Int] = [], isEager: (Int) -> Bool = { _ in false }
  ) {
    self.machine = machine
    self.steps = steps
    self.maximumBytes = maximumBytes
    self.isEager = Dictionary(
      uniqueKeysWithValues: Set(steps.steps.map(\.kind)).map { ($0, isEager($0)) })
    self.locations = locations
    let zeros = [UInt64](repeating: 0, count: machine.restingWordCount)
    written = steps.steps.map { step in
      var (mask, value) = (zeros, zeros)
      for (variable, isSet) in machine.diagrams.smallestAssignment(of: step.change) ?? [] {
        let bit = machine.bits[variable]
        guard bit.word < zeros.count else { continue }
        mask[bit.word] |= bit.mask
        if isSet { value[bit.word] |= bit.mask }
      }
      return (mask, value)
    }
  }

  /// The steps that may end in a state at rest, as far as what they write tells.
  func steps(into state: [UInt64]) -> [WholeSteps.Step] {
    steps.steps.indices.filter { number in
      let (mask, value) = written[number]
      return mask.indices.allSatisfy { (state[$0] ^ value[$0]) & mask[$0] == 0 }
    }.map { steps.steps[$0] }
  }

  var diagrams: DecisionDiagrams { machine.diagrams }

  /// Searches until nothing new is found or something stops it.
  ///
  /// - Parameters:
  ///   - ignored: variables that no step reads, but to write others of them: observers. Where there
  ///     are any, the search finds the states without them. Sets that tell apart what led to a
  ///     state can be far larger than those of the states, and whether one of them is bad is
  ///     answered by a ``path(to:)`` there all the same.
  ///   - progress: called once a round over all groups; returning `false` stops.
  public func run(
    ignoring ignored: [Int] = [], progress: (SymbolicProgress) -> Bool = { _ in true }
  ) {
    let initial = machine.atRest(machine.initial)
    (rings, inRings, completeness) = ([initial], initial, .complete)
    (paths, far) = ([], [:])
    self.ignored = ignored
    let open = diagrams.conjunction(of: ignored)
    reached = diagrams.exists(open, in: initial)
    guard steps.isComplete else {
      completeness = .memoryLimit
      return
    }
    search(ignored.isEmpty ? groups : merged(groups, without: open), progress)
    // Nothing is left of the making of the machine and its steps.
    collect()
  }

  /// Finds what is ``reached``, with diagrams of its own. What rules and steps are made of takes
  /// millions of nodes, of which a search needs the few that say what steps read and write; in a
  /// table of their own they are found sooner, and what nobody needs any more is freed sooner.
  private func search(_ groups: [Closure.Group], _ progress: (SymbolicProgress) -> Bool) {
    let own = DecisionDiagrams(variableCount: diagrams.variableCount)
    let same = Array(0..<diagrams.variableCount)
    var inward = DiagramTranslation(from: diagrams, to: own, variables: same)
    let copies = partsThatStay(groups).map { group in
      Closure.Group(
        condition: inward.translate(group.condition),
        change: inward.translate(product: group.change), isEager: group.isEager)
    }
    let taken = diagrams.bytes
    var closure = Closure(
      copies, from: inward.translate(reached), in: own,
      ownership: Closure.Ownership(maximumBytes: maximumBytes.map { max($0 - taken, 0) }))
    closure.run { state in
      progress(
        SymbolicProgress(round: state.round, nodes: state.nodes, bytes: state.bytes + taken))
    }
    completeness = closure.completeness
    var outward = DiagramTranslation(from: own, to: diagrams, variables: same)
    reached = outward.translate(closure.reached)
  }

  /// Some steps as groups, in the order in which a search takes them.
  func groups(of steps: [WholeSteps.Step]) -> [Closure.Group] {
    var groups = Closure.Groups()
    for step in steps {
      let group = Closure.Group(
        condition: step.condition, change: step.change, isEager: isEager[step.kind] ?? false)
      groups.add(group, diagrams)
    }
    return groups.all
  }

  /// The same steps where some variables are left open.
  private func merged(_ groups: [Closure.Group], without open: Diagram) -> [Closure.Group] {
    var steps = Closure.Groups()
    for group in groups {
      steps.add(
        Closure.Group(
          condition: diagrams.exists(open, in: group.condition),
          change: diagrams.exists(open, in: group.change), isEager: group.isEager),
        diagrams)
    }
    return steps.all
  }

  /// The same steps, those that keep to their location apart from the others and before them.
  func partsThatStay(_ groups: [Closure.Group]) -> [Closure.Group] {
    var parts = Closure.Groups()
    let (here, elsewhere) = (
      diagrams.conjunction(of: locations),
      diagrams.conjunction(of: machine.resting.filter { !locations.contains($0) })
    )
    for group in groups where !group.isEager {
      let target = diagrams.exists(elsewhere, in: group.change)
      var (moving, staying) = (group, group)
      moving.condition = diagrams.minus(group.condition, target)
      staying.condition = diagrams.and(group.condition, target)
      staying.change = diagrams.exists(here, in: group.change)
      staying.isEager = true
      for part in [moving, staying] where part.condition != .no { parts.add(part, diagrams) }
    }
    return groups.filter(\.isEager) + parts.all
  }

  private func image(of states: Diagram, by group: Closure.Group) -> Diagram {
    diagrams.image(of: states, where: group.condition, writing: group.change)
  }

  private func isWithinMemory(keeping others: [Diagram]) -> Bool {
    if diagrams.nodeCount > 3 * nodesAfterCollection {
      collect(keeping: others)
      nodesAfterCollection = max(nodesAfterCollection, diagrams.nodeCount)
    }
    guard let most = maximumBytes, diagrams.bytes > most else { return true }
    completeness = .memoryLimit
    return false
  }

  /// Frees everything but the machine, its steps, what was found and what is ``pinned``.
  public func collect() { collect(keeping: []) }

  private func collect(keeping others: [Diagram]) {
    diagrams.collect(
      keeping: machine.roots + steps.roots + rings + [reached, inRings] + pinned + others
        + far.values + groups.flatMap { [$0.condition, $0.change] })
  }

  // MARK: Distances

  func remember(_ path: SymbolicPath) { paths.append(path) }

  /// Whether no state of a set is known to be nearer than so many steps.
  func isFar(_ states: Diagram, by distance: Int) -> Bool {
    far[distance].map { diagrams.minus(states, $0) == .no } ?? false
  }

  /// Keeps that a set is so far away, and how far what lies before it is, by steps to the set.
  func learn(_ before: [Diagram], distance: Int) {
    for (steps, states) in before.enumerated() {
      far[distance - steps] = diagrams.or(far[distance - steps] ?? .no, states)
    }
  }

  /// Adds one more ring; false where there is none.
  func extendRings() -> Bool {
    guard let last = rings.last, inRings != reached else { return false }
    let next = diagrams.or(groups.map { image(of: last, by: $0) })
    let ring = diagrams.minus(next, inRings)
    guard ring != .no else { return false }
    rings.append(ring)
    inRings = diagrams.or(inRings, ring)
    return true
  }

  /// The largest number of steps on a shortest path to any state found.
  ///
  /// States of one distance make large diagrams where many parts of the state change by themselves,
  /// so this can take far longer than the search.
  ///
  /// - Parameters:
  ///   - mostNodes: gives up where the states of one distance need more nodes.
  ///   - ignored: variables that no guard reads but of rules that write such; states that differ in
  ///     them alone count as one.
  /// - Returns: the number, or `nil` where it gave up or the search was stopped.
  public func depth(mostNodes: Int = .max, ignoring ignored: [Int] = []) -> Int? {
    guard completeness == .complete else { return nil }
    // Memory that distances would take says nothing of what was found.
    defer { completeness = .complete }
    guard ignored.isEmpty else { return shallowDepth(mostNodes, ignored) }
    while inRings != reached {
      guard let last = rings.last, diagrams.size(of: last) <= mostNodes, extendRings() else {
        return nil
      }
      _ = isWithinMemory(keeping: [])
    }
    return rings.count - 1
  }

  /// Rings of the states without some variables, which no step reads but to write others of them.
  private func shallowDepth(_ mostNodes: Int, _ ignored: [Int]) -> Int? {
    let open = diagrams.conjunction(of: ignored)
    let groups = merged(groups, without: open)
    let all = diagrams.exists(open, in: reached)
    var ring = diagrams.exists(open, in: machine.atRest(machine.initial))
    var seen = ring
    var depth = 0
    while seen != all {
      guard diagrams.size(of: ring) <= mostNodes else { return nil }
      ring = diagrams.minus(diagrams.or(groups.map { image(of: ring, by: $0) }), seen)
      guard ring != .no else { return nil }
      seen = diagrams.or(seen, ring)
      depth += 1
      let roots = groups.flatMap { [$0.condition, $0.change] }
      guard isWithinMemory(keeping: roots + [open, all, ring, seen]) else { return nil }
    }
    return depth
  }

  // MARK: Counts

  /// The exact number of states found; `nil` from 2^128 on.
  public var stateCount: UInt128? { machine.count(reached) }

  /// The exact number of states found, where those that differ in some variables alone count as
  /// one; `nil` from 2^128 on.
  public func stateCount(ignoring ignored: [Int]) -> UInt128? {
    let left = Set(machine.resting).subtracting(ignored).sorted()
    return diagrams.exactCount(diagrams.exists(ignored, in: reached), among: left)
  }

  /// The number of steps, where states that differ in some variables alone are one, and so are the
  /// rules of one label; see ``transitionCount``.
  public func transitionCount(ignoring ignored: [Int]) -> UInt128? {
    guard !ignored.isEmpty else { return transitionCount }
    let unclear = diagrams.or([steps.stuck, steps.cyclic, steps.ambiguous])
    guard diagrams.and(reached, unclear) == .no else { return nil }
    let left = Set(machine.resting).subtracting(ignored).sorted()
    let variables = diagrams.conjunction(of: ignored)
    var sources: [Int32: Diagram] = [:]
    for rule in machine.rules {
      let own = diagrams.and(machine.atRest(rule.condition), reached)
      sources[rule.label] = diagrams.or(
        sources[rule.label] ?? .no, diagrams.exists(variables, in: own))
    }
    var total: UInt128 = 0
    for label in sources.keys.sorted() {
      guard let count = diagrams.exactCount(sources[label] ?? .no, among: left) else { return nil }
      let (sum, isTooLarge) = total.addingReportingOverflow(count)
      if isTooLarge { return nil }
      total = sum
    }
    return total
  }

  /// The number of steps from the states found, as
  /// ``TransitionSystem/explore(_:progress:)`` counts them; `nil` where a step is not known by the
  /// state and the rule that begin it, or from 2^128 on.
  public var transitionCount: UInt128? {
    let unclear = diagrams.or([steps.stuck, steps.cyclic, steps.ambiguous])
    guard diagrams.and(reached, unclear) == .no else { return nil }
    var total: UInt128 = 0
    for rule in machine.rules {
      let sources = diagrams.and(machine.atRest(rule.condition), reached)
      guard let count = machine.count(sources) else { return nil }
      let (sum, isTooLarge) = total.addingReportingOverflow(count)
      if isTooLarge { return nil }
      total = sum
    }
    return total
  }
}

/// How far a symbolic search has got.
public struct SymbolicProgress: Hashable, Sendable {
  /// The number of times that all groups of steps were taken.
  public let round: Int
  /// The nodes of all diagrams in use.
  public let nodes: Int
  /// The memory of all diagrams, in bytes.
  public let bytes: Int
}
