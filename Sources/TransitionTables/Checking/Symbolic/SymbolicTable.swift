public import StateSpace
import Synchronization

/// The reachable states of a model under one configuration as symbolic sets, in terms of the table.
///
/// A configuration with every feature has more states than can be listed. As decision diagrams they
/// stay small, because most fields of a user's record change independently. The states are those of
/// a ``TableExploration``; verdicts and the lengths of shortest traces are the same.
///
/// Observers split states and do not change behaviour, so one table with all observers answers for
/// every subset; its counts and its depth are those without observers. Where states are many, the
/// sets have no observers, and claims about observers are checked backwards from the states that
/// break them.
///
/// Only one thread works at a time; the others wait. Sets are handles that are valid for this table
/// only.
public final class SymbolicTable: ExploredTable {
  /// The limits of memory, and of the optional parts of the search.
  public struct Limits: Sendable, Hashable {
    /// The memory of all diagrams, in bytes.
    public var bytes = 1_500_000_000
    /// The depth is not computed further once a ring of the search has more nodes.
    public var nodesOfRing = 8_000
    /// Sets with more nodes are not split by observers.
    public var nodesToSplit = 2_000
    /// The most combinations of values that the chains within steps may write. Beyond it there are
    /// too many kinds of steps, for example with two apps that send and wait concurrently.
    public var chains = 50_000
    /// The number of nearest states that are listed and searched for shortest paths first.
    public var listedStates = 30_000
    /// Whether to record where evidence is judged, see ``Explored/judgementOccasions()``.
    public var notesJudgements = true

    /// The default limits of `check` and `explore`.
    public init() {}
  }

  /// The compiled table. If the search began with a ``StartingSet``, its initial states are only
  /// examples from that set.
  public let compiled: CompiledModel
  /// The exact number of resting states; nil from 2^128 on.
  public let stateCount: UInt128?
  /// The exact number of steps; nil where the first state and the first rule do not determine each
  /// step.
  public let transitionCount: UInt128?
  /// The depth: the length in steps of the longest shortest path; nil where it was not computed.
  public let depth: Int?
  /// Whether the exploration and all queries until now are complete.
  public var completeness: Completeness { ask { $0.completeness } }
  /// The kinds of steps: each is an action with its inputs.
  public let kinds: StepKinds
  /// The rows that judge evidence and what is recorded of them, see `WholeSteps.visits(in:)`.
  public let judgements: CompiledModel.JudgementWatch
  private let core: Mutex<Core>

  /// Searches a compiled model.
  ///
  /// - Parameters:
  ///   - compiled: the table under one configuration.
  ///   - limits: the limits of the search.
  ///   - start: the initial states, if they differ from those of the table.
  ///   - measuresDepth: whether to compute the depth, as far as the limits allow.
  ///   - shouldStop: called often, by the search and by later queries; true stops long work, which
  ///     is then incomplete, see ``completeness``.
  ///   - progress: called from time to time; returning false stops.
  /// - Throws: a `TransitionSystemError` where the compiled system is malformed.
  public init(
    _ compiled: CompiledModel, limits: Limits = Limits(), startingFrom start: StartingSet? = nil,
    measuresDepth: Bool = true, shouldStop: @escaping @Sendable () -> Bool = { false },
    progress: (SymbolicProgress) -> Bool = { _ in true }
  ) throws(TransitionSystemError) {
    let compiled = start.map { compiled.starting(from: $0.examples) } ?? compiled
    try compiled.system.validate()
    self.compiled = compiled
    let kinds = StepKinds(compiled)
    self.kinds = kinds
    let judgements = compiled.judgementWatch(kinds)
    self.judgements = judgements
    let fields = compiled.fields
    let (machine, steps) = compiled.system.symbolic(
      fields: fields, watching: limits.notesJudgements ? judgements.rules : RuleWatch(),
      limits: WholeSteps.Limits(
        chains: limits.chains, bytes: limits.bytes, work: WorkLimit(shouldStop: shouldStop)),
      kind: { kinds.ofRule[$0] })
    // The changes of a record by others form the base; the steps of apps are added to it.
    let byOthers = kinds.all.map { kind in
      kind.action.map { compiled.model.actions[$0].actor != Action.app } ?? false
    }
    let started = start.map { start in
      machine.starting(
        in: SlotBridge(machine, compiled.layout, start.space).start(
          with: start.valuations, initial: compiled.pack(compiled.model.slots.map(\.initial))))
    }
    let search = SymbolicSearch(
      started ?? machine, steps, fields: fields, locations: compiled.model.components.count,
      maximumBytes: limits.bytes, isEager: { byOthers[$0] })
    search.shouldStop = shouldStop
    let observers = compiled.observers.sorted()
    search.run(
      ignoring: observers.flatMap { compiled.variables(of: $0, in: search.machine) },
      progress: { compiled.system.isWhole && progress($0) })
    if search.completeness == .complete, !observers.isEmpty,
      search.machine.diagrams.size(of: search.reached) <= limits.nodesToSplit
    {
      search.run(progress: progress)
    }
    let ignored = observers.flatMap { compiled.variables(of: $0, in: search.machine) }
    stateCount = search.stateCount(ignoring: ignored)
    transitionCount = search.transitionCount(ignoring: ignored)
    depth =
      measuresDepth ? search.depth(mostNodes: limits.nodesOfRing, ignoring: ignored) : nil
    search.collect()
    // With a starting set, the listed states would only be near the examples.
    let listing = start == nil ? limits.listedStates : 0
    core = Mutex(Core(compiled: compiled, search: search, listing: listing))
  }

