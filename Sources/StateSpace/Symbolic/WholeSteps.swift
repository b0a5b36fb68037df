/// All steps of a machine from rest to rest, as guarded updates.
///
/// A rule writes constants, and so does a sequence of two rules: the guard of the second, with the
/// values that the first writes substituted, is a condition on the state before both. So a chain
/// through urgent states is itself a guarded update of the state at rest where it begins, and
/// chains that write the same are one. Urgent states need no sets of their own, and a search over
/// states at rest alone takes whole steps.
public struct WholeSteps {
  /// Steps of the same kind with the same change and the same observation.
  public struct Step: Sendable {
    /// The kind of the rule that begins the step, as the caller numbers kinds.
    public let kind: Int
    /// The states at rest where the step begins.
    public internal(set) var condition: Diagram
    /// The literals of states at rest that the step writes, as a product.
    public let change: Diagram
    /// The literals of its observation, as a product. They omit observed bits of a state at rest
    /// that the step does not write; those keep their values.
    public let observation: Diagram
  }

  /// A state inside a step: an urgent one, or the end before it is cleared.
  struct Passage: Sendable {
    /// The states at rest whose step passes it.
    var condition: Diagram
    /// The literals written until then, including all transient variables.
    let change: Diagram
  }

  /// The firing of a watched rule in some steps.
  public struct Visit: Sendable {
    /// The kind of the rule that begins the step, as the caller numbers kinds.
    public let kind: Int
    /// The group of the watched rule, see ``RuleWatch/groups``.
    public let group: Int
    /// The states at rest where such a step begins.
    public internal(set) var condition: Diagram
    /// The literals written before the rule fires, including all transient variables.
    public let change: Diagram
  }

  /// The limits of the composition of steps.
  public struct Limits {
    /// The maximum number of combinations of values that chains write while they are urgent.
    public var chains: Int
    /// The maximum memory of all diagrams, in bytes; `nil` for no limit.
    public var bytes: Int?
    /// The limit that may end the work, here and in the search that follows.
    public var work: WorkLimit?

    /// Makes limits; by default there are none.
    public init(chains: Int = .max, bytes: Int? = nil, work: WorkLimit? = nil) {
      (self.chains, self.bytes, self.work) = (chains, bytes, work)
    }
  }

  /// The steps, in the order in which the rules of the machine begin them.
  public internal(set) var steps: [Step] = []
  /// The states and visits inside the steps, in the order of variables in which the steps were
  /// composed.
  var inside: StepInteriors?
  /// The states at rest with a step into an urgent state in which no rule matches.
  public internal(set) var stuck: Diagram = .no
  /// The states at rest with a step that can pass through urgent states for ever.
  public internal(set) var cyclic: Diagram = .no
  /// The states at rest with a step into an urgent state in which several rules match, so that the
  /// state and the first rule do not determine the step.
  public internal(set) var ambiguous: Diagram = .no

  /// Whether these are all steps. If not, the other properties mean nothing.
  public internal(set) var isComplete = true

  /// Everything that must survive a ``DecisionDiagrams/collect(keeping:)`` of the given diagrams.
  func roots(in diagrams: DecisionDiagrams) -> [Diagram] {
    [stuck, cyclic, ambiguous] + steps.flatMap { [$0.condition, $0.change, $0.observation] }
      + (inside.map { $0.machine.diagrams === diagrams ? $0.roots : [] } ?? [])
  }

  /// The firings of watched rules within steps, over the variables of the given machine, which must
  /// be the one with these steps.
  public func visits(in machine: SymbolicMachine) -> [Visit] { inside?.visits(in: machine) ?? [] }

  /// The states at rest whose step may pass through a bad state. The end of a step before it is
  /// cleared counts too.
  ///
  /// - Parameters:
  ///   - bad: a set over all variables.
  ///   - machine: the machine with these steps.
  public func sources(passing bad: Diagram, in machine: SymbolicMachine) -> Diagram {
    inside?.sources(passing: bad, in: machine) ?? .no
  }
}

extension WholeSteps {
  /// The same steps over the variables of another machine with the same bits.
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
  ///   - watch: the rules whose firing is recorded in ``WholeSteps/visits(in:)``, by index; only
  ///     its groups are used.
  ///   - limits: the limits of the work; if one is reached, the result is incomplete and has no
  ///     steps.
  ///   - kind: returns the kind of the rule with an index; steps of different kinds stay separate.
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
