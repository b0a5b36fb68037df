import TransitionTables

extension RunLimits {
  /// A compiler of a table that stops when the run does.
  func compiler(of model: Model) -> TableCompiler {
    TableCompiler(model: model, threads: threads) { self.shouldStop }
  }
}

extension ExplorationRequest {
  /// A checker of single configurations that keeps this request's limits and stops when the run
  /// does; it reports no progress.
  func propertyChecker(
    _ model: Model, compiler: TableCompiler? = nil, stopping limits: RunLimits
  ) -> PropertyChecker {
    var checker = PropertyChecker(model: model, compiler: compiler ?? limits.compiler(of: model))
    checker.maximumStates = maximumStates
    checker.maximumBytes = maximumBytes
    checker.backend = backend
    checker.threads = threads
    checker.notesJudgements = false
    checker.progress = { _ in !limits.shouldStop }
    checker.symbolicProgress = { _ in !limits.shouldStop }
    checker.shouldStop = { limits.shouldStop }
    return checker
  }

  /// A checker of all configurations of a family at once, likewise.
  func familyChecker(
    _ model: Model, closed: [Int: Int], open: [Int], stopping limits: RunLimits
  ) -> FamilyChecker {
    var checker = FamilyChecker(model: model, closed: closed, open: open)
    checker.maximumStates = min(maximumStates, 1 << 28)
    // States of a family carry their configurations, and are slow to list; sets mostly take over.
    checker.explicitStates = 1_000
    checker.backend = backend
    checker.threads = threads
    if let maximumBytes { checker.maximumBytes = maximumBytes }
    checker.progress = { _, _ in !limits.shouldStop }
    checker.symbolicProgress = { _ in !limits.shouldStop }
    checker.shouldStop = { limits.shouldStop }
    return checker
  }
}
