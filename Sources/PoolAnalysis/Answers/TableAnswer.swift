import Findings
import SignIn
import StateSpace
import TransitionTables

/// The answer of a pool's exploration to a ``TableQuestion``.
package struct TableAnswer: Sendable {
  /// Yes, no, or undetermined because of a limit.
  package enum Verdict: String, Sendable {
    case yes, no, undetermined
  }

  /// The kind of a question.
  package enum Kind: Sendable {
    /// Is there a reachable state in which an expression holds?
    case exists
    /// Does an expression hold in every reachable state?
    case always
    /// Can a state be reached from every state of a kind?
    case wayOn
    /// Any other claim.
    case other
  }

  package let kind: Kind
  package let verdict: Verdict
  /// The settings with which the answer holds, where documents leave settings open; empty for all.
  package let condition: String
  /// The shortest way to the state asked for, or to one that contradicts the claim.
  package private(set) var trace: [TraceStepReport]
  /// For ``Kind/wayOn`` where the way exists: the number of steps of ``trace`` that lead to its
  /// start.
  package private(set) var firstSteps: Int?
  /// The extent of all examined states; nil where nothing was counted.
  package private(set) var all: Extent?
  /// The extent where the claim holds or, for ``Kind/wayOn``, of the states that it starts from;
  /// nil where nothing was counted.
  package private(set) var holds: Extent?
  /// The extent where the claim fails, for ``Kind/always`` and ``Kind/wayOn``.
  package private(set) var fails: Extent?
  /// The reasons why the state asked for, or a contradiction, is never reached.
  package private(set) var unmet = UnmetParts()
  /// The number of legal configurations, where settings are open.
  package private(set) var configurations: Double?
  /// The number of states examined before a limit ended the search; nil where none did.
  package private(set) var seenBeforeLimit: Int?

  /// Explores a pool to answer the question.
  ///
  /// - Parameters:
  ///   - model: the table, with the question among its properties.
  ///   - pool: the pool.
  /// - Throws: the failure that makes the exploration impossible.
  package init(
    _ model: Model, on pool: LoadedPool, request: ExplorationRequest, environment: ToolEnvironment
  ) throws(CommandFailure) {
    let asked = model.properties.filter { $0.id == TableQuestion.id }[0]
    var property = asked
    (kind, property.claim) = Self.judged(asked.claim)
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    try LegalityGate(model: model, pool: pool, family: family).pass(mostMembers: .max)
    let ordinary = OrdinaryCounterexamples(
      model: model, request: request, environment: environment,
      compiler: environment.limits.compiler(of: model), mustFailAlways: false)
    let families = FamilyExplorer(
      model: model, request: request, environment: environment, pool: pool)
    let together = try families.verdicts(of: family, properties: [property], ordinary: ordinary)
    let single = GroupExplorer(
      model: model, properties: [property], request: request, environment: environment,
      poolName: pool.name)
    let report: PropertyReport
    var explored: Explored?
    if let together {
      report = together.reports[0]
    } else {
      (report, explored) = try single.answer(for: family.members.first ?? pool.closed)
    }
    verdict = Self.verdict(of: report.verdict, kind)
    condition = report.condition ?? ""
    trace = report.trace ?? []
    guard verdict != .undetermined else {
      seenBeforeLimit = explored?.statistics.states
      return
    }
    if let explored {
      let reached = ReachedByPool(explored: explored)
      guard explored.isComplete else {
        seenBeforeLimit = explored.statistics.states
        return
      }
      count(asked.claim, in: reached, settings: family.closed)
      if case .staysReachable(let from, let goal, let allowed) = asked.claim {
        let expressions = asked.expressions
        guard explored.separates(expressions) else { return }
        let stuck = explored.found(where: from, neverReaching: goal, by: allowed)
        fails = reached.extent(of: stuck)
      }
    } else if kind != .other {
      configurations = family.legalCount
      guard
        let states = Self.reached(by: family, request, environment, pool.name)
      else { return }
      count(asked.claim, in: ReachedByFamily(family: states), settings: family.closed)
    }
    guard kind == .wayOn, verdict == .yes else { return }
    if explored == nil, case .staysReachable(let from, _, _) = asked.claim {
      // Find a configuration that reaches a state where the way begins.
      var begins = asked
      begins.claim = .always(.not(from))
      let example = try families.checked(family, properties: [begins])?.verdicts[0].example
      explored = try example.flatMap { example throws(CommandFailure) in
        try single.answer(for: family.closed.merging(example) { $1 }).explored
      }
    }
    try showWay(asked.claim, in: explored, single)
  }

  /// The kind of a claim, with the claim that is judged: an existence is judged as the property
  /// that it never holds, whose counterexample is the witness.
  private static func judged(_ claim: Property.Claim) -> (Kind, Property.Claim) {
    switch claim {
    case .sometimes(let expression): (.exists, .always(.not(expression)))
    case .always: (.always, claim)
    case .staysReachable: (.wayOn, claim)
    default: (.other, claim)
    }
  }

  private static func verdict(of verdict: PropertyReport.Verdict, _ kind: Kind) -> Verdict {
    switch verdict {
    case .undetermined: .undetermined
    case .fails: kind == .exists ? .yes : .no
    case .holds, .vacuous: kind == .exists ? .no : .yes
    }
  }

  // MARK: Counting

  private mutating func count(
    _ claim: Property.Claim, in reached: some ReachedStates, settings: [Int: Int]
  ) {
    all = reached.extent(where: .yes)
    switch claim {
    case .sometimes(let expression):
      holds = reached.extent(where: expression)
      if verdict == .no { unmet = UnmetParts(expression, in: reached, settings: settings) }
    case .always(let expression):
      holds = reached.extent(where: expression)
      fails = reached.extent(where: .not(expression))
      if verdict == .yes {
        unmet = UnmetParts(.not(expression), in: reached, settings: settings)
      }
    case .staysReachable(let from, _, _):
      holds = reached.extent(where: from)
      if holds?.states == 0 { unmet = UnmetParts(from, in: reached, settings: settings) }
    default: break
    }
  }

  /// The reachable states of all configurations of a family; nil where a limit ended the
  /// exploration.
  private static func reached(
    by family: ConfigurationFamily, _ request: ExplorationRequest, _ environment: ToolEnvironment,
    _ name: String
  ) -> SymbolicFamily? {
    let limits = environment.limits
    let states = SymbolicFamily(
      model: family.model, closed: family.closed, open: family.open,
      bytes: request.maximumBytes ?? 1_500_000_000, shouldStop: { limits.shouldStop },
      progress: { state in
        environment.progress("\(name): counting, round \(state.round)")
        return !limits.shouldStop
      })
    return states.completeness == .complete ? states : nil
  }

  /// Stores the shortest way to a state that fulfils `from` and on to the goal.
  private mutating func showWay(
    _ claim: Property.Claim, in explored: Explored?, _ explorer: GroupExplorer
  ) throws(CommandFailure) {
    guard let explored, explored.isComplete,
      case .staysReachable(let from, let goal, let allowed) = claim,
      explored.separates([from, goal])
    else { return }
    let way = try explorer.guarded { () throws(PropertyChecker.Failure) in
      do throws(TableExploration.Disagreement) {
        return try explored.way(through: from, to: goal, by: allowed)
      } catch { throw .disagreement(error) }
    }
    guard let way else { return }
    trace = TraceWording(model: explored.table.model).steps(way.trace)
    firstSteps = way.first
  }
}

extension GroupExplorer {
  /// The verdict on the only property, with the exploration.
  fileprivate func answer(
    for parameters: [Int: Int]
  ) throws(CommandFailure) -> (report: PropertyReport, explored: Explored?) {
    var checker = request.propertyChecker(model, stopping: environment.limits)
    checker.progress = environment.listing(poolName)
    checker.symbolicProgress = environment.growing(poolName)
    let (found, explored) = try guarded {
      () throws(PropertyChecker.Failure) -> (PropertyVerdict?, Explored?) in
      let verdict = try checker.check(properties, parameters: parameters).first
      // A claim about settings examines no states.
      if case .configuration = properties[0].claim { return (verdict, nil) }
      let observers = model.observers(readBy: properties[0].expressions)
      return (verdict, try checker.explored(parameters: parameters, observers: observers))
    }
    var report = PropertyReport(
      id: TableQuestion.id, severity: .error,
      verdict: found.flatMap { PropertyReport.Verdict(rawValue: $0.status.rawValue) }
        ?? .undetermined)
    report.trace = found?.trace.map { TraceWording(model: model).steps($0) }
    return (report, explored)
  }
}
