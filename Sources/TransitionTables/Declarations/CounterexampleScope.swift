/// A part of the state space that is searched for counterexamples before the rest: ordinary
/// behaviour, selected by parameters that narrow the exploration.
///
/// The steps of a narrowed exploration are steps of the whole one, so a counterexample to a claim
/// about every run is also a counterexample there.
public struct CounterexampleScope: Sendable, Hashable {
  /// The id of the scope.
  public var id: String
  /// The narrowing value of each parameter that selects what is explored, by slot.
  public var values: [Int: Int]
  /// The highest severity that a finding has which fails first in this scope; nil for any severity.
  public var atMost: String?
  /// The behaviour in the scope, in a few words.
  public var documentation: String

  /// Returns the configuration that explores the scope alone; sets are intersected with the
  /// scope's.
  ///
  /// - Parameters:
  ///   - parameters: the configuration of the whole exploration.
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
  /// Whether a counterexample from a narrowed exploration is valid in the whole one. This is so for
  /// claims about all states, and for claims about a way out where no action that the narrowing
  /// disables can be part of one. Actions of the environment cannot be: nobody can rely on them.
  ///
  /// - Parameters:
  ///   - slots: the parameters that narrow the exploration.
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
