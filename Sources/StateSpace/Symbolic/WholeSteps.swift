/// All steps of a machine from rest to rest, as guarded updates.
///
/// A rule writes constants, and so do two rules one after the other: the second one's guard, with
/// what the first writes put in, is a condition on the state before both. So a chain through urgent
/// states is itself a guarded update of the state at rest where it begins, and chains that write
/// the same are one. Urgent states need no set of their own, and a search over states at rest alone
/// takes whole steps.
public struct WholeSteps {
  /// Steps that begin alike, end alike and show the same.
  public struct Step: Sendable {
    /// What the caller calls the rule that begins it.
    public let kind: Int
    /// The states at rest where it begins.
    public internal(set) var condition: Diagram
    /// The literals of states at rest that it writes, as a product.
    public let change: Diagram
    /// The literals of its observation, as a product. Observed bits of a state at rest that the
    /// step does not write are not among them; they are shown as they are.
    public let observation: Diagram
  }

  /// A state inside a step: an urgent one, or the end before it is cleared.
  struct Passage: Sendable {
    /// The states at rest whose step passes it.
    var condition: Diagram
    /// The literals written until then, all transient variables among them.
    let change: Diagram
  }

  /// The firing of a watched rule in some steps.
  public struct Visit: Sendable {
    /// What the caller calls the rule that begins the step.
    public let kind: Int
    /// The group of the watched rule, see ``RuleWatch/groups``.
    public let group: Int
    /// The states at rest where such a step begins.
    public internal(set) var condition: Diagram
    /// The literals written before the rule fires, all transient variables among them.
    public let change: Diagram
  }

  /// What the composing of steps may take before it is given up.
  public struct Limits {
    /// The most combinations of values that chains write while they are urgent.
    public var chains: Int
    /// The memory of all diagrams, in bytes; `nil` for any.
    public var bytes: Int?
    /// What may end the work, here and in the search that follows.
    public var work: WorkLimit?

    /// No limits, unless given.
    public init(chains: Int = .max, bytes: Int? = nil, work: WorkLimit? = nil) {
      (self.chains, self.bytes, self.work) = (chains, bytes, work)
    }
  }

  /// The steps, in the order in which the rules of the machine begin them.
  public internal(set) var steps: [Step] = []
  /// What goes on inside the steps, in the order of variables in which they were composed.
  var inside: StepInteriors?
  /// The states at rest with a step into an urgent state in which no rule matches.
  public internal(set) var stuck: Diagram = .no
  /// The states at rest with a step that can pass through urgent states for ever.
  public internal(set) var cyclic: Diagram = .no
  /// The states at rest with a step into an urgent state in which several rules match, so that a
  /// step is not known by the state and the rule that begin it.
  public internal(set) var ambiguous: Diagram = .no

  /// Whether these are all steps. What else is here means nothing where they are not.
  public internal(set) var isComplete = true

  /// Everything that must outlive a ``DecisionDiagrams/collect(keeping:)`` of some diagrams.
  func roots(in diagrams: DecisionDiagrams) -> [Diagram] {
    [stuck, cyclic, ambiguous] + steps.flatMap { [$0.condition, $0.change, $0.observation] }
      + (inside.map { $0.machine.diagrams === diagrams ? $0.roots : [] } ?? [])
  }

  /// The firings of watched rules in steps, over the variables of the machine whose steps these
  /// are.
  public func visits(in machine: SymbolicMachine) -> [Visit] { inside?.visits(in: machine) ?? [] }

  /// The states at rest whose step may pass through a bad state, its end before it is cleared
  /// included.
  ///
  /// - Parameters:
  ///   - bad: a set over all variables.
  ///   - machine: the machine whose steps these are.
  public func sources(passing bad: Diagram, in machine: SymbolicMachine) -> Diagram {
    inside?.sources(passing: bad, in: machine) ?? .no
  }
}

extension WholeSteps {
  /// The same steps over the variables of another machine of the same bits.
  public func moved(from old: SymbolicMachine, to new: SymbolicMachine) -> WholeSteps {
    var translation = DiagramTranslation(
      from: old.diagrams, to: new.diagrams,
      variables: old.bits.map { new.variables[$0] ?? 0 })
    var moved = WholeSteps()
    moved.steps = steps.map { step in
      Step(
        kind: step.kind, condition: translation.translate(step.condition),
        change: translation.translate(product: step.change),
        observation: translation.translate(product: step.observation))
    }
    moved.inside = inside
    moved.stuck = translation.translate(stuck)
    moved.cyclic = translation.translate(cyclic)
    moved.ambiguous = translation.translate(ambiguous)
    moved.isComplete = isComplete
    return moved
  }
}

extension SymbolicMachine {
  /// Composes the rules of the machine into whole steps.
  ///
  /// Costs a conjunction for each pair of a rule and a combination of values that chains write.
  ///
  /// - Parameters:
  ///   - watch: the rules whose firing is noted in ``WholeSteps/visits(in:)``, by index; groups
  ///     alone are read of it.
  ///   - limits: where to give up; the steps are then none, and not complete.
  ///   - kind: what to call the rule of that index; steps of different kinds stay apart.
  public func wholeSteps(
    watching watch: RuleWatch = RuleWatch(), limits: WholeSteps.Limits = WholeSteps.Limits(),
    kind: (Int) -> Int
  ) -> WholeSteps {
    var composer = StepComposer(machine: self, watch: watch)
    composer.begin(kind: kind)
    while composer.goOn(within: limits) {}
    return composer.finish()
  }
}
