import Foundation
public import SignIn
import SignInCryptography
import Synchronization
public import TransitionTables

/// Replays every path and side step of a catalogue with fresh keys: from an empty pool, through the
/// creation of the record, to the last answer.
public struct CatalogueReplay: Sendable {
  public private(set) var counts = CryptographyCounts()
  /// The number of judgements by kind and class.
  public private(set) var tally = EvidenceTally()
  /// The number of paths and side steps that were replayed.
  public private(set) var paths = 0
  public private(set) var sideSteps = 0
  public private(set) var differences: [TestBedDifference] = []
  /// Whether each path's or side step's replay agreed, by its id.
  public private(set) var agreed: [String: Bool] = [:]

  /// One run to replay.
  private struct Job: Sendable {
    var id: String
    var run: Catalogue.Run
    var answer: Answer?
  }

  /// The outcome of one run.
  private struct Result: Sendable {
    var counts = CryptographyCounts()
    var tally = EvidenceTally()
    var differences: [TestBedDifference] = []
    var failure: String?
  }

  /// Replays a catalogue in parallel; the result does not depend on the number of cores.
  ///
  /// - Parameters:
  ///   - catalogue: the paths and side steps to replay.
  ///   - explored: the exploration that the catalogue was made from.
  ///   - seed: the seed of all randomness; each run has its own stream, named by its id.
  ///   - conventions: the conventions of both halves; other values inject a fault.
  ///   - shouldStop: called before each run; the remaining runs are skipped once it returns true.
  ///   - progress: called with the numbers of finished and of all runs, from any thread.
  /// - Throws: a ``ReplayFailure`` where a run cannot be executed; a `DiagnosticList` where the
  ///   table names something that nothing carries out, see ``TestBedBinding``.
  public static func run(
    _ catalogue: Catalogue, _ explored: any ExploredTable, seed: UInt64,
    conventions: TestBedConventions = .cognito,
    shouldStop: @Sendable () -> Bool = { false },
    progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> CatalogueReplay {
    let pathJobs = catalogue.paths.map {
      Job(id: $0.id, run: $0.run, answer: $0.calls.last?.answer)
    }
    let sideJobs = catalogue.sideSteps.map {
      Job(id: $0.id, run: $0.run, answer: $0.call.answer)
    }
    let jobs = pathJobs + sideJobs
    let binding = try TestBedBinding(explored.model, conventions.registry)
    let results = Mutex([Int: Result]())
    DispatchQueue.concurrentPerform(iterations: jobs.count) { position in
      guard !shouldStop() else { return }
      let job = jobs[position]
      let result = replay(job, explored) { () throws(CryptographyError) in
        let random = SeededRandomBytes(seed: seed, purpose: job.id)
        return try World(binding, random: random, conventions: conventions)
      }
      let done = results.withLock { results in
        results[position] = result
        return results.count
      }
      progress(done, jobs.count)
    }
    return try gather(jobs, results.withLock { $0 }, pathCount: pathJobs.count)
  }

  private static func gather(
    _ jobs: [Job], _ results: [Int: Result], pathCount: Int
  ) throws -> CatalogueReplay {
    var replay = CatalogueReplay()
    for (position, job) in jobs.enumerated() {
      guard let result = results[position] else { continue }
      if let failure = result.failure { throw ReplayFailure(id: job.id, reason: failure) }
      replay.counts = replay.counts + result.counts
      replay.tally.add(result.tally)
      replay.differences += result.differences
      replay.agreed[job.id] = result.differences.isEmpty
      if position < pathCount { replay.paths += 1 } else { replay.sideSteps += 1 }
    }
    return replay
  }

  private static func replay(
    _ job: Job, _ explored: any ExploredTable, in world: () throws(CryptographyError) -> World
  ) -> Result {
    var result = Result()
    do {
      let approach = try explored.trace(to: job.run.states.first ?? 0)
      let attempt = try explored.trace(through: job.run.states, rules: job.run.rules)
      var execution = Execution(world: try world(), context: job.id)
      for step in approach.steps + attempt.steps { try execution.run(step) }
      result.counts = execution.world.counts
      result.tally = execution.tally
      result.differences = execution.differences
      if let last = attempt.steps.last, explored.model.answer(of: last) != job.answer {
        result.failure = "the replay ends with another answer than the path"
      }
    } catch {
      result.failure = "\(error)"
    }
    return result
  }
}

/// A run that could not be executed, because OpenSSL failed or the table contradicts compiled
/// rules.
public struct ReplayFailure: Error, Sendable {
  /// The id of the path or side step.
  public var id: String
  public var reason: String
}
