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
  /// The most configurations of a family that are looked at one by one.
  private static let mostMembers = 16

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
      let isWhole = family.members.count <= Self.mostMembers && !family.members.isEmpty
      // Of a family with many members some are looked at, and the others may fail sooner.
      let atMost = isWhole ? scope.atMost.flatMap(PropertyReport.Severity.init) : nil
      for parameters in configurations(of: open, runs, family) {
        let narrowed = scope.narrowed(parameters, in: model)
        guard !environment.limits.shouldStop else { return found }
        guard narrowed != parameters else {
          // This is all that is explored: its counterexamples are there already.
          for position in open {
            if let run = runs[position] {
              found[position] = Found(run: run, atMost: atMost, scope: scope)
            }
          }
          break
        }
        guard let verdicts = verdicts(of: open.map { claims[$0] }, under: narrowed) else {
          return found
        }
        for (position, verdict) in zip(open, verdicts) {
          guard let trace = verdict.trace, verdict.status == .fails else { continue }
          found[position] = Found(
            run: FoundRun(trace: trace, parameters: parameters), atMost: atMost, scope: scope)
        }
        open.removeAll { found[$0] != nil }
      }
    }
    return found
  }

  /// The configurations of the counterexamples first, then the others of a small family.
  private func configurations(
    of positions: [Int], _ runs: [Int: FoundRun], _ family: ConfigurationFamily
  ) -> [[Int: Int]] {
    var all = positions.compactMap { runs[$0]?.parameters }
    if family.members.count <= Self.mostMembers { all += family.members }
    return all.reduce(into: []) { known, next in
      if !known.contains(next) { known.append(next) }
    }
  }

  /// Nil where a limit came first.
  private func verdicts(
    of properties: [Property], under parameters: [Int: Int]
  ) -> [PropertyVerdict]? {
    var checker = PropertyChecker(model: model, compiler: compiler)
    checker.maximumStates = min(request.maximumStates, Self.mostStates)
    checker.maximumBytes = request.maximumBytes
    checker.backend = .explicit
    checker.threads = request.threads
    let limits = environment.limits
    checker.progress = { _ in !limits.shouldStop }
    let verdicts = environment.stopwatch.time("ordinary counterexamples") {
      try? checker.check(properties, parameters: parameters)
    }
    guard let verdicts, !verdicts.contains(where: { $0.status == .undetermined }) else {
      return nil
    }
    return verdicts
  }
}
