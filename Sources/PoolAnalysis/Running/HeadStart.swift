import Dispatch
import Synchronization

/// Work that begins on another thread before it is known whether its answer is needed.
///
/// The answer does not depend on when the work began; an answer that is not needed is dropped.
final class HeadStart<Answer: Sendable>: Sendable {
  private struct State {
    var isBegun = false
    var isCancelled = false
    var answer: Answer?
  }

  private let state = Mutex(State())
  private let group = DispatchGroup()

  /// Begins the work, at most once and unless it was cancelled before.
  ///
  /// - Parameter work: asks from time to time whether it was cancelled, and may then return
  ///   anything.
  func begin(
    _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Answer
  ) {
    let isFirst = state.withLock { state in
      defer { state.isBegun = true }
      return !state.isBegun && !state.isCancelled
    }
    guard isFirst else { return }
    DispatchQueue.global().async(group: group) { [self] in
      let answer = work { self.state.withLock { $0.isCancelled } }
      state.withLock { $0.answer = answer }
    }
  }

  /// Waits for the answer; returns nil where the work was never begun, or was cancelled.
  func take() -> Answer? {
    group.wait()
    return state.withLock { $0.isCancelled ? nil : $0.answer }
  }

  /// Cancels the work; has no effect after the answer was taken.
  func cancel() { state.withLock { $0.isCancelled = true } }
}
