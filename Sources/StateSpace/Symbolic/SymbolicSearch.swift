/// The states at rest that a machine can reach, as a set.
///
/// ``run(ignoring:progress:)`` adds what each group of steps reaches from everything found so far,
/// group after group, until nothing new comes up. Steps that the caller calls *eager*, and those
/// that keep to their location, are taken until they find nothing more before any other is taken
/// again: where a record's life goes on next to a sign-in, the sign-in is then taken from all
/// records that there are and not from some of them, and the sets that come up on the way are
/// smaller.
///
/// The order of the variables decides how large sets are. The search begins with one in which what
/// steps mention together stands together, see ``VariableOrder``, looks for better ones while its
/// sets grow, and moves the machine and its steps to the one that it ended with.
///
/// That ignores how many steps a state is away, and on purpose: a part of the state that nothing
/// else depends on costs as much alone as with all others, but sets of states at one distance mix
/// all parts. Distances are worked out where they are asked for, from both ends and no farther than
/// needed, see ``path(to:ignoring:)`` and ``depth(mostNodes:ignoring:)``.
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
  /// The machine; after ``run(ignoring:progress:)`` under the order of variables that was found
  /// good. Diagrams and numbers of variables made before mean nothing then.
  public private(set) var machine: SymbolicMachine
  /// Its steps.
  public private(set) var steps: WholeSteps
  /// The memory that diagrams may take, in bytes, and those of a closure once more; `nil` for any.
  public let maximumBytes: Int?
  /// All states found; with any values of the ``ignored`` variables.
  public private(set) var reached: Diagram = .no
  /// The variables that ``run(ignoring:progress:)`` left open, so that a state counts as reached
  /// with any values of theirs; ``path(to:ignoring:)`` says which are.
  public private(set) var ignored: [Int] = []
  /// Whether everything was seen.
  public var completeness: Completeness { diagrams.limit?.stop ?? seen }
  private var seen = Completeness.complete
  /// Diagrams that the caller needs after ``run(ignoring:progress:)``,
  /// ``depth(mostNodes:ignoring:)`` and ``collect()``, which free all that they do not know.
  public var pinned: [Diagram] = []
  /// Asked often by everything that can take long; true stops it, and the search is no longer
  /// complete.
  public var shouldStop: () -> Bool = { false }
  /// Distances in the machine without some variables, by those.
  private var distances: [[Int]: SymbolicDistances] = [:]
  /// Steps without some variables, by those and by the kinds that are among them.
  private var groups: [GroupKey: [Closure.Group]] = [:]
  private var answers: [(question: ClosureQuestion, states: Diagram)] = []
  private let leastSize: Int
  private let isEager: [Int: Bool]
  private var locations: [Int]
  private var room: ClosureRoom
  private var nodesAfterCollection = 1 << 18

  /// A search that has not begun.
  ///
  /// - Parameters:
  ///   - machine: the machine.
  ///   - steps: its whole steps, see ``SymbolicMachine/wholeSteps(watching:limits:kind:)``.
  ///   - fields: bits that form one value, for the order of variables to begin with; the machine's
  ///     own order, where none are given.
  ///   - locations: how many of the fields, the first ones, say where the machine is. Steps that do
  ///     not write them anew are taken first.
  ///   - maximumBytes: the memory that diagrams may take; those that a closure is worked out with
  ///     may take as much once more.
  ///   - leastSize: sets of fewer nodes are not worth another order of variables.
  ///   - isEager: the kinds of steps to take first. No result depends on either.
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

  /// A search of the same machine along other steps, none of them eager, which begins with the
  /// order of variables that suits this one. It has found nothing, and shares the diagrams.
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

  /// Searches until nothing new is found or something stops it.
  ///
  /// - Parameters:
  ///   - ignored: variables that no step reads, but to write others of them: observers. Where there
  ///     are any, the search finds the states without them. Sets that distinguish what led to a
  ///     state can be far larger than those of the states, and whether one of them is bad is
  ///     answered by a ``path(to:ignoring:)`` there all the same.
  ///   - progress: called once a round over all groups; returning `false` stops.
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
    // Nothing is left of the making of the machine and its steps.
    collect()
  }

  /// Moves everything to the order of the room, in which a set is what was reached.
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

  /// What some steps lead to from some states, as a set of the room. Where it is not all, the
  /// search is no longer complete.
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

  /// Several claims ask for the way to the same goal one after the other: a few answers are kept.
  private static let mostAnswers = 8

  /// What some steps lead to from some states.
  ///
  /// - Parameter marks: see ``Closure/Problem/marks``.
  func closure(_ question: ClosureQuestion, markedBy marks: [Int]? = nil) -> Diagram {
    if let known = answers.first(where: { $0.question == question }) { return known.states }
    let found = explore(question, markedBy: marks)
    let states = room.copy(found, to: diagrams, variables: Array(room.places.indices))
    answers = answers.suffix(Self.mostAnswers - 1) + [(question, states)]
    return states
  }

  /// The same for several questions about the same steps, side by side: each in a room of its own,
  /// so that memory grows with the threads.
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

  /// Which steps some groups are.
  struct GroupKey: Hashable {
    /// The kinds that are left out.
    fileprivate var missing: Set<Int>
    /// The variables that are left open.
    fileprivate var ignored: [Int]
  }

  func key(ignoring ignored: [Int], along filter: (Int) -> Bool = { _ in true }) -> GroupKey {
    GroupKey(missing: Set(isEager.keys.filter { !filter($0) }), ignored: ignored)
  }

  /// Steps as groups, in the order in which a search takes them.
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

  /// What a closure is asked for.
  struct ClosureQuestion: Hashable {
    var set: Diagram
    var room: Diagram
    var steps: GroupKey
    var direction: Closure.Direction

    fileprivate var roots: [Diagram] { [set, room] }
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

  /// Frees everything but the machine, its steps, what was found and what is ``pinned``.
  public func collect() {
    diagrams.collect(
      keeping: machine.roots + steps.roots(in: diagrams) + [reached] + pinned
        + distances.values.flatMap(\.roots)
        + groups.values.joined().flatMap { [$0.condition, $0.change] }
        + answers.flatMap { $0.question.roots + [$0.states] })
  }

  /// The same, once there is much to free; false where nothing was freed.
  @discardableResult
  public func collectIfLarge() -> Bool {
    guard diagrams.nodeCount > 3 * nodesAfterCollection else { return false }
    collect()
    nodesAfterCollection = max(nodesAfterCollection, diagrams.nodeCount)
    return true
  }

  /// An answer that may be missing where ``shouldStop`` said so.
  func noticingStop<Answer>(_ work: () -> Answer?) -> Answer? {
    let answer = work()
    if answer == nil, shouldStop() { seen = .cancelled }
    return answer
  }

  // MARK: Distances

  /// How far states are, without some variables.
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
