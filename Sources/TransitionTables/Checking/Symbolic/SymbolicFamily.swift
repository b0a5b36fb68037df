public import StateSpace

/// All legal configurations of a family, explored at once as one set of states.
///
/// The open parameters are bits of the state that never change, and the initial states are the
/// legal configurations. So one exploration serves them all, whatever their number, and where a
/// property fails is a condition over the parameters' bits: a diagram, of which a cover makes
/// words. The set is that of states without observers; claims about observers are worked out
/// backwards from what would break them.
///
/// Conditions are diagrams of ``space``, over the bits of the ``open`` parameters.
///
/// The object is not `Sendable`; make it and ask it on one thread.
public final class SymbolicFamily {
  /// What was found about a property.
  public struct Verdict: Sendable {
    /// The legal configurations in which it fails.
    public var fails: Diagram
    /// Those in which it holds and its premise is never met.
    public var vacuous: Diagram
    /// Of those in which it fails and that were asked for, the ones in which a counterexample is as
    /// short as in any; `Diagram.no` where there are none.
    public var soonest: Diagram
    /// The states in which it fails, as a set of the search, until another property is judged; nil
    /// where no single state shows that it does.
    var states: Diagram?
  }

  public let model: Model
  /// The value of each parameter that is not open, by slot.
  public let closed: [Int: Int]
  /// The open parameters, ascending.
  public let open: [Int]
  /// Where conditions live.
  public let space: SymbolicSpace
  /// The legal configurations.
  public let legal: Diagram
  /// The configurations that were explored: the legal ones, or those of them that were asked for.
  public let explored: Diagram
  /// Whether everything was seen, in all that was judged until now too; otherwise no verdict is
  /// settled.
  public var completeness: Completeness { search.completeness }
  /// The number of pairs of a configuration and a resting state that it reaches, where states that
  /// differ in observers alone count as one; nil from 2^128 on.
  public let stateCount: UInt128?
  private let search: SymbolicSearch
  /// From conditions of ``space`` to sets of the search, and back for what parameters say.
  private var inward: DiagramTranslation
  private var outward: DiagramTranslation
  /// Everything in the search's states that is no open parameter, as a conjunction.
  private let states: Diagram
  private let layout: StateLayout
  /// What users' records are made of.
  private let record: [Int]
  /// The observers, each with the variables that hold it.
  private let observers: [(slot: Int, variables: [Int])]

  /// Compiles and explores a family.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - closed: the value of each parameter that is not open, by slot.
  ///   - open: the open parameters.
  ///   - observers: the observers to compose in.
  ///   - bytes: the memory that diagrams may take.
  ///   - chosen: which of the legal configurations to explore, over the given space; all of them,
  ///     where not given.
  ///   - shouldStop: asked often, while verdicts are worked out too; true stops.
  ///   - progress: called now and then; returning false stops.
  public init(
    model: Model, closed: [Int: Int], open: [Int], observers: Set<Int> = [],
    bytes: Int = 1_500_000_000, among chosen: (SymbolicSpace) -> Diagram = { _ in .yes },
    shouldStop: @escaping () -> Bool = { false },
    progress: (SymbolicProgress) -> Bool = { _ in true }
  ) {
    self.model = model
    self.closed = closed
    self.open = open.sorted()
    let build = FamilyBuild(
      model: model, closed: closed, open: open.sorted(), observers: observers,
      limit: WorkLimit(bytes: bytes, shouldStop: shouldStop))
    space = build.compiler.space
    legal = build.legal
    explored = space.diagrams.and(build.legal, chosen(space))
    let layout = build.compiler.layout
    self.layout = layout
    let search = build.search(startingIn: explored)
    search.shouldStop = shouldStop
    search.run(
      ignoring: observers.sorted().flatMap { layout.variables(of: $0, in: search.machine) },
      progress: progress)
    self.search = search
    let names = build.names(in: search.machine)
    (inward, outward, states) = (names.inward, names.outward, names.states)
    search.pinned = [states]
    let kept = observers.sorted().map {
      (slot: $0, variables: layout.variables(of: $0, in: search.machine))
    }
    self.observers = kept
    record = model.slots.indices.filter { model.slots[$0].kind == .variable(component: nil) }
      .flatMap { layout.variables(of: $0, in: search.machine) }
    let observed = kept.flatMap(\.variables)
    stateCount = search.stateCount(ignoring: observed)
  }

  private var diagrams: DecisionDiagrams { search.machine.diagrams }
  private var observed: [Int] { observers.flatMap(\.variables) }

