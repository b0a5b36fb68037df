import Findings
import Foundation
import StateSpace
import TransitionTables

/// Finds the assumptions that decide a verdict: each is changed alone, and the properties are
/// judged again.
///
/// For a single configuration with few states, all changes are explored at once, together with the
/// pool itself, each value of each assumption as a world of its own (`WorldChecker`). Changes that
/// this leaves undecided are explored one by one, except those that cannot have an effect in the
/// explored states (``ChangeOfMachine``). For more states, or an open pool, all configurations that
/// differ in one assumption are explored at once, as a family (``FamilyChecker``). The assumptions
/// are bits of the state that never change, so the family's result for a member is that of its own
/// exploration. An assumption decides a verdict if the verdict differs between a configuration and
/// the same with the assumption changed.
struct AssumptionSensitivity {
  /// The greatest number of states of a pool whose assumptions are tried without a request.
  static let mostStates = 200_000
  /// The same limit for a pool with open parameters, where each state costs far more.
  static let mostStatesOfFamily = 1_000
  /// The greatest number of states that are explored again for each change; beyond it the symbolic
  /// engine takes over, whose time for all changes is about the same for any pool.
  static let mostStatesOneByOne = 12_000
  /// The greatest number of states, split by observers, that are explored at once for such a pool.
  static let mostStatesWithObservers = 300_000
  /// The greatest number of configurations of a pool whose assumptions are tried.
  static let mostConfigurations = 256

  let model: Model
  let properties: [Property]
  let request: ExplorationRequest
  let environment: ToolEnvironment
  let compiler: TableCompiler
  /// The exploration of the single configuration as made for the properties, if there was one.
  var joint: TableExploration?

  /// The work begun during the exploration of the pool itself: all changes as worlds until the pool
  /// turns out to have many states, then as a family.
  let begunWorlds = HeadStart<[Verdicts?]>()
  let begunFamily = HeadStart<Result<[FamilyVerdict], FamilyChecker.Failure>>()

  /// The verdict on each property under one configuration; empty where a limit ended the
  /// exploration.
  typealias Verdicts = [(id: String, verdict: PropertyReport.Verdict)]

  /// Begins to try the assumptions as worlds while the pool is explored, in case it has few states.
  ///
  /// - Parameters:
  ///   - family: the single configuration that is being explored; for more, nothing is begun.
  ///   - pool: the name of the pool.
  func beginWorlds(around family: ConfigurationFamily, _ pool: String) {
    guard mayBegin(around: family) else { return }
    let parameters = family.members[0]
    begunWorlds.begin { isCancelled in
      verdicts(
        together: legal(changes(around: family), around: parameters), around: parameters, pool,
        isCancelled)
    }
  }

  private func mayBegin(around family: ConfigurationFamily) -> Bool {
    request.triesAssumptions != false && request.threads > 1
      && ProcessInfo.processInfo.activeProcessorCount > 1 && family.members.count == 1
  }

  /// Begins to try the assumptions as a family while a pool with many states is explored, in case
  /// they are not too many.
  ///
  /// - Parameters:
  ///   - family: the single configuration that is being explored; for more, nothing is begun.
  ///   - pool: the name of the pool.
  func beginFamily(around family: ConfigurationFamily, _ pool: String) {
    guard mayBegin(around: family), properties.allSatisfy(model.isDecidedInFamilies) else {
      return
    }
    let changes = self.changes(around: family)
    guard !changes.isEmpty else { return }
    begunWorlds.cancel()
    begunFamily.begin { isCancelled in
      Result { () throws(FamilyChecker.Failure) in
        try verdicts(around: family, changes, of: pool, areMany: true, isCancelled)
      }
    }
  }

  /// Cancels begun work where the pool has too many states for it, so that the work on its findings
  /// gets all threads.
  func reconsider(states: Int) {
    let isTooLarge = request.triesAssumptions != true && states > Self.mostStates
    if isTooLarge { begunFamily.cancel() }
    if isTooLarge || areMany(states) { begunWorlds.cancel() }
  }

  /// Cancels all begun work.
  func cancel() {
    begunFamily.cancel()
    begunWorlds.cancel()
  }

