import Findings
import TransitionTables

/// Checks the pools of a shard one after the other.
package struct SweepRun {
  package let model: Model
  package let request: ExplorationRequest
  /// What is laid over every pool.
  package let poolRequest: PoolRequest
  package let environment: ToolEnvironment
  /// The findings that are accepted.
  package var baseline: FindingBaseline?
  /// The seconds for one pool; nil for any time.
  package var timeout: Double?

  package init(
    model: Model, request: ExplorationRequest, poolRequest: PoolRequest,
    environment: ToolEnvironment
  ) {
    (self.model, self.request) = (model, request)
    (self.poolRequest, self.environment) = (poolRequest, environment)
  }

  /// The results of some pools; fewer where the run is interrupted.
  ///
  /// - Parameters:
  ///   - items: the pools.
  ///   - known: results of an earlier run, by digest; they are taken as they are.
  ///   - keep: takes each new result as soon as it is there.
  /// - Throws: where the command line is wrong or the system fails.
  package func entries(
    of items: [SweepPlan.Item], known: [String: [SweepEntry]],
    keep: ([SweepEntry]) throws(CommandFailure) -> Void
  ) throws(CommandFailure) -> [SweepEntry] {
    var found: [SweepEntry] = []
    let left = items.filter { known[$0.digest] == nil }
    for item in items where known[item.digest] != nil { found += known[item.digest] ?? [] }
    for (position, item) in left.enumerated() {
      let place = "pool \(position + 1) of \(left.count)"
      var own = environment
      own.limits = RunLimits(within: environment.limits)
      own.limits.begin(timeout: timeout)
      own.progress = { [progress = environment.progress] in progress("\(place): \($0)") }
      own.progress(item.documents.first ?? "")
      let entries = try entries(of: item, in: own)
      guard !environment.limits.shouldStop else { break }
      try keep(entries)
      found += entries
    }
    return found
  }

  private func entries(
    of item: SweepPlan.Item, in environment: ToolEnvironment
  ) throws(CommandFailure) -> [SweepEntry] {
    var poolRequest = poolRequest
    poolRequest.paths = item.documents
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