  /// The number of resting states that some configuration reaches, where those that differ in
  /// observers alone count as one; nil from 2^128 on.
  public var distinctStateCount: UInt128? {
    let machine = search.machine
    let counted = Set(diagrams.support(of: states)).subtracting(observed)
    let left = machine.resting.filter(counted.contains)
    let ignored = machine.resting.filter { !counted.contains($0) }
    return diagrams.exactCount(diagrams.exists(ignored, in: search.reached), among: left)
  }

  /// How often an expression holds that reads no observer: the number of resting states that some
  /// configuration reaches, of users' records in them, each nil from 2^128 on, and of
  /// configurations.
  public func count(
    where expression: Expression
  ) -> (states: UInt128?, records: UInt128?, configurations: Double) {
    let found = set(where: expression)
    let resting = search.machine.resting
    let own = Set(diagrams.support(of: states)).subtracting(observed)
    func count(_ counted: Set<Int>) -> UInt128? {
      let ignored = resting.filter { !counted.contains($0) }
      return diagrams.exactCount(
        diagrams.exists(ignored, in: found), among: resting.filter(counted.contains))
    }
    let reaching = configurations(of: found)
    let bits = open.flatMap { space.bits[$0] ?? [] }
    return (
      count(own), count(own.intersection(record)), space.diagrams.count(reaching, among: bits)
    )
  }

  /// The number of resting states that a single configuration reaches, where those that differ in
  /// observers alone count as one; nil from 2^128 on.
  ///
  /// - Parameter configuration: a value for each open parameter.
  public func stateCount(in configuration: [Int: Int]) -> UInt128? {
    let reached = diagrams.and(search.reached, inward.translate(condition(configuration)))
    let counted = Set(search.machine.resting).subtracting(observed).sorted()
    return diagrams.exactCount(diagrams.exists(observed, in: reached), among: counted)
  }

  /// The configurations in which the table contradicts itself: a step cannot be finished, or a
  /// state that must be impossible is reached.
  public var faulty: Diagram {
    let unfinished = diagrams.or(search.steps.stuck, search.steps.cyclic)
    // All at once: each is a walk through everything that goes on within steps.
    let impossible = passing(.or(model.never.map(\.states)))
    return configurations(of: diagrams.and(search.reached, diagrams.or(unfinished, impossible)))
  }

  /// Judges a property in all configurations. What ``space`` has stays; sets of states are freed.
  ///
  /// - Parameters:
  ///   - property: the property.
  ///   - candidates: given the configurations in which it fails, those of them among which
  ///     `Verdict.soonest` is looked for.
  public func judge(
    _ property: Property, soonestAmong candidates: (Diagram) -> Diagram = { $0 }
  ) -> Verdict {
    defer { tidy() }
    var isWithin = false
    var condition: Expression?
    let bad: Diagram
    switch property.claim {
    case .configuration(let predicate):
      let fails = space.diagrams.minus(explored, space.condition(predicate))
      return finished(property, fails: fails, soonest: candidates(fails), within: false)
    case .sometimes(let expression):
      let reached = configurations(
        reaching: set(where: expression), where: expression, reading: [expression])
      let fails = space.diagrams.minus(explored, reached)
      return finished(property, fails: fails, soonest: candidates(fails), within: false)
    case .always(let expression):
      bad = set(where: .not(expression))
      condition = expression
    case .alwaysWithin(let expression):
      isWithin = true
      bad = passing(.not(expression))
    case .staysReachable(let from, let goal, let allowed):
      let passes = filter(allowed)
      let good = search.backwardReachable(
        from: set(where: goal), ignoring: ignorable(reading: property.expressions),
        markedBy: variables(in: goal)
      ) { passes[$0 + 1] }
      bad = diagrams.minus(set(where: from), good)
    case .noDeadEnd:
      bad = search.unmoved(ignoring: observed)
    case .temporal(let claim):
      guard model.isToldByActions(claim), model.observers(readBy: claim.atoms).isEmpty else {
        bad = .no
        break
      }
      let model = self.model
      bad = SymbolicSets(
        search: search, ignored: ignorable(reading: claim.atoms)
      ).failures(
        of: claim, atoms: claim.atoms.map { set(where: $0) }
      ) { classes in
        { model.begins($0 < 0 ? nil : $0, oneOf: classes) }
      }
    }
    let fails = configurations(
      reaching: bad, where: condition, reading: property.expressions)
    let soonest = soonest(
      to: bad, among: candidates(fails), ignoring: ignorable(reading: property.expressions))
    var verdict = finished(property, fails: fails, soonest: soonest, within: isWithin)
    switch property.claim {
    case .always, .staysReachable, .noDeadEnd: verdict.states = bad
    default: break
    }
    search.pinned = [states] + (verdict.states.map { [$0] } ?? [])
    return verdict
  }

