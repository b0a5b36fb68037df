import StateSpace

extension Model {
  /// The claims that any checker can check in each state, as invariants to compile with: the states
  /// that must be impossible, and the properties of all states.
  ///
  /// - Parameter observers: the observers that are composed in. A property that reads others is
  ///   omitted, since its variables are not exported.
  public func stateClaims(
    observers: Set<Int> = []
  ) -> [(name: String, bad: Expression, within: Bool)] {
    let impossible = never.map { (name: "never.\($0.id)", bad: $0.states, within: true) }
    return impossible
      + properties.compactMap { property in
        guard self.observers(readBy: property.expressions).isSubset(of: observers) else {
          return nil
        }
        switch property.claim {
        case .always(let claim): return (property.fullID, .not(claim), false)
        case .alwaysWithin(let claim): return (property.fullID, .not(claim), true)
        case .configuration, .sometimes, .staysReachable, .noDeadEnd, .temporal: return nil
        }
      }
  }
}

extension CompiledModel {
  /// The model without the collapse of urgent states, for graphs with one step for each row.
  ///
  /// Its states have all words of a state within a step, and its steps have no observation.
  public func uncollapsed() -> CompiledModel {
    CompiledModel(
      model: model, parameters: parameters, observers: observers, layout: layout,
      system: system.uncollapsed(), labels: labels)
  }

  /// The configuration as lines of a comment: `mfa = required`.
  var configurationLines: [String] {
    model.parameters.map { slot in
      let value = model.text(of: parameters[slot] ?? model.slots[slot].initial, in: slot)
      return "\(model.slots[slot].name) = \(value)"
    }
  }
}
