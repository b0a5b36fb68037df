/// All steps of a machine from rest to rest, as guarded updates.
///
/// A rule writes constants, and so do two rules one after the other: the second one's guard, with
/// what the first writes put in, is a condition on the state before both. So a chain through urgent
/// states is itself a guarded update of the state at rest where it begins, and chains that write
/// the same are one. Urgent states need no set of their own, and a search over states at rest alone
/// takes whole steps.
public struct WholeSteps: Sendable {
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
  public struct Limits: Sendable {
    /// The most combinations of values that chains write while they are urgent.
    public var chains: Int
    /// The memory of all diagrams, in bytes; `nil` for any.
    public var bytes: Int?

    /// No limits, unless given.
    public init(chains: Int = .max, bytes: Int? = nil) {
      (self.chains, self.bytes) = (chains, bytes)
    }
  }

  /// The steps, in the order in which the rules of the machine begin them.
  public internal(set) var steps: [Step] = []
  /// The states inside steps.
  var passages: [Passage] = []
  /// Where watched rules fire.
  public internal(set) var visits: [Visit] = []
  /// The states at rest with a step into an urgent state in which no rule matches.
  public internal(set) var stuck: Diagram = .no
  /// The states at rest with a step that can pass through urgent states for ever.
  public internal(set) var cyclic: Diagram = .no
  /// The states at rest with a step into an urgent state in which several rules match, so that a
  /// step is not known by the state and the rule that begin it.
  public internal(set) var ambiguous: Diagram = .no

  /// Whether these are all steps. What else is here means nothing where they are not.
  public internal(set) var isComplete = true

  /// Everything that must outlive a ``DecisionDiagrams/collect(keeping:)``.
  var roots: [Diagram] {
    [stuck, cyclic, ambiguous] + steps.flatMap { [$0.condition, $0.change, $0.observation] }
      + passages.flatMap { [$0.condition, $0.change] }
      + visits.flatMap { [$0.condition, $0.change] }
  }

  /// The states at rest whose step may pass through a bad state, its end before it is cleared
  /// included.
  ///
  /// - Parameters:
  ///   - bad: a set over all variables.
  ///   - machine: the machine whose steps these are.
  public func sources(passing bad: Diagram, in machine: SymbolicMachine) -> Diagram {
    let diagrams = machine.diagrams
    return diagrams.or(
      passages.map { diagrams.preimage(of: bad, where: $0.condition, writing: $0.change) })
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
    moved.passages = passages.map { passage in
      Passage(
        condition: translation.translate(passage.condition),
        change: translation.translate(product: passage.change))
    }
    moved.visits = visits.map { visit in
      Visit(
        kind: visit.kind, group: visit.group, condition: translation.translate(visit.condition),
        change: translation.translate(product: visit.change))
    }
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
  ///   - watch: the rules whose firing is noted in ``WholeSteps/visits``, by index; groups alone
  ///     are read of it.
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
