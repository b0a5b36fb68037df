import Dispatch
import Synchronization

/// Work that begins on a thread of its own before it is known whether its answer is needed.
///
/// The answer does not depend on when it was begun, and one that is not needed is dropped.
final class HeadStart<Answer: Sendable>: Sendable {
  private struct State {
    var isBegun = false
    var isCancelled = false
    var answer: Answer?
  }

  private let state = Mutex(State())
  private let group = DispatchGroup()

  /// Begins, once, unless cancelled before.
  ///
  /// - Parameter work: asks now and then whether nobody needs its answer any more; then it may
  ///   return whatever it has.
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

  /// The answer, waited for; nil where the work was never begun, or was cancelled.
  func take() -> Answer? {
    group.wait()
    return state.withLock { $0.isCancelled ? nil : $0.answer }
  }

  /// Nobody needs the answer; does nothing once it was taken.
  func cancel() { state.withLock { $0.isCancelled = true } }
}
