/// The states at rest that a machine can reach, as a set.
///
/// ``run(ignoring:progress:)`` applies each group of steps to everything found so far, group after
/// group, until nothing new is found. Steps that the caller declares *eager*, and steps that do not
/// change their location, are applied until they find nothing more before any other step is applied
/// again. For example, a record may change independently of a sign-in: the sign-in is then
/// continued from all possible records at once and not from some of them, which keeps the
/// intermediate sets smaller.
///
/// The order of the variables decides how large sets are. The search begins with an order that
/// keeps variables close together if the same steps mention them, see ``VariableOrder``. It looks
/// for better orders while its sets grow, and finally moves the machine and its steps to the last
/// order.
///
/// The search does not compute the distance of states, on purpose: a part of the state that is
/// independent of the rest costs as much alone as with all others, but sets of states at one
/// distance mix all parts. Distances are computed on demand, from both ends and no farther than
/// needed, see ``path(to:ignoring:)`` and ``depth(mostNodes:ignoring:)``.
///
/// Sets are over the ``SymbolicMachine/resting`` variables. The cost depends on the size of their
/// diagrams and not on the number of states.
///
/// The states are those of ``TransitionSystem/explore(_:progress:)``, with one exception: if a
/// rule's step can run through a cycle of urgent states, the search still takes its other branches.
///
/// Source: the disjunctive partitions of Burch, Clarke, Long, “Symbolic Model Checking with
/// Partitioned Transition Relations”, 1991; chaining after Roig, Cortadella, Pastor, 1995.
public final class SymbolicSearch {
  /// The machine. After ``run(ignoring:progress:)`` it has the order of variables that the search
  /// ended with; diagrams and variable numbers from before are then invalid.
  public private(set) var machine: SymbolicMachine
  /// The whole steps of the machine.
  public private(set) var steps: WholeSteps
  /// The maximum memory of the machine's diagrams, in bytes, and of the diagrams of a closure in
  /// addition; `nil` for no limit.
  public let maximumBytes: Int?
  /// All states found, with any values of the ``ignored`` variables.
  public private(set) var reached: Diagram = .no
  /// The variables that ``run(ignoring:progress:)`` left out, so that a state counts as reached
  /// with any values of theirs; see there which variables may be left out.
  public private(set) var ignored: [Int] = []
  /// Whether the search was complete, and if not, what stopped it.
  public var completeness: Completeness { diagrams.limit?.stop ?? seen }
  private var seen = Completeness.complete
  /// Diagrams that the caller needs after ``run(ignoring:progress:)``,
  /// ``depth(mostNodes:ignoring:)`` and ``collect()``, which free all other diagrams of the caller.
  public var pinned: [Diagram] = []
  /// Called often by everything that can take long; returning true stops the work, and the search
  /// is no longer complete.
  public var shouldStop: () -> Bool = { false }
  /// Distances in the machine, by the variables left out.
  private var distances: [[Int]: SymbolicDistances] = [:]
  /// Groups of steps, by the variables left out and the kinds of steps left out.
  private var groups: [GroupKey: [Closure.Group]] = [:]
  private var answers: [(question: ClosureQuestion, states: Diagram)] = []
  private let leastSize: Int
  private let isEager: [Int: Bool]
  private var locations: [Int]
  private var room: ClosureRoom
  private var nodesAfterCollection = 1 << 18

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - machine: the machine.
  ///   - steps: its whole steps, see ``SymbolicMachine/wholeSteps(watching:limits:kind:)``.
  ///   - fields: the bits of each value, for the initial order of variables; if empty, the
  ///     machine's own order is used.
  ///   - locations: the number of fields, counted from the first, that say where the machine is.
  ///     Steps that do not change them are applied first.
  ///   - maximumBytes: the maximum memory of the machine's diagrams; the diagrams of a closure may
  ///     take as much in addition.
  ///   - leastSize: the number of nodes below which a set is not worth another order of variables.
  ///   - isEager: returns whether steps of a kind are applied first. No result depends on this or
  ///     on `leastSize`.
  public init(
    _ machine: SymbolicMachine, _ steps: WholeSteps, fields: [[StateBit]] = [],
    locations: Int = 0, maximumBytes: Int? = nil, reorderingFrom leastSize: Int = 1_000,
    isEager: (Int) -> Bool = { _ in false }
  ) {
    self.machine = machine
    self.steps = steps
    (self.maximumBytes, self.leastSize) = (maximumBytes, leastSize)
    self.isEager = Dictionary(
      uniqueKeysWithValues: Set(steps.steps.map(\.kind)).map { ($0, isEager($0)) })
    self.locations = Set(fields.prefix(locations).joined())
      .compactMap { machine.variables[$0] }.sorted()
    let order = VariableOrder(machine, steps, fields: fields).forced(keeping: locations)
    room = ClosureRoom(
      nextTo: machine.diagrams, places: fields.isEmpty ? nil : machine.places(in: order))
  }

