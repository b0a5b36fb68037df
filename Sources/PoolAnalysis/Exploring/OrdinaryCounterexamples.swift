import Findings
import SignIn
import StateSpace
import TransitionTables

/// Searches for the most ordinary counterexample to each failing property, and limits the severity
/// of findings by it.
///
/// The table's `counterexamples:` name scopes of the exploration, from what users do by themselves
/// to what an administrator may do to them. The first scope in which a property fails supplies its
/// counterexample, and the maximum severity.
struct OrdinaryCounterexamples {
  /// A counterexample, with the scope in which it was found.
  struct Found: Sendable {
    /// Nil where the scope is the whole exploration, or a limit prevented its own exploration; then
    /// the shortest counterexample of the whole exploration stays.
    var run: FoundRun?
    /// The maximum severity of the finding; nil for no limit.
    var atMost: PropertyReport.Severity?
    var scope: CounterexampleScope

    init(_ scope: CounterexampleScope, run: FoundRun? = nil) {
      (self.run, self.scope) = (run, scope)
      atMost = scope.atMost.flatMap(PropertyReport.Severity.init)
    }
  }

  let model: Model
  let request: ExplorationRequest
  let environment: ToolEnvironment
  let compiler: TableCompiler
  /// Whether a failure in a scope only counts if every member of a family fails there.
  var mustFailAlways = false
  /// The greatest number of states of a scope that are listed where the symbolic engine lacks
  /// memory; for more, the shortest counterexample of the whole exploration stays.
  var mostStates = 1 << 18

  /// The counterexamples to show, by the position of the property, with their maximum severities.
  ///
  /// - Parameters:
  ///   - claims: the checked properties.
  ///   - positions: the positions of the failing ones, ascending.
  ///   - family: the explored configurations.
  ///   - runs: the shortest counterexamples of the whole exploration, by position. One that lies
  ///     within the first scope is also the shortest there, and nothing is explored for it.
  /// - Returns: no entry for a property whose counterexample a limit prevented.
  func found(
    for claims: [Property], failing positions: [Int], in family: ConfigurationFamily,
    runs: [Int: FoundRun] = [:]
  ) -> [Int: Found] {
    let narrowing = Set(model.counterexampleScopes.flatMap(\.values.keys))
    let kept = positions.filter { claims[$0].isKept(whenNarrowingBy: narrowing, in: model) }
    let scopes = model.counterexampleScopes.prefix {
      $0.narrowed(family.closed, in: model) != family.closed
    }
    let whole = model.counterexampleScopes.dropFirst(scopes.count).first
    var found: [Int: Found]
    let isAll: Bool
    if family.legalCount > 1 {
      (found, isAll) = self.found(
        for: claims, failing: kept, in: family, Array(scopes), narrowing)
    } else {
      (found, isAll) = self.found(for: claims, failing: kept, in: family, runs, Array(scopes))
      if !isAll, let whole, !environment.limits.shouldStop {
        let open = kept.filter { found[$0] == nil }
        for position in extraordinary(open, of: claims, in: family, Array(scopes), narrowing) {
          found[position] = Found(whole)
        }
      }
    }
    guard isAll, let whole else { return found }
    for position in kept where found[position] == nil { found[position] = Found(whole) }
    return found
  }

  /// The failing claims for which a limit prevented the search for an ordinary counterexample, so
  /// that their severity may be too high.
  ///
  /// - Parameter untraced: the claims without any counterexample, which only a limit can cause.
  func unweighed(
    among positions: [Int], untraced: [Int], of claims: [Property], _ found: [Int: Found]
  ) -> Set<Int> {
    guard model.counterexampleScopes.contains(where: { $0.atMost != nil }) else { return [] }
    let isCut = environment.limits.shouldStop || request.maximumStates < mostStates
    let narrowing = Set(model.counterexampleScopes.flatMap(\.values.keys))
    return Set(
      ((isCut ? positions : []) + untraced).filter {
        found[$0] == nil && claims[$0].isKept(whenNarrowingBy: narrowing, in: model)
      })
  }

  /// The counterexamples in the first scopes of the only configuration, and whether no limit was
  /// reached.
  private func found(
    for claims: [Property], failing positions: [Int], in family: ConfigurationFamily,
    _ shortest: [Int: FoundRun], _ scopes: [CounterexampleScope]
  ) -> (found: [Int: Found], isAll: Bool) {
    var found: [Int: Found] = [:]
    let replay = CounterexampleReplay(compiler: compiler)
    for scope in scopes {
      guard let parameters = family.members.first else { break }
      let narrowed = scope.narrowed(parameters, in: model)
      for position in positions where found[position] == nil {
        guard let run = shortest[position],
          replay.shows(claims[position], by: run.trace, under: narrowed)
        else { continue }
        found[position] = Found(scope, run: run)
      }
      let open = positions.filter { found[$0] == nil }
      guard !open.isEmpty else { break }
      guard !environment.limits.shouldStop,
        let own = runs(to: open, of: claims, in: scope, under: parameters)
      else { return (found, false) }
      for (position, run) in own { found[position] = Found(scope, run: run) }
    }
    return (found, true)
  }

