public import StateSpace

/// Checks properties over the explored states of a model under one configuration.
///
/// Properties that read observers share one explicit exploration, unless it would have far more
/// states than one for each choice of observers; those that read none use the exploration without
/// observers. A symbolic exploration has all observers and serves all properties. `never:`
/// constraints are checked in every exploration, urgent states included.
///
/// Both engines give the same verdicts and traces of the same length, see ``Backend``.
public struct PropertyChecker: Sendable {
  /// A fault of the table that shows at run time: a state without a row, or an impossible state.
  public struct TableFault: Error, Sendable {
    /// The description of the fault, with the rows that led to it.
    public var message: String
    /// The shortest trace to the fault.
    public var trace: Trace
  }

  /// The reasons why a check can end early.
  public enum Failure: Error, Sendable {
    case table(TableFault)
    case system(TransitionSystemError)
    case disagreement(TableExploration.Disagreement)
  }

  /// The table whose properties are checked.
  public let model: Model
  /// The compiler of the table.
  public let compiler: TableCompiler
  /// Claims about urgent states that each exploration with their observers checks.
  public var watched: [Property] = []
  /// The most resting states of one exploration; behaviour beyond them is not checked.
  public var maximumStates = 1 << 31
  /// The engine that explores.
  public var backend = Backend.auto
  /// With ``Backend/auto``, the most states that are listed; beyond that the symbolic engine takes
  /// over. It is bounded by memory instead of a number of states.
  public var explicitStates = 30_000
  /// The limits of a symbolic exploration.
  public var symbolicLimits = SymbolicTable.Limits()
  /// The memory in bytes for all explorations that run at the same time; `nil` for no limit.
  public var maximumBytes: Int?
  /// The largest number of concurrent explorations; no result depends on it.
  public var threads = Int.max
  /// Whether failing verdicts have a trace; without traces they are found sooner.
  public var wantsTraces = true
  /// Whether explorations record where evidence is judged, see ``Explored/judgementOccasions()``.
  public var notesJudgements = true
  /// The known number of states without observers in the checked configurations. Where it exceeds
  /// ``explicitStates``, no states are listed first.
  public var knownStates = 0
  /// The table compiled beforehand for the checked configuration, with the `never:` constraints as
  /// its invariants. All properties are then checked on one exploration with its observers, which
  /// must be those of all properties: observers split states and do not change behaviour.
  public var prepared: CompiledModel?
  /// Called from time to time, from any thread; returning false stops the exploration.
  public var progress: @Sendable (ExplorationProgress) -> Bool = { _ in true }
  /// Called from time to time by a symbolic exploration, from any thread; returning false stops it.
  public var symbolicProgress: @Sendable (SymbolicProgress) -> Bool = { _ in true }
  /// Called where states are too many to list, before the symbolic search begins.
  public var whenMany: @Sendable () -> Void = {}
  /// Called often during symbolic work; true stops it, and verdicts are undetermined.
  public var shouldStop: @Sendable () -> Bool = { false }
  /// Called before each property is checked on the result of a stopped exploration; true leaves the
  /// remaining properties undetermined.
  public var isOver: @Sendable () -> Bool = { false }
  /// The counts of all explorations so far.
  public private(set) var statistics = ExplorationStatistics()
  var explorations: [Set<Int>: Explored] = [:]
  /// The explicit exploration with the observers of several properties, if there is one.
  public private(set) var joint: TableExploration?
  /// The symbolic exploration, which has the observers of all properties.
  private var sets: SymbolicTable?
  /// The states that were listed before the symbolic engine took over, by observers. Their findings
  /// are used where the symbolic engine is cut off.
  private var begun: [Set<Int>: TableExploration] = [:]
  /// The configuration of ``explorations``.
  private(set) var explored: [Int: Int] = [:]
  /// Whether the configuration has too many states for the explicit engine, and whether its
  /// diagrams are too large for the symbolic one, as far as is known.
  private var (isLarge, isTangled) = (false, false)

