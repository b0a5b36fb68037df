import Findings
import MeansSearch
import SignIn
import StateSpace
import TransitionTables

/// Pools with too many states to list: symbolic sets give the results for all users, and the steps
/// of one user are listed for that user alone.
extension MeansAnalysis {
  /// The limits for listing states near a user, in the order in which they are tried.
  private static let mostNear = [3_000, 30_000, 300_000, 3_000_000]

  /// Calls a closure with the analysis of one user, whose states near the start are listed; where
  /// all states are listed, with this analysis.
  ///
  /// - Parameters:
  ///   - start: the number of the user.
  ///   - set: the held means; steps that need more are seen but not followed.
  ///   - goal: the goal that a place must lead to.
  ///   - least: the number of states that are listed first; nil for the default.
  ///   - body: the query; it returns nil where it needs more states.
  /// - Throws: 152 where no limit suffices.
  func near<Answer>(
    _ start: Int, holding set: UInt32, towards goal: Attacks.Outcome = .signsIn,
    listing least: Int? = nil,
    _ body: (MeansAnalysis, Start) throws(CommandFailure) -> Answer?
  ) throws(CommandFailure) -> Answer {
    guard let sets else {
      if let answer = try body(self, starts[start]) { return answer }
      throw failure("what is said of \(text(of: set)) is not found")
    }
    let valuations = sets.beginnings(start, holding: set, towards: goal)
    return try near(starts[start], from: valuations, holding: set, sets, listing: least, body)
  }

  /// Calls a closure with the states near some states, the first of which is the user's own.
  func near<Answer>(
    _ start: Start, from valuations: [[Int]], holding set: UInt32, _ sets: MeansSets,
    listing least: Int? = nil,
    _ body: (MeansAnalysis, Start) throws(CommandFailure) -> Answer?
  ) throws(CommandFailure) -> Answer {
    // Each further listing is larger.
    let sizes = (least.map { [$0] } ?? []) + Self.mostNear.filter { $0 > least ?? 0 }
    for most in sizes {
      try goOn()
      let found = try Self.listed(sets, from: valuations, most, pool, progress)
      guard let graph = found else { continue }
      let states = valuations.compactMap(graph.state)
      guard let first = states.first else { continue }
      var own = start
      own.state = first
      own.places = [(set & graph.places, Array(states.dropFirst()))]
      let local = with(linked.map(graph.linking) ?? graph)
      let isWhole = graph.explored.exploration.completeness == .complete
      try goOn()
      if let answer = try body(local, own) { return answer }
      if isWhole { throw failure("what sets say of \(text(of: set)) is not found near a user") }
    }
    throw Self.cutOff(
      "a user's states are too many to show what is known of them", pool, limits,
      remedy: "turn settings off, such as `--set devices=off`")
  }

  /// Calls a closure with the states near one state, in which a person holds some means.
  func near<Answer>(
    _ valuation: [Int], holding set: UInt32, listing least: Int? = nil,
    _ body: (MeansAnalysis, Start) throws(CommandFailure) -> Answer?
  ) throws(CommandFailure) -> Answer {
    var start = Start(state: 0, places: [], record: [], number: 0)
    if let sets {
      let own = [sets.laying(set, over: valuation)]
      return try near(start, from: own, holding: set, sets, listing: least, body)
    }
    guard let state = graph.state(of: valuation) else {
      throw failure("a state that was reached is not among those that are listed")
    }
    start.state = state
    if let answer = try body(self, start) { return answer }
    throw failure("what is said of \(text(of: set)) is not found")
  }

  /// Whether the owner of an account who has lost nothing signs in from a state.
  func signsIn(at valuation: [Int]) -> Bool {
    let own = graph.kept(losing: 0)
    if let sets { return sets.signsIn(at: valuation, holding: own) }
    return graph.state(of: valuation).map { signsIn(from: $0, holding: own) } ?? false
  }

