/// What was found about one property under one configuration.
public struct PropertyVerdict: Sendable {
  /// How a claim came out. `vacuous` holds, but its premise is never met; `undetermined` was not
  /// settled by what was explored.
  public enum Status: String, Sendable, Comparable {
    case holds, fails, vacuous, undetermined
    /// Orders by name, so that reports are the same everywhere.
    public static func < (a: Status, b: Status) -> Bool { a.rawValue < b.rawValue }
  }

  /// The claim that was judged.
  public var property: Property
  /// How it came out.
  public var status: Status
  /// The shortest way to a state that shows the failure; empty for a failing configuration.
  public var trace: Trace?
}