  /// A checker that has explored nothing.
  ///
  /// - Parameters:
  ///   - model: the table.
  ///   - compiler: a compiler that has compiled the same table under other configurations.
  public init(model: Model, compiler: TableCompiler? = nil) {
    self.model = model
    self.compiler = compiler ?? TableCompiler(model: model)
  }

  /// Explores once state by state with the given observers, independently of ``backend``; checks
  /// `never:` and faults.
  public mutating func explore(
    parameters: [Int: Int], observers: Set<Int> = []
  ) throws(Failure) -> TableExploration {
    turn(to: parameters)
    if case .explicit(let known)? = explorations[observers] { return known }
    let explored = try explicitly(observers, most: maximumStates)
    explorations[observers] = .explicit(explored)
    return explored
  }

  /// Explores once with the given observers by the engine that ``backend`` names; checks `never:`
  /// and faults.
  public mutating func explored(
    parameters: [Int: Int], observers: Set<Int> = []
  ) throws(Failure) -> Explored {
    turn(to: parameters)
    if let known = known(observers) { return known }
    let found = try exploredAnew(observers)
    if case .symbolic(let table) = found {
      sets = table
      return found
    }
    explorations[observers] = found
    return found
  }

  var choice: EngineChoice {
    let isKnownLarge = min(knownStates, maximumStates) > explicitStates
    return EngineChoice(
      backend: backend, explicitStates: explicitStates, maximumStates: maximumStates,
      isLarge: isLarge || isKnownLarge, isTangled: isTangled)
  }

  private mutating func exploredAnew(_ observers: Set<Int>) throws(Failure) -> Explored {
    var choice = choice
    defer { (isLarge, isTangled) = (choice.isLarge, choice.isTangled) }
    return try choice.explored { most throws(Failure) in
      let found = try explicitly(observers, most: most)
      // Where the symbolic engine ran out of memory, states are listed anew, perhaps fewer than
      // before.
      if let known = begun[observers], known.exploration.stateCount > found.exploration.stateCount {
        return (.explicit(known), true)
      }
      begun[observers] = found
      let stop = found.exploration.completeness
      // After a stop the symbolic engine does not begin: it would compile the table first.
      return (.explicit(found), shouldStop() || stop != .stateLimit && stop != .memoryLimit)
    } sets: { () throws(Failure) in
      let known = begun[observers].map(Explored.explicit)
      if let known, shouldStop() { return (known, true) }
      let compiled = compiledForSets(observers)
      if let known, shouldStop() { return (known, true) }
      if known != nil { whenMany() }
      let table = try symbolically(compiled)
      if let known, table.completeness == .cancelled { return (known, true) }
      return (.symbolic(table), [.complete, .cancelled].contains(table.completeness))
    }
  }

  mutating func explicitly(
    _ observers: Set<Int>, most: Int
  ) throws(Failure) -> TableExploration {
    let compiled = compiled(observers)
    let explored: TableExploration
    do {
      explored = try TableExploration(
        compiled,
        options: ExplorationOptions(maximumStates: most, maximumBytes: maximumBytes),
        notesJudgements: notesJudgements, progress: progress)
    } catch {
      throw .system(error)
    }
    if let fault = try fault(in: explored) { throw .table(fault) }
    if explored.exploration.completeness == .complete || most == maximumStates {
      statistics.include(explored.exploration)
    }
    return explored
  }

  /// Compiles the table with these observers and with the watched claims. Each claim is followed by
  /// its premise, which is checked in urgent states too.
  private func compiled(_ observers: Set<Int>) -> CompiledModel {
    var watched: [(name: String, bad: Expression, within: Bool)] = []
    for property in self.watched where self.observers(of: property).isSubset(of: observers) {
      guard case .alwaysWithin(let expression) = property.claim else { continue }
      watched.append((property.fullID, .not(expression), true))
      watched.append(("premise", property.premise ?? .no, true))
    }
    if let prepared, prepared.observers == observers {
      var compiled = prepared
      compiled.system.invariants += watched.map {
        StateInvariant(name: $0.name, badCubes: prepared.cubes(where: $0.bad), within: true)
      }
      return compiled
    }
    return compiler.compiled(
      parameters: explored, observers: observers, invariants: model.watchedConstraints + watched)
  }

