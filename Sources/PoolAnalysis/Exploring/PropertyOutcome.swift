import Findings
import TransitionTables

/// What the verdict of one property means for the exit status.
enum PropertyOutcome {
  /// Only errors set 11 to 13, warnings too where they are taken strictly. Claims about a
  /// configuration count as safety. A note never sets anything, and being vacuous only an error
  /// that no setting rules out: a warning that is about nobody warns of nothing.
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
