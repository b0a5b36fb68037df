/// A part of what a table explores in which counterexamples are looked for before the rest: what
/// happens on an ordinary day, by parameters that narrow the exploration.
///
/// The steps of a narrowed exploration are steps of the whole one, so a counterexample to a claim
/// about every run is one there too.
public struct CounterexampleScope: Sendable, Hashable {
  /// Its mark.
  public var id: String
  /// Parameters that choose what is explored, with the value that narrows each.
  public var values: [Int: Int]
  /// The most that a finding weighs which fails here and in no scope before; nil for any severity.
  public var atMost: String?
  /// What happens in it, in a few words.
  public var documentation: String

  /// The configuration that explores the scope alone; sets are narrowed to what both have.
  ///
  /// - Parameters:
  ///   - parameters: the configuration that is explored as a whole.
  ///   - model: the model that declares the scope.
  public func narrowed(_ parameters: [Int: Int], in model: Model) -> [Int: Int] {
    var narrowed = parameters
    for (slot, value) in values {
      guard case .set = model.slots[slot].type else {
        narrowed[slot] = value
        continue
      }
      narrowed[slot] = value & (parameters[slot] ?? model.slots[slot].initial)
    }
    return narrowed
  }
}

extension Property {
  /// Whether a counterexample that is found where some parameters narrow the exploration is one of
  /// the whole: so for claims about all states, and for those about a way out that the actions
  /// which the parameters close cannot be part of. Nobody can count on what the environment does,
  /// so it is no way out.
  ///
  /// - Parameters:
  ///   - slots: the parameters.
  ///   - model: the model that declares the property.
  public func isKept(whenNarrowingBy slots: Set<Int>, in model: Model) -> Bool {
    switch claim {
    case .always, .alwaysWithin: true
    case .staysReachable(_, _, let allowed):
      model.actions.allSatisfy { action in
        slots.isDisjoint(with: action.enabled.slots) || action.actor == Action.environment
          || allowed.without.contains(action.actor)
          || allowed.within.map { !$0.contains(action.name) } ?? false
      }
    case .configuration, .sometimes, .noDeadEnd, .temporal: false
    }
  }
}
