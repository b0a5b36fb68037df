public import StateSpace

/// All legal configurations of a family, explored at once as one set of states.
///
/// The open parameters are bits of the state that never change, and the initial states are the
/// legal configurations. So one exploration serves all of them, whatever their number. The
/// configurations in which a property fails are a condition over the parameters' bits: a diagram,
/// from which a cover is derived for reports. The states have no observers; claims about observers
/// are checked backwards from the states that break them.
///
/// Conditions are diagrams of ``space`` over the bits of the ``open`` parameters.
///
/// The object is not `Sendable`; create and use it on one thread.
public final class SymbolicFamily {
  /// The verdict on a property.
  public struct Verdict: Sendable {
    /// The legal configurations in which the property fails.
    public var fails: Diagram
    /// The legal configurations in which the property holds and its premise is never met.
    public var vacuous: Diagram
    /// Among the candidate configurations in which the property fails, those with the shortest
    /// counterexample; `Diagram.no` where there are none.
    public var soonest: Diagram
    /// The failing states, as a set of the search, valid until another property is checked; nil
    /// where no single state shows the failure.
    var states: Diagram?
  }

  public let model: Model
  /// The value of each parameter that is not open, by slot.
  public let closed: [Int: Int]
  /// The open parameters, ascending.
  public let open: [Int]
  /// The space of conditions.
  public let space: SymbolicSpace
  /// The legal configurations.
  public let legal: Diagram
  /// The configurations that were explored: all legal ones, or the chosen ones among them.
  public let explored: Diagram
  /// Whether the exploration and all checks until now are complete; otherwise no verdict is final.
  public var completeness: Completeness { search.completeness }
  /// The number of pairs of a configuration and a resting state that it reaches, where states that
  /// differ only in observers count once; nil from 2^128 on.
  public let stateCount: UInt128?
  private let search: SymbolicSearch
  /// The translations from conditions of ``space`` to sets of the search, and back.
  private var inward: DiagramTranslation
  private var outward: DiagramTranslation
  /// The conjunction of all variables in the search's states except those of open parameters.
  private let states: Diagram
  private let layout: StateLayout
  /// The slots of users' records.
  private let record: [Int]
  /// The observers, each with the variables that represent it.
  private let observers: [(slot: Int, variables: [Int])]

  /// Compiles and explores a family.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - closed: the value of each parameter that is not open, by slot.
  ///   - open: the open parameters.
  ///   - observers: the observers to compose in.
  ///   - bytes: the memory limit of the diagrams, in bytes.
  ///   - chosen: the legal configurations to explore, over the given space; all where not given.
  ///   - shouldStop: called often, also while verdicts are computed; true stops.
  ///   - progress: called from time to time; returning false stops.
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

  /// The number of resting states that some configuration reaches, where states that differ only in
  /// observers count once; nil from 2^128 on.
  public var distinctStateCount: UInt128? {
    let machine = search.machine
    let counted = Set(diagrams.support(of: states)).subtracting(observed)
    let left = machine.resting.filter(counted.contains)
    let ignored = machine.resting.filter { !counted.contains($0) }
    return diagrams.exactCount(diagrams.exists(ignored, in: search.reached), among: left)
  }

  /// Counts where an expression without observers holds: the reachable resting states, the users'
  /// records in them (each nil from 2^128 on), and the configurations.
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

  /// Returns the number of resting states that a single configuration reaches, where states that
  /// differ only in observers count once; nil from 2^128 on.
  ///
  /// - Parameter configuration: a value for each open parameter.
  public func stateCount(in configuration: [Int: Int]) -> UInt128? {
    let reached = diagrams.and(search.reached, inward.translate(condition(configuration)))
    let counted = Set(search.machine.resting).subtracting(observed).sorted()
    return diagrams.exactCount(diagrams.exists(observed, in: reached), among: counted)
  }

  /// The configurations with a fault of the table: a step cannot be finished, or a state that must
  /// be impossible is reached.
  public var faulty: Diagram {
    let unfinished = diagrams.or(search.steps.stuck, search.steps.cyclic)
    // All constraints at once: each test traverses everything that happens within steps.
    let impossible = passing(.or(model.never.map(\.states)))
    return configurations(of: diagrams.and(search.reached, diagrams.or(unfinished, impossible)))
  }

  /// Checks a property in all configurations. Diagrams of ``space`` are kept; sets of states are
  /// freed.
  ///
  /// - Parameters:
  ///   - property: the property.
  ///   - candidates: given the configurations in which the property fails, returns those that are
  ///     considered for `Verdict.soonest`.
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

  /// Returns the candidate configurations that reach a set in the fewest steps.
  private func soonest(
    to bad: Diagram, among candidates: Diagram, ignoring ignored: [Int]
  ) -> Diagram {
    // An unreachable set is not searched for: a search from both ends is slowest for it.
    guard candidates != .no else { return .no }
    let wanted = diagrams.and(bad, inward.translate(candidates))
    return search.middle(to: wanted, ignoring: ignored).map(configurations) ?? .no
  }

  /// Returns the states of a configuration in which the last checked property fails; nil where no
  /// single state shows the failure.
  func failingStates(of verdict: Verdict, in configuration: [Int: Int]) -> FailingStates? {
    guard let failing = verdict.states else { return nil }
    let own = diagrams.and(failing, inward.translate(condition(configuration)))
    let left = Set(diagrams.support(of: states))
    let parameters = search.machine.bits.indices.filter { !left.contains($0) }
    return FailingStates(diagrams.exists(parameters, in: own), in: search.machine, layout)
  }

  /// Returns a single configuration as a condition of ``space``.
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

  /// For each action, after an entry for rows that fire by themselves, whether it may be used.
  private func filter(_ allowed: Property.StepFilter) -> [Bool] {
    [true] + model.actions.map(allowed.allows)
  }

  // MARK: Sets

  private func all(where expression: Expression) -> Diagram {
    inward.translate(space.condition(expression))
  }

  /// Returns the reachable resting states in which an expression holds.
  private func set(where expression: Expression) -> Diagram {
    diagrams.and(search.machine.atRest(all(where: expression)), search.reached)
  }

  /// Returns the reachable resting states in which an expression holds, or whose step passes
  /// through a state where it holds.
  private func passing(_ expression: Expression) -> Diagram {
    let bad = all(where: expression)
    let sources = search.steps.sources(passing: bad, in: search.machine)
    return diagrams.and(
      diagrams.or(search.machine.atRest(bad), sources), search.reached)
  }

  /// Returns the configurations that reach a set of states, as a condition of ``space``. States
  /// count as reached with any values of the observers; a backward search to the initial states
  /// determines with which values they really are.
  ///
  /// - Parameter condition: an expression, true or false in the set, that alone distinguishes it
  ///   from other reached states; nil where there is none.
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

  /// The variables of all observers except those that some expressions read.
  private func ignorable(reading expressions: [Expression]) -> [Int] {
    let read = model.observers(readBy: expressions)
    return observers.filter { !read.contains($0.slot) }.flatMap(\.variables).sorted()
  }

  /// Returns the configurations of a set of states, as a condition of ``space``.
  private func configurations(of set: Diagram) -> Diagram {
    outward.translate(diagrams.exists(states, in: set))
  }
}
