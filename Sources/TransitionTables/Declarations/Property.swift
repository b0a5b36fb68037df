/// A claim about every legal configuration of the model.
public struct Property: Sendable, Hashable {
  /// What is claimed.
  public enum Claim: Sendable, Hashable {
    /// A predicate over parameters.
    case configuration(Expression)
    /// In every resting state.
    case always(Expression)
    /// In every state, urgent ones too.
    case alwaysWithin(Expression)
    /// In some reachable resting state.
    case sometimes(Expression)
    /// From every reachable resting state of the first kind one of the second stays reachable.
    case staysReachable(from: Expression, goal: Expression, allowed: StepFilter)
    /// Every reachable resting state has a step that leads elsewhere; time counts, since whoever
    /// waits for it can go on.
    case noDeadEnd
    /// A formula about runs.
    case temporal(TemporalClaim)
  }

  /// Which steps a path may use.
  public struct StepFilter: Sendable, Hashable {
    /// Actors whose actions may not be used, and actions that may not.
    public var without: [String] = []
    /// If not nil, the only actions that may be used.
    public var within: [String]?

    /// Whether a path may use an action.
    /// - Parameter action: the declared action.
    public func allows(_ action: Action) -> Bool {
      !without.contains(action.actor) && !without.contains(action.name)
        && (within?.contains(action.name) ?? true)
    }
  }

  /// Its mark, the same for all members of a `for:`.
  public var id: String
  /// `error`, `warning` or `note`.
  public var severity: String
  /// The slot of a parameter: where no document states it, what fails is a note; nil for most.
  public var noteUnlessStated: Int?
  /// What is claimed.
  public var claim: Claim
  /// The claim as written, for reports.
  public var claimText: String
  /// Vacuous where this never holds; nil for claims that cannot be vacuous.
  public var premise: Expression?
  /// The claim in a sentence for people.
  public var prose: String
  /// What to do where it does not hold, or empty.
  public var remedy: String
  /// Where it comes from, or nil.
  public var source: Source?
  /// Where it is declared.
  public var location: SourceLocation
  /// The members of a `for:`, empty without one.
  public var instance: [String]

  /// The id with its instance.
  public var fullID: String {
    instance.isEmpty ? id : "\(id)[\(instance.joined(separator: ", "))]"
  }

  /// Whether it is a predicate over parameters, which needs no exploration.
  public var isAboutConfigurations: Bool {
    if case .configuration = claim { true } else { false }
  }

  /// The expressions that are read in states.
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

/// A variable that rows update and that no guard reads: what has been proved, used, asked for.
public struct Observer: Sendable, Hashable {
  /// What makes it change.
  public enum Trigger: Sendable, Hashable {
    case action(Int)
    /// A row's id, or a ladder's name for all its rows.
    case row(String)
    case accepts(String)
    case sends(Int)
  }

  /// What an observer becomes when something happens.
  public struct Update: Sendable, Hashable {
    /// What makes it happen.
    public var trigger: Trigger
    /// The new value, from the state before the row.
    public var value: Expression
    /// Where it is declared.
    public var location: SourceLocation

    package init(trigger: Trigger, value: Expression, location: SourceLocation) {
      (self.trigger, self.value, self.location) = (trigger, value, location)
    }
  }

  /// Its name.
  public var name: String
  /// The slot that holds its value.
  public var slot: Int
  /// The first update that a row triggers is the one that counts.
  public var updates: [Update]

  package init(name: String, slot: Int, updates: [Update]) {
    (self.name, self.slot, self.updates) = (name, slot, updates)
  }
}