  /// One compilation serves all properties, including all the observers that they read.
  func compiledForSets(_ observers: Set<Int>) -> CompiledModel {
    let all = observers.union(model.observers(readBy: model.properties.flatMap(\.expressions)))
    return compiler.compiled(parameters: explored, observers: all)
  }

  private mutating func symbolically(_ compiled: CompiledModel) throws(Failure) -> SymbolicTable {
    let table: SymbolicTable
    do {
      var limits = symbolicLimits
      if let maximumBytes { limits.bytes = min(limits.bytes, maximumBytes) }
      limits.notesJudgements = limits.notesJudgements && notesJudgements
      table = try SymbolicTable(
        compiled, limits: limits, measuresDepth: wantsTraces, shouldStop: shouldStop,
        progress: symbolicProgress)
    } catch {
      throw .system(error)
    }
    // A finding of work that a limit ended has no meaning.
    if table.completeness != .cancelled {
      let fault = try fault(in: table)
      if let fault, table.completeness != .cancelled { throw .table(fault) }
    }
    if table.completeness == .complete || backend == .symbolic { statistics.include(table) }
    return table
  }

  /// Discards all explorations, to free their memory; a change of the configuration does the same.
  public mutating func forget() {
    (explorations, joint, sets, begun) = ([:], nil, nil, [:])
  }

  mutating func turn(to parameters: [Int: Int]) {
    guard parameters != explored else { return }
    forget()
    explored = parameters
    (isLarge, isTangled) = (false, false)
  }

  private func fault(in explored: TableExploration) throws(Failure) -> TableFault? {
    if let fault = explored.exploration.faults.first {
      return TableFault(
        message: message(about: fault.step, in: explored.compiled),
        trace: try trace(explored, to: fault.source))
    }
    for (position, constraint) in model.never.enumerated() {
      guard let violation = explored.exploration.violations[position] else { continue }
      let rows = violation.rules.map { model.rows[explored.compiled.label(ofRule: $0).row].fullID }
      return TableFault(
        message: message(about: constraint, after: rows),
        trace: try trace(explored, to: violation.index))
    }
    return nil
  }

  private func fault(in table: SymbolicTable) throws(Failure) -> TableFault? {
    let judge = SymbolicJudge(table: table)
    do {
      if let fault = try judge.fault() {
        return TableFault(
          message: message(about: fault.step, in: table.compiled), trace: fault.trace)
      }
      // All constraints at once, because one of them is seldom violated.
      let any = Expression.or(model.never.map(\.states))
      guard judge.isMet(any, within: true) else { return nil }
      for constraint in model.never {
        guard var trace = try judge.trace(passing: constraint.states) else { continue }
        let last = trace.steps.popLast()
        let firings = last?.firings ?? []
        let reached = firings.firstIndex {
          ConcreteEvaluator($0.valuation).holds(constraint.states)
        }
        let rows = firings.prefix((reached ?? -1) + 1).map { model.rows[$0.row].fullID }
        return TableFault(message: message(about: constraint, after: rows), trace: trace)
      }
    } catch {
      throw .disagreement(error)
    }
    return nil
  }

  private func message(about fault: StepFault, in compiled: CompiledModel) -> String {
    let what = fault.kind == .stuck ? "no row goes on" : "rows chase each other"
    let rows = fault.rules.map { model.rows[compiled.label(ofRule: $0).row].fullID }
    let end = compiled.valuation(of: fault.state)
    return "\(what) after \(rows.joined(separator: " → ")) in \(describeTransit(end))"
  }

  private func message(about constraint: NeverConstraint, after rows: [String]) -> String {
    "the impossible state `\(constraint.id)` is reached"
      + (rows.isEmpty ? "" : " by \(rows.joined(separator: " → "))")
  }