  /// The configurations, of some in which a set is reached, that reach it in the fewest steps.
  private func soonest(
    to bad: Diagram, among candidates: Diagram, ignoring ignored: [Int]
  ) -> Diagram {
    // What no configuration reaches is not looked for: from both ends, that takes longest.
    guard candidates != .no else { return .no }
    let wanted = diagrams.and(bad, inward.translate(candidates))
    return search.middle(to: wanted, ignoring: ignored).map(configurations) ?? .no
  }

  /// The states of a configuration in which the property that was judged last fails; nil where no
  /// single state shows that it does.
  func failingStates(of verdict: Verdict, in configuration: [Int: Int]) -> FailingStates? {
    guard let failing = verdict.states else { return nil }
    let own = diagrams.and(failing, inward.translate(condition(configuration)))
    let left = Set(diagrams.support(of: states))
    let parameters = search.machine.bits.indices.filter { !left.contains($0) }
    return FailingStates(diagrams.exists(parameters, in: own), in: search.machine, layout)
  }

  /// A single configuration as a condition of ``space``.
  private func condition(_ configuration: [Int: Int]) -> Diagram {
    space.diagrams.and(
      open.compactMap { slot in configuration[slot].map { space.equality(slot, $0) } })
  }

  private func tidy() {
    guard search.collectIfLarge() else { return }
    inward.forget()
    outward.forget()
  }

  private func finished(
    _ property: Property, fails: Diagram, soonest: Diagram, within: Bool
  ) -> Verdict {
    guard let premise = property.premise else {
      return Verdict(fails: fails, vacuous: .no, soonest: soonest)
    }
    let met: Diagram
    if case .configuration = property.claim {
      met = space.condition(premise)
    } else {
      met = configurations(
        reaching: within ? passing(premise) : set(where: premise),
        where: within ? nil : premise, reading: [premise])
    }
    let unmet = space.diagrams.minus(explored, space.diagrams.or(met, fails))
    return Verdict(fails: fails, vacuous: unmet, soonest: soonest)
  }

  /// By action, one after that of rows that fire by themselves: whether it may be used.
  private func filter(_ allowed: Property.StepFilter) -> [Bool] {
    [true] + model.actions.map(allowed.allows)
  }

  // MARK: Sets

  private func all(where expression: Expression) -> Diagram {
    inward.translate(space.condition(expression))
  }

  /// The reachable resting states in which an expression holds.
  private func set(where expression: Expression) -> Diagram {
    diagrams.and(search.machine.atRest(all(where: expression)), search.reached)
  }

  /// The reachable resting states in which an expression holds, or whose step passes a state where
  /// it does.
  private func passing(_ expression: Expression) -> Diagram {
    let bad = all(where: expression)
    let sources = search.steps.sources(passing: bad, in: search.machine)
    return diagrams.and(
      diagrams.or(search.machine.atRest(bad), sources), search.reached)
  }

  /// The configurations that reach a set which some expressions distinguish from others, as a
  /// condition of ``space``. States count as reached with any values of the observers; whether they
  /// are with those of the set is found by going back to where the machine starts.
  ///
  /// - Parameter condition: what alone distinguishes the states of the set from others that are
  ///   reached, whether it holds in them or not; nil where that is no expression.
  private func configurations(
    reaching set: Diagram, where condition: Expression?, reading expressions: [Expression]
  ) -> Diagram {
    guard set != .no, !model.observers(readBy: expressions).isEmpty else {
      return configurations(of: set)
    }
    let before = search.backwardReachable(
      from: set, ignoring: ignorable(reading: expressions), markedBy: condition.map(variables))
    return configurations(of: diagrams.and(before, search.machine.atRest(search.machine.initial)))
  }

  /// The variables that an expression reads.
  private func variables(in expression: Expression) -> [Int] {
    diagrams.support(of: all(where: expression))
  }

  /// The variables of all observers but those that some expressions read.
  private func ignorable(reading expressions: [Expression]) -> [Int] {
    let read = model.observers(readBy: expressions)
    return observers.filter { !read.contains($0.slot) }.flatMap(\.variables).sorted()
  }

  /// The configurations that a set of states has, as a condition of ``space``.
  private func configurations(of set: Diagram) -> Diagram {
    outward.translate(diagrams.exists(states, in: set))
  }
}
