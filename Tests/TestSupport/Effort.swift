import Foundation

/// How much of a long comparison a run of the tests affords.
///
/// A debug build explores some fifteen times slower than an optimised one: it tries a sample of the
/// seeds, an optimised one all of them. `WAYMARK_LONG` asks a debug build for all too.
package enum Effort {
  package static let isSampled: Bool = {
    #if DEBUG
    return ProcessInfo.processInfo.environment["WAYMARK_LONG"] == nil
    #else
    return false
    #endif
  }()
}
