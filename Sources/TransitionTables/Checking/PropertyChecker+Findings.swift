import StateSpace

extension PropertyChecker {
  /// The evidence against a property.
  enum Finding: Equatable {
    case nothing
    /// The first state that shows the failure.
    case state(Int)
    /// No state fulfils the claim.
    case nowhere
  }

  /// Whether a finding is final although states may be missing. A failing state stays failing and a
  /// state that fulfils a claim stays found, but a path to a goal may be among the missing states.
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
      guard let good = explored.states(reaching: goal, allowed) else { break }
      bad = explored.states(where: from).subtracting(good).first
    case .noDeadEnd:
      bad = explored.deadEnds.first
    }
    return bad.map(Finding.state) ?? .nothing
  }
}

extension TableExploration {
  /// The states that nobody can leave and that time does not change; steps that change only
  /// observers do not count.
  var deadEnds: BitSet {
    guard let graph = exploration.graph else { return BitSet(capacity: 0) }
    let counted = compiled.layout.mask(without: compiled.observers)
    func isSame(_ a: Int, _ b: Int) -> Bool {
      a == b
        || counted.indices.allSatisfy { word in
          (exploration.word(word, of: a) ^ exploration.word(word, of: b)) & counted[word] == 0
        }
    }
    return BitSet(capacity: exploration.stateCount) { source in
      source < exploration.exploredCount
        && graph.edges(from: source).allSatisfy { isSame($0.target, source) }
    }
  }
}
