/// The verdict on one property under one configuration.
public struct PropertyVerdict: Sendable {
  /// The verdict. `vacuous` holds, but its premise is never met; `undetermined` was not decided by
  /// what was explored.
  public enum Status: String, Sendable, Comparable {
    case holds, fails, vacuous, undetermined
    /// Orders by name, so that reports are the same everywhere.
    public static func < (a: Status, b: Status) -> Bool { a.rawValue < b.rawValue }
  }

  /// The property that was checked.
  public var property: Property
  /// The verdict.
  public var status: Status
  /// The shortest trace to a state that shows the failure; empty for a failing configuration.
  public var trace: Trace?
}
