/// The outcome of a run, as its exit status.
///
/// The numbers of TLC and Apalache are kept, so that scripts for them work here. Several outcomes
/// of one run are combined by ``combined(_:)``; an inconclusive run is never 0.
package enum ExitStatus: Int32, Sendable, Hashable, Codable, CaseIterable {
  case allHold = 0
  case deadEnd = 11
  case safetyViolated = 12
  case livenessViolated = 13
  /// Real cryptography differs from the table.
  case testBedDiffers = 14
  /// The command line is wrong.
  case usage = 64
  /// A property cannot be evaluated, or is vacuous or undetermined.
  case cannotEvaluate = 75
  /// A file cannot be read in the expected format.
  case unreadable = 150
  /// The service rejects the configuration.
  case illegal = 151
  /// A limit was reached; the run is inconclusive.
  case limitReached = 152
  /// The system failed: a file cannot be written, or the program contradicts itself.
  case systemFailure = 153

  /// The statuses in order of precedence, the most important first.
  package static let precedence: [ExitStatus] = [
    .systemFailure, .usage, .unreadable, .illegal, .testBedDiffers, .safetyViolated,
    .livenessViolated, .deadEnd, .limitReached, .cannotEvaluate, .allHold,
  ]

  /// The status of a run with several outcomes: the most important one, or 0 where there is none.
  package static func combined(_ statuses: some Sequence<ExitStatus>) -> ExitStatus {
    let present = Set(statuses)
    return precedence.first(where: present.contains) ?? .allHold
  }
}
