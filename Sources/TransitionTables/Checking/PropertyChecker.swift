import Dispatch
public import StateSpace
import Synchronization

/// Checks properties over the explored states of a model under one configuration.
///
/// Properties that read the same observers share one exploration; those that read none use the
/// plain one. `never:` constraints are judged in every exploration, urgent states included.
public struct PropertyChecker {
  /// A table that contradicts itself while it runs: a state without a row, or an impossible state.
  public struct TableFault: Error, Sendable {
    /// What went wrong, with the rows that led there.
    public var message: String
    /// The shortest way to where it goes wrong.
    public var trace: Trace
  }

  /// What can end a check early.
  public enum Failure: Error, Sendable {
    case table(TableFault)
    case system(TransitionSystemError)
    case disagreement(TableExploration.Disagreement)
  }

  /// The table whose properties are judged.
  public let model: Model
  /// The most resting states of one exploration; what goes on beyond them is not judged.
  public var maximumStates = 1 << 31
  /// The memory in bytes for explorations that run at a time; `nil` for any.
  public var maximumBytes: Int?
  /// How many explorations may run side by side; no result depends on it.
  public var threads = Int.max
  /// Called now and then, from any thread; returning false stops.
  public var progress: @Sendable (ExplorationProgress) -> Bool = { _ in true }
  /// Counts of all explorations so far.
  public private(set) var statistics = ExplorationStatistics()
  private var explorations: [Set<Int>: TableExploration] = [:]
  /// The configuration that ``explorations`` belong to.
  private var explored: [Int: Int] = [:]

  /// A checker that has explored nothing.
  public init(model: Model) { self.model = model }

  /// Explores with the given observers, once; judges `never:` and faults on the way.
  public mutating func explore(
    parameters: [Int: Int], observers: Set<Int> = [], within: [(String, Expression)] = []
  ) throws(Failure) -> TableExploration {
    turn(to: parameters)
    if within.isEmpty, let known = explorations[observers] { return known }
    let invariants =
      model.never.map { (name: "never.\($0.id)", bad: $0.states, within: true) }
      + within.map { (name: $0.0, bad: $0.1, within: true) }
    let compiled = model.compiled(
      parameters: parameters, observers: observers, invariants: invariants)
    let explored: TableExploration
    do {
      explored = try TableExploration(
        compiled,
        options: ExplorationOptions(maximumStates: maximumStates, maximumBytes: maximumBytes),
        progress: progress)
    } catch {
      throw .system(error)
    }
    statistics.include(explored.exploration)
    if let fault = try fault(in: explored) { throw .table(fault) }
    explorations[observers] = explored
    return explored
  }

  /// Forgets explorations, to free their memory; another configuration does so by itself.
  public mutating func forget() { explorations = [:] }

  private mutating func turn(to parameters: [Int: Int]) {
    guard parameters != explored else { return }
    forget()
    explored = parameters
  }

