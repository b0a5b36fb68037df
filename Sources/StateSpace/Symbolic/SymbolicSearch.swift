/// The states at rest that a machine can reach, as a set.
///
/// ``run(progress:)`` adds what each group of steps reaches from everything found so far, group
/// after group, until nothing new comes up. Steps that the caller calls *eager* are taken until
/// they find nothing more before any other is taken again: where a record's life goes on by itself
/// beside a sign-in, the sign-in is then taken from all records that there are and not from some of
/// them, and the sets that come up on the way are smaller.
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
  /// Steps that write the same, whatever their kind.
  private struct Group {
    var condition: Diagram
    let change: Diagram
    /// Whether all of them are.
    var isEager: Bool
  }

  /// The machine.
  public let machine: SymbolicMachine
  /// Its steps.
  public let steps: WholeSteps
  /// The memory that diagrams may take, in bytes; `nil` for any.
  public let maximumBytes: Int?
  /// All states found.
  public private(set) var reached: Diagram = .no
  /// Whether everything was seen.
  public private(set) var completeness = Completeness.complete
  /// Diagrams that the caller needs after ``run(progress:)``, ``depth(mostNodes:ignoring:)`` and
  /// ``collect()``, which free all that they do not know.
  public var pinned: [Diagram] = []
  /// The states first reached by as many steps as their position says, as far as they were asked
  /// for, and all of them together.
  private(set) var rings: [Diagram] = []
  private var inRings: Diagram = .no
  private let groups: [Group]
  /// For each step, in the resting words, the bits that it writes and what it writes there.
  private let written: [(mask: [UInt64], value: [UInt64])]
  private var nodesAfterCollection = 1 << 18

  /// A search that has not begun.
  ///
  /// - Parameters:
  ///   - machine: the machine.
  ///   - steps: its whole steps, see ``SymbolicMachine/wholeSteps(watching:kind:)``.
  ///   - maximumBytes: the memory that diagrams may take.
  ///   - isEager: the kinds of steps to take first; no result depends on it.
  public init(
    _ machine: SymbolicMachine, _ steps: WholeSteps, maximumBytes: Int? = nil,
    isEager: (Int) -> Bool = { _ in false }
  ) {
    self.machine = machine
    self.steps = steps
    self.maximumBytes = maximumBytes
    var places: [Diagram: Int] = [:]
    var groups: [Group] = []
    for step in steps.steps {
      if let place = places[step.change] {
        groups[place].condition = machine.diagrams.or(groups[place].condition, step.condition)
        groups[place].isEager = groups[place].isEager && isEager(step.kind)
      } else {
        places[step.change] = groups.count
        groups.append(
          Group(condition: step.condition, change: step.change, isEager: isEager(step.kind)))
      }
    }
    self.groups = groups
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
  /// - Parameter progress: called once a round over all groups; returning `false` stops.
  public func run(progress: (SymbolicProgress) -> Bool = { _ in true }) {
    let initial = machine.atRest(machine.initial)
    (reached, rings, inRings, completeness) = (initial, [initial], initial, .complete)
    // Nothing is left of the making of the machine and its steps.
    collect()
    let (first, then) = (groups.filter(\.isEager), groups.filter { !$0.isEager })
    var round = 0
    var known: Diagram
    repeat {
      known = reached
      round += 1
      guard close(under: first, keeping: known), take(then, keeping: [known]) else { return }
      let state = SymbolicProgress(
        round: round, nodes: diagrams.nodeCount, bytes: diagrams.bytes)
      if !progress(state) || Task.isCancelled {
        completeness = .cancelled
        return
      }
    } while reached != known
  }

  /// Takes groups again and again until they find nothing more; false where memory ran out.
  private func close(under groups: [Group], keeping known: Diagram) -> Bool {
    var before = Diagram.no
    while reached != before {
      before = reached
      guard take(groups, keeping: [known, before]) else { return false }
    }
    return true
  }

  /// Takes each group once from all that is found by then; false where memory ran out.
  private func take(_ groups: [Group], keeping others: [Diagram]) -> Bool {
    for group in groups {
      reached = diagrams.or(reached, image(of: reached, by: group))
      guard isWithinMemory(keeping: others) else { return false }
    }
    return true
  }

  private func image(of states: Diagram, by group: Group) -> Diagram {
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
        + groups.flatMap { [$0.condition, $0.change] })
  }

  // MARK: Distances

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
    guard ignored.isEmpty else { return shallowDepth(mostNodes, ignored) }
    while inRings != reached {
      guard let last = rings.last, diagrams.size(of: last) <= mostNodes, extendRings() else {
        return nil
      }
      _ = isWithinMemory(keeping: [])
    }
    return rings.count - 1
  }

  private func shallowDepth(_ mostNodes: Int, _ ignored: [Int]) -> Int? {
    let variables = diagrams.conjunction(of: ignored)
    let all = diagrams.exists(variables, in: reached)
    var seen = Diagram.no
    var depth = 0
    while true {
      guard depth < rings.count || extendRings() else { return nil }
      seen = diagrams.or(seen, diagrams.exists(variables, in: rings[depth]))
      if seen == all { return depth }
      if diagrams.size(of: rings[depth]) > mostNodes { return nil }
      _ = isWithinMemory(keeping: [variables, all, seen])
      depth += 1
    }
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