  /// Returns the shortest path into a set of states that some expressions distinguish from others;
  /// nil where the set cannot be reached.
  ///
  /// - Parameter condition: an expression, true or false in the set, that alone distinguishes it
  ///   from other reached states; nil where there is none.
  func path(
    into states: Diagram, where condition: Expression?, reading expressions: [Expression]
  ) -> SymbolicPath? {
    let marks = marks(condition)
    return core.withLock { core in
      if let path = core.pathAmongFirst(into: states) { return path }
      let ignored = ignorable(core.search, reading: expressions)
      // An unreachable set is recognised sooner without counting steps.
      guard core.isReached(states, ignoring: ignored, markedBy: marks) else { return nil }
      return core.search.path(to: states, ignoring: ignored)
    }
  }

  /// Whether a set, which some expressions distinguish from other states, has a state that is
  /// really reached; its states count as reached with any values of the observers.
  ///
  /// - Parameter condition: see ``path(into:where:reading:)``.
  func reaches(
    _ states: Diagram, where condition: Expression?, reading expressions: [Expression]
  ) -> Bool {
    let marks = marks(condition)
    return core.withLock { core in
      core.pathAmongFirst(into: states) != nil
        || core.isReached(
          states, ignoring: ignorable(core.search, reading: expressions), markedBy: marks)
    }
  }

  /// The variables that an expression reads.
  func marks(_ condition: Expression?) -> [Int]? {
    guard let condition else { return nil }
    let all = all(where: condition)
    return ask { $0.machine.diagrams.support(of: all) }
  }

  /// Returns the words of a reached state of a set that takes the fewest steps to reach; nil where
  /// the set has none.
  package func nearestState(in states: Diagram) -> [UInt64]? {
    core.withLock { core in
      let path =
        core.pathAmongFirst(into: states)
        ?? core.search.path(to: states, ignoring: core.search.ignored)
      return path?.states.last
    }
  }

  /// Runs a query on the search, with exclusive access.
  ///
  /// Diagrams created in the query stay valid until nodes are freed.
  public func ask<Answer: Sendable>(
    _ question: (SymbolicSearch) throws -> Answer
  ) rethrows -> Answer {
    try core.withLock { try question($0.search) }
  }

  /// Returns the states in which an expression holds, reached or not, urgent ones included.
  public func all(where expression: Expression) -> Diagram {
    let cubes = compiled.cubes(where: expression)
    return ask { $0.machine.set(of: cubes) }
  }

  /// Returns the reachable resting states in which an expression holds.
  public func states(where expression: Expression) -> Diagram {
    let cubes = compiled.cubes(where: expression)
    return ask { search in
      let machine = search.machine
      return machine.diagrams.and(machine.atRest(machine.set(of: cubes)), search.reached)
    }
  }

  // MARK: Spaces

  /// Returns the valuations of a space's slots in a set of resting states.
  ///
  /// - Parameters:
  ///   - states: the set.
  ///   - space: a space of some slots of the state.
  ///   - leavesAbsentOpen: whether slots that this configuration does not use may have any value;
  ///     they have their initial value otherwise.
  public func valuations(
    in states: Diagram, over space: SymbolicSpace, leavesAbsentOpen: Bool = false
  ) -> Diagram {
    ask { search in
      SlotBridge(search.machine, compiled.layout, space)
        .valuations(in: states, leavesAbsentOpen: leavesAbsentOpen)
    }
  }