  /// A search of the same machine with other steps, none of them eager, which begins with the order
  /// of variables of the other search. It has found no states yet, and shares the diagrams.
  package init(_ other: SymbolicSearch, along steps: WholeSteps) {
    machine = other.machine
    self.steps = steps
    (maximumBytes, leastSize) = (other.maximumBytes, other.leastSize)
    isEager = Dictionary(uniqueKeysWithValues: Set(steps.steps.map(\.kind)).map { ($0, false) })
    locations = other.locations
    room = ClosureRoom(nextTo: other.diagrams)
    shouldStop = other.shouldStop
  }

  var diagrams: DecisionDiagrams { machine.diagrams }

  /// Searches until nothing new is found or a limit stops it.
  ///
  /// - Parameters:
  ///   - ignored: variables that steps read only to write variables among these: observers. The
  ///     search then finds the states without them. Sets that record what led to a state can be far
  ///     larger than the sets of states, and ``path(to:ignoring:)`` can still decide whether one of
  ///     them is bad.
  ///   - progress: called once per round over all groups; returning `false` stops.
  public func run(
    ignoring ignored: [Int] = [], progress: (SymbolicProgress) -> Bool = { _ in true }
  ) {
    (distances, answers, seen) = ([:], [], .complete)
    self.ignored = ignored
    let open = diagrams.conjunction(of: ignored)
    reached = diagrams.exists(open, in: machine.atRest(machine.initial))
    guard steps.isComplete else {
      seen = .memoryLimit
      return
    }
    let question = ClosureQuestion(
      set: reached, room: .yes, steps: key(ignoring: ignored), direction: .forwards)
    settle(on: explore(question, progress: progress))
    // Frees the nodes that building the machine and its steps has left.
    collect()
  }

  /// Moves the machine and its steps to the room's order of variables, and copies the set found.
  private func settle(on found: Diagram) {
    let places = room.places
    if places != Array(places.indices) {
      let moved = machine.moved(to: places)
      steps = steps.moved(from: machine, to: moved)
      machine = moved
      locations = locations.map { places[$0] }.sorted()
      ignored = ignored.map { places[$0] }.sorted()
      (groups, pinned) = ([:], [])
    }
    reached = room.copy(found, to: diagrams, variables: places)
    room = ClosureRoom(nextTo: diagrams)
  }

  /// The states that some steps reach from some states, as a set of the room. If they are not all,
  /// the search is no longer complete.
  private func explore(
    _ question: ClosureQuestion, markedBy marks: [Int]? = nil,
    progress: (SymbolicProgress) -> Bool = { _ in true }
  ) -> Diagram {
    let taken = diagrams.bytes
    let found = room.closure(
      question, markedBy: marks,
      limits: Closure.Limits(
        bytes: maximumBytes, leastSize: leastSize, shouldStop: shouldStop),
      groups: { partsThatStay(groups(of: question.steps)) },
      progress: { state in
        progress(
          SymbolicProgress(round: state.round, nodes: state.nodes, bytes: state.bytes + taken))
      })
    if found.completeness != .complete { seen = found.completeness }
    return found.states
  }

  /// The number of closures that are kept: several invariants in a row ask for paths to the same
  /// goal.
  private static let mostAnswers = 8

  /// The states that some steps reach from some states.
  ///
  /// - Parameter marks: see ``Closure/Problem/marks``.
  func closure(_ question: ClosureQuestion, markedBy marks: [Int]? = nil) -> Diagram {
    if let known = answers.first(where: { $0.question == question }) { return known.states }
    let found = explore(question, markedBy: marks)
    let states = room.copy(found, to: diagrams, variables: Array(room.places.indices))
    answers = answers.suffix(Self.mostAnswers - 1) + [(question, states)]
    return states
  }

  /// The same for several questions about the same steps, in parallel. Each uses a room of its own,
  /// so memory grows with the number of threads.
  func closures(_ questions: [ClosureQuestion], threads: Int) -> [Diagram] {
    guard threads > 1, questions.count > 1 else { return questions.map { closure($0) } }
    let groups = partsThatStay(groups(of: questions[0].steps))
    let pieces = questions.map { question in
      let room = ClosureRoom(nextTo: diagrams, places: room.places, isOnAnotherThread: true)
      let limits = Closure.Limits(
        bytes: maximumBytes, leastSize: leastSize, shouldStop: shouldStop)
      return Piece(room: room, question: question, limits: limits)
    }
    let found = SideBySide.run(pieces.count, threads: threads) { number in
      var piece = pieces[number]
      piece.found = piece.room.closure(piece.question, limits: piece.limits, groups: { groups })
      return piece
    }
    room = found.last?.room ?? room
    return found.map { piece in
      guard let (states, completeness) = piece.found else { return .no }
      if completeness != .complete { seen = completeness }
      return piece.room.copy(
        states, to: diagrams, variables: Array(piece.room.places.indices))
    }
  }

  /// A closure that one thread works on.
  private struct Piece: @unchecked Sendable {
    var room: ClosureRoom
    var question: ClosureQuestion
    var limits: Closure.Limits
    var found: (states: Diagram, completeness: Completeness)?
  }

