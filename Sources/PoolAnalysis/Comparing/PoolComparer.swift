import Findings
import SignIn
import StateSpace
import TransitionTables

/// Compares two pools: settings, the service's rulings, users, verdicts, paths.
package struct PoolComparer {
  package let model: Model
  package let request: ExplorationRequest
  package let environment: ToolEnvironment
  /// Compiles the tables; what both pools share is compiled once.
  let compiler: TableCompiler

  package init(model: Model, request: ExplorationRequest, environment: ToolEnvironment) {
    self.init(
      request: request, environment: environment, compiler: environment.limits.compiler(of: model))
  }

  private init(
    request: ExplorationRequest, environment: ToolEnvironment, compiler: TableCompiler
  ) {
    (self.request, self.environment, self.compiler) = (request, environment, compiler)
    model = compiler.model
  }

  /// - Throws: 151 where a pool is illegal, together with the service's rulings on the change; 75
  ///   where a pool is too open to be compared; 152 where a limit is reached.
  package func compare(_ old: LoadedPool, _ new: LoadedPool) throws(CommandFailure)
    -> PoolDifference
  {
    let settings = settings(old, new)
    let (old, new) = (
      noting(decided(old, as: new)), noting(decided(new, as: old))
    )
    var difference = PoolDifference(oldPool: old, newPool: new)
    difference.settings = settings
    difference.rulings = ChangeGate(model: model, oldPool: old, newPool: new).rulings
    difference.replacesPool = difference.rulings.contains { ruling in
      model.changes.contains { $0.id == ruling.code && $0.replaces }
    }
    difference.harms = difference.rulings.filter { ruling in
      DocumentRule.all.contains { $0.code == ruling.code && !$0.harms.isEmpty }
        || model.changes.contains { $0.id == ruling.code && $0.harms }
    }
    let (before, after) = try configurations(old, new, rulings: difference.rulings)
    // The users of one pool and the verdicts on both are computed in parallel.
    var request = self.request
    if request.threads > 1 { request.maximumBytes = request.maximumBytes.map { $0 / 3 } }
    let part = PoolComparer(request: request, environment: environment, compiler: compiler)
    let (oldStates, newStates) = try SideBySide.run(threads: request.threads) {
      () throws(CommandFailure) in
      try part.explored(before, old)
    } _: { () throws(CommandFailure) in
      try part.explored(after, new)
    }
    // A pool that was explored only in part cannot be compared.
    try checkCompleteness(of: [oldStates], before: "all users were compared", new)
    let (users, reports) = try SideBySide.run(threads: request.threads) {
      () throws(CommandFailure) in
      try part.users(oldStates, under: newStates.table.compiled, new)
    } _: { () throws(CommandFailure) in
      try part.reports(on: (old, before), (new, after))
    }
    difference.users = users
    compareVerdicts(&difference, reports)
    try checkCompleteness(of: [], before: "all verdicts were found", new)
    try comparePaths(&difference, oldStates, newStates)
    return difference
  }

  /// Compares only the users of one pool under another one.
  ///
  /// - Parameters:
  ///   - old: the pool whose users are compared.
  ///   - new: the pool that replaces it.
  /// - Throws: the same as ``compare(_:_:)``.
  package func users(
    of old: LoadedPool, under new: LoadedPool
  ) throws(CommandFailure) -> UserComparison {
    let (before, after) = try configurations(old, new, rulings: [])
    let oldStates = try explored(before, old)
    try checkCompleteness(of: [oldStates], before: "all users were compared", new)
    return try users(oldStates, under: compiler.compiled(parameters: after), new)
  }

  private func settings(
    _ old: LoadedPool, _ new: LoadedPool
  ) -> [PoolDifference.SettingChange] {
    model.parameters.compactMap { slot in
      guard old.closed[slot] != new.closed[slot] else { return nil }
      func text(_ pool: LoadedPool) -> String {
        pool.closed[slot].map { model.text(of: $0, in: slot) } ?? "open"
      }
      return PoolDifference.SettingChange(
        name: model.slots[slot].name, old: text(old), new: text(new),
        oldOrigin: old.origins[slot]?.comment ?? "default",
        newOrigin: new.origins[slot]?.comment ?? "default")
    }
  }

  // MARK: Configurations

  /// The pool with its undecided settings at the value of the other pool, or else at their default,
  /// as far as the service accepts that, and the list of these settings. Settings that the user
  /// asks to leave open stay open, and an option for one pool alone is no value for the other.
  func decided(_ pool: LoadedPool, as other: LoadedPool) -> (pool: LoadedPool, taken: [Int]) {
    var (result, taken) = (pool, [Int]())
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    for slot in family.open where !pool.isLeftOpen(slot) {
      let stated = other.origins[slot] == .commandLine ? nil : other.closed[slot]
      let value = stated ?? model.slots[slot].initial
      var next = result
      next.closed[slot] = value
      next.open.removeAll { $0 == slot }
      let rest = ConfigurationFamily(model: model, closed: next.closed, open: next.open)
      guard rest.legalCount > 0 else { continue }
      result = next
      taken.append(slot)
    }
    return (result, taken)
  }

  /// The settings taken over, as `setting = value`.
  func words(_ taken: [Int], in pool: LoadedPool) -> [String] {
    taken.map { slot in
      let value = pool.closed[slot] ?? model.slots[slot].initial
      return "\(model.slots[slot].name) = \(model.text(of: value, in: slot))"
    }
  }

  /// The pool with a warning that lists the settings taken over.
  private func noting(_ decided: (pool: LoadedPool, taken: [Int])) -> LoadedPool {
    var result = decided.pool
    let names = words(decided.taken, in: result)
    guard let file = result.files.first, !names.isEmpty else { return result }
    result.notes.append(
      Diagnostic(
        "diff.undecided", .warning, at: SourceLocation(file: file),
        "the documents do not decide all; compared with \(names.joined(separator: ", ")), which is"
          + " what the other pool has, or the default",
        remedy: "give values to what the documents leave to variables, or `--set NAME=VALUE`"))
    return result
  }

  /// A representative configuration of each pool; all its other configurations behave alike.
  func configurations(
    _ old: LoadedPool, _ new: LoadedPool, rulings: [Diagnostic]
  ) throws(CommandFailure) -> ([Int: Int], [Int: Int]) {
    var refused: [Diagnostic] = []
    var found: [[Int: Int]] = []
    for pool in [old, new] {
      do throws(CommandFailure) {
        found.append(try configuration(of: pool))
      } catch {
        guard error.status == .illegal else { throw error }
        refused += error.diagnostics
      }
    }
    guard refused.isEmpty, found.count == 2 else {
      // All broken rules are reported at once: those of the pools and those of the change.
      throw CommandFailure(DiagnosticList(refused + rulings).diagnostics, status: .illegal)
    }
    return (found[0], found[1])
  }

  private func configuration(of pool: LoadedPool) throws(CommandFailure) -> [Int: Int] {
    let family = ConfigurationFamily(model: model, closed: pool.closed, open: pool.open)
    try LegalityGate(model: model, pool: pool, family: family).pass()
    let groups = BehaviourGroup.groups(
      of: family, properties: model.properties, by: compiler, most: 1
    ) { _ in !environment.limits.shouldStop }
    // If the comparison was stopped, configurations count as one group although they may differ.
    if family.members.count > 1 { try goOn(before: "all configurations were compared", pool) }
    if groups.count == 1 { return groups[0].parameters }
    let names = family.open.map { "`\(model.slots[$0].name)`" }
    // The advice is a legal configuration as near to the defaults as possible.
    func defaults(_ member: [Int: Int]) -> Int {
      family.open.count { member[$0] == model.slots[$0].initial }
    }
    let nearest = family.members.max { defaults($0) < defaults($1) } ?? [:]
    let options = family.open.map { slot in
      model.option(setting: slot, to: nearest[slot] ?? model.slots[slot].initial)
    }
    throw CommandFailure(
      [
        Diagnostic(
          "pool.open-in-diff", at: SourceLocation(file: pool.files.first ?? pool.name),
          "the pool leaves open \(names.joined(separator: ", ")), which "
            + "make several pools; two single ones can be compared",
          remedy: "close them: \(options.joined(separator: " ")), in the new pool alone with"
            + " `--after`, or add documents that decide")
      ], status: .cannotEvaluate)
  }

  // MARK: States

  /// Explores all states of a pool explicitly; only settings without effect may be open.
  ///
  /// - Parameters:
  ///   - pool: the pool.
  ///   - goingOn: called from time to time with the number of listed states; false stops.
  /// - Throws: the same as ``compare(_:_:)``.
  package func listed(
    _ pool: LoadedPool, goingOn: (Int) -> Bool = { _ in true }
  ) throws(CommandFailure) -> TableExploration {
    let compiled = compiler.compiled(parameters: try configuration(of: pool))
    let explorer = explorer(of: pool.name)
    do throws(TransitionSystemError) {
      return try environment.stopwatch.time("explore") { () throws(TransitionSystemError) in
        try TableExploration(
          compiled, maximumStates: request.maximumStates
        ) { explorer.progress($0) && goingOn($0.states) }
      }
    } catch {
      throw CommandFailure.fault(error.description, of: pool.name)
    }
  }

  /// Explores all states of a pool, explicitly or symbolically; only settings without effect may be
  /// open.
  /// - Throws: the same as ``compare(_:_:)``.
  package func explored(_ pool: LoadedPool) throws(CommandFailure) -> Explored {
    try explored(try configuration(of: pool), pool)
  }

  private func explorer(of name: String) -> TableExplorer {
    var explorer = TableExplorer()
    (explorer.backend, explorer.maximumStates) = (request.backend, request.maximumStates)
    explorer.maximumBytes = request.maximumBytes
    if let bytes = explorer.maximumBytes {
      explorer.symbolicLimits.bytes = min(explorer.symbolicLimits.bytes, bytes)
    }
    explorer.progress = environment.listing(name)
    explorer.symbolicProgress = environment.growing(name)
    explorer.shouldStop = { [limits = environment.limits] in limits.shouldStop }
    return explorer
  }

  /// Explores all states of a pool in one configuration.
  func explored(
    _ parameters: [Int: Int], _ pool: LoadedPool
  ) throws(CommandFailure) -> Explored {
    do throws(TransitionSystemError) {
      return try environment.stopwatch.time("explore") { () throws(TransitionSystemError) in
        try explorer(of: pool.name).explore(compiler.compiled(parameters: parameters))
      }
    } catch {
      throw CommandFailure.fault(error.description, of: pool.name)
    }
  }

  /// Compares the users of an explored pool under another configuration.
  func users(
    _ old: Explored, under new: CompiledModel, _ pool: LoadedPool
  ) throws(CommandFailure) -> UserComparison {
    let explorer = explorer(of: "records under the new pool")
    do throws(UserComparison.Failure) {
      return try environment.stopwatch.time("users") { () throws(UserComparison.Failure) in
        try UserComparison(old, under: new, exploringBy: explorer)
      }
    } catch {
      switch error {
      case .incomplete(let stop): throw cut(by: stop, before: "all users were compared", pool)
      case .noAttempt:
        throw CommandFailure.fault("the table declares no attempt to sign in", of: pool.name)
      case .system(let fault): throw CommandFailure.fault(fault.description, of: pool.name)
      case .disagreement(let fault): throw CommandFailure.fault(fault.message, of: pool.name)
      }
    }
  }

  /// The failure for a comparison that a limit stopped: it proves nothing.
  private func cut(
    by stop: Completeness, before what: String, _ pool: LoadedPool
  ) -> CommandFailure {
    environment.limits.note(stop)
    return CommandFailure(
      [
        Diagnostic(
          "pool.diff-limit", at: SourceLocation(file: pool.files.first ?? pool.name),
          "a limit was reached before \(what); the comparison is inconclusive",
          remedy: environment.limits.reason?.remedy ?? "give more time")
      ], status: .limitReached)
  }

  private func checkCompleteness(
    of explored: [Explored], before what: String, _ pool: LoadedPool
  ) throws(CommandFailure) {
    if let stop = explored.map(\.completeness).first(where: { $0 != .complete }) {
      throw cut(by: stop, before: what, pool)
    }
    try goOn(before: what, pool)
  }

  /// Throws if a limit or the user has stopped the run.
  func goOn(before what: String, _ pool: LoadedPool) throws(CommandFailure) {
    if environment.limits.isStopped { throw cut(by: .cancelled, before: what, pool) }
  }

  // MARK: Verdicts and paths

  private func reports(
    on old: (pool: LoadedPool, parameters: [Int: Int]),
    _ new: (pool: LoadedPool, parameters: [Int: Int])
  ) throws(CommandFailure) -> (before: PoolReport, after: PoolReport) {
    var request = self.request
    (request.listsPaths, request.triesRemedies) = (false, false)
    let explorer = PoolExplorer(
      model: model, request: request, environment: environment, compiler: compiler)
    let closed = [old, new].map { pool, parameters in
      var closed = pool
      (closed.closed, closed.open) = (parameters, [])
      return closed
    }
    return try SideBySide.run(threads: request.threads) { () throws(CommandFailure) in
      try explorer.explore(closed[0]).report
    } _: { () throws(CommandFailure) in
      try explorer.explore(closed[1]).report
    }
  }

  private func compareVerdicts(
    _ difference: inout PoolDifference, _ reports: (before: PoolReport, after: PoolReport)
  ) {
    let (before, after) = (reports.before.problems, reports.after.problems)
    difference.gainedProblems = after.filter { new in !before.contains { $0.isSame(as: new) } }
    difference.lostProblems = before.filter { old in !after.contains { $0.isSame(as: old) } }
    var statuses: [ExitStatus] = []
    for (old, new) in zip(reports.before.properties, reports.after.properties)
    where old.verdict != new.verdict {
      let change = PoolDifference.VerdictChange(old: old, new: new)
      difference.verdicts.append(change)
      guard change.isLost, let property = model.properties.first(where: { $0.fullID == new.id })
      else { continue }
      statuses.append(
        PropertyOutcome.status(of: property, new, isStrict: request.isStrict))
    }
    difference.verdictStatus = ExitStatus.combined(statuses)
  }

  private func comparePaths(
    _ difference: inout PoolDifference, _ old: Explored, _ new: Explored
  ) throws(CommandFailure) {
    environment.progress("listing paths")
    let live = difference.users.live
    let all = [old, new] + (live.map { [$0] } ?? [])
    // Runs are only worked out for the paths that are shown.
    guard let before = Catalogue(old, findingRunsOf: { _ in false }),
      let after = Catalogue(new, findingRunsOf: { _ in false })
    else { return }
    let mixed = live.flatMap { Catalogue($0, findingRunsOf: { _ in false }) }
    try checkCompleteness(of: all, before: "all paths were listed", difference.newPool)
    guard !before.isTruncated, !after.isTruncated else {
      difference.hasTooManyPaths = true
      return
    }
    let (oldIDs, newIDs) = (Set(before.paths.map(\.id)), Set(after.paths.map(\.id)))
    difference.lostPaths = try paths(oldIDs.subtracting(newIDs), of: old, difference)
    difference.gainedPaths = try paths(newIDs.subtracting(oldIDs), of: new, difference)
    try checkCompleteness(of: all, before: "all paths were compared", difference.newPool)
    let had = PoolDifference.StepSequence.sequences(of: before, in: model)
    let has = PoolDifference.StepSequence.sequences(of: after, in: model)
    let met = mixed.map { PoolDifference.StepSequence.sequences(of: $0, in: model) } ?? []
    difference.lostSequences = had.filter { old in !has.contains { $0.isSame(as: old) } }
      .map { old in
        var old = old
        old.isMetByOldUsers = met.contains { $0.isSame(as: old) }
        return old
      }
    difference.gainedSequences = has.filter { new in !had.contains { $0.isSame(as: new) } }
    difference.oldUsersSequences = met.filter { live in
      !(had + has).contains { $0.isSame(as: live) }
    }
  }

  /// The paths with the given ids, with the runs behind them.
  private func paths(
    _ ids: Set<String>, of explored: Explored, _ difference: PoolDifference
  ) throws(CommandFailure) -> [PathReport] {
    guard !ids.isEmpty, let shown = Catalogue(explored, findingRunsOf: ids.contains) else {
      return []
    }
    try checkCompleteness(of: [explored], before: "all paths were compared", difference.newPool)
    let wording = CatalogueWording(explored: explored.table, catalogue: shown)
    do throws(TableExploration.Disagreement) {
      return try wording.paths(agreed: [:]) { ids.contains($0.id) }
    } catch {
      throw CommandFailure.fault(error.message, of: difference.newPool.name)
    }
  }
}