  /// The claims that fail in none of the scopes, as the symbolic engine shows where one has too
  /// many states to list. They keep their shortest counterexample.
  private func extraordinary(
    _ positions: [Int], of claims: [Property], in family: ConfigurationFamily,
    _ scopes: [CounterexampleScope], _ narrowing: Set<Int>
  ) -> [Int] {
    let failures = failures(of: positions.map { claims[$0] }, in: family, scopes, narrowing)
    return zip(positions, failures ?? []).filter { $0.1 == nil }.map(\.0)
  }

  /// The first scope in which each claim fails; nil where a limit was reached.
  private func failures(
    of claims: [Property], in family: ConfigurationFamily, _ scopes: [CounterexampleScope],
    _ narrowing: Set<Int>
  ) -> [FamilyChecker.PartFailure?]? {
    guard !claims.isEmpty, !scopes.isEmpty else { return nil }
    var checker = request.familyChecker(
      model, closed: family.closed.filter { !narrowing.contains($0.key) },
      open: Array(narrowing.union(family.open)), stopping: environment.limits)
    if let bytes = request.maximumBytes { checker.maximumBytes = bytes / 3 }
    let parts = scopes.map { scope in
      scope.narrowed(family.closed, in: model).filter { narrowing.contains($0.key) }
    }
    return environment.stopwatch.time("ordinary counterexamples") {
      try? checker.firstFailures(of: claims, in: parts, throughout: mustFailAlways)
    }
  }

  /// The counterexamples for a family: in each scope they come from one member that fails soonest.
  /// The scope is recorded even if there is no counterexample.
  private func found(
    for claims: [Property], failing positions: [Int], in family: ConfigurationFamily,
    _ scopes: [CounterexampleScope], _ narrowing: Set<Int>
  ) -> (found: [Int: Found], isAll: Bool) {
    guard !positions.isEmpty, !scopes.isEmpty else { return ([:], true) }
    let failures = failures(of: positions.map { claims[$0] }, in: family, scopes, narrowing)
    guard let failures else { return ([:], false) }
    var found: [Int: Found] = [:]
    var groups: [[KnownFailure]] = []
    for (position, failure) in zip(positions, failures) {
      guard let failure else { continue }
      found[position] = Found(scopes[failure.part])
      let known = groups.firstIndex {
        $0[0].place.part == failure.part && $0[0].place.example == failure.example
      }
      if let known {
        groups[known].append((position, failure))
      } else {
        groups.append([(position, failure)])
      }
    }
    let runs = SideBySide.run(groups.count, threads: request.threads) { [groups] number in
      self.runs(to: groups[number], of: claims, in: scopes)
    }
    for (position, run) in runs.compactMap(\.self).joined() { found[position]?.run = run }
    return (found, true)
  }

  /// A claim, by its position, with the place where it is known to fail.
  private typealias KnownFailure = (position: Int, place: FamilyChecker.PartFailure)

  /// The counterexamples of claims that fail in the same scope of the same configuration; nil where
  /// a limit was reached.
  private func runs(
    to failures: [KnownFailure], of claims: [Property], in scopes: [CounterexampleScope]
  ) -> [Int: FoundRun]? {
    let first = failures[0].place
    var checker = checker
    checker.knownStates = first.exampleStates
    return runs(to: failures.map(\.position), under: first.example) {
      try checker.check(
        knownToFail: failures.map { (claims[$0.position], $0.place.states) },
        parameters: scopes[first.part].narrowed(first.example, in: model))
    }
  }

  /// The counterexamples in one scope of one configuration; nil where a limit was reached.
  private func runs(
    to positions: [Int], of claims: [Property], in scope: CounterexampleScope,
    under parameters: [Int: Int]
  ) -> [Int: FoundRun]? {
    var checker = checker
    return runs(to: positions, under: parameters) {
      try checker.check(
        positions.map { claims[$0] }, parameters: scope.narrowed(parameters, in: model))
    }
  }

  private var checker: PropertyChecker {
    var checker = request.propertyChecker(
      model, compiler: compiler, stopping: environment.limits)
    checker.maximumStates = min(request.maximumStates, mostStates)
    return checker
  }

  private func runs(
    to positions: [Int], under parameters: [Int: Int], _ check: () throws -> [PropertyVerdict]
  ) -> [Int: FoundRun]? {
    let verdicts = environment.stopwatch.time("ordinary counterexamples") { try? check() }
    guard let verdicts, !verdicts.contains(where: { $0.status == .undetermined }) else {
      return nil
    }
    var runs: [Int: FoundRun] = [:]
    for (position, verdict) in zip(positions, verdicts) where verdict.status == .fails {
      runs[position] = verdict.trace.map { FoundRun(trace: $0, parameters: parameters) }
    }
    return runs
  }
}
