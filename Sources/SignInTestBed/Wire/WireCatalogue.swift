import Foundation
public import SignIn
import Synchronization
public import TransitionTables

/// Every path and side step of a catalogue, end to end over the wire: from an empty pool through
/// the making of the record to the last answer.
public struct WireCatalogue: Sendable {
  /// The logs in the order of the catalogue.
  public private(set) var transcripts: [Transcript] = []
  /// The ways of paths and side steps over the wire, from the record on.
  public private(set) var ways: [Way] = []
  public private(set) var differences: [TestBedDifference] = []
  /// How many requests were answered.
  public private(set) var requests = 0
  /// How many runs could not be followed to their end.
  public private(set) var setAside = 0

  /// A path or a side step over the wire.
  public struct Way: Sendable {
    public var id: String
    /// What each call of the app sends and gets.
    public var calls: [[WireStep]]

    public var exchanges: [WireExchange] { calls.joined().map(\.exchange) }
  }

  /// Replays a catalogue on both cores; the result does not depend on how many there are.
  ///
  /// - Parameters:
  ///   - catalogue: the paths to replay.
  ///   - explored: the exploration in which the catalogue was found.
  ///   - seed: of all randomness; each run has a stream of its own, named by its title.
  ///   - channel: how requests reach the service.
  ///   - shouldStop: asked before each run; those that are left are not made once it says so.
  ///   - progress: called with the number of finished and of all runs, from any thread.
  /// - Throws: a ``ReplayFailure`` where OpenSSL fails or the table contradicts itself.
  public static func run(
    _ catalogue: Catalogue, _ explored: any ExploredTable, seed: UInt64,
    through channel: @escaping WireReplay.Channel = WireReplay.pipe,
    shouldStop: @Sendable () -> Bool = { false },
    progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> WireCatalogue {
    let jobs =
      catalogue.paths.map { (id: $0.id, run: $0.run) }
      + catalogue.sideSteps.map { (id: $0.id, run: $0.run) }
    let results = Mutex([Int: Result<Played, ReplayFailure>]())
    DispatchQueue.concurrentPerform(iterations: jobs.count) { position in
      guard !shouldStop() else { return }
      let result = replay(jobs[position], explored, seed: seed, through: channel)
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

  /// A replay, and what the calls of its attempt sent and got.
  private typealias Played = (replay: WireReplay, calls: [[WireStep]])

  private static func replay(
    _ job: (id: String, run: Catalogue.Run), _ explored: any ExploredTable, seed: UInt64,
    through channel: @escaping WireReplay.Channel
  ) -> Result<Played, ReplayFailure> {
    do {
      let approach = try explored.trace(to: job.run.states.first ?? 0)
      let attempt = try explored.trace(through: job.run.states, rules: job.run.rules)
      let replay = try WireReplay.run(
        approach.steps + attempt.steps, of: explored.model, seed: seed, title: job.id,
        through: channel)
      let model = explored.model
      let calls = zip(replay.transcript.calls(after: approach.steps.count), attempt.steps)
        .filter { _, step in step.action.map { model.actions[$0].isBy(.app) } ?? false }
      return .success((replay, calls.map(\.0)))
    } catch {
      return .failure(ReplayFailure(id: job.id, reason: "\(error)"))
    }
  }
}
