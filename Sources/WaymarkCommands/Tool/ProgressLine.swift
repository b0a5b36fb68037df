import SafeText
import Synchronization

/// One line on stderr that says where a long run stands, at most ten times a second, and only where
/// stderr is a terminal.
final class ProgressLine: Sendable {
  private struct State {
    var last: ContinuousClock.Instant?
    var isShown = false
  }

  private let state = Mutex(State())
  private let isTerminal: Bool

  init(isTerminal: Bool) { self.isTerminal = isTerminal }

  func show(_ text: String) {
    guard isTerminal else { return }
    let now = ContinuousClock.now
    state.withLock { state in
      if let last = state.last, now - last < .milliseconds(100) { return }
      state.last = now
      state.isShown = true
      StandardStream.say("\r\u{1B}[K\(text.prefix(100).visibleLine)")
    }
  }

  /// Takes the line away before anything else is written.
  func clear() {
    state.withLock { state in
      guard state.isShown else { return }
      state.isShown = false
      StandardStream.say("\r\u{1B}[K")
    }
  }
}
