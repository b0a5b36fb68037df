import SafeText
import Synchronization

/// Reports the progress of a long run on stderr. On a terminal it rewrites one line, at most ten
/// times a second; parts that do not fit are left out, because a wrapped line could not be erased.
/// Elsewhere, as in the log of a CI run, it writes a line every ten seconds.
///
/// Where a phase counts its parts, as in `replaying 12 of 34 paths`, the line ends with an estimate
/// of the phase's remaining time.
final class ProgressLine: Sendable {
  private struct State {
    var last: ContinuousClock.Instant?
    var isShown = false
    var phase: Phase?
  }

  /// A phase that counts its parts.
  private struct Phase {
    var name: Substring
    var start: ContinuousClock.Instant
    var first: Int
  }

  private let state: Mutex<State>
  private let isTerminal: Bool
  private let pause: Duration
  private let width: @Sendable () -> Int
  private let now: @Sendable () -> ContinuousClock.Instant
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - isTerminal: whether a line can be rewritten.
  ///   - pause: the time between two lines; nil for the default.
  ///   - width: the present width of a terminal line, in characters.
  ///   - now: reads the clock.
  ///   - write: writes a text.
  init(
    isTerminal: Bool, pause: Duration? = nil, width: @escaping @Sendable () -> Int = { 80 },
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    write: @escaping @Sendable (String) -> Void = {
      StandardStream.say($0)
    }
  ) {
    self.isTerminal = isTerminal
    self.pause = pause ?? (isTerminal ? .milliseconds(100) : .seconds(10))
    self.width = width
    self.now = now
    self.write = write
    // A short run writes no line to a log.
    state = Mutex(State(last: isTerminal ? nil : now()))
  }

  func show(_ text: String) {
    let now = now()
    state.withLock { state in
      let left = Self.timeLeft(text, at: now, &state.phase)
      if let last = state.last, now - last < pause { return }
      state.last = now
      state.isShown = isTerminal
      let line = Self.cut(text, to: max(0, width() - 1 - left.count)) + left
      write(isTerminal ? "\r\u{1B}[K\(line.visibleLine)" : "\(text.visibleLine)\(left)\n")
    }
  }

  /// As many whole parts of a text as fit a width; the most important part comes first.
  private static func cut(_ text: String, to width: Int) -> Substring {
    guard text.count > width else { return text[...] }
    let start = text.prefix(width)
    let next = text[start.endIndex...].first
    if next == ":" || next == "," { return start }
    return start.matches(of: /[:,]\s/).last.map { start[..<$0.range.lowerBound] } ?? start
  }

  /// `; about 40 s left`, estimated from the parts finished since the phase began; empty where it
  /// is too early for an estimate.
  private static func timeLeft(
    _ text: String, at now: ContinuousClock.Instant, _ phase: inout Phase?
  ) -> String {
    guard let match = text.firstMatch(of: /(\d+) of (\d+)/), let number = Int(match.1),
      let total = Int(match.2)
    else { return "" }
    let name = text[..<match.range.lowerBound]
    guard let known = phase, known.name == name, known.first <= number else {
      phase = Phase(name: name, start: now, first: number)
      return ""
    }
    let seconds = (now - known.start) / .seconds(1)
    guard number > known.first, seconds >= 2 else { return "" }
    let left = Int(seconds / Double(number - known.first) * Double(total - number))
    return left < 2
      ? "" : "; about \(left < 120 ? "\(left) s" : "\((left + 30) / 60) min") left"
  }

  /// Erases the line before anything else is written.
  func clear() {
    state.withLock { state in
      guard state.isShown else { return }
      state.isShown = false
      write("\r\u{1B}[K")
    }
  }
}
