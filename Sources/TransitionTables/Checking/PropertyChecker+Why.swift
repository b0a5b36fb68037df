import StateSpace

extension PropertyChecker {
  /// Returns the parts of a claim that are false at the end of its counterexample, and since which
  /// step.
  ///
  /// Parts about reachability and about runs are checked over all states, one by one, independently
  /// of ``PropertyChecker/backend``; where that reaches a limit the step is left out.
  ///
  /// - Parameters:
  ///   - property: the property that fails.
  ///   - trace: a counterexample to the property under these parameters.
  ///   - parameters: the configuration, a value index for each parameter.
  public mutating func failedParts(
    of property: Property, at trace: Trace, parameters: [Int: Int]
  ) throws(Failure) -> [FailedPart] {
    let blame = ClaimBlame(model: model, rests: rests(of: trace, property, parameters))
    switch property.claim {
    case .configuration(let claim), .always(let claim), .alwaysWithin(let claim):
      return blame.parts(of: claim)
    case .sometimes, .noDeadEnd:
      return [FailedPart(text: property.claimText, since: nil, values: [])]
    case .staysReachable(_, let goal, let allowed):
      let explored = try explore(
        parameters: parameters, observers: model.observers(readBy: property.expressions))
      return [way(to: goal, allowed, in: explored, blame)]
    case .temporal(let claim):
      let explored = try explore(
        parameters: parameters, observers: model.observers(readBy: property.expressions))
      return RunBlame(claim, explored, blame)?.parts
        ?? [FailedPart(text: property.claimText, since: nil, values: [])]
    }
  }

  /// The valuations at rest along a trace. For a claim about states within steps, the last
  /// valuation is the first that breaks it.
  private func rests(
    of trace: Trace, _ property: Property, _ parameters: [Int: Int]
  ) -> [[Int]] {
    let start = trace.steps.first?.before
    let initial = start ?? Interpreter(model: model).initial(parameters: parameters)
    var rests = [initial] + trace.steps.map(\.after)
    if case .alwaysWithin(let claim) = property.claim,
      let broken = trace.steps.last?.firings.first(where: {
        !ConcreteEvaluator($0.valuation).holds(claim)
      })
    {
      rests[rests.count - 1] = broken.valuation
    }
    return rests
  }

  private func way(
    to goal: Expression, _ allowed: Property.StepFilter, in explored: TableExploration,
    _ blame: ClaimBlame
  ) -> FailedPart {
    var text = "reachable \(model.text(of: goal))"
    if !allowed.without.isEmpty { text += " without \(allowed.without.joined(separator: ", "))" }
    if let within = allowed.within { text += " within \(within.joined(separator: ", "))" }
    let isComplete = explored.exploration.completeness == .complete
    guard isComplete, let good = explored.states(reaching: goal, allowed) else {
      return FailedPart(text: text, since: nil, values: [])
    }
    let isOpen = blame.rests.map { explored.number(of: $0).map(good.contains) ?? false }
    return FailedPart(text: text, since: blame.since { isOpen[$0] }, values: [])
  }
}

extension TableExploration {
  /// Returns the number of a valuation at rest, or nil where it was not found.
  func number(of valuation: [Int]) -> Int? {
    exploration.index(of: Array(compiled.pack(valuation).prefix(compiled.layout.restingWordCount)))
  }

  /// Returns the states that can reach a goal by steps that a filter allows; nil without edges.
  func states(reaching goal: Expression, _ allowed: Property.StepFilter) -> BitSet? {
    exploration.graph?.backwardReachable(from: states(where: goal)) { label in
      guard let action = compiled.label(ofRule: label.firstRule).action else { return true }
      return allowed.allows(model.actions[action])
    }
  }
}

/// Splits a claim about runs over the states of a counterexample.
private struct RunBlame {
  private let claim: TemporalClaim
  private let model: Model
  private let checker: TemporalChecker
  /// The states along the run.
  private let states: [Int]
  private let rests: [[Int]]

  init?(_ claim: TemporalClaim, _ explored: TableExploration, _ blame: ClaimBlame) {
    guard explored.exploration.completeness == .complete, let graph = explored.exploration.graph
    else { return nil }
    self.claim = claim
    model = explored.model
    checker = TemporalChecker(claim, in: explored, graph)
    rests = blame.rests
    states = rests.compactMap(explored.number(of:))
    guard states.count == rests.count else { return nil }
  }

  /// The parts that are false at the last state in which the formula is false.
  var parts: [FailedPart] {
    var formula = claim.formula
    while case .allGlobally(let inner) = formula { formula = inner }
    let good = checker.states(satisfying: formula)
    guard let end = states.indices.last(where: { !good.contains(states[$0]) }) else { return [] }
    return parts(of: formula, wanted: true, at: end)
  }

  private func parts(
    of formula: TemporalFormula, wanted: Bool, at end: Int
  ) -> [FailedPart] {
    switch formula {
    case .atom(let number):
      return ClaimBlame(model: model, rests: Array(rests[...end]))
        .parts(of: claim.atoms[number], wanted: wanted)
    case .not(let inner): return parts(of: inner, wanted: !wanted, at: end)
    case .and(let a, let b), .or(let a, let b):
      // The sides without the wanted value, premises excepted.
      let bad = [a, b].filter { holds($0, at: end) != wanted }
      let claims = bad.filter { if case .not = $0 { false } else { true } }
      return (claims.isEmpty ? bad : claims).flatMap { parts(of: $0, wanted: wanted, at: end) }
    default:
      let good = checker.states(satisfying: formula)
      let last = states[...end].indices.last { good.contains(states[$0]) == wanted }
      let text = self.text(of: formula)
      return [
        FailedPart(text: wanted ? text : "not \(text)", since: (last ?? -1) + 1, values: [])
      ]
    }
  }

  private func holds(_ formula: TemporalFormula, at end: Int) -> Bool {
    checker.states(satisfying: formula).contains(states[end])
  }

  private func text(of formula: TemporalFormula) -> String {
    switch formula {
    case .atom(let number): model.text(of: claim.atoms[number])
    case .not(let a): "not (\(text(of: a)))"
    case .and(let a, let b): "(\(text(of: a))) and (\(text(of: b)))"
    case .or(.not(let a), let b): "(\(text(of: a))) implies (\(text(of: b)))"
    case .or(let a, let b): "(\(text(of: a))) or (\(text(of: b)))"
    case .existsNext(let a): "EX(\(text(of: a)))"
    case .allNext(let a): "AX(\(text(of: a)))"
    case .existsFinally(let a): "EF(\(text(of: a)))"
    case .allFinally(let a): "AF(\(text(of: a)))"
    case .existsGlobally(let a): "EG(\(text(of: a)))"
    case .allGlobally(let a): "AG(\(text(of: a)))"
    case .existsUntil(let a, let b): "EU(\(text(of: a)), \(text(of: b)))"
    case .allUntil(let a, let b): "AU(\(text(of: a)), \(text(of: b)))"
    }
  }
}
