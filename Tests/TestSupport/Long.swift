import Foundation
import Testing

/// How much a run of the tests affords.
///
/// `.ci/run` leaves out what is marked `.long`; `.ci/nightly` sets `WAYMARK_LONG` and runs it all.
public enum Effort {
  /// Whether the tests that take long run too: `WAYMARK_LONG` is set.
  public static let isLong = ProcessInfo.processInfo.environment["WAYMARK_LONG"] != nil

  /// Whether a comparison takes a sample of its seeds: in a debug build, which explores some fifteen
  /// times slower than an optimised one, unless `WAYMARK_LONG` is set.
  public static let isSampled: Bool = {
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

  /// Marks a test that only a debug build leaves out.
  public static var optimised: Self {
    .enabled(if: !Effort.isSampled, "too slow for a debug build; set WAYMARK_LONG to run it")
  }
}
