import Synchronization

/// What becomes of the process where the engine can remember no more: memory cannot be had, or a
/// diagram without a ``WorkLimit`` has as many nodes as can be named.
///
/// No operation that is under way could say so, so the process ends. A program sets how, in words
/// of its own; otherwise it is a fault as any other.
public enum Exhaustion {
  private static let ending = Mutex<(@Sendable (_ what: String) -> Never)?>(nil)

  /// Sets what says what there is no more of, and ends the process.
  public static func setEnding(_ end: @escaping @Sendable (_ what: String) -> Never) {
    ending.withLock { $0 = end }
  }

  static func end(_ what: String) -> Never {
    if let end = ending.withLock({ $0 }) { end(what) }
    fatalError(what)
  }
}
