import Findings
import SignIn
import TransitionTables

/// Looks for the most ordinary counterexample to each property that fails, and weighs findings by
/// it.
///
/// The table's `counterexamples:` name parts of the exploration, from what users do by themselves
/// to what an administrator may do to them. The first part in which a property fails gives its
/// counterexample, and says how much it weighs at most.
struct OrdinaryCounterexamples {
  /// The most states of a part that is explored by itself; where it has more, the shortest
  /// counterexample of all stands.
  private static let mostStates = 1 << 18
  /// A counterexample with the part that it is from.
  struct Found {
    var run: FoundRun
    /// The most that a finding weighs for it; nil for any severity.
    var atMost: PropertyReport.Severity?
    var scope: CounterexampleScope
  }

  let model: Model
  let request: ExplorationRequest
  let environment: ToolEnvironment
  let compiler: TableCompiler
  /// Whether every member of a family has to fail in a part of the exploration for it to count.
  var mustFailAlways = false

  /// The counterexamples to show, by position of the property, with the most that each weighs.
  ///
  /// - Parameters:
  ///   - claims: the properties that were checked.
  ///   - runs: the shortest counterexamples, by position.
  ///   - family: the configurations that were explored.
  /// - Returns: what is otherwise than it was; nothing of what stays as it is.
  func found(
    for claims: [Property], beside runs: [Int: FoundRun], in family: ConfigurationFamily
  ) -> [Int: Found] {
    let narrowing = Set(model.counterexampleScopes.flatMap(\.values.keys))
    var open = runs.keys.sorted().filter {
      claims[$0].isKept(whenNarrowingBy: narrowing, in: model)
    }
    var found: [Int: Found] = [:]
    for scope in model.counterexampleScopes where !open.isEmpty {
      guard !environment.limits.shouldStop else { return found }
      let atMost = scope.atMost.flatMap(PropertyReport.Severity.init)
      let closed = scope.narrowed(family.closed, in: model)
      var own: [Int: FoundRun] = [:]
      if closed == family.closed {
        // This is all that is explored: its counterexamples are there already.
        own = runs.filter { open.contains($0.key) }
      } else {
        let configurations = configurations(failing: open, of: claims, in: family, closed: closed)
        guard let configurations else { return found }
        for (parameters, positions) in configurations {
          let verdicts = verdicts(
            of: positions.map { claims[$0] }, under: scope.narrowed(parameters, in: model))
          guard let verdicts else { return found }
          for (position, verdict) in zip(positions, verdicts) where verdict.status == .fails {
            own[position] = verdict.trace.map { FoundRun(trace: $0, parameters: parameters) }
          }
        }
      }
      for (position, run) in own { found[position] = Found(run: run, atMost: atMost, scope: scope) }
      open.removeAll { found[$0] != nil }
    }
    return found
  }

  /// The configurations to look at for the properties that fail in a part of the exploration: the
  /// only one of all, or of a family one that fails soonest. Nil where a limit came first.
  private func configurations(
    failing positions: [Int], of claims: [Property], in family: ConfigurationFamily,
    closed: [Int: Int]
  ) -> [(parameters: [Int: Int], positions: [Int])]? {
    guard family.legalCount > 1 else { return family.members.map { ($0, positions) } }
    var checker = request.familyChecker(
      model, closed: closed, open: family.open, stopping: environment.limits)
    checker.maximumStates = min(request.maximumStates, Self.mostStates)
    let verdicts = environment.stopwatch.time("ordinary counterexamples") {
      try? checker.check(positions.map { claims[$0] }).verdicts
    }
    guard let verdicts, !verdicts.contains(where: \.isUndetermined) else { return nil }
    let failing = zip(positions, verdicts).filter { !mustFailAlways || $1.fails.isAlways }
    let examples = failing.compactMap { position, verdict in
      verdict.example.map { (parameters: $0, position: position) }
    }
    return examples.reduce(into: []) { found, next in
      if let place = found.firstIndex(where: { $0.parameters == next.parameters }) {
        found[place].positions.append(next.position)
      } else {
        found.append((next.parameters, [next.position]))
      }
    }
  }

  /// Nil where a limit came first.
  private func verdicts(
    of properties: [Property], under parameters: [Int: Int]
  ) -> [PropertyVerdict]? {
    var checker = request.propertyChecker(
      model, compiler: compiler, stopping: environment.limits)
    checker.maximumStates = min(request.maximumStates, Self.mostStates)
    checker.backend = .explicit
    checker.threads = request.threads
    let verdicts = environment.stopwatch.time("ordinary counterexamples") {
      try? checker.check(properties, parameters: parameters)
    }
    guard let verdicts, !verdicts.contains(where: { $0.status == .undetermined }) else {
      return nil
    }
    return verdicts
  }
}