  /// Returns the sets of losses, minimal for some users, after which they cannot sign in.
  ///
  /// - Parameters:
  ///   - sets: the sets to test, the smallest first.
  ///   - isHelped: whether an administrator helps.
  func lockouts(
    among sets: [UInt32], helped isHelped: Bool = false
  ) throws(CommandFailure) -> [(set: UInt32, starts: [Int])] {
    let help = isHelped ? graph.help : 0
    if let own = self.sets {
      let found = own.lockouts(among: sets) { [graph] in graph.kept(losing: $0) | help }
      try goOn()
      return found
    }
    return try minimal(among: sets) { start, set in
      !reaches(start, holding: graph.kept(losing: set) | help)
    }
  }

  /// Lists a few states that are reachable from some valuations; nil where no graph can be built.
  static func listed(
    _ sets: MeansSets, from valuations: [[Int]], _ most: Int, _ pool: LoadedPool,
    _ progress: (ExplorationProgress) -> Bool = { _ in true }
  ) throws(CommandFailure) -> MeansGraph? {
    do throws(TransitionSystemError) {
      let listed = try sets.listed(from: valuations, most: most, progress: progress)
      return MeansGraph(listed, using: sets.held.used)
    } catch {
      throw CommandFailure.fault(error.description, of: pool.name)
    }
  }

  /// Explores all states of a pool: listed, or symbolically where they are too many.
  static func explored(
    _ pool: LoadedPool, _ model: Model, _ request: ExplorationRequest,
    _ environment: ToolEnvironment, _ mostListed: Int, carrying carried: [[Int]]
  ) throws(CommandFailure) -> (listed: TableExploration?, sets: MeansSets?) {
    var request = request
    let isLimited = request.maximumStates != ExplorationRequest().maximumStates
    if !isLimited { request.maximumStates = mostListed }
    let comparer = PoolComparer(model: model, request: request, environment: environment)
    guard !isLimited else { return (try comparer.listed(pool), nil) }
    request.maximumStates = ExplorationRequest().maximumStates
    request.backend = .symbolic
    lazy var held = HeldModel(model)
    func all() -> Result<Explored, CommandFailure> {
      Result { () throws(CommandFailure) in
        try PoolComparer(model: held.model, request: request, environment: environment)
          .explored(pool)
      }
    }
    // Many states are counted during the listing, which then continues where that is feasible.
    var counted: Result<Explored, CommandFailure>?
    var areTooMany = false
    let listed = try comparer.listed(pool) { states in
      guard states > mostUncounted, counted == nil else { return true }
      let found = all()
      counted = found
      areTooMany = true
      if case .success(.symbolic(let states)) = found, states.completeness == .complete,
        let count = states.stateCount
      {
        areTooMany = count > UInt128(mostListed)
      }
      return !areTooMany
    }
    guard areTooMany || listed.exploration.completeness == .stateLimit else {
      return (listed, nil)
    }
    let origin: SymbolicTable
    switch counted ?? all() {
    case .success(.symbolic(let states)): origin = states
    case .success: return (listed, nil)
    case .failure(let failure): throw failure
    }
    guard origin.completeness == .complete else {
      environment.limits.note(origin.completeness)
      throw cutOff(
        "a limit was reached before all states were found; nothing can be said of all users", pool,
        environment.limits)
    }
    var limits = SymbolicTable.Limits()
    limits.notesJudgements = false
    if let bytes = request.maximumBytes { limits.bytes = min(limits.bytes, bytes) }
    let stops = environment.limits
    let sets: MeansSets?
    do throws(TransitionSystemError) {
      sets = try MeansSets(
        held, origin: origin, carrying: carried, earliest: records(of: listed), limits: limits,
        threads: request.threads
      ) { stops.shouldStop }
    } catch {
      throw CommandFailure.fault(error.description, of: pool.name)
    }
    guard let sets, sets.isComplete, !stops.shouldStop else {
      if !stops.shouldStop { stops.note(.memoryLimit) }
      throw cutOff(
        "a limit was reached before all states were found; nothing can be said of all users", pool,
        stops)
    }
    return (nil, sets)
  }

  /// The records of the first listed states, in the order in which they are reached.
  private static func records(of listed: TableExploration) -> [[Int]] {
    guard let access = listed.model.access else { return [] }
    let slots = recordSlots(of: listed.model)
    return listed.states(where: access.start).members.prefix { $0 < mostUncounted }.map { state in
      let valuation = listed.valuation(state)
      return slots.map { valuation[$0] }
    }
  }
}
