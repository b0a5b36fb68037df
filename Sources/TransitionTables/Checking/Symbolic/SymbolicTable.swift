public import StateSpace
import Synchronization

/// The reachable states of a model under one configuration as sets, read in terms of the table.
///
/// A configuration with every feature on has more states than can be listed; as decision diagrams
/// they stay small, because most of a user's record changes by itself. The states are those of a
/// ``TableExploration``, and so are verdicts and the lengths of shortest traces.
///
/// Observers that are composed in split states and change none, so one table with all of them
/// answers for every choice of some; its counts and depth are those without any. Where states are
/// many, sets are those without observers, and claims about observers are worked out backwards from
/// what would break them.
///
/// One thread works at a time; the others wait. Sets are handles that mean nothing to another
/// table.
public final class SymbolicTable: ExploredTable {
  /// What may be asked for in the way of memory and distance.
  public struct Limits: Sendable, Hashable {
    /// The memory of all diagrams, in bytes.
    public var bytes = 1_500_000_000
    /// Rings of more nodes are too large for the depth to be worked out.
    public var nodesOfRing = 8_000
    /// Sets of more nodes are not split by observers.
    public var nodesToSplit = 2_000
    /// Where what goes on within a step writes more combinations of values, there are too many
    /// kinds of step: two apps that send and wait side by side, say.
    public var chains = 50_000
    /// The states that are listed, nearest first, to look for shortest ways in before sets are.
    public var listedStates = 30_000
    /// Whether is noted where evidence is judged, see ``Explored/judgementOccasions()``.
    public var notesJudgements = true

    /// The limits that `check` and `explore` keep.
    public init() {}
  }

  /// Where the search began with a ``StartingSet``, the initial states of its system are a few of
  /// that set.
  public let compiled: CompiledModel
  /// The exact number of resting states; nil from 2^128 on.
  public let stateCount: UInt128?
  /// The exact number of steps; nil where some are not known by the state and the rule that begin
  /// them.
  public let transitionCount: UInt128?
  /// Steps on the longest of the shortest paths; nil where that was not worked out.
  public let depth: Int?
  /// Whether everything was seen, in all that was asked until now too.
  public var completeness: Completeness { ask { $0.completeness } }
  /// For each kind of step, the action with its inputs that begins it.
  public let kinds: StepKinds
  /// What is noted of the rows that judge evidence, see `WholeSteps.visits(in:)`.
  public let judgements: CompiledModel.JudgementWatch
  private let core: Mutex<Core>

