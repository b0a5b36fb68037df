import Dispatch
import Foundation
import StateSpace
import Synchronization

/// The limits that end a run early: a timeout, an interrupt, or a limit reached by an exploration.
///
/// A verb that explores asks `shouldStop` from time to time, stops where it is and reports what it
/// knows, with exit status 152. The first interrupt asks such a verb to stop; the second one, or
/// the first one during any other verb, ends the process at once.
package final class RunLimits: Sendable {
  private enum Stop {
    case timeout, interrupt, memory
    case exploration(Completeness)
  }

  private struct State {
    /// The start of the run, which includes reading the table and the documents.
    let start = ContinuousClock.now
    var isAsked = false
    var deadline: ContinuousClock.Instant?
    var threads: Int?
    var memoryAskedAt: ContinuousClock.Instant?
    var stop: Stop?
    /// The time at which the run was asked to stop; findings until then are still judged for a
    /// while.
    var stoppedAt: ContinuousClock.Instant?
  }

  /// The time between two checks of the process's memory.
  private static let pause = Duration.milliseconds(5)
  /// The memory reserved for allocations that are not checked, and for the report.
  private static let reserve = 40 << 20
  /// The memory that the sign-in table needs before anything is explored; with less, nothing is
  /// begun.
  private static let least = 128 << 20

  private let state = Mutex(State())
  /// The limits of the enclosing run.
  private let outer: RunLimits?

  /// - Parameter outer: the limits of the enclosing run, with which this one stops too.
  package init(within outer: RunLimits? = nil) { self.outer = outer }

  /// Begins another run and forgets the earlier one.
  package func reset() { state.withLock { $0 = State() } }

  /// Sets the limits of a run whose verb asks ``shouldStop`` from now on.
  ///
  /// - Parameters:
  ///   - timeout: the seconds since the run began, with ``reset()`` or with this object; `nil` for
  ///     no limit.
  ///   - bytes: the memory that the whole process may use; `nil` for no limit.
  ///   - threads: the number of threads to use, at least 1; `nil` for that of the outer run.
  package func begin(timeout: Double?, bytes: Int? = nil, threads: Int? = nil) {
    if let bytes {
      ProcessMemory.limit(to: bytes < Self.least ? 0 : bytes - max(bytes / 16, Self.reserve))
    }
    state.withLock { state in
      state.isAsked = true
      state.deadline = timeout.map { state.start + .seconds($0) }
      state.threads = threads
    }
  }

  /// The number of threads to use, at least 1.
  package var threads: Int { state.withLock(\.threads) ?? outer?.threads ?? .max }

  /// The seconds left, at least zero; `nil` where there is no time limit.
  package var secondsLeft: Double? {
    let end = state.withLock(\.deadline)
    let own = end.map { max(0, ContinuousClock.now.duration(to: $0) / .seconds(1)) }
    guard let own, let others = outer?.secondsLeft else { return own ?? outer?.secondsLeft }
    return min(own, others)
  }

  /// Whether the time is over, the memory is used up or the user has interrupted.
  package var shouldStop: Bool {
    if outer?.shouldStop == true { return true }
    return state.withLock { state in
      let now = ContinuousClock.now
      if let deadline = state.deadline, now >= deadline { Self.note(.timeout, in: &state) }
      let isDue = state.memoryAskedAt.map { now - $0 >= Self.pause } ?? true
      if isDue {
        state.memoryAskedAt = now
        if !ProcessMemory.hasRoom() { Self.note(.memory, in: &state) }
      }
      switch state.stop {
      case .timeout, .interrupt, .memory: return true
      case .exploration, nil: return false
      }
    }
  }

  /// A limit of the whole run takes precedence over one that has ended a single exploration.
  private static func note(_ stop: Stop, in state: inout State) {
    switch state.stop {
    case .timeout, .interrupt, .memory: return
    case .exploration, nil: (state.stop, state.stoppedAt) = (stop, .now)
    }
  }

  /// Whether the run was asked to stop and the grace period for judging its findings is over: a
  /// twentieth of its time so far, and after an interrupt, when the user waits, at most a quarter
  /// of a second.
  package var isOver: Bool {
    guard shouldStop else { return false }
    if outer?.isOver == true { return true }
    return state.withLock { state in
      guard let stopped = state.stoppedAt else { return false }
      var grace = (stopped - state.start) / 20
      if case .interrupt = state.stop { grace = min(grace, .milliseconds(250)) }
      return ContinuousClock.now - stopped > grace
    }
  }

  /// Records the first limit that an exploration reaches.
  package func note(_ completeness: Completeness) {
    state.withLock { $0.stop = $0.stop ?? .exploration(completeness) }
  }

  /// Asks the run to stop; returns false if no verb asks ``shouldStop``, or on the second call.
  package func interrupt() -> Bool {
    state.withLock { state in
      if case .interrupt = state.stop { return false }
      guard state.isAsked else { return false }
      (state.stop, state.stoppedAt) = (.interrupt, .now)
      return true
    }
  }

  /// Whether the user has stopped the run, rather than a limit.
  package var isInterrupted: Bool {
    if outer?.isInterrupted == true { return true }
    return state.withLock { if case .interrupt = $0.stop { true } else { false } }
  }

  /// Whether anything has ended early.
  package var isStopped: Bool { state.withLock { $0.stop != nil } }

  /// What stopped the run, and the remedy; nil where nothing did.
  var reason: (what: String, remedy: String)? {
    switch state.withLock({ $0.stop }) {
    case nil: nil
    case .timeout: ("the time of `--timeout` is over", "give more time")
    case .interrupt: ("interrupted", "run it again to see the rest")
    case .memory, .exploration(.memoryLimit):
      (
        "one more batch of states would have passed the limit of memory",
        "give more by `--max-memory`, before the machine swaps, or close open parameters"
      )
    case .exploration(.stateLimit):
      ("the limit of states is reached", "give more by `--max-states`")
    case .exploration: ("an exploration was cut off", "see the report's bounds")
    }
  }

  /// A line for stderr with what stopped the run, and the remedy; empty where nothing did.
  ///
  /// - Parameter reports: whether the run prints or writes its results so far.
  package func message(reports: Bool) -> String {
    let known = reports ? "the report says what is known until then" : "nothing is reported"
    return reason.map { "stopped: \($0.what); \(known); \($0.remedy)\n" } ?? ""
  }

  /// Turns interrupts and SIGTERM, with which containers and CI systems end a process, into
  /// ``interrupt()``, until the returned sources are cancelled.
  ///
  /// - Parameter say: receives messages for the user.
  package func listenToInterrupts(
    _ say: @escaping @Sendable (String) -> Void
  ) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // The status that a shell reports for a process which a signal has ended.
      source.setEventHandler { [self] in
        guard interrupt() else { _exit(128 + number) }
        say("\nstopping; again to quit\n")
      }
      source.resume()
      return source
    }
  }
}