  /// Whether a pool has so many states that its changes are tried as a family.
  private func areMany(_ states: Int) -> Bool {
    states > Self.mostStatesOneByOne && properties.allSatisfy(model.isDecidedInFamilies)
  }

  /// Tries the assumptions for a pool's configurations.
  ///
  /// - Parameters:
  ///   - family: the configurations that were explored.
  ///   - report: the results for them.
  /// - Returns: the assumptions whose change alone flips a verdict, in the order of declaration, or
  ///   the reason why none was tried.
  /// - Throws: the failure that makes an exploration impossible.
  func trial(
    around family: ConfigurationFamily, with report: PoolReport
  ) throws(CommandFailure) -> ConfigurationReport.Trial {
    let isOpen = family.members.count != 1
    let states = report.coverage.states
    let most = isOpen ? Self.mostStatesOfFamily : Self.mostStates
    guard let isAsked = request.triesAssumptions ?? (states <= most ? true : nil) else {
      return .notTried(
        "the pool has more than \(TextLayout.grouped(most)) states; `--try-assumptions` tries them")
    }
    guard isAsked else { return .notTried("`--no-try-assumptions` was given") }
    guard report.coverage.isComplete, report.coverage.isJudged else {
      return .notTried("the exploration is not complete")
    }
    guard (1...Self.mostConfigurations).contains(family.members.count) else {
      return .notTried(
        "more than \(Self.mostConfigurations) configurations are open; close some with `--set`")
    }
    let changes = self.changes(around: family)
    guard !changes.isEmpty else { return .tried([]) }
    if isOpen || areMany(states) {
      return trial(of: changes, around: family, with: report)
    }
    return try environment.stopwatch.time("assumptions") { () throws(CommandFailure) in
      try trial(of: changes, around: family.members[0], with: report)
    }
  }

  // MARK: A single configuration

  private func trial(
    of changes: [Change], around parameters: [Int: Int], with report: PoolReport
  ) throws(CommandFailure) -> ConfigurationReport.Trial {
    let changes = legal(changes, around: parameters)
    var found =
      begunWorlds.take() ?? verdicts(together: changes, around: parameters, report.pool)
    let missing = changes.indices.filter { found[$0] == nil }
    if !missing.isEmpty {
      guard let base = self.base(parameters) else {
        guard !environment.limits.shouldStop else {
          return .cutOff([], untried: names(of: changes))
        }
        return .notTried("the pool could not be explored once more")
      }
      let open = missing.map { changes[$0] }
      let own = try verdicts(oneByOne: open, around: parameters, from: base, report.pool)
      for (number, verdicts) in zip(missing, own) { found[number] = verdicts }
    }
    let known = Dictionary(
      report.properties.map { ($0.id, $0.verdict) }, uniquingKeysWith: { first, _ in first })
    var decisive: [ConfigurationReport.Decisive] = []
    var untried: [Change] = []
    for (change, verdicts) in zip(changes, found) {
      guard let verdicts else { continue }
      if verdicts.isEmpty || verdicts.contains(where: { $0.verdict == .undetermined }) {
        untried.append(change)
      }
      let flips = verdicts.filter { isFlip(known[$0.id], to: $0.verdict) }.map(\.id)
      if !flips.isEmpty { decisive.append(self.decisive(change, flips)) }
    }
    return untried.isEmpty ? .tried(decisive) : .cutOff(decisive, untried: names(of: untried))
  }

  /// The changes that the service accepts.
  private func legal(_ changes: [Change], around parameters: [Int: Int]) -> [Change] {
    changes.filter { isLegal(parameters.merging([$0.slot: $0.value]) { $1 }) }
  }