  /// Searches a compiled model.
  ///
  /// - Parameters:
  ///   - compiled: the table under one configuration.
  ///   - limits: what may be used.
  ///   - start: where it starts, if not where the table does.
  ///   - measuresDepth: whether the depth is worked out, as far as the limits allow.
  ///   - shouldStop: asked often, by the search and by all that is asked for later; true stops what
  ///     takes long, which is incomplete then, see ``completeness``.
  ///   - progress: called now and then; returning false stops.
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
    // The life of a record goes on by itself; what apps begin comes on top of it.
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
    // Those listed would be the states near the examples.
    let listing = start == nil ? limits.listedStates : 0
    core = Mutex(Core(compiled: compiled, search: search, listing: listing))
  }

  /// The shortest way into a set of states that some expressions distinguish from others; nil where
  /// it cannot be reached.
  ///
  /// - Parameter condition: what alone distinguishes these states from others that are reached,
  ///   whether it holds in them or not; nil where that is no expression.
  func path(
    into states: Diagram, where condition: Expression?, reading expressions: [Expression]
  ) -> SymbolicPath? {
    let marks = marks(condition)
    return core.withLock { core in
      if let path = core.pathAmongFirst(into: states) { return path }
      let ignored = ignorable(core.search, reading: expressions)
      // That nothing leads there is shown sooner where steps are not counted.
      guard core.isReached(states, ignoring: ignored, markedBy: marks) else { return nil }
      return core.search.path(to: states, ignoring: ignored)
    }
  }

  /// Whether a set of states that counts as reached, which some expressions distinguish from
  /// others, has one that is.
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

  /// A reached state of a set that takes the fewest steps to get to, by its words; nil where the
  /// set has none.
  package func nearestState(in states: Diagram) -> [UInt64]? {
    core.withLock { core in
      let path =
        core.pathAmongFirst(into: states)
        ?? core.search.path(to: states, ignoring: core.search.ignored)
      return path?.states.last
    }
  }

  /// Asks the search, which no one else asks meanwhile.
  ///
  /// Diagrams made here stay valid until nodes are freed.
  public func ask<Answer: Sendable>(
    _ question: (SymbolicSearch) throws -> Answer
  ) rethrows -> Answer {
    try core.withLock { try question($0.search) }
  }

  /// The states, urgent ones too and reached or not, in which an expression holds.
  public func all(where expression: Expression) -> Diagram {
    let cubes = compiled.cubes(where: expression)
    return ask { $0.machine.set(of: cubes) }
  }

  /// The reachable resting states in which an expression holds.
  public func states(where expression: Expression) -> Diagram {
    let cubes = compiled.cubes(where: expression)
    return ask { search in
      let machine = search.machine
      return machine.diagrams.and(machine.atRest(machine.set(of: cubes)), search.reached)
    }
  }

  // MARK: Spaces

  /// The valuations that the slots of a space have in a set of resting states.
  ///
  /// - Parameters:
  ///   - states: the set.
  ///   - space: a space of some slots of the state.
  ///   - leavesAbsentOpen: whether slots that this configuration makes no use of may have any
  ///     value; they have their initial one otherwise.
  public func valuations(
    in states: Diagram, over space: SymbolicSpace, leavesAbsentOpen: Bool = false
  ) -> Diagram {
    ask { search in
      SlotBridge(search.machine, compiled.layout, space)
        .valuations(in: states, leavesAbsentOpen: leavesAbsentOpen)
    }
  }

  /// The resting states, reached or not, whose slots have one of some valuations of a space; slots
  /// that this configuration makes no use of do not matter.
  public func states(with valuations: Diagram, of space: SymbolicSpace) -> Diagram {
    ask { SlotBridge($0.machine, compiled.layout, space).states(with: valuations) }
  }

  /// The states where it starts.
  public var start: Diagram { ask { $0.machine.atRest($0.machine.initial) } }

  /// Some slots in an order of variables that suits this table's sets.
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

  /// Whether a state counts as reached with any values of the observers, and a trace alone shows
  /// with which of them it is.
  public var leavesObserversOpen: Bool { ask { !$0.ignored.isEmpty } }

  /// The variables of a search that what reads these expressions does without: those of all other
  /// observers.
  func ignorable(
    _ search: SymbolicSearch, reading expressions: [Expression]
  ) -> [Int] {
    compiled.observers.subtracting(compiled.model.observers(readBy: expressions)).sorted()
      .flatMap { compiled.variables(of: $0, in: search.machine) }
  }

  // MARK: Numbered states

  /// The number of a state at rest, given by its words; the same state has the same number.
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

  /// What only one thread at a time may touch: the lock around it sees to that.
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

    /// Whether a set of states that count as reached has one that is: those with other values of
    /// observers count too where these were left open.
    func isReached(_ states: Diagram, ignoring ignored: [Int], markedBy marks: [Int]?) -> Bool {
      guard states != .no, search.ignored != ignored, !search.ignored.isEmpty else {
        return states != .no
      }
      let (machine, diagrams) = (search.machine, search.machine.diagrams)
      let before = search.backwardReachable(from: states, ignoring: ignored, markedBy: marks)
      return diagrams.and(before, machine.atRest(machine.initial)) != .no
    }

    /// The shortest way into a set, where it leads to one of the nearest states.
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
  /// The variables of a machine that hold a slot.
  func variables(of slot: Int, in machine: SymbolicMachine) -> [Int] {
    guard let field = fields[slot] else { return [] }
    return machine.resting.filter { variable in
      let bit = machine.bits[variable]
      return bit.word == field.word && field.mask & bit.mask != 0
    }
  }
}

extension CompiledModel {
  /// The variables of a machine that hold a slot.
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