  private func fault(in explored: TableExploration) throws(Failure) -> TableFault? {
    if let fault = explored.exploration.faults.first {
      let what = fault.step.kind == .stuck ? "no row goes on" : "rows chase each other"
      let rows = fault.step.rules.map { model.rows[explored.compiled.label(ofRule: $0).row].fullID }
      let end = explored.compiled.valuation(of: fault.step.state)
      return TableFault(
        message: "\(what) after \(rows.joined(separator: " → ")) in \(describeTransit(end))",
        trace: try trace(explored, to: fault.source))
    }
    for (position, constraint) in model.never.enumerated() {
      guard let violation = explored.exploration.violations[position] else { continue }
      let rows = violation.rules.map { model.rows[explored.compiled.label(ofRule: $0).row].fullID }
      return TableFault(
        message: "the impossible state `\(constraint.id)` is reached"
          + (rows.isEmpty ? "" : " by \(rows.joined(separator: " → "))"),
        trace: try trace(explored, to: violation.index))
    }
    return nil
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

  private func trace(_ explored: TableExploration, to index: Int) throws(Failure) -> Trace {
    do { return try explored.trace(to: index) } catch { throw .disagreement(error) }
  }

  /// Checks all given properties; the explorations that they need run side by side.
  public mutating func check(
    _ properties: [Property], parameters: [Int: Int]
  ) throws(Failure) -> [PropertyVerdict] {
    try exploreTogether(properties, parameters: parameters)
    var verdicts: [PropertyVerdict] = []
    for property in properties {
      verdicts.append(try check(property, parameters: parameters))
    }
    return verdicts
  }

  /// Runs the explorations that properties with different observers need, one a core.
  private mutating func exploreTogether(
    _ properties: [Property], parameters: [Int: Int]
  ) throws(Failure) {
    turn(to: parameters)
    var wanted: [Set<Int>] = []
    for property in properties {
      switch property.claim {
      case .configuration, .alwaysWithin: continue
      default: break
      }
      let observers = model.observers(readBy: property.expressions)
      if explorations[observers] == nil, !wanted.contains(observers) { wanted.append(observers) }
    }
    guard wanted.count > 1, threads > 1 else { return }
    let found = Mutex([Int: TableExploration]())
    let (jobs, model, limit, progress) = (wanted, model, maximumStates, progress)
    let bytes = maximumBytes.map { $0 / jobs.count }
    DispatchQueue.concurrentPerform(iterations: jobs.count) { position in
      var worker = PropertyChecker(model: model)
      worker.maximumStates = limit
      worker.maximumBytes = bytes
      worker.progress = progress
      // A failure shows again, and is reported, when the property is checked in its turn.
      guard
        let explored = try? worker.explore(parameters: parameters, observers: jobs[position])
      else { return }
      found.withLock { $0[position] = explored }
    }
    for position in jobs.indices {
      guard let explored = found.withLock({ $0[position] }) else { continue }
      explorations[jobs[position]] = explored
      statistics.include(explored.exploration)
    }
  }

  private mutating func check(
    _ property: Property, parameters: [Int: Int]
  ) throws(Failure) -> PropertyVerdict {
    if case .configuration(let predicate) = property.claim {
      return configurationVerdict(property, predicate, parameters: parameters)
    }
    let observers = model.observers(readBy: property.expressions)
    if case .alwaysWithin(let expression) = property.claim {
      return try withinVerdict(
        property, expression, parameters: parameters, observers: observers)
    }
    let explored = try explore(parameters: parameters, observers: observers)
    var verdict = PropertyVerdict(
      property: property, status: .holds, trace: nil, statesJudged: explored.exploration.stateCount)
    let finding = finding(of: property, in: explored)
    switch finding {
    case .state(let index):
      verdict.status = .fails
      verdict.trace = try trace(explored, to: index)
    case .nowhere:
      verdict.status = .fails
      verdict.trace = Trace(steps: [])
    case .nothing:
      if let premise = property.premise, explored.states(where: premise).isEmpty {
        verdict.status = .vacuous
      }
    }
    let isComplete = explored.exploration.completeness == .complete
    if !isComplete, !isSettled(finding, of: property) {
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
      property: property, status: status, trace: status == .fails ? Trace(steps: []) : nil,
      statesJudged: 0)
  }

  private mutating func withinVerdict(
    _ property: Property, _ expression: Expression, parameters: [Int: Int], observers: Set<Int>
  ) throws(Failure) -> PropertyVerdict {
    // The premise is judged in urgent states too, so it is watched for like a claim.
    let explored = try explore(
      parameters: parameters, observers: observers,
      within: [
        (property.fullID, .not(expression)), ("premise", property.premise ?? .no),
      ])
    var verdict = PropertyVerdict(
      property: property, status: .holds, trace: nil, statesJudged: explored.exploration.stateCount)
    let watched = explored.exploration.violations.suffix(2)
    if let violation = watched.first, let violation {
      verdict.status = .fails
      var trace = try trace(explored, to: violation.index)
      if let rule = violation.rules.first {
        let interpreter = Interpreter(model: model, observers: observers)
        do {
          trace.steps.append(
            try explored.step(
              explored.compiled.label(ofRule: rule),
              from: explored.valuation(violation.index), interpreter))
        } catch { throw .disagreement(error) }
      }
      verdict.trace = trace
    } else if explored.exploration.completeness != .complete {
      verdict.status = .undetermined
    } else if property.premise != nil, let met = watched.last, met == nil {
      verdict.status = .vacuous
    }
    return verdict
  }
}
