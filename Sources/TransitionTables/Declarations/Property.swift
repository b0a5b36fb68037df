/// A claim about every legal configuration of the model.
public struct Property: Sendable, Hashable {
  /// The forms that a claim can have.
  public enum Claim: Sendable, Hashable {
    /// A predicate over parameters holds.
    case configuration(Expression)
    /// The expression holds in every reachable resting state.
    case always(Expression)
    /// The expression holds in every reachable state, urgent states included.
    case alwaysWithin(Expression)
    /// The expression holds in some reachable resting state.
    case sometimes(Expression)
    /// From every reachable resting state of the first kind, one of the second stays reachable.
    case staysReachable(from: Expression, goal: Expression, allowed: StepFilter)
    /// Every reachable resting state has a step to another state. Steps of time count, because an
    /// actor who waits for one can go on.
    case noDeadEnd
    /// A temporal formula holds.
    case temporal(TemporalClaim)
  }

  /// The steps that a path may use.
  public struct StepFilter: Sendable, Hashable {
    /// Actors and actions that a path may not use, by name.
    public var without: [String] = []
    /// If not nil, the only actions that a path may use.
    public var within: [String]?

    /// Whether a path may use an action.
    /// - Parameter action: the declared action.
    public func allows(_ action: Action) -> Bool {
      !without.contains(action.actor) && !without.contains(action.name)
        && (within?.contains(action.name) ?? true)
    }
  }

  /// The id of the property, the same for all members of a `for:`.
  public var id: String
  /// `error`, `warning` or `note`.
  public var severity: String
  /// The slot of a parameter: where no document states it, a failure is a note. Nil for most.
  public var noteUnlessStated: Int?
  /// The claim in its form for checking.
  public var claim: Claim
  /// The claim as written, for reports.
  public var claimText: String
  /// The condition without which the property is vacuous; nil for claims that cannot be vacuous.
  public var premise: Expression?
  /// The claim in a sentence for readers who do not know the table.
  public var prose: String
  /// The advice where the property fails, or empty.
  public var remedy: String
  /// The source of the property, or nil.
  public var source: Source?
  /// Where the property is declared.
  public var location: SourceLocation
  /// The members that `for:` was instantiated with; empty without one.
  public var instance: [String]

  /// The id with the instance.
  public var fullID: String {
    instance.isEmpty ? id : "\(id)[\(instance.joined(separator: ", "))]"
  }

  /// Whether the property is a predicate over parameters, which needs no exploration.
  public var isAboutConfigurations: Bool {
    if case .configuration = claim { true } else { false }
  }

  /// The expressions that the property evaluates in states.
  public var expressions: [Expression] {
    let own: [Expression] =
      switch claim {
      case .configuration(let e), .always(let e), .alwaysWithin(let e), .sometimes(let e): [e]
      case .staysReachable(let from, let goal, _): [from, goal]
      case .noDeadEnd: []
      case .temporal(let claim): claim.atoms
      }
    return own + (premise.map { [$0] } ?? [])
  }
}

/// A variable that rows update and that no guard reads; it records what was proved, used or
/// requested.
public struct Observer: Sendable, Hashable {
  /// The event that updates an observer.
  public enum Trigger: Sendable, Hashable {
    case action(Int)
    /// A row, by its id, or all rows of a ladder, by its name.
    case row(String)
    case accepts(String)
    case sends(Int)
  }

  /// The assignment to an observer at an event.
  public struct Update: Sendable, Hashable {
    /// The event.
    public var trigger: Trigger
    /// The new value, evaluated in the state before the row.
    public var value: Expression
    /// Where the update is declared.
    public var location: SourceLocation

    package init(trigger: Trigger, value: Expression, location: SourceLocation) {
      (self.trigger, self.value, self.location) = (trigger, value, location)
    }
  }

  /// The name of the observer.
  public var name: String
  /// The slot that holds the observer's value.
  public var slot: Int
  /// The updates in order; for each row the first that it triggers takes effect.
  public var updates: [Update]

  package init(name: String, slot: Int, updates: [Update]) {
    (self.name, self.slot, self.updates) = (name, slot, updates)
  }
}