  private func describeTransit(_ valuation: [Int]) -> String {
    var parts = model.components.map {
      "\($0.name) at \(model.text(of: valuation[$0.locationSlot], in: $0.locationSlot))"
    }
    if let slot = model.messageSlot {
      parts.append("message \(model.text(of: valuation[slot], in: slot))")
    }
    return parts.joined(separator: ", ")
  }

  /// Returns the trace to a state, with the changes of the given observers, or of all.
  func trace(
    _ explored: TableExploration, to index: Int, showing observers: Set<Int>? = nil
  ) throws(Failure) -> Trace {
    do {
      return try explored.trace(to: index, showing: observers)
    } catch { throw .disagreement(error) }
  }

  /// Checks all given properties; the explorations that they need run concurrently.
  public mutating func check(
    _ properties: [Property], parameters: [Int: Int]
  ) throws(Failure) -> [PropertyVerdict] {
    watch(for: properties)
    try exploreTogether(properties, parameters: parameters)
    var verdicts: [PropertyVerdict] = []
    for property in properties {
      guard !isOver() else {
        statistics.cutOff(by: .cancelled)
        verdicts.append(PropertyVerdict(property: property, status: .undetermined, trace: nil))
        continue
      }
      verdicts.append(try check(property, parameters: parameters))
    }
    return verdicts
  }

  func observers(of property: Property) -> Set<Int> {
    prepared?.observers ?? model.observers(readBy: property.expressions)
  }

  /// Runs the explorations that properties with different observers need: a joint one where that is
  /// small, otherwise one for each core.
  private mutating func exploreTogether(
    _ properties: [Property], parameters: [Int: Int]
  ) throws(Failure) {
    turn(to: parameters)
    var wanted: [Set<Int>] = []
    for property in properties {
      switch property.claim {
      case .configuration, .temporal: continue
      default: break
      }
      let observers = observers(of: property)
      if !isKnown(observers), !wanted.contains(observers) { wanted.append(observers) }
    }
    guard wanted.count > 1 else { return }
    // The others have no fewer states, so the first one shows which engine they need.
    let first = wanted.contains([]) || isKnown([]) ? [] : wanted[0]
    let plain = try explored(parameters: parameters, observers: first)
    // After one that has reached a limit, none of the others is begun.
    guard limit(reachedBy: plain) == nil else { return }
    wanted.removeAll(where: isKnown)
    if case .explicit(let plain) = plain { try exploreJointly(wanted, nextTo: plain) }
    wanted.removeAll(where: isKnown)
    if threads > 1 { exploreSideBySide(wanted, parameters: parameters) }
  }

  private func isKnown(_ observers: Set<Int>) -> Bool { known(observers) != nil }

  /// Returns the limit of states or of memory that an exploration has reached. An exploration with
  /// observers has no fewer states, so it is not begun then.
  private func limit(reachedBy plain: Explored?) -> Completeness? {
    guard let stop = plain?.completeness, stop == .stateLimit || stop == .memoryLimit else {
      return nil
    }
    return stop
  }

  /// Returns an exploration that includes these observers. One with more observers finds their
  /// states in the same order, with the same shortest paths.
  private func known(_ observers: Set<Int>) -> Explored? {
    if let known = explorations[observers] { return known }
    if let sets, observers.isSubset(of: sets.compiled.observers) { return .symbolic(sets) }
    guard let joint, observers.isSubset(of: joint.compiled.observers) else {
      return nil
    }
    return .explicit(joint)
  }

  /// Explores with all wanted observers together, unless that takes far more states than without.
  /// Most observers record that something has never happened, and split no states.
  private mutating func exploreJointly(
    _ wanted: [Set<Int>], nextTo plain: TableExploration
  ) throws(Failure) {
    let all = wanted.reduce(into: Set<Int>()) { $0.formUnion($1) }
    guard wanted.count > 1, plain.exploration.completeness == .complete, !shouldStop() else {
      return
    }
    let most = wanted.count * (plain.exploration.stateCount + 100)
    let found = try explicitly(all, most: min(most, maximumStates - 1))
    if found.exploration.completeness == .complete { joint = found }
  }