  /// A selection of steps.
  struct GroupKey: Hashable {
    /// The kinds of steps that are left out.
    fileprivate var missing: Set<Int>
    /// The variables that are left out.
    fileprivate var ignored: [Int]
  }

  func key(ignoring ignored: [Int], along filter: (Int) -> Bool = { _ in true }) -> GroupKey {
    GroupKey(missing: Set(isEager.keys.filter { !filter($0) }), ignored: ignored)
  }

  /// The selected steps as groups, in the order of the steps.
  func groups(of key: GroupKey) -> [Closure.Group] {
    if let known = groups[key] { return known }
    let open = diagrams.conjunction(of: key.ignored)
    var found = Closure.Groups()
    for step in steps.steps where !key.missing.contains(step.kind) {
      let group = Closure.Group(
        condition: diagrams.exists(open, in: step.condition),
        change: diagrams.exists(open, in: step.change), isEager: isEager[step.kind] ?? false)
      found.add(group, diagrams)
    }
    groups[key] = found.all
    return found.all
  }

  /// The arguments of a closure.
  struct ClosureQuestion: Hashable {
    var set: Diagram
    var room: Diagram
    var steps: GroupKey
    var direction: Closure.Direction

    fileprivate var roots: [Diagram] { [set, room] }
  }

  /// The same steps, split into a part that does not change its location, which is eager, and the
  /// rest.
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

  /// Frees everything except the machine, its steps, the states found, distances, kept closures and
  /// what is ``pinned``.
  public func collect() {
    diagrams.collect(
      keeping: machine.roots + steps.roots(in: diagrams) + [reached] + pinned
        + distances.values.flatMap(\.roots)
        + groups.values.joined().flatMap { [$0.condition, $0.change] }
        + answers.flatMap { $0.question.roots + [$0.states] })
  }

  /// Calls ``collect()`` if enough nodes have been added since the last time; returns whether it
  /// did.
  @discardableResult
  public func collectIfLarge() -> Bool {
    guard diagrams.nodeCount > 3 * nodesAfterCollection else { return false }
    collect()
    nodesAfterCollection = max(nodesAfterCollection, diagrams.nodeCount)
    return true
  }

  /// Returns the result of `work`; if it is nil because of ``shouldStop``, records that the search
  /// was cancelled.
  func noticingStop<Answer>(_ work: () -> Answer?) -> Answer? {
    let answer = work()
    if answer == nil, shouldStop() { seen = .cancelled }
    return answer
  }

  // MARK: Distances

  /// The distances of states in the machine without some variables.
  func distances(ignoring ignored: [Int]) -> SymbolicDistances {
    if let known = distances[ignored] { return known }
    let new = SymbolicDistances(
      machine, groups(of: key(ignoring: ignored)), reached: reached,
      without: diagrams.conjunction(of: ignored))
    distances[ignored] = new
    return new
  }

  /// The largest number of steps on a shortest path to any state found.
  ///
  /// The states at one distance make large diagrams if many parts of the state change
  /// independently, so this can take far longer than the search.
  ///
  /// - Parameters:
  ///   - mostNodes: gives up if the states at one distance need more nodes.
  ///   - ignored: variables that steps read only to write variables among these; states that differ
  ///     only in them count as one.
  /// - Returns: the number, or `nil` if it gave up or the search was stopped.
  public func depth(mostNodes: Int = .max, ignoring ignored: [Int] = []) -> Int? {
    guard completeness == .complete else { return nil }
    let distances = distances(ignoring: ignored)
    while !distances.isKnown {
      guard let last = distances.rings.last, diagrams.size(of: last) <= mostNodes,
        distances.extendRings()
      else { return nil }
      collectIfLarge()
      guard diagrams.bytes <= maximumBytes ?? .max else { return nil }
    }
    return distances.rings.count - 1
  }

  // MARK: Counts

  /// The exact number of states found; `nil` from 2^128 on.
  public var stateCount: UInt128? { machine.count(reached) }

  /// The exact number of states found, where states that differ only in the ignored variables count
  /// as one; `nil` from 2^128 on.
  public func stateCount(ignoring ignored: [Int]) -> UInt128? {
    let left = Set(machine.resting).subtracting(ignored).sorted()
    return diagrams.exactCount(diagrams.exists(ignored, in: reached), among: left)
  }

  /// The number of steps, where states that differ only in the ignored variables count as one, and
  /// rules with the same label too; see ``transitionCount``.
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

  /// The number of steps from the states found, counted as
  /// ``TransitionSystem/explore(_:progress:)`` does. `nil` if a step is not determined by the state
  /// and the rule that begin it, or from 2^128 on.
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

/// The progress of a symbolic search.
public struct SymbolicProgress: Hashable, Sendable {
  /// The number of rounds in which all groups of steps were applied.
  public let round: Int
  /// The number of nodes of all diagrams in use.
  public let nodes: Int
  /// The memory of all diagrams, in bytes.
  public let bytes: Int
}
