public import StateSpace

/// A claim about runs: a formula of computation tree logic over resting states, with the fairness
/// assumptions on runs.
///
/// Formulas refer to steps through observers, which record what a step was, and through
/// ``StepClass``, which names steps by their content. Without fairness a run may stop anywhere.
///
/// Source: Dwyer, Avrunin, Corbett, "Patterns in Property Specifications", 1999.
public struct TemporalClaim: Sendable, Hashable {
  /// The formula; its atoms are positions in ``atoms``.
  public var formula: TemporalFormula
  /// The state predicates that the formula refers to.
  public var atoms: [Expression]
  /// Whether the claim is about every reachable state instead of the initial one. A response
  /// pattern uses this, so that ``along`` restricts the runs after the trigger and not those that
  /// lead to it.
  public var isEverywhere: Bool
  /// The classes of steps that runs consist of, by position in ``Model/stepClasses``; empty for all
  /// steps.
  public var along: [Int]
  /// Strong fairness: classes that a run takes infinitely often if they are enabled infinitely
  /// often.
  public var strong: [Int]
  /// Weak fairness: classes that a run takes infinitely often if they stay enabled from some point
  /// on.
  public var weak: [Int]

  /// The formula that is checked, and whether it is checked in every reachable state. A formula
  /// that claims something globally from the initial state is checked in each state instead.
  var judged: (formula: TemporalFormula, isEverywhere: Bool) {
    if !isEverywhere, along.isEmpty, case .allGlobally(let inner) = formula { return (inner, true) }
    return (formula, isEverywhere)
  }
}

/// A named class of steps, defined by what a step contains: the actor and the action, the evidence,
/// and the message that the app receives.
///
/// A step belongs to the class if it matches all given conditions.
public struct StepClass: Sendable, Hashable {
  /// The name of the class.
  public var name: String
  /// The actors of the step; empty for any.
  public var actors: [String]
  /// The actions, by name; empty for any.
  public var actions: [String]
  /// Whether all evidence in the step must be what was asked for, that is, the first class of each
  /// input that is evidence.
  public var isRight: Bool
  /// The messages that the app receives, by position in ``Model/messages``; empty for any.
  public var answers: [Int]
  /// The name of the class in reports.
  public var documentation: String
  /// Where the class is declared.
  public var location: SourceLocation
}