  /// The verdicts under each change, explored all at once; nil for changes that have to be explored
  /// by themselves.
  private func verdicts(
    together changes: [Change], around parameters: [Int: Int], _ pool: String,
    _ isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> [Verdicts?] {
    guard !changes.isEmpty else { return [] }
    var checker = WorldChecker(
      compiler: compiler, observers: model.observers(readBy: properties.flatMap(\.expressions)))
    checker.maximumStates = min(request.maximumStates, Self.mostStatesWithObservers)
    let (progress, limits, phase) = (environment.progress, environment.limits, phase(pool, changes))
    progress(phase)
    guard !limits.shouldStop else { return changes.map { _ in [] } }
    checker.progress = { states in
      progress("\(phase), \(TextLayout.counted(states, "state"))")
      return !limits.shouldStop && !isCancelled()
    }
    let configurations = changes.map { change in
      parameters.merging([change.slot: change.value]) { $1 }
    }
    return checker.statuses(of: properties, under: configurations).map { statuses in
      statuses.map { statuses in
        zip(properties, statuses).map { property, status in
          (property.fullID, PropertyReport.Verdict(rawValue: status.rawValue) ?? .undetermined)
        }
      }
    }
  }

  /// The verdicts under each change that may have an effect in the explored states, explored one by
  /// one; nil for the others.
  private func verdicts(
    oneByOne changes: [Change], around parameters: [Int: Int], from base: TableExploration,
    _ pool: String
  ) throws(CommandFailure) -> [Verdicts?] {
    let machine = ChangeOfMachine(from: base)
    var trials: [Trial] = []
    var found = [Verdicts?](repeating: nil, count: changes.count)
    for (number, change) in changes.enumerated() where !machine.neverReads(change.slot) {
      guard !environment.limits.shouldStop else {
        found[number] = []
        continue
      }
      let changed = parameters.merging([change.slot: change.value]) { $1 }
      let compiled = compiled(changed, base.compiled.observers)
      guard isClaimed(of: change.slot) || machine.mayShow(in: compiled) else { continue }
      let phase = "\(pool): assumption \(number + 1) of \(changes.count)"
      trials.append(Trial(number: number, parameters: changed, compiled: compiled, phase: phase))
    }
    for (trial, own) in zip(trials, try verdicts(of: trials)) {
      found[trial.number] = (own ?? []).map { ($0.id, $0.verdict) }
    }
    return found
  }

  /// Whether a verdict differs; one that a limit left undetermined does not count.
  private func isFlip(_ old: PropertyReport.Verdict?, to new: PropertyReport.Verdict) -> Bool {
    old != new && old != .undetermined && new != .undetermined
  }

  /// Whether a property or an impossible state reads a parameter, so that its value matters even
  /// where no step depends on it.
  private func isClaimed(of slot: Int) -> Bool {
    properties.contains { $0.expressions.contains { $0.slots.contains(slot) } }
      || model.never.contains { $0.states.slots.contains(slot) }
  }

  /// The progress message for trying all assumptions at once, with their number.
  private func phase(_ pool: String, _ changes: [Change]) -> String {
    "\(pool): trying \(TextLayout.counted(names(of: changes).count, "assumption")) at once"
  }

  private func names(of changes: [Change]) -> [String] {
    Set(changes.map(\.slot)).sorted().map { model.slots[$0].name }
  }

  /// The explored states of a configuration, split by all observers that properties read, or by
  /// none where these split too many. Nil where not all states were found.
  private func base(
    _ parameters: [Int: Int]
  ) -> TableExploration? {
    let all = model.observers(readBy: properties.flatMap(\.expressions))
    let most = min(request.maximumStates, Self.mostStatesWithObservers)
    let limits = environment.limits
    if let joint, joint.compiled.observers == all, joint.exploration.stateCount <= most {
      return joint
    }
    let states = try? TableExploration(
      compiled(parameters, all), options: ExplorationOptions(maximumStates: most),
      notesJudgements: false
    ) { _ in !limits.shouldStop }
    if let states, states.exploration.completeness == .complete { return states }
    let plain = try? TableExploration(
      compiled(parameters, []),
      options: ExplorationOptions(maximumStates: request.maximumStates), notesJudgements: false
    ) { _ in !limits.shouldStop }
    // An incomplete exploration does not show that an assumption is never read.
    return plain.flatMap { $0.exploration.completeness == .complete ? $0 : nil }
  }

  private func compiled(_ parameters: [Int: Int], _ observers: Set<Int>) -> CompiledModel {
    compiler.compiled(
      parameters: parameters, observers: observers, invariants: model.watchedConstraints)
  }

  /// A configuration with one assumption changed, ready to be explored.
  private struct Trial: Sendable {
    /// The index of the change.
    var number: Int
    var parameters: [Int: Int]
    var compiled: CompiledModel
    var phase: String
  }

  /// The verdicts of each trial, explored in parallel; nil for trials that a limit prevented.
  private func verdicts(of trials: [Trial]) throws(CommandFailure) -> [[PropertyReport]?] {
    try SideBySide.run(trials.count, threads: request.threads) {
      number throws(CommandFailure) -> [PropertyReport]? in
      let trial = trials[number]
      guard !environment.limits.shouldStop else { return nil }
      return try verdicts(under: trial.parameters, trial.compiled, trial.phase)
    }
  }

  private func verdicts(
    under parameters: [Int: Int], _ compiled: CompiledModel, _ phase: String
  ) throws(CommandFailure) -> [PropertyReport] {
    environment.progress(phase)
    var request = self.request
    request.listsPaths = false
    request.maximumBytes = request.maximumBytes.map { $0 / 2 }
    var explorer = GroupExplorer(
      model: model, properties: properties, request: request, environment: environment,
      poolName: phase, compiler: compiler)
    // All properties share one exploration, unless observers split too many states.
    let all = model.observers(readBy: properties.flatMap(\.expressions))
    if compiled.observers == all { explorer.prepared = compiled }
    return try explorer.verdicts(under: parameters)
  }

  private func decisive(_ change: Change, _ flips: [String]) -> ConfigurationReport.Decisive {
    var decisive = ConfigurationReport.Decisive(
      model.slots[change.slot].name, otherwise: model.text(of: change.value, in: change.slot),
      flips: flips)
    decisive.says = model.slots[change.slot].documentation.firstSentence
    return decisive
  }

  // MARK: A family

  private func trial(
    of changes: [Change], around family: ConfigurationFamily, with report: PoolReport
  ) -> ConfigurationReport.Trial {
    do throws(FamilyChecker.Failure) {
      let areMany = report.coverage.states > Self.mostStatesOneByOne
      let early = begunFamily.take()
      let found =
        if let early { try early.get() } else {
          try verdicts(around: family, changes, of: report.pool, areMany: areMany)
        }
      guard !environment.limits.shouldStop else {
        return .cutOff([], untried: names(of: changes))
      }
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
    // A family closes assumptions that nothing in the table reads.
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

  /// The verdicts on all configurations that differ from those of a family in one assumption.
  ///
  /// - Parameters:
  ///   - areMany: whether there are known to be so many states that listing them is not worth
  ///     trying.
  ///   - isCancelled: called often; true ends the work, whose result is then meaningless.
  private func verdicts(
    around family: ConfigurationFamily, _ changes: [Change], of pool: String, areMany: Bool,
    _ isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(FamilyChecker.Failure) -> [FamilyVerdict] {
    let slots = Set(changes.map(\.slot))
    var checker = FamilyChecker(
      model: model, closed: family.closed.filter { !slots.contains($0.key) },
      open: family.open + slots)
    checker.base = family.closed.filter { slots.contains($0.key) }
    checker.mostChanges = 1
    checker.wantsExamples = false
    if areMany { checker.backend = .symbolic }
    checker.maximumStates = min(request.maximumStates, 1 << 28)
    let (progress, limits) = (environment.progress, environment.limits)
    let shouldStop = { @Sendable in limits.shouldStop || isCancelled() }
    let phase = phase(pool, changes)
    checker.progress = { states, level in
      progress("\(phase), \(TextLayout.counted(states, "state")), depth \(level)")
      return !shouldStop()
    }
    checker.shouldStop = shouldStop
    checker.symbolicProgress = { state in
      progress("\(phase), sets of states, round \(state.round)")
      return !shouldStop()
    }
    return try environment.stopwatch.time("assumptions") { () throws(FamilyChecker.Failure) in
      try checker.check(properties).verdicts
    }
  }

  /// The properties whose verdict the change flips in some configuration; nil where there are none.
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
    return flips.isEmpty ? nil : decisive(change, flips)
  }

  private func isLegal(_ parameters: [Int: Int]) -> Bool {
    let evaluator = ConcreteEvaluator(
      model.slots.indices.map { parameters[$0] ?? model.slots[$0].initial })
    return !model.legality.contains { $0.isError && evaluator.holds($0.forbid) }
  }
}
