import Synchronization

/// How the process ends when the engine runs out of memory, or when a diagram without a
/// ``WorkLimit`` reaches the maximum number of nodes.
///
/// No operation under way could report the failure, so the process ends. A program sets how, with a
/// message of its own; the default is a fatal error.
public enum Exhaustion {
  private static let ending = Mutex<(@Sendable (_ what: String) -> Never)?>(nil)

  /// Sets the closure that reports what has run out and ends the process.
  public static func setEnding(_ end: @escaping @Sendable (_ what: String) -> Never) {
    ending.withLock { $0 = end }
  }

  static func end(_ what: String) -> Never {
    if let end = ending.withLock({ $0 }) { end(what) }
    fatalError(what)
  }
}
