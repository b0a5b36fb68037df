import TransitionTables

extension RunLimits {
  /// A compiler for a table that stops when the run is stopped.
  func compiler(of model: Model) -> TableCompiler {
    TableCompiler(model: model, threads: threads) { self.shouldStop }
  }
}

extension ExplorationRequest {
  /// A checker for single configurations that observes this request's limits and stops when the run
  /// is stopped; it reports no progress.
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

  /// A checker for all configurations of a family at once, with the same limits.
  func familyChecker(
    _ model: Model, closed: [Int: Int], open: [Int], stopping limits: RunLimits
  ) -> FamilyChecker {
    var checker = FamilyChecker(model: model, closed: closed, open: open)
    checker.maximumStates = min(maximumStates, 1 << 28)
    // The states of a family contain their configurations and are slow to list; the symbolic engine
    // usually takes over.
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
