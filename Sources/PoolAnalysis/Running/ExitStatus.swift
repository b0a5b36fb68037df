/// What a run of the tool comes to, as its exit status.
///
/// The numbers of TLC and Apalache are kept, so that scripts that know them know ours. Several
/// outcomes of one run are combined by ``combined(_:)``; nothing inconclusive is ever 0.
package enum ExitStatus: Int32, Sendable, Hashable, CaseIterable {
  case allHold = 0
  case deadEnd = 11
  case safetyViolated = 12
  case livenessViolated = 13
  /// Real cryptography and the table differ.
  case testBedDiffers = 14
  /// The command line is wrong.
  case usage = 64
  /// Cannot be evaluated, or a property is vacuous or undetermined.
  case cannotEvaluate = 75
  /// A file cannot be read as what it is.
  case unreadable = 150
  /// The service refuses the configuration.
  case illegal = 151
  /// A limit was reached; the run is inconclusive.
  case limitReached = 152
  /// The system failed: a file cannot be written, the program contradicts itself.
  case systemFailure = 153

  /// The statuses from the one that matters most to the one that matters least.
  package static let precedence: [ExitStatus] = [
    .systemFailure, .usage, .unreadable, .illegal, .testBedDiffers, .safetyViolated,
    .livenessViolated, .deadEnd, .limitReached, .cannotEvaluate, .allHold,
  ]

  /// The status of a run with these outcomes: the one that matters most; 0 where there is none.
  package static func combined(_ statuses: some Sequence<ExitStatus>) -> ExitStatus {
    let present = Set(statuses)
    return precedence.first(where: present.contains) ?? .allHold
  }
}
