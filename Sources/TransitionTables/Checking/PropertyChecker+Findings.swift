import StateSpace

extension PropertyChecker {
  /// What speaks against a property.
  enum Finding: Equatable {
    case nothing
    /// The first state that shows the failure.
    case state(Int)
    /// No state is as claimed.
    case nowhere
  }

  /// Whether a finding stands although states may be missing: a bad state stays bad and a state as
  /// claimed stays found, but a way on may be among what is missing.
  func isSettled(_ finding: Finding, of property: Property) -> Bool {
    switch property.claim {
    case .always, .alwaysWithin, .noDeadEnd: finding != .nothing
    case .sometimes: finding == .nothing
    case .staysReachable, .temporal: false
    case .configuration: true
    }
  }

  func finding(of property: Property, in explored: TableExploration) -> Finding {
    var bad: Int?
    switch property.claim {
    case .configuration, .alwaysWithin, .temporal: break
    case .always(let expression):
      bad = explored.states(where: .not(expression)).first
    case .sometimes(let expression):
      return explored.states(where: expression).isEmpty ? .nowhere : .nothing
    case .staysReachable(let from, let goal, let allowed):
      guard let graph = explored.exploration.graph else { break }
      let good = graph.backwardReachable(
        from: explored.states(where: goal), along: filter(allowed, in: explored))
      bad = explored.states(where: from).subtracting(good).first
    case .noDeadEnd:
      bad = deadEnd(in: explored)
    }
    return bad.map(Finding.state) ?? .nothing
  }

  private func filter(
    _ allowed: Property.StepFilter, in explored: TableExploration
  ) -> (EdgeLabel) -> Bool {
    { label in
      guard let action = explored.compiled.label(ofRule: label.firstRule).action else {
        return true
      }
      let declared = explored.model.actions[action]
      return !allowed.without.contains(declared.actor)
        && (allowed.within?.contains(declared.name) ?? true)
    }
  }

  /// The first state that no one but the clock can leave; steps that change nothing do not count.
  private func deadEnd(in explored: TableExploration) -> Int? {
    guard let graph = explored.exploration.graph else { return nil }
    let byClock = graph.labels.map { label in
      explored.compiled.label(ofRule: label.firstRule).action
        .map { explored.model.actions[$0].actor == "clock" } ?? false
    }
    let clock = Dictionary(
      zip(graph.labels, byClock), uniquingKeysWith: { first, _ in first })
    return (0..<explored.exploration.exploredCount).first { source in
      graph.edges(from: source).allSatisfy { $0.target == source || clock[$0.label] == true }
    }
  }
}
