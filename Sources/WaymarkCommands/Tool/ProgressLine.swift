import SafeText
import Synchronization

/// Says on stderr where a long run stands: on a terminal in one line that is written over, at most
/// ten times a second; elsewhere, such as in the log of a CI run, in a line every ten seconds.
final class ProgressLine: Sendable {
  private struct State {
    var last: ContinuousClock.Instant?
    var isShown = false
  }

  private let state: Mutex<State>
  private let isTerminal: Bool
  private let pause: Duration
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - isTerminal: whether a line can be written over.
  ///   - pause: the time between two lines; nil for the usual one.
  ///   - write: takes what is to be written.
  init(
    isTerminal: Bool, pause: Duration? = nil,
    write: @escaping @Sendable (String) -> Void = {
      StandardStream.say($0)
    }
  ) {
    self.isTerminal = isTerminal
    self.pause = pause ?? (isTerminal ? .milliseconds(100) : .seconds(10))
    self.write = write
    // A run that is over at once leaves no line in a log.
    state = Mutex(State(last: isTerminal ? nil : .now))
  }

  func show(_ text: String) {
    let now = ContinuousClock.now
    state.withLock { state in
      if let last = state.last, now - last < pause { return }
      state.last = now
      state.isShown = isTerminal
      write(isTerminal ? "\r\u{1B}[K\(text.prefix(79).visibleLine)" : "\(text.visibleLine)\n")
    }
  }

  /// Takes the line away before anything else is written.
  func clear() {
    state.withLock { state in
      guard state.isShown else { return }
      state.isShown = false
      write("\r\u{1B}[K")
    }
  }
}
