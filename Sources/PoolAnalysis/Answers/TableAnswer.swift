import Findings
import SignIn
import StateSpace
import TransitionTables

/// What the exploration of a pool answers to a ``TableQuestion``.
package struct TableAnswer: Sendable {
  /// Yes, no, or what a limit left unknown.
  package enum Verdict: String, Sendable {
    case yes, no, undetermined
  }

  /// What kind of question it is.
  package enum Kind: Sendable {
    /// Is there a state with …?
    case exists
    /// Is it so in every state?
    case always
    /// Can it be reached from each state of a kind?
    case wayOn
    /// Any other claim.
    case other
  }

  package let kind: Kind
  package let verdict: Verdict
  /// Where the documents leave settings open: with which ones it is so; empty for with all.
  package let condition: String
  /// The shortest way to the state that was asked for, or to one that contradicts.
  package private(set) var trace: [TraceStepReport]
  /// Of a way on that exists, how many steps of ``trace`` lead to where it begins.
  package private(set) var firstSteps: Int?
  /// Everything that was looked at; nil where nothing was counted.
  package private(set) var all: Extent?
  /// Where it holds, or, of a way on, the states that it is asked of; nil where nothing was
  /// counted.
  package private(set) var holds: Extent?
  /// Where the claim fails, of ``Kind/always`` and ``Kind/wayOn``.
  package private(set) var fails: Extent?
  /// Why what was asked for, or what would contradict, never holds.
  package private(set) var unmet = UnmetParts()
  /// Where settings are open, the number of legal configurations.
  package private(set) var configurations: Double?
  /// The states that were looked at before a limit ended that; nil where none did.
  package private(set) var seenBeforeLimit: Int?

  /// Explores a pool.
  ///
  /// - Parameters:
  ///   - model: the table, with the question among its properties.
  ///   - pool: the pool.
  /// - Throws: what makes an exploration impossible.
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
      // A configuration in which somebody is where it begins.
      var begins = asked
      begins.claim = .always(.not(from))
      let example = try families.checked(family, properties: [begins])?.verdicts[0].example
      explored = try example.flatMap { example throws(CommandFailure) in
        try single.answer(for: family.closed.merging(example) { $1 }).explored
      }
    }
    try showWay(asked.claim, in: explored, single)
  }

  /// The claim that is judged instead: what refutes that something never holds is the way to where
  /// it does.
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

  /// What all configurations of a family reach; nil where a limit came first.
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

  /// Shows the shortest way on from where it is asked for.
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
  /// The verdict on the only property, and what was explored.
  fileprivate func answer(
    for parameters: [Int: Int]
  ) throws(CommandFailure) -> (report: PropertyReport, explored: Explored?) {
    var checker = request.propertyChecker(model, stopping: environment.limits)
    checker.progress = environment.listing(poolName)
    checker.symbolicProgress = environment.growing(poolName)
    let (found, explored) = try guarded {
      () throws(PropertyChecker.Failure) -> (PropertyVerdict?, Explored?) in
      let verdict = try checker.check(properties, parameters: parameters).first
      // A claim about settings looks at no state.
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
