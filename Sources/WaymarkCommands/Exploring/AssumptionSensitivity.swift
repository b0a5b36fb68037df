import Findings
import TransitionTables

/// Which assumptions decide a verdict: each is changed alone, and the properties are judged again.
///
/// The configurations that differ from the pool's in one assumption are explored together, as a
/// family, in one search: a state that they share is stored and left once, and an assumption that
/// no row of the pool mentions makes no state and no step more. An open pool is tried as a whole:
/// an assumption decides a verdict where it changes the condition under which that fails.
struct AssumptionSensitivity {
  /// The most states of a pool whose assumptions are tried without being asked for.
  static let mostStates = 5_000
  /// The most configurations of a pool whose assumptions are tried at all.
  static let mostConfigurations = 256

  let model: Model
  let properties: [Property]
  let request: ExplorationRequest
  let environment: ToolEnvironment

  /// Tries the assumptions around a pool's configurations.
  ///
  /// - Parameters:
  ///   - family: the configurations that were explored.
  ///   - states: how many states they reach; above ``mostStates`` nothing is tried unless the
  ///     request asks for it.
  /// - Returns: those whose change alone flips a verdict, in the order of their declaration, or why
  ///   none was tried.
  func trial(
    around family: ConfigurationFamily, states: Int, pool: String
  ) -> ConfigurationReport.Trial {
    guard let isAsked = request.triesAssumptions ?? (states <= Self.mostStates ? true : nil) else {
      return .notTried(
        "the pool has more than \(TextLayout.grouped(Self.mostStates)) states; "
          + "`--try-assumptions` tries them")
    }
    guard isAsked else { return .notTried("`--no-try-assumptions` was given") }
    guard (1...Self.mostConfigurations).contains(family.members.count) else {
      return .notTried(
        "more than \(Self.mostConfigurations) configurations are open; close some with `--set`")
    }
    let changes = self.changes(around: family)
    guard !changes.isEmpty else { return .tried([]) }
    do throws(FamilyChecker.Failure) {
      let found = try verdicts(around: family, changes, pool: pool)
      guard !found.contains(where: \.isUndetermined) else {
        return .notTried("more states are met than \(TextLayout.grouped(request.maximumStates))")
      }
      return .tried(changes.compactMap { decisive($0, in: family, found) })
    } catch {
      switch error {
      case .tooWide: return .notTried("a state of the pool is too wide for it")
      case .fault: return .notTried("the table contradicts itself where one is changed")
      }
    }
  }

  /// An assumption with one of its other values.
  private struct Change {
    var slot: Int
    var value: Int
  }

  private func changes(around family: ConfigurationFamily) -> [Change] {
    let assumptions = model.parameters.filter {
      model.slots[$0].kind == .assumption && !family.open.contains($0)
    }
    // What nothing of the table reads is closed by a family at once.
    let read = ConfigurationFamily(
      model: model, closed: family.closed.filter { !assumptions.contains($0.key) },
      open: assumptions
    ).open
    return read.flatMap { slot in
      model.types.values(of: model.slots[slot].type)
        .filter { $0 != family.closed[slot] ?? model.slots[slot].initial }
        .map { Change(slot: slot, value: $0) }
    }
  }

  private func verdicts(
    around family: ConfigurationFamily, _ changes: [Change], pool: String
  ) throws(FamilyChecker.Failure) -> [FamilyVerdict] {
    let slots = Set(changes.map(\.slot))
    var checker = FamilyChecker(
      model: model, closed: family.closed.filter { !slots.contains($0.key) },
      open: family.open + slots)
    checker.base = family.closed.filter { slots.contains($0.key) }
    checker.mostChanges = 1
    checker.maximumStates = min(request.maximumStates, 1 << 28)
    let progress = environment.progress
    checker.progress = { states, level in
      progress("\(pool): assumptions, \(TextLayout.grouped(states)) states, depth \(level)")
      return true
    }
    return try environment.stopwatch.time("assumptions") { () throws(FamilyChecker.Failure) in
      try checker.check(properties).verdicts
    }
  }

  /// The properties whose verdict is another one in some configuration; nil where in none.
  private func decisive(
    _ change: Change, in family: ConfigurationFamily, _ verdicts: [FamilyVerdict]
  ) -> ConfigurationReport.Decisive? {
    var flips: [String] = []
    let members = family.members.map { member in
      var changed = member
      changed[change.slot] = change.value
      return (member, changed)
    }.filter { isLegal($0.1) }
    for verdict in verdicts {
      let isFlipped = members.contains { member, changed in
        verdict.fails.holds(in: member) != verdict.fails.holds(in: changed)
          || verdict.isVacuous.holds(in: member) != verdict.isVacuous.holds(in: changed)
      }
      if isFlipped { flips.append(verdict.property.fullID) }
    }
    guard !flips.isEmpty else { return nil }
    return ConfigurationReport.Decisive(
      model.slots[change.slot].name, otherwise: model.text(of: change.value, in: change.slot),
      flips: flips)
  }

  private func isLegal(_ parameters: [Int: Int]) -> Bool {
    let evaluator = ConcreteEvaluator(
      model.slots.indices.map { parameters[$0] ?? model.slots[$0].initial })
    return !model.legality.contains { $0.isError && evaluator.holds($0.forbid) }
  }
}

extension Property {
  /// Whether it is a predicate over parameters.
  var isAboutConfigurations: Bool {
    if case .configuration = claim { true } else { false }
  }
}
