import Findings
import TransitionTables

/// Judges the items of a shard one after the other.
package struct SweepRun {
  package let environment: ToolEnvironment
  /// What the items are.
  package let subject: SweepPlan.Subject
  /// The seconds for one item; nil for any time.
  package var timeout: Double?

  package init(of subject: SweepPlan.Subject, environment: ToolEnvironment) {
    (self.subject, self.environment) = (subject, environment)
  }

  /// The results of some items; fewer where the run is interrupted.
  ///
  /// - Parameters:
  ///   - items: what is judged.
  ///   - known: results of an earlier run, by digest; they are taken as they are.
  ///   - judge: judges an item, with the limits of the environment that it is given.
  ///   - keep: takes each new result as soon as it is there.
  /// - Throws: where the command line is wrong or the system fails.
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
  /// What is laid over every pool.
  package let poolRequest: PoolRequest
  /// The findings that are accepted.
  package var baseline: FindingBaseline?

  package init(model: Model, request: ExplorationRequest, poolRequest: PoolRequest) {
    (self.model, self.request, self.poolRequest) = (model, request, poolRequest)
  }

  /// What comes of an item; documents that cannot be read are a result too.
  ///
  /// - Throws: where the command line is wrong or the system fails.
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
