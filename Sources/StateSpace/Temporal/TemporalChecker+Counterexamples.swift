extension TemporalChecker {
  /// A counterexample to a formula: a path and, if a liveness property fails, a cycle at its end
  /// that is repeated for ever.
  public struct Counterexample: Hashable, Sendable {
    /// The path from the state in question.
    public var path: GraphPath
    /// The walk that is repeated from the path's end, without steps if the run stops there; nil if
    /// the path alone shows the failure.
    public var cycle: GraphPath?
  }

  /// A run that shows why a formula does not hold in a state, as far as one run can show it.
  ///
  /// Universal operators are followed along a shortest path to the state in which they fail. If an
  /// existential operator fails, the counterexample is the state alone, because no single run shows
  /// that.
  ///
  /// - Parameters:
  ///   - formula: the formula that does not hold.
  ///   - state: a state in which the formula does not hold.
  public func counterexample(to formula: TemporalFormula, from state: Int) -> Counterexample {
    let here = Counterexample(path: GraphPath(states: [state], labels: []), cycle: nil)
    switch formula {
    case .and(let a, let b):
      return counterexample(to: states(satisfying: a).contains(state) ? b : a, from: state)
    case .or(let a, let b):
      return counterexample(to: b.speaksOfRuns ? b : a, from: state)
    case .not(.existsFinally(let inner)):
      return counterexample(to: .allGlobally(.not(inner)), from: state)
    case .not(.existsGlobally(let inner)):
      return counterexample(to: .allFinally(.not(inner)), from: state)
    case .not(.existsNext(let inner)):
      return counterexample(to: .allNext(.not(inner)), from: state)
    case .not(.existsUntil(let p, let q)):
      return followed(from: state, within: states(satisfying: p), to: .not(q)) ?? here
    case .not(.not(let inner)): return counterexample(to: inner, from: state)
    case .allGlobally(let inner): return followed(from: state, within: nil, to: inner) ?? here
    case .allFinally(let inner):
      return staying(from: state, in: states(satisfying: inner).complement) ?? here
    case .allNext(let inner): return next(from: state, to: inner) ?? here
    case .allUntil(let p, let q):
      let away = states(satisfying: q).complement
      return followed(from: state, within: away, to: .or(q, p))
        ?? staying(from: state, in: away) ?? here
    case .atom, .not, .existsNext, .existsFinally, .existsGlobally, .existsUntil: return here
    }
  }

  /// A shortest path to a state in which a formula fails, continued by a counterexample from there.
  private func followed(
    from state: Int, within states: BitSet?, to formula: TemporalFormula
  ) -> Counterexample? {
    let bad = self.states(satisfying: formula).complement
    let origin = BitSet(capacity: graph.stateCount, [state])
    guard
      let path = graph.shortestPath(
        to: bad, from: origin, within: states.map { $0.union(bad) }),
      let end = path.states.last
    else { return nil }
    return joined(path, counterexample(to: formula, from: end))
  }

  private func next(from state: Int, to formula: TemporalFormula) -> Counterexample? {
    let good = states(satisfying: formula)
    guard let edge = graph.edges(from: state).first(where: { !good.contains($0.target) }) else {
      return nil
    }
    return joined(
      GraphPath(states: [state, edge.target], labels: [edge.label]),
      counterexample(to: formula, from: edge.target))
  }

  private func staying(from state: Int, in region: BitSet) -> Counterexample? {
    lasso(from: state, stayingIn: region).map {
      Counterexample(path: $0.prefix, cycle: $0.cycle)
    }
  }

  private func joined(_ path: GraphPath, _ rest: Counterexample) -> Counterexample {
    let whole = GraphPath(
      states: path.states + rest.path.states.dropFirst(), labels: path.labels + rest.path.labels)
    return Counterexample(path: whole, cycle: rest.cycle)
  }
}

extension TemporalFormula {
  /// Whether the formula has a temporal operator.
  var speaksOfRuns: Bool {
    switch self {
    case .atom: false
    case .not(let inner): inner.speaksOfRuns
    case .and(let a, let b), .or(let a, let b): a.speaksOfRuns || b.speaksOfRuns
    default: true
    }
  }
}
