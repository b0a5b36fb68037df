import Foundation
import Testing

/// How much a run of the tests affords.
///
/// `.ci/run` leaves out what is marked `.long`; `.ci/nightly` sets `WAYMARK_LONG` and runs it all.
public enum Effort {
  /// Whether the tests that take long run too: `WAYMARK_LONG` is set.
  public static let isLong = ProcessInfo.processInfo.environment["WAYMARK_LONG"] != nil

  /// Whether the tests that compare processor times run, and nothing else: `WAYMARK_TIMED` is set.
  public static let isTimed = ProcessInfo.processInfo.environment["WAYMARK_TIMED"] != nil

  /// Whether a comparison takes a sample of its seeds or pools: unless `WAYMARK_LONG` is set.
  public static let isSampled = !isLong

  /// Whether what only an optimised build does in time is left out. A debug build explores some
  /// fifteen times slower.
  public static let isSlow: Bool = {
    #if DEBUG
    return !isLong
    #else
    return false
    #endif
  }()
}

extension Trait where Self == ConditionTrait {
  /// Marks a test or a suite that takes too long for every run; `.ci/nightly` runs it.
  public static var long: Self {
    .enabled(if: Effort.isLong, "takes long; set WAYMARK_LONG to run it")
  }

  /// Marks a test or a suite that compares processor times, which other work on the machine changes.
  /// `.ci/nightly` runs them with nothing else running.
  public static var timed: Self {
    .enabled(if: Effort.isTimed, "compares times; set WAYMARK_TIMED to run it")
  }

  /// Marks a test that only a debug build leaves out.
  public static var optimised: Self {
    .enabled(if: !Effort.isSlow, "too slow for a debug build; set WAYMARK_LONG to run it")
  }
}
