public import StateSpace

/// A claim about runs: a formula of computation tree logic over resting states, with what runs must
/// not neglect.
///
/// The steps that lead into states are spoken of by observers, which keep what a step was, and by
/// ``StepClass``, which names steps by what they show. Without fairness a run may stop anywhere.
///
/// Source: Dwyer, Avrunin, Corbett, "Patterns in Property Specifications", 1999.
public struct TemporalClaim: Sendable, Hashable {
  /// The formula; its atoms are positions in ``atoms``.
  public var formula: TemporalFormula
  /// The state predicates that the formula speaks of.
  public var atoms: [Expression]
  /// Whether it is claimed of every reachable state instead of the initial one: what a pattern of
  /// response does, so that ``along`` restricts the answer and not the way to the question.
  public var isEverywhere: Bool
  /// The classes of steps that runs consist of, by position in ``Model/stepClasses``; empty for all
  /// steps.
  public var along: [Int]
  /// Classes that a run takes again and again if they are possible again and again.
  public var strong: [Int]
  /// Classes that a run takes again and again if they are possible from some point on.
  public var weak: [Int]

  /// The formula that is judged, and whether it is judged in every reachable state: what holds
  /// always from the beginning is judged where it has to hold.
  var judged: (formula: TemporalFormula, isEverywhere: Bool) {
    if !isEverywhere, along.isEmpty, case .allGlobally(let inner) = formula { return (inner, true) }
    return (formula, isEverywhere)
  }
}

/// A named class of steps, by what a step shows: who takes which action, with what evidence, and
/// what the app receives.
///
/// A step belongs to it if it fits all that is given.
public struct StepClass: Sendable, Hashable {
  /// Its name.
  public var name: String
  /// Who takes the step; empty for anybody.
  public var actors: [String]
  /// The actions, by name; empty for any.
  public var actions: [String]
  /// Whether all evidence given is what was asked for: the first class of each input that is
  /// evidence.
  public var isRight: Bool
  /// What the app receives, by position in ``Model/messages``; empty for anything.
  public var answers: [Int]
  /// What a report calls it.
  public var documentation: String
  /// Where it is declared.
  public var location: SourceLocation
}
