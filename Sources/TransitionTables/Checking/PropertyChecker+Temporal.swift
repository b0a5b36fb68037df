import StateSpace

extension PropertyChecker {
  /// Checks a claim about runs, state by state, or symbolically where that engine runs and can
  /// decide.
  ///
  /// An incomplete exploration decides nothing about infinite runs, so the verdict is then
  /// undetermined. The counterexample is a trace; where the failure is that a run never reaches
  /// something, it ends in a loop.
  mutating func temporalVerdict(
    _ property: Property, _ claim: TemporalClaim, parameters: [Int: Int], observers: Set<Int>
  ) throws(Failure) -> PropertyVerdict {
    if backend != .explicit,
      case .symbolic(let table) = try explored(parameters: parameters, observers: observers),
      let verdict = try verdict(property, claim, in: table)
    {
      return verdict
    }
    let explored = try explore(parameters: parameters, observers: observers)
    var verdict = PropertyVerdict(property: property, status: .holds, trace: nil)
    guard explored.exploration.completeness == .complete, let whole = explored.exploration.graph
    else {
      verdict.status = .undetermined
      return verdict
    }
    let checker = TemporalChecker(claim, in: explored, whole)
    let bad = checker.states(satisfying: claim.formula).complement
    let judged = claim.isEverywhere ? bad : bad.intersection(whole.initialStates)
    if let state = judged.first {
      verdict.status = .fails
      guard wantsTraces else { return verdict }
      verdict.trace = try trace(
        try trace(explored, to: state),
        then: checker.counterexample(to: claim.formula, from: state), in: explored)
    } else if let premise = property.premise, explored.states(where: premise).isEmpty {
      verdict.status = .vacuous
    }
    return verdict
  }

  /// Returns the verdict of the symbolic engine; nil where it cannot decide.
  private func verdict(
    _ property: Property, _ claim: TemporalClaim, in table: SymbolicTable
  ) throws(Failure) -> PropertyVerdict? {
    var verdict = PropertyVerdict(property: property, status: .holds, trace: nil)
    guard table.completeness == .complete else {
      verdict.status = .undetermined
      return verdict
    }
    let judge = SymbolicJudge(table: table)
    let finding: SymbolicJudge.TemporalFinding?
    do {
      finding = try judge.finding(of: claim, withWay: wantsTraces)
    } catch { throw .disagreement(error) }
    guard let finding else { return nil }
    if finding.fails {
      verdict.status = .fails
      verdict.trace = try finding.way.map { way throws(Failure) in
        try run(after: way, breaking: finding.formula, of: claim, in: table.compiled)
      }
    } else if let premise = property.premise, !judge.isMet(premise, within: false) {
      verdict.status = .vacuous
    }
    if table.completeness != .complete { (verdict.status, verdict.trace) = (.undetermined, nil) }
    return verdict
  }

  /// The most states after the end of a trace that are searched for its continuation.
  private static let statesOfRun = 100_000

  /// Returns a trace continued by a run that breaks a formula, if such a run lies within few
  /// states.
  private func run(
    after way: Trace, breaking formula: TemporalFormula, of claim: TemporalClaim,
    in compiled: CompiledModel
  ) throws(Failure) -> Trace {
    let first = Interpreter(model: model).initial(parameters: compiled.parameters)
    let state = way.steps.last?.after ?? first
    let isTaken = compiled.labels.map { label in
      label.action == nil || claim.along.isEmpty
        || claim.along.contains { position in
          let kind = model.stepClasses[position]
          return model.belongs(label.action, inputs: label.inputs, answer: nil, to: kind)
        }
    }
    let start = compiled.starting(from: [state]) { isTaken[$0] }
    let found: TableExploration
    do {
      found = try TableExploration(start, maximumStates: Self.statesOfRun)
    } catch { throw .system(error) }
    guard found.exploration.completeness == .complete, let graph = found.exploration.graph else {
      return way
    }
    let checker = TemporalChecker(claim, in: found, graph)
    return try trace(way, then: checker.counterexample(to: formula, from: 0), in: found)
  }

  /// Returns a trace to a state and the run from there, rebuilt by the interpreter.
  func trace(
    _ way: Trace, then run: TemporalChecker.Counterexample, in explored: TableExploration
  ) throws(Failure) -> Trace {
    var trace = way
    do throws(TableExploration.Disagreement) {
      trace.steps += try steps(along: run.path, in: explored)
      guard let cycle = run.cycle else { return trace }
      trace.loopStart = trace.steps.count
      trace.steps += try steps(along: cycle, in: explored)
    } catch { throw .disagreement(error) }
    return trace
  }

  private func steps(
    along path: GraphPath, in explored: TableExploration
  ) throws(TableExploration.Disagreement) -> [Trace.Step] {
    try explored.trace(through: path.states, rules: path.labels.map { $0.firstRule }).steps
  }
}

extension TemporalChecker {
  /// A checker for a claim over all states and steps of an exploration.
  init(_ claim: TemporalClaim, in explored: TableExploration, _ whole: StateGraph) {
    let kinds = TemporalSteps(explored: explored, graph: whole)
    self.init(
      graph: claim.along.isEmpty ? whole : whole.restricted { kinds.passes($0, any: claim.along) },
      atoms: claim.atoms.map(explored.states(where:)),
      fairness: claim.strong.map { kinds.fairness($0, .strong) }
        + claim.weak.map { kinds.fairness($0, .weak) })
  }
}

/// The classes of an exploration's steps, computed once for each label.
private struct TemporalSteps: Sendable {
  private let classes: [StepClass]
  /// The classes that each label belongs to.
  private let members: [EdgeLabel: Set<Int>]

  init(explored: TableExploration, graph: StateGraph) {
    let model = explored.model
    classes = model.stepClasses
    let kinds = classes
    members = Dictionary(
      graph.labels.map { label in
        let own = explored.compiled.label(ofRule: label.firstRule)
        let answer = explored.answer(observation: label.observation)
        let found = kinds.indices.filter { model.belongs(own, answer: answer, to: kinds[$0]) }
        return (label, Set(found))
      }, uniquingKeysWith: { first, _ in first })
  }

  func passes(_ label: EdgeLabel, any wanted: [Int]) -> Bool {
    let own = members[label] ?? []
    return wanted.contains(where: own.contains)
  }

  func fairness(_ position: Int, _ strength: Fairness.Strength) -> Fairness {
    Fairness(classes[position].name, strength) { passes($0, any: [position]) }
  }
}
