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

  package let verdict: Verdict
  /// Where the documents leave settings open: with which ones it is so; empty for with all.
  package let condition: String
  /// The shortest way to the state that was asked for, or to one that contradicts.
  package let trace: [TraceStepReport]
  /// The states and the users' records in which it holds; nil where nothing was counted.
  package let count: Count?

  /// How often something holds.
  package struct Count: Sendable {
    package var states: Double
    package var allStates: Int
    package var records: Double
    /// Where settings are open: the legal configurations in which it ever holds, and all of them.
    package var configurations: (holding: Double, all: Double)?
  }

  /// Explores a pool.
  ///
  /// - Parameters:
  ///   - model: the table, with the question among its properties.
  ///   - pool: the pool.
  /// - Throws: what makes an exploration impossible.
  package init(
    _ model: Model, on pool: LoadedPool, request: ExplorationRequest, environment: ToolEnvironment
  ) throws(CommandFailure) {
    let asked = model.properties.filter { $0.id == TableQuestion.id }
    var property = asked[0]
    var sought: Expression?
    if case .sometimes(let expression) = property.claim {
      // What refutes that it never holds is the way to where it does.
      (property.claim, sought) = (.always(.not(expression)), expression)
    } else if case .always(let expression) = property.claim {
      sought = expression
    }
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    try LegalityGate(model: model, pool: pool, family: family).pass(mostMembers: .max)
    let report: PropertyReport
    let ordinary = OrdinaryCounterexamples(
      model: model, request: request, environment: environment,
      compiler: environment.limits.compiler(of: model), mustFailAlways: false)
    let together = try FamilyExplorer(
      model: model, request: request, environment: environment, pool: pool
    ).verdicts(of: family, properties: [property], ordinary: ordinary)
    if let together {
      report = together.reports[0]
      count = try sought.flatMap { sought throws(CommandFailure) in
        report.verdict == .undetermined
          ? nil : try Count(where: sought, in: family, request, environment, pool.name)
      }
    } else {
      let single = try GroupExplorer(
        model: model, properties: [property], request: request, environment: environment,
        poolName: pool.name
      ).answer(for: family.members.first ?? pool.closed, counting: sought)
      (report, count) = single
    }
    let isExistence = if case .sometimes = asked[0].claim { true } else { false }
    verdict =
      switch report.verdict {
      case .undetermined: .undetermined
      case .fails: isExistence ? .yes : .no
      case .holds, .vacuous: isExistence ? .no : .yes
      }
    condition = report.condition ?? ""
    trace = report.trace ?? []
  }
}

extension TableAnswer.Count {
  /// How often an expression holds over all configurations of a family; nil where it reads what
  /// only properties read, or where a limit came first.
  fileprivate init?(
    where sought: Expression, in family: ConfigurationFamily, _ request: ExplorationRequest,
    _ environment: ToolEnvironment, _ name: String
  ) throws(CommandFailure) {
    guard family.model.observers(readBy: [sought]).isEmpty else { return nil }
    let limits = environment.limits
    let states = SymbolicFamily(
      model: family.model, closed: family.closed, open: family.open,
      bytes: request.maximumBytes ?? 1_500_000_000, shouldStop: { limits.shouldStop },
      progress: { state in
        environment.progress("\(name): counting, round \(state.round)")
        return !limits.shouldStop
      })
    let found = states.count(where: sought)
    guard states.completeness == .complete, let own = found.states, let records = found.records,
      let all = states.distinctStateCount
    else { return nil }
    self.init(
      states: Double(own), allStates: Int(clamping: all), records: Double(records),
      configurations: (found.configurations, family.legalCount))
  }
}

extension GroupExplorer {
  /// The verdict on the only property, and how often an expression holds.
  fileprivate func answer(
    for parameters: [Int: Int], counting sought: Expression?
  ) throws(CommandFailure) -> (PropertyReport, TableAnswer.Count?) {
    var checker = request.propertyChecker(model, stopping: environment.limits)
    checker.progress = environment.listing(poolName)
    checker.symbolicProgress = environment.growing(poolName)
    let (found, count) = try guarded {
      () throws(PropertyChecker.Failure) -> (PropertyVerdict?, TableAnswer.Count?) in
      let verdict = try checker.check(properties, parameters: parameters).first
      let explored = try checker.explored(parameters: parameters, observers: [])
      return (verdict, explored.isComplete ? sought.map { explored.count(where: $0) } : nil)
    }
    var report = PropertyReport(
      id: TableQuestion.id, severity: .error,
      verdict: found.flatMap { PropertyReport.Verdict(rawValue: $0.status.rawValue) }
        ?? .undetermined)
    report.trace = found?.trace.map { TraceWording(model: model).steps($0) }
    return (report, count)
  }
}

extension Explored {
  /// How many states, and records of users in them, an expression holds in.
  fileprivate func count(where expression: Expression) -> TableAnswer.Count {
    let model = table.model
    // States differ in more where observers were composed in.
    let lasting = model.slots.indices.filter { slot in
      model.slots[slot].isState && !model.slots[slot].isTransient
        && model.slots[slot].kind != .observer
    }
    let record = lasting.filter { model.slots[$0].kind == .variable(component: nil) }
    let (states, records) =
      switch self {
      case .explicit(let listed): listed.count(where: expression, lasting, record)
      case .symbolic(let sets):
        (sets.count(where: expression, over: lasting), sets.count(where: expression, over: record))
      }
    return .init(states: states, allStates: statistics.states, records: records)
  }
}

extension TableExploration {
  fileprivate func count(
    where expression: Expression, _ lasting: [Int], _ record: [Int]
  ) -> (states: Double, records: Double) {
    var (states, records): (Set<[Int]>, Set<[Int]>) = ([], [])
    for number in 0..<exploration.stateCount {
      let valuation = valuation(number)
      guard ConcreteEvaluator(valuation).holds(expression) else { continue }
      states.insert(lasting.map { valuation[$0] })
      records.insert(record.map { valuation[$0] })
    }
    return (Double(states.count), Double(records.count))
  }
}

extension SymbolicTable {
  fileprivate func count(where expression: Expression, over slots: [Int]) -> Double {
    let space = SymbolicSpace(model: model, slots: ordered(slots))
    return space.diagrams.count(
      valuations(in: states(where: expression), over: space),
      among: slots.flatMap { space.bits[$0] ?? [] })
  }
}
