import Dispatch
import Foundation
import StateSpace
import Synchronization

/// What ends a run early: a timeout, an interrupt, or a limit that an exploration has reached.
///
/// A verb that explores asks `shouldStop` now and then, stops where it is and reports what it
/// knows, with exit status 152. The first interrupt asks such a verb to stop; the second one, or
/// the first one while another verb runs, ends the process at once.
package final class RunLimits: Sendable {
  private enum Stop {
    case timeout, interrupt, memory
    case exploration(Completeness)
  }

  private struct State {
    /// When the run began: reading the table and the documents is a part of it.
    let start = ContinuousClock.now
    var isAsked = false
    var deadline: ContinuousClock.Instant?
    var threads: Int?
    var memoryAskedAt: ContinuousClock.Instant?
    var stop: Stop?
    /// When the run was asked to stop; what it has found until then is still judged for a while.
    var stoppedAt: ContinuousClock.Instant?
  }

  /// The time between two looks at the memory of the process.
  private static let pause = Duration.milliseconds(5)
  /// What is kept of the memory for what begins before it asks, and for the report.
  private static let reserve = 40 << 20
  /// What the table of sign-in takes before anything is explored: with less nothing is begun.
  private static let least = 128 << 20

  private let state = Mutex(State())
  /// The limits of the run that this one is a part of.
  private let outer: RunLimits?

  /// - Parameter outer: the limits of the run that this one is a part of: it stops with that one.
  package init(within outer: RunLimits? = nil) { self.outer = outer }

  /// Forgets an earlier run; another one begins.
  package func reset() { state.withLock { $0 = State() } }

  /// From now on someone asks ``shouldStop``.
  ///
  /// - Parameters:
  ///   - timeout: seconds since the run began, with ``reset()`` or with this object; `nil` for any
  ///     time.
  ///   - bytes: the memory that the whole process may take; `nil` for any.
  ///   - threads: how many may be used, at least 1; `nil` for as many as the outer run's.
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

  /// How many threads may be used, at least 1.
  package var threads: Int { state.withLock(\.threads) ?? outer?.threads ?? .max }

  /// How many seconds are left, none below zero; `nil` where there is no end.
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

  /// What ends the whole run goes before what has ended one exploration.
  private static func note(_ stop: Stop, in state: inout State) {
    switch state.stop {
    case .timeout, .interrupt, .memory: return
    case .exploration, nil: (state.stop, state.stoppedAt) = (stop, .now)
    }
  }

  /// Whether the run was asked to stop and has had time to judge what it had found: a twentieth of
  /// the time that it had run, and after an interrupt, when somebody waits, a quarter of a second.
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

  /// Remembers the first limit that an exploration has reached.
  package func note(_ completeness: Completeness) {
    state.withLock { $0.stop = $0.stop ?? .exploration(completeness) }
  }

  /// Asks the run to stop; false where nobody asks, or for the second time.
  package func interrupt() -> Bool {
    state.withLock { state in
      if case .interrupt = state.stop { return false }
      guard state.isAsked else { return false }
      (state.stop, state.stoppedAt) = (.interrupt, .now)
      return true
    }
  }

  /// Whether the user, and no limit, has stopped the run.
  package var isInterrupted: Bool {
    if outer?.isInterrupted == true { return true }
    return state.withLock { if case .interrupt = $0.stop { true } else { false } }
  }

  /// Whether anything was cut off.
  package var isStopped: Bool { state.withLock { $0.stop != nil } }

  /// What stopped the run, and what to do; nil where nothing did.
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

  /// What stopped the run and what to do, as a line for stderr; empty where nothing did.
  ///
  /// - Parameter reports: whether the run prints or writes what is known until then.
  package func message(reports: Bool) -> String {
    let known = reports ? "the report says what is known until then" : "nothing is reported"
    return reason.map { "stopped: \($0.what); \(known); \($0.remedy)\n" } ?? ""
  }

  /// Turns the process's interrupts, and SIGTERM, by which containers and CI systems end a process,
  /// into ``interrupt()``, until each of the results is cancelled.
  ///
  /// - Parameter say: takes what the user is to read.
  package func listenToInterrupts(
    _ say: @escaping @Sendable (String) -> Void
  ) -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      _ = signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      // What a shell says of a process that a signal has ended.
      source.setEventHandler { [self] in
        guard interrupt() else { _exit(128 + number) }
        say("\nstopping; again to quit\n")
      }
      source.resume()
      return source
    }
  }
}
