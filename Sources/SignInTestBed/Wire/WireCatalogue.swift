import Foundation
public import SignIn
import Synchronization
public import TransitionTables

/// Replays every path and side step of a catalogue over the wire: from an empty pool, through the
/// creation of the record, to the last answer.
public struct WireCatalogue: Sendable {
  /// The transcripts, in the order of the catalogue.
  public private(set) var transcripts: [Transcript] = []
  /// The traffic of the paths and side steps, from the record on.
  public private(set) var ways: [Way] = []
  public private(set) var differences: [TestBedDifference] = []
  /// The number of requests that were answered.
  public private(set) var requests = 0
  /// The number of runs that could not be replayed to their end.
  public private(set) var setAside = 0

  /// The traffic of a path or a side step.
  public struct Way: Sendable {
    public var id: String
    /// The exchanges of each call of the app.
    public var calls: [[WireStep]]

    public var exchanges: [WireExchange] { calls.joined().map(\.exchange) }
  }

  /// Replays a catalogue in parallel; the result does not depend on the number of cores.
  ///
  /// - Parameters:
  ///   - catalogue: the paths to replay.
  ///   - explored: the exploration that the catalogue was made from.
  ///   - seed: the seed of all randomness; each run has its own stream, named by its title.
  ///   - channel: carries requests to the service.
  ///   - shouldStop: called before each run; the remaining runs are skipped once it returns true.
  ///   - progress: called with the numbers of finished and of all runs, from any thread.
  /// - Throws: a ``ReplayFailure`` where OpenSSL fails or the table contradicts itself; a
  ///   `DiagnosticList` where the table names something that nothing carries out.
  public static func run(
    _ catalogue: Catalogue, _ explored: any ExploredTable, seed: UInt64,
    through channel: @escaping WireReplay.Channel = WireReplay.pipe,
    shouldStop: @Sendable () -> Bool = { false },
    progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> WireCatalogue {
    let jobs =
      catalogue.paths.map { (id: $0.id, run: $0.run) }
      + catalogue.sideSteps.map { (id: $0.id, run: $0.run) }
    let binding = try TestBedBinding(explored.model)
    let results = Mutex([Int: Result<Played, ReplayFailure>]())
    DispatchQueue.concurrentPerform(iterations: jobs.count) { position in
      guard !shouldStop() else { return }
      let result = replay(jobs[position], explored, binding, seed: seed, through: channel)
      let done = results.withLock { results in
        results[position] = result
        return results.count
      }
      progress(done, jobs.count)
    }
    let finished = results.withLock { $0 }
    var wire = WireCatalogue()
    for position in jobs.indices {
      guard let (replay, calls) = try finished[position]?.get() else { continue }
      wire.ways.append(Way(id: jobs[position].id, calls: calls))
      wire.transcripts.append(replay.transcript)
      wire.differences += replay.differences
      wire.requests += replay.requests
      if !replay.setAside.isEmpty { wire.setAside += 1 }
    }
    return wire
  }

  /// A replay, and the exchanges of the calls of its attempt.
  private typealias Played = (replay: WireReplay, calls: [[WireStep]])

  private static func replay(
    _ job: (id: String, run: Catalogue.Run), _ explored: any ExploredTable,
    _ binding: TestBedBinding, seed: UInt64, through channel: @escaping WireReplay.Channel
  ) -> Result<Played, ReplayFailure> {
    do {
      let approach = try explored.trace(to: job.run.states.first ?? 0)
      let attempt = try explored.trace(through: job.run.states, rules: job.run.rules)
      let replay = try WireReplay.run(
        approach.steps + attempt.steps, by: binding, seed: seed, title: job.id, through: channel)
      let model = explored.model
      let calls = zip(replay.transcript.calls(after: approach.steps.count), attempt.steps)
        .filter { _, step in step.action.map { model.actions[$0].isBy(.app) } ?? false }
      return .success((replay, calls.map(\.0)))
    } catch {
      return .failure(ReplayFailure(id: job.id, reason: "\(error)"))
    }
  }
}
