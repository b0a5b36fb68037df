import Findings
import TransitionTables

/// The contribution of a property's verdict to the exit status.
enum PropertyOutcome {
  /// Only errors set 11 to 13, and in strict mode also warnings. Claims about a configuration count
  /// as safety. A note never sets a status. A vacuous property sets it only if it is an error that
  /// no setting rules out: a vacuous warning concerns nobody.
  static func status(
    of property: Property, _ report: PropertyReport, isStrict: Bool
  ) -> ExitStatus {
    let weighs = report.severity == .error || isStrict && report.severity == .warning
    guard weighs else { return .allHold }
    switch report.verdict {
    case .holds: return .allHold
    case .vacuous where report.isRuledOut || report.severity != .error: return .allHold
    case .vacuous, .undetermined: return .cannotEvaluate
    case .fails: return failure(of: property.claim)
    }
  }

  private static func failure(of claim: Property.Claim) -> ExitStatus {
    switch claim {
    case .configuration, .always, .alwaysWithin: .safetyViolated
    case .sometimes, .staysReachable, .temporal: .livenessViolated
    case .noDeadEnd: .deadEnd
    }
  }
}
