import Findings
import TransitionTables

/// Judges the items of a shard one after the other.
package struct SweepRun {
  package let environment: ToolEnvironment
  /// The subject of the items.
  package let subject: SweepPlan.Subject
  /// The time limit for one item in seconds; nil for none.
  package var timeout: Double?

  package init(of subject: SweepPlan.Subject, environment: ToolEnvironment) {
    (self.subject, self.environment) = (subject, environment)
  }

  /// The results for the given items; incomplete where the run is interrupted.
  ///
  /// - Parameters:
  ///   - items: the items to judge.
  ///   - known: the results of an earlier run, by digest, which are used unchanged.
  ///   - judge: judges an item within the limits of the given environment.
  ///   - keep: receives each new result immediately.
  /// - Throws: an error where the command line is wrong or the system fails.
  package func entries(
    of items: [SweepPlan.Item], known: [String: [SweepEntry]],
    judge: (SweepPlan.Item, ToolEnvironment) throws(CommandFailure) -> [SweepEntry],
    keep: ([SweepEntry]) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> [SweepEntry] {
    var found: [SweepEntry] = []
    let left = items.filter { known[$0.digest] == nil }
    for item in items where known[item.digest] != nil { found += known[item.digest] ?? [] }
    for (position, item) in left.enumerated() {
      let place = "\(subject.singular) \(position + 1) of \(left.count)"
      var own = environment
      own.limits = RunLimits(within: environment.limits)
      own.limits.begin(timeout: timeout)
      own.progress = { [progress = environment.progress] in progress("\(place): \($0)") }
      own.progress(item.documents.first ?? "")
      let entries = try judge(item, own)
      guard !environment.limits.shouldStop else { break }
      try keep(entries)
      found += entries
    }
    return found
  }
}

/// Checks the pools of a sweep.
package struct SweepCheck {
  package let model: Model
  package let request: ExplorationRequest
  /// The settings that override the documents of every pool.
  package let poolRequest: PoolRequest
  /// The accepted findings.
  package var baseline: FindingBaseline?

  package init(model: Model, request: ExplorationRequest, poolRequest: PoolRequest) {
    (self.model, self.request, self.poolRequest) = (model, request, poolRequest)
  }

  /// The results for an item; documents that cannot be read have a result too.
  ///
  /// - Throws: an error where the command line is wrong or the system fails.
  package func entries(
    of item: SweepPlan.Item, in environment: ToolEnvironment
  ) throws(CommandFailure) -> [SweepEntry] {
    var poolRequest = poolRequest
    poolRequest.paths = item.documents
    poolRequest.poolName = item.part.pool
    let own = item.part.settings
    poolRequest.settings.removeAll { setting in own.contains { $0.name == setting.name } }
    poolRequest.settings += own
    let batch = PoolBatch(
      verb: "check", poolRequest: poolRequest, request: request, environment: environment)
    do throws(CommandFailure) {
      var outcomes = try batch.outcomes(model: model)
      baseline?.apply(to: &outcomes)
      return outcomes.map { SweepEntry(item, $0) }
    } catch {
      guard error.status != .usage, error.status != .systemFailure else { throw error }
      return [SweepEntry(item, error)]
    }
  }
}
