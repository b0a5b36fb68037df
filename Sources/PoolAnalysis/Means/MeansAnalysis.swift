import Findings
import MeansSearch
import SignIn
import StateSpace
import TransitionTables

/// The users of a pool, by the records that they can have, and the means with which each can sign
/// in.
///
/// A class, because many types hold it: copies of it as a value were a third of the module's code.
package final class MeansAnalysis: Sendable {
  /// A user's record, as the state in which its owner or an outsider begins.
  struct Start {
    /// The state, with an app without a session; 0 where states are symbolic, except near one user.
    var state: Int
    /// For each means that is a place, the states with the same record in which its holder begins;
    /// empty where states are symbolic, except near one user.
    var places: [(means: UInt32, states: [Int])]
    /// The values of the record's variables, in the order of ``slots``.
    var record: [Int]
    /// The number of the record among all.
    var number: Int
  }

  package let pool: LoadedPool
  let model: Model
  /// The listed states; where there are too many, those near one user, see
  /// ``near(_:holding:towards:listing:_:)``.
  let graph: MeansGraph
  /// The states from which a person signs in; nil where states are too many to list.
  let reach: MeansReach?
  /// All states symbolically, where they are too many to list.
  let sets: MeansSets?
  let starts: [Start]
  /// The slots of a record.
  let slots: [Int]
  /// The exploration that finds the records, where it is a separate one.
  private let origin: TableExploration?
  /// The state of ``origin`` with the record, for each start; nil for records only of another
  /// pool's users.
  private let originStates: [Int?]
  /// The parameters that the documents leave open, which have their defaults.
  package let taken: [Int]
  let limits: RunLimits
  /// The arguments of the initializer.
  private let arguments: Arguments
  /// The largest number of concurrent queries; no result depends on it.
  let threads: Int
  let progress: @Sendable (ExplorationProgress) -> Bool
  let linked: [(means: Int, ways: [[Int]])]?
  /// The file that declares the linked accounts.
  let linkedFile: String?
  /// Beyond this number of states, they are counted before the listing continues.
  static let mostUncounted = 60_000
  /// The factor by which more states may be listed where the exploration begins with the records.
  private static let mostFromRecords = 20

  private struct Arguments {
    var model: Model
    var request: ExplorationRequest
    var environment: ToolEnvironment
    var linked: LinkedAccounts?
    var omitsUselessAnswers: Bool
    var mostListed: Int
  }

  /// - Parameters:
  ///   - pool: the documents of the pool; parameters that they leave open have their defaults.
  ///   - whole: the table.
  ///   - request: the limits of the exploration.
  ///   - environment: receives the progress, and can end the run.
  ///   - linked: the external accounts that open a user's means.
  ///   - carried: records of another pool's users, in the order of ``recordSlots(of:)``, who also
  ///     begin here, with the variables that this pool has; their apps are signed out.
  ///   - omitsUselessAnswers: whether to omit evidence that no row accepts.
  ///   - mostListed: the most states that are listed for a pool without users, unless the request
  ///     sets a limit; beyond that the symbolic engine takes less time and memory.
  /// - Throws: 151 where the pool is illegal, 152 where a limit is reached, 153 for a fault of the
  ///   table.
  package init(
    _ pool: LoadedPool, model whole: Model, request: ExplorationRequest,
    environment: ToolEnvironment, linked: LinkedAccounts? = nil, carrying carried: [[Int]] = [],
    omitsUselessAnswers: Bool = true, mostListed: Int = 250_000
  ) throws(CommandFailure) {
    let model = omitsUselessAnswers ? Self.withoutUselessAnswers(whole) : whole
    var closed = pool
    for slot in pool.open { closed.closed[slot] = model.slots[slot].initial }
    for slot in model.access?.follows ?? [] where !Self.decides(pool, slot) {
      closed.closed[slot] = 1
    }
    closed.open = []
    let followed = model.access?.follows ?? []
    taken = pool.open.filter { model.slots[$0].kind == .parameter && !followed.contains($0) }
    self.pool = pool
    arguments = Arguments(
      model: whole, request: request, environment: environment, linked: linked,
      omitsUselessAnswers: omitsUselessAnswers, mostListed: mostListed)
    limits = environment.limits
    threads = request.threads
    guard let access = model.access, model.attempt != nil else {
      throw CommandFailure.fault(
        "the table does not say where questions about means begin", of: pool.name)
    }
    self.model = model
    progress = environment.listing(pool.name)
    slots = Self.recordSlots(of: model)
    linkedFile = linked?.file
    self.linked = try linked.map { accounts throws(CommandFailure) in try accounts.ways(in: model) }
    let (listed, sets) = try Self.explored(
      closed, model, request, environment, mostListed, carrying: carried)
    self.sets = sets
    if let sets {
      (origin, originStates, reach) = (nil, [], nil)
      let first = sets.starts.first ?? model.slots.map(\.initial)
      guard let graph = try Self.listed(sets, from: [first], 1, pool) else {
        throw CommandFailure.fault("the exploration kept no steps", of: pool.name)
      }
      self.graph = self.linked.map(graph.linking) ?? graph
      let places = access.places.compactMap { graph.bit(of: $0.means) }
      let slots = slots
      starts = sets.starts.enumerated().map { number, valuation in
        Start(
          state: 0, places: places.map { ($0, []) }, record: slots.map { valuation[$0] },
          number: number)
      }
      workableCalls = sets.workableCalls
      return
    }
    guard let first = listed else {
      throw CommandFailure.fault("nothing was explored", of: pool.name)
    }
    try Self.requireComplete(first, pool, environment)
    let fresh = Self.freshStarts(first, access, slots, carried)
    var explored = first
    if fresh.contains(where: { first.exploration.index(of: $0.packed) == nil }) {
      let initial = (0..<(first.exploration.graph?.initialCount ?? 1)).map(first.valuation)
      let started = first.compiled.starting(from: initial + fresh.map(\.valuation))
      do throws(TransitionSystemError) {
        explored = try TableExploration(
          started,
          maximumStates: request.maximumStates == ExplorationRequest().maximumStates
            ? Self.mostFromRecords * mostListed : request.maximumStates,
          progress: environment.listing(pool.name))
      } catch {
        throw CommandFailure.fault(error.description, of: pool.name)
      }
      try Self.requireComplete(explored, pool, environment)
    }
    guard let graph = MeansGraph(explored, stopping: { environment.limits.shouldStop }) else {
      guard !environment.limits.shouldStop else {
        throw Self.cutOff(
          "a limit was reached before all steps were read", pool, environment.limits)
      }
      throw CommandFailure.fault("the exploration kept no steps", of: pool.name)
    }
    self.graph = self.linked.map(graph.linking) ?? graph
    let whole = self.graph
    reach = environment.stopwatch.time("means") {
      MeansReach(whole, stopping: { environment.limits.shouldStop })
    }
    origin = first
    (starts, originStates) = Self.starts(fresh, graph, access, slots)
    var workable: Set<CompiledModel.Label> = []
    for start in starts {
      graph.graph.forEachEdge(from: start.state) { _, label in
        if !graph.isError(label) { workable.insert(Self.plain(graph.call(label))) }
      }
    }
    workableCalls = workable
  }

  /// Whether a document or an option decides a parameter.
  private static func decides(_ pool: LoadedPool, _ slot: Int) -> Bool {
    switch pool.origins[slot] {
    case .document, .commandLine: true
    default: false
    }
  }

  /// Returns the model without evidence that no row accepts, except at the start of a question
  /// about means, and within an attempt where no other evidence is possible: such evidence signs
  /// nobody in and only counts failures.
  private static func withoutUselessAnswers(_ model: Model) -> Model {
    guard let access = model.access else { return model }
    var model = model
    for action in model.actions.indices {
      for input in model.actions[action].inputs where input.evidence != nil {
        let first = model.types.first(of: model.slots[input.slot].type)
        let enabled = model.actions[action].enabled
        let useful = input.classesWithNeeds.union([first]).sorted().map { Expression.constant($0) }
        var allowed = useful.map { Expression.equal(.slot(input.slot), $0) }
        allowed += [access.start, .not(access.account)]
        if let attempt = model.attempt, attempt.continues.contains(action) {
          let possible = useful.map { enabled.replacing([input.slot: $0]) }
          allowed.append(.and([attempt.underway, .not(.or(possible))]))
        }
        model.actions[action].enabled = .and([enabled, .or(allowed)])
      }
    }
    return model
  }

  /// Returns a call without the row that it fires.
  static func plain(_ call: CompiledModel.Label) -> CompiledModel.Label {
    var call = call
    call.row = 0
    return call
  }

  private struct Fresh {
    var valuation: [Int]
    var packed: [UInt64]
    /// The state that has the record; nil for a record of another pool.
    var origin: Int?
  }

  /// The records with which a person can begin, without duplicates, with all other slots initial.
  private static func freshStarts(
    _ explored: TableExploration, _ access: Access, _ slots: [Int], _ carried: [[Int]]
  ) -> [Fresh] {
    let (model, compiled) = (explored.model, explored.compiled)
    let width = compiled.layout.restingWordCount
    let (initial, settings) = (model.slots.map(\.initial), model.parameters)
    var seen: Set<[UInt64]> = []
    func fresh(_ record: [Int], _ parameters: [Int], from state: Int?) -> Fresh? {
      var valuation = initial
      for slot in settings { valuation[slot] = parameters[slot] }
      for (slot, value) in zip(slots, record) { valuation[slot] = value }
      guard ConcreteEvaluator(valuation).holds(access.start) else { return nil }
      let packed = Array(compiled.pack(valuation).prefix(width))
      guard seen.insert(packed).inserted else { return nil }
      return Fresh(valuation: valuation, packed: packed, origin: state)
    }
    let own = explored.states(where: access.start).members.compactMap { state in
      let own = explored.valuation(state)
      return fresh(slots.map { own[$0] }, own, from: state)
    }
    guard !carried.isEmpty else { return own }
    let first = explored.valuation(0)
    return own
      + carried.compactMap { record in
        fresh(projected(record, slots, compiled), first, from: nil)
      }
  }

  private static func starts(
    _ fresh: [Fresh], _ graph: MeansGraph, _ access: Access, _ slots: [Int]
  ) -> ([Start], [Int?]) {
    let explored = graph.explored
    var siblings: [[[Int]: [Int]]] = []
    var ignored: [Set<Int>] = []
    for place in access.places {
      let own = Set(place.condition.slots)
      ignored.append(own)
      var found: [[Int]: [Int]] = [:]
      for state in explored.states(where: place.condition).members {
        let valuation = explored.valuation(state)
        found[slots.filter { !own.contains($0) }.map { valuation[$0] }, default: []].append(state)
      }
      siblings.append(found)
    }
    var starts: [Start] = []
    var origins: [Int?] = []
    for one in fresh {
      guard let state = explored.exploration.index(of: one.packed) else { continue }
      var places: [(means: UInt32, states: [Int])] = []
      for (position, place) in access.places.enumerated() {
        let key = slots.filter { !ignored[position].contains($0) }.map { one.valuation[$0] }
        guard let bit = graph.bit(of: place.means), let states = siblings[position][key] else {
          continue
        }
        places.append((bit, states))
      }
      starts.append(
        Start(
          state: state, places: places, record: slots.map { one.valuation[$0] },
          number: starts.count))
      origins.append(one.origin)
    }
    return (starts, origins)
  }

  private static func requireComplete(
    _ explored: TableExploration, _ pool: LoadedPool, _ environment: ToolEnvironment
  ) throws(CommandFailure) {
    guard explored.exploration.completeness != .complete else { return }
    environment.limits.note(explored.exploration.completeness)
    throw cutOff(
      "a limit was reached before all states were listed; nothing can be said of all users", pool,
      environment.limits)
  }

  /// Returns the analysis of the pool with another value of a setting; the records of these users
  /// are added to its own. A limit that only this analysis reaches does not stop the whole run.
  /// - Throws: 151 where that pool is illegal, 152 where a limit is reached, 153 for a fault of the
  ///   table.
  func with(_ value: Int, for slot: Int) throws(CommandFailure) -> MeansAnalysis {
    var changed = pool
    changed.closed[slot] = value
    changed.open.removeAll { $0 == slot }
    changed.origins[slot] = .commandLine
    var own = arguments.environment
    own.limits = RunLimits(within: limits)
    return try MeansAnalysis(
      changed, model: arguments.model, request: arguments.request, environment: own,
      linked: arguments.linked, carrying: starts.map(\.record),
      omitsUselessAnswers: arguments.omitsUselessAnswers, mostListed: arguments.mostListed)
  }

  /// Returns the same analysis over another graph of states.
  func with(_ graph: MeansGraph) -> MeansAnalysis {
    MeansAnalysis(self, graph)
  }

  private init(_ other: MeansAnalysis, _ graph: MeansGraph) {
    self.graph = graph
    (pool, model, reach, sets) = (other.pool, other.model, other.reach, other.sets)
    (starts, slots, origin) = (other.starts, other.slots, other.origin)
    (originStates, taken, limits) = (other.originStates, other.taken, other.limits)
    (arguments, threads, progress) = (other.arguments, other.threads, other.progress)
    (linked, linkedFile) = (other.linked, other.linkedFile)
    workableCalls = other.workableCalls
  }

  /// Checks between two pieces of work whether the run has to end.
  /// - Throws: 152 where the run has to end.
  func goOn() throws(CommandFailure) {
    let isComplete = sets?.isComplete ?? true
    guard limits.shouldStop || !isComplete else { return }
    if !limits.shouldStop { limits.note(.memoryLimit) }
    throw Self.cutOff("a limit was reached before all users were asked about", pool, limits)
  }

  static func cutOff(
    _ message: String, _ pool: LoadedPool, _ limits: RunLimits,
    remedy: String = "give more time, or a smaller pool"
  ) -> CommandFailure {
    CommandFailure(
      [
        Diagnostic(
          "pool.diff-limit", at: SourceLocation(file: pool.files.first ?? pool.name), message,
          remedy: limits.reason?.remedy ?? remedy)
      ], status: .limitReached)
  }

  /// Returns an internal error, as a command reports it.
  func failure(_ message: String) -> CommandFailure { .fault(message, of: pool.name) }

  /// Runs the interpreter; its disagreement with the compiled rules is an internal error.
  func run<Value>(
    _ body: () throws(TableExploration.Disagreement) -> Value
  ) throws(CommandFailure) -> Value {
    do {
      return try body()
    } catch {
      // A symbolic search that was stopped has incomplete results.
      try goOn()
      throw failure(error.message)
    }
  }

  /// The calls that succeed, without an error answer, in some starting state.
  let workableCalls: Set<CompiledModel.Label>

  // MARK: Questions

  /// Returns the states in which a holder of some means may begin with a record.
  func beginnings(_ start: Start, holding set: UInt32) -> [Int] {
    [start.state] + start.places.filter { $0.means & set != 0 }.flatMap(\.states)
  }

  /// Whether a person with a set of means reaches the goal of a reach, or else signs in.
  func reaches(_ start: Start, holding set: UInt32, _ reach: MeansReach? = nil) -> Bool {
    if let sets { return sets.reaches(.signsIn, from: start.number, holding: set) }
    guard let reach = reach ?? self.reach else { return false }
    return beginnings(start, holding: set).contains { reach.reaches(from: $0, holding: set) }
  }

  /// Whether a person with a set of means can sign in from a state.
  func signsIn(from state: Int, holding set: UInt32) -> Bool {
    if let sets { return sets.signsIn(at: graph.explored.valuation(state), holding: set) }
    return reach?.reaches(from: state, holding: set) ?? false
  }

  /// Returns how a record comes about, from a pool without users; an empty trace where only users
  /// of another pool have it.
  func making(_ start: Int) throws(CommandFailure) -> Trace {
    try run { () throws(TableExploration.Disagreement) in
      if let sets { return try sets.making(start) }
      let state = originStates[start]
      return try state.flatMap { state throws(TableExploration.Disagreement) in
        try origin?.trace(to: state)
      } ?? Trace(steps: [])
    }
  }

  /// Returns the trace along some steps.
  func trace(
    from state: Int, _ steps: [MeansGraph.Step]
  ) throws(CommandFailure) -> Trace {
    try run { () throws(TableExploration.Disagreement) in
      try graph.explored.trace(
        through: [state] + steps.map { Int($0.target) },
        rules: steps.map { graph.graph.labels[Int($0.label)].firstRule })
    }
  }

  /// All states that are reachable from a pool without users.
  var fromNothing: Explored? {
    sets.map { .symbolic($0.origin) } ?? origin.map { .explicit($0) }
  }

  /// Returns a trace as JSON, row by row.
  func json(of trace: Trace) -> JSONValue {
    JSONSink().value(of: TraceWording(model: model).steps(trace))
  }

  // MARK: Sets

  /// Returns the sets of some means with at most a number of members, the smallest first.
  func sets(of means: UInt32, upTo size: Int) -> [UInt32] {
    (0...graph.universe).filter { $0 & ~means == 0 && $0.nonzeroBitCount <= size }
      .sorted { ($0.nonzeroBitCount, $0) < ($1.nonzeroBitCount, $1) }
  }

  /// Returns each set that is minimal for at least one start, with those starts, in the order of
  /// sets.
  ///
  /// - Parameters:
  ///   - candidates: the sets to test, the smallest first.
  ///   - holds: whether a set has the property, which must be monotone: every superset has it too.
  /// - Throws: 152 where the run has to end.
  func minimal(
    among candidates: [UInt32], where holds: (Start, UInt32) -> Bool
  ) throws(CommandFailure) -> [(set: UInt32, starts: [Int])] {
    var found: [UInt32: [Int]] = [:]
    for (number, start) in starts.enumerated() {
      try goOn()
      var minimal: [UInt32] = []
      for set in candidates
      where !minimal.contains(where: { $0 & ~set == 0 }) && holds(start, set) {
        minimal.append(set)
        found[set, default: []].append(number)
      }
    }
    return candidates.compactMap { set in found[set].map { (set, $0) } }
  }

  /// Returns the means of a set in words: “the password and the mailbox”, or “nothing”.
  func text(of set: UInt32, joined word: String = "and") -> String {
    let titles = graph.means(set).map(\.title)
    guard let last = titles.last else { return "nothing" }
    return titles.count == 1
      ? last : titles.dropLast().joined(separator: ", ") + " \(word) " + last
  }
}
