import StateSpace

extension PropertyChecker {
  /// Makes later explorations also check claims about urgent states.
  public mutating func watch(for properties: [Property]) {
    watched += properties.filter { property in
      guard case .alwaysWithin = property.claim else { return false }
      return !watched.contains { $0.fullID == property.fullID }
    }
  }

  /// Returns the verdict on a claim about urgent states, from the violations that an exploration
  /// recorded.
  mutating func withinVerdict(
    _ property: Property, in explored: TableExploration, observers: Set<Int>
  ) throws(Failure) -> PropertyVerdict {
    let invariants = explored.compiled.system.invariants
    guard let place = invariants.firstIndex(where: { $0.name == property.fullID }) else {
      // The claim was not watched for in this exploration.
      watch(for: [property])
      let again = try explicitly(observers, most: maximumStates)
      explorations[observers] = .explicit(again)
      return try withinVerdict(property, in: again, observers: observers)
    }
    var verdict = PropertyVerdict(property: property, status: .holds, trace: nil)
    let watched = explored.exploration.violations[place...]
    if let violation = watched.first, let violation {
      verdict.status = .fails
      var trace = try trace(explored, to: violation.index, showing: observers)
      if let rule = violation.rules.first {
        let interpreter = Interpreter(model: model, observers: observers)
        let start = trace.steps.last?.after ?? interpreter.initial(parameters: self.explored)
        do {
          trace.steps.append(
            try explored.step(explored.compiled.label(ofRule: rule), from: start, interpreter))
        } catch { throw .disagreement(error) }
      }
      verdict.trace = trace
    } else if explored.exploration.completeness != .complete {
      verdict.status = .undetermined
    } else if property.premise != nil, watched[place + 1] == nil {
      verdict.status = .vacuous
    }
    return verdict
  }
}