  /// Explores with these observers, one exploration for each core. Where one has too many states, a
  /// single symbolic exploration serves all of them.
  private mutating func exploreSideBySide(_ jobs: [Set<Int>], parameters: [Int: Int]) {
    let prepared = worker(nextTo: jobs.count)
    let found = SideBySide.run(jobs.count, threads: threads) { position in
      var worker = prepared
      // A failure occurs again, and is reported, when the property itself is checked.
      return worker.shouldStop()
        ? nil : try? worker.explored(parameters: parameters, observers: jobs[position])
    }
    for position in jobs.indices {
      guard let explored = found[position] else { continue }
      guard explored.isComplete || prepared.maximumStates == maximumStates else {
        isLarge = true
        continue
      }
      explorations[jobs[position]] = explored
      statistics.include(explored)
    }
  }

  /// Returns a checker for one of several concurrent explorations.
  private func worker(nextTo jobs: Int) -> PropertyChecker {
    var worker = PropertyChecker(model: model, compiler: compiler)
    worker.watched = watched
    worker.maximumBytes = maximumBytes.map { $0 / max(jobs, 1) }
    worker.progress = progress
    worker.shouldStop = shouldStop
    worker.notesJudgements = notesJudgements
    worker.backend = .explicit
    worker.maximumStates = choice.mostListed
    return worker
  }

  private mutating func check(
    _ property: Property, parameters: [Int: Int]
  ) throws(Failure) -> PropertyVerdict {
    if case .configuration(let predicate) = property.claim {
      return configurationVerdict(property, predicate, parameters: parameters)
    }
    let observers = observers(of: property)
    // After a stop no other exploration begins: it would compile the table first.
    let limit = limit(reachedBy: known([]))
    guard isKnown(observers) || limit == nil && !shouldStop() else {
      statistics.cutOff(by: limit ?? .cancelled)
      return PropertyVerdict(property: property, status: .undetermined, trace: nil)
    }
    if case .temporal(let claim) = property.claim {
      return try temporalVerdict(property, claim, parameters: parameters, observers: observers)
    }
    let explored: TableExploration
    switch try self.explored(parameters: parameters, observers: observers) {
    case .symbolic(let table):
      let judged = try verdict(property, in: table)
      // The check was cut off; the findings of the states that were listed before remain valid.
      guard judged.status == .undetermined, let known = begun[observers] else { return judged }
      explored = known
    case .explicit(let found): explored = found
    }
    if case .alwaysWithin = property.claim {
      return try withinVerdict(property, in: explored, observers: observers)
    }
    var verdict = PropertyVerdict(property: property, status: .holds, trace: nil)
    let finding = finding(of: property, in: explored)
    switch finding {
    case .state(let index):
      verdict.status = .fails
      verdict.trace = try trace(explored, to: index, showing: observers)
    case .nowhere:
      verdict.status = .fails
      verdict.trace = Trace(steps: [])
    case .nothing:
      if let premise = property.premise, explored.states(where: premise).isEmpty {
        verdict.status = .vacuous
      }
    }
    let isComplete = explored.exploration.completeness == .complete
    if !isComplete, !isSettled(finding, of: property) || verdict.status == .vacuous {
      verdict.status = .undetermined
      verdict.trace = nil
    }
    return verdict
  }

  private func configurationVerdict(
    _ property: Property, _ predicate: Expression, parameters: [Int: Int]
  ) -> PropertyVerdict {
    let evaluator = ConcreteEvaluator(
      model.slots.indices.map { parameters[$0] ?? model.slots[$0].initial })
    var status = PropertyVerdict.Status.holds
    if !evaluator.holds(predicate) {
      status = .fails
    } else if let premise = property.premise, !evaluator.holds(premise) {
      status = .vacuous
    }
    return PropertyVerdict(
      property: property, status: status, trace: status == .fails ? Trace(steps: []) : nil)
  }
}
