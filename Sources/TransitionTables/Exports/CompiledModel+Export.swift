import StateSpace

extension Model {
  /// The claims that any checker can judge state by state, as invariants to compile with: the
  /// states that must be impossible, and the properties of all states.
  ///
  /// - Parameter observers: the observers that are composed in; a property that reads others is
  ///   left out, since it would speak of variables that are not there.
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
  /// The model with the collapse of urgent states off, for graphs with a step for each row.
  ///
  /// Its states have all words of a running step, and its steps send the app nothing.
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
