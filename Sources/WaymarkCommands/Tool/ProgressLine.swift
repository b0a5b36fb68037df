import SafeText
import Synchronization

/// Reports on stderr how far a long run is: on a terminal in one line that is written over, at most
/// ten times a second, and never as wide as the terminal, because a line that wraps is not taken
/// away: parts that do not fit are left out; elsewhere, such as in the log of a CI run, in a line
/// every ten seconds.
///
/// Where a phase counts its parts, as in `replaying 12 of 34 paths`, the line ends with an estimate
/// of the time that the phase still takes.
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
  ///   - isTerminal: whether a line can be written over.
  ///   - pause: the time between two lines; nil for the usual one.
  ///   - width: how many characters a line of the terminal has now.
  ///   - now: reads the clock.
  ///   - write: takes what is to be written.
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
    // A run that is over at once leaves no line in a log.
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

  /// As many whole parts of a text as a width takes; what says most stands first.
  private static func cut(_ text: String, to width: Int) -> Substring {
    guard text.count > width else { return text[...] }
    let start = text.prefix(width)
    let next = text[start.endIndex...].first
    if next == ":" || next == "," { return start }
    return start.matches(of: /[:,]\s/).last.map { start[..<$0.range.lowerBound] } ?? start
  }

  /// `; about 40 s left`, from the parts that are done since the phase began; empty where too
  /// little is known.
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

  /// Takes the line away before anything else is written.
  func clear() {
    state.withLock { state in
      guard state.isShown else { return }
      state.isShown = false
      write("\r\u{1B}[K")
    }
  }
}