  /// Returns the resting states, reached or not, whose slots have one of some valuations of a
  /// space. Slots that this configuration does not use are ignored.
  public func states(with valuations: Diagram, of space: SymbolicSpace) -> Diagram {
    ask { SlotBridge($0.machine, compiled.layout, space).states(with: valuations) }
  }

  /// The initial states.
  public var start: Diagram { ask { $0.machine.atRest($0.machine.initial) } }

  /// Returns some slots in a variable order that suits this table's sets.
  public func ordered(_ slots: [Int]) -> [Int] {
    ask { search in
      slots.sorted { a, b in
        let (x, y) = (
          compiled.variables(of: a, in: search.machine).min() ?? .max,
          compiled.variables(of: b, in: search.machine).min() ?? .max
        )
        return (x, a) < (y, b)
      }
    }
  }

  /// Whether states count as reached with any values of the observers, so that only a trace shows
  /// with which values they really are.
  public var leavesObserversOpen: Bool { ask { !$0.ignored.isEmpty } }

  /// The variables of a search that are irrelevant for some expressions: those of all observers
  /// that the expressions do not read.
  func ignorable(
    _ search: SymbolicSearch, reading expressions: [Expression]
  ) -> [Int] {
    compiled.observers.subtracting(compiled.model.observers(readBy: expressions)).sorted()
      .flatMap { compiled.variables(of: $0, in: search.machine) }
  }

  // MARK: Numbered states

  /// Returns the number of a state at rest, given by its words; equal states have equal numbers.
  public func number(of state: [UInt64]) -> Int {
    let words = Array(state.prefix(compiled.layout.restingWordCount))
    return core.withLock { $0.number(of: words) }
  }

  public func packedState(_ number: Int) -> [UInt64] {
    core.withLock { $0.states[number] }
  }

  public func shortestPath(to number: Int) -> (states: [[UInt64]], rules: [Int])? {
    core.withLock { $0.path(to: number).map { ($0.states, $0.rules) } }
  }

  /// The part of the table that only one thread at a time may use; a lock guards it.
  private final class Core: @unchecked Sendable {
    let search: SymbolicSearch
    private(set) var states: [[UInt64]] = []
    private var numbers: [[UInt64]: Int] = [:]
    private var paths: [Int: SymbolicPath] = [:]
    private var nearest: NearestStates

    init(compiled: CompiledModel, search: SymbolicSearch, listing: Int) {
      self.search = search
      nearest = NearestStates(of: compiled.system, most: listing)
    }

    /// Whether a set of states that count as reached has one that really is. Where observers were
    /// left open, states count as reached with any values of them.
    func isReached(_ states: Diagram, ignoring ignored: [Int], markedBy marks: [Int]?) -> Bool {
      guard states != .no, search.ignored != ignored, !search.ignored.isEmpty else {
        return states != .no
      }
      let (machine, diagrams) = (search.machine, search.machine.diagrams)
      let before = search.backwardReachable(from: states, ignoring: ignored, markedBy: marks)
      return diagrams.and(before, machine.atRest(machine.initial)) != .no
    }

    /// Returns the shortest path into a set, if it leads to one of the nearest states.
    func pathAmongFirst(into states: Diagram) -> SymbolicPath? {
      guard states != .no else { return nil }
      let machine = search.machine
      return nearest.path { machine.contains(states, $0) }
    }

    func number(of state: [UInt64]) -> Int {
      if let known = numbers[state] { return known }
      states.append(state)
      numbers[state] = states.count - 1
      return states.count - 1
    }

    func path(to number: Int) -> SymbolicPath? {
      if let known = paths[number] { return known }
      let path = search.path(to: search.machine.restingSet(of: states[number]))
      paths[number] = path
      return path
    }
  }
}

extension StateLayout {
  /// Returns the variables of a machine that represent a slot.
  func variables(of slot: Int, in machine: SymbolicMachine) -> [Int] {
    guard let field = fields[slot] else { return [] }
    return machine.resting.filter { variable in
      let bit = machine.bits[variable]
      return bit.word == field.word && field.mask & bit.mask != 0
    }
  }
}

extension CompiledModel {
  /// Returns the variables of a machine that represent a slot.
  func variables(of slot: Int, in machine: SymbolicMachine) -> [Int] {
    layout.variables(of: slot, in: machine)
  }

  /// The bits of each slot of the state, in the order of the words: locations first.
  var fields: [[StateBit]] {
    layout.fields.compactMap { $0 }.filter { $0.width > 0 }
      .sorted { ($0.word, $0.shift) < ($1.word, $1.shift) }
      .map { field in
        (0..<field.width).map { StateBit(word: field.word, place: field.shift + $0) }
      }
  }
}
