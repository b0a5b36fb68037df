import Findings
import Foundation
import PoolAnalysis
import SignInCryptography
import TransitionTables

/// Measures SRP handshakes against their bare exponentiations.
///
/// The two alternate, so that load or heat of the machine affects both alike.
struct CryptographyBench {
  /// The result for one number of threads.
  struct Measurement: Sendable, Equatable {
    var threads: Int
    /// The median rate of handshakes.
    var handshakesPerSecond: Double
    /// The median rate of exponentiations in the bare loop.
    var exponentiationsPerSecond: Double
    /// The excess of the handshakes' processor time over that of their exponentiations, in percent.
    var overhead: Double
  }

  let runs: Int
  /// The number of handshakes of each thread in a turn.
  let handshakes: Int
  let seed: UInt64
  let environment: ToolEnvironment

  func measure(threads: [Int]) throws(CommandFailure) -> [Measurement] {
    var results: [Measurement] = []
    for count in threads {
      do throws(CryptographyError) {
        results.append(try measure(onThreads: count))
      } catch {
        throw CommandFailure(
          [
            Diagnostic(
              "system.machine", at: SourceLocation(file: "bench"), error.description,
              remedy: "this is an error of waymark; please report it")
          ], status: .systemFailure)
      }
    }
    return results
  }

  private func measure(onThreads threads: Int) throws(CryptographyError) -> Measurement {
    let workload = SRPWorkload(seed: seed)
    let count = handshakes * threads
    var handshakeRates: [Double] = []
    var exponentiationRates: [Double] = []
    var overheads: [Double] = []
    for run in 0...runs {
      environment.progress("\(threads) threads: turn \(run) of \(runs)")
      let whole = try Self.timed { () throws(CryptographyError) in
        try workload.handshakes(count, threads: threads)
      }
      guard whole.counts.accepted == count else {
        throw CryptographyError(.outOfRange, "a handshake was refused that should be accepted")
      }
      let bare = try Self.timed { () throws(CryptographyError) in
        try workload.exponentiations(count, threads: threads)
      }
      // The first turn only warms up caches.
      guard run > 0 else { continue }
      handshakeRates.append(Double(whole.counts.handshakes) / whole.seconds)
      exponentiationRates.append(Double(bare.counts.exponentiations) / bare.seconds)
      overheads.append((whole.processorSeconds / bare.processorSeconds - 1) * 100)
    }
    return Measurement(
      threads: threads, handshakesPerSecond: EngineBench.median(handshakeRates),
      exponentiationsPerSecond: EngineBench.median(exponentiationRates),
      overhead: EngineBench.median(overheads))
  }

  private struct Timed {
    var counts: SRPWorkload.Counts
    var seconds: Double
    var processorSeconds: Double
  }

  private static func timed(
    _ work: () throws(CryptographyError) -> SRPWorkload.Counts
  ) throws(CryptographyError) -> Timed {
    let start = ContinuousClock.now
    let processorStart = processorSeconds()
    let counts = try work()
    let processor = processorSeconds() - processorStart
    let spent = (ContinuousClock.now - start).components
    return Timed(
      counts: counts, seconds: Double(spent.seconds) + Double(spent.attoseconds) * 1e-18,
      processorSeconds: processor)
  }

  /// The processor time of all threads of this process, in seconds.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  // MARK: Writing

  static func text(_ results: [Measurement]) -> String {
    let head = [
      "threads", "handshakes/s", "exponentiations/s in them", "bare exponentiations/s", "overhead",
    ]
    let each = Double(SRPWorkload.exponentiationsPerHandshake)
    let rows = results.map { result in
      [
        String(result.threads), JSONValue.tenths(result.handshakesPerSecond),
        JSONValue.tenths(result.handshakesPerSecond * each),
        JSONValue.tenths(result.exponentiationsPerSecond), signed(result.overhead) + " %",
      ]
    }
    return TextLayout.columns([head] + rows).map { $0 + "\n" }.joined()
  }

  /// A number with one decimal; noise may make a small overhead negative.
  private static func signed(_ value: Double) -> String {
    (value < 0 ? "-" : "") + JSONValue.tenths(value.magnitude)
  }

  static func json(_ results: [Measurement]) -> JSONValue {
    .array(
      results.map { result in
        .object([
          "threads": .number(result.threads),
          "handshakesPerSecond": .decimal(result.handshakesPerSecond),
          "exponentiationsPerHandshake": .number(SRPWorkload.exponentiationsPerHandshake),
          "bareExponentiationsPerSecond": .decimal(result.exponentiationsPerSecond),
          "overheadPercent": .decimal(result.overhead),
        ])
      })
  }
}
